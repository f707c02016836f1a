package store_test

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// A caller whose time is up hears so although PostgreSQL does not hear that it should cancel the
// statement, and the connection is free again.
func TestACallEndsThoughItsCancelIsLost(t *testing.T) { // D-17
	t.Parallel()
	address, lost := withoutCancels(t, storetest.URL(t))
	st, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	calls := []func(context.Context) error{
		func(ctx context.Context) error { return st.Exec(ctx, "SELECT pg_sleep(60)") },
		func(ctx context.Context) error { return st.Exec(ctx, "SELECT pg_sleep($1)", 60) },
		func(ctx context.Context) error { return st.QueryRow(ctx, "SELECT pg_sleep($1)", 60).Scan(new(string)) },
		func(ctx context.Context) error {
			return st.Tx(ctx, func(ctx context.Context) error { return st.Exec(ctx, "SELECT pg_sleep(60)") })
		},
	}
	st.DB.SetMaxOpenConns(len(calls))
	var group sync.WaitGroup
	for i, call := range calls {
		group.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			err := call(ctx)
			if got := store.FailureOf(ctx, err); err == nil || got != store.Busy {
				t.Errorf("call %d: %v (%v)", i, err, got)
			}
		})
	}
	group.Wait()
	if lost.Load() == 0 {
		t.Error("no cancel was asked for: this test proves nothing")
	}
	for range calls {
		if err := st.Exec(t.Context(), "SELECT 1"); err != nil {
			t.Errorf("after the cancel: %v", err)
		}
	}
}

// withoutCancels answers the address of a way to the database on which requests to cancel a
// statement get lost, and how many did.
func withoutCancels(t *testing.T, database string) (address string, lost *atomic.Int32) {
	t.Helper()
	const cancelRequest = 80877102 // of the protocol, in the place of its version
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	lost = new(atomic.Int32)
	server := at.Host
	serve := func(client net.Conn) {
		defer func() { _ = client.Close() }()
		head := make([]byte, 8) // length, version
		if _, err := io.ReadFull(client, head); err != nil {
			return
		}
		if binary.BigEndian.Uint32(head[4:]) == cancelRequest {
			lost.Add(1)
			return
		}
		postgres, err := net.Dial("tcp", server)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = postgres.Close() }()
		if _, err := postgres.Write(head); err != nil {
			return
		}
		go func() { _, _ = io.Copy(client, postgres) }()
		_, _ = io.Copy(postgres, client)
	}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(client)
		}
	}()
	at.Host = listener.Addr().String()
	return at.String(), lost
}
