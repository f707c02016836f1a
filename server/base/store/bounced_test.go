package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// Values of all kinds arrive as they were sent, whether a session is kept or lent by a pooler.
func TestValuesArriveOnBothWays(t *testing.T) { // G-06
	t.Parallel()
	for name, s := range map[string]*store.Store{"direct": storetest.Open(t), "pooled": bounced(t, storetest.URL(t))} {
		id, at := uuid.New(), time.Date(2031, 3, 10, 1, 2, 3, 456789000, time.UTC)
		var got struct {
			document json.RawMessage
			raw      []byte
			list     []string
			numbers  []int64
			id       uuid.UUID
			at       time.Time
			no       *string
			yes      bool
			text     string
		}
		err := s.QueryRow(t.Context(), `SELECT $1::jsonb, $2::bytea, $3::text[], $4::bigint[], $5::uuid, $6::timestamptz, $7::text, $8::boolean, $9::text`,
			json.RawMessage(`{"a":1}`), []byte{0, '{', 0xff, '\\'}, pq.Array([]string{"a,b", `"`, ""}), []int64{1, 2}, id, at, nil, true, `\x00 'ん`).
			Scan(&got.document, &got.raw, pq.Array(&got.list), pq.Array(&got.numbers), &got.id, &got.at, &got.no, &got.yes, &got.text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		said := fmt.Sprintf("%s %x %q %v %v %v %v %q", got.document, got.raw, got.list, got.numbers, got.id == id && got.at.Equal(at), got.no, got.yes, got.text)
		if want := `{"a": 1} 007bff5c ["a,b" "\"" ""] [1 2] true <nil> true "\\x00 'ん"`; said != want {
			t.Errorf("%s: %s\nwant: %s", name, said, want)
		}
		err = s.QueryRow(t.Context(), "SELECT $1::jsonb", json.RawMessage(nil)).Scan(&got.raw)
		if err != nil || got.raw != nil {
			t.Errorf("%s: no document is %q, %v", name, got.raw, err)
		}
	}
}

// Callers who share the few sessions of a pooler get the answers to their own statements, in
// transactions and outside of them.
func TestSessionsAreShared(t *testing.T) { // G-06
	t.Parallel()
	s := bounced(t, storetest.URL(t))
	s.LimitStatements(10 * time.Second)
	var all sync.WaitGroup
	for caller := range 20 {
		all.Go(func() {
			for n := range 20 {
				want, text := caller*1000+n, "SELECT $1::int"+strings.Repeat(" ", n%5)
				var alone, first, second int
				err := s.QueryRow(t.Context(), text, want).Scan(&alone)
				if err == nil {
					err = s.Tx(t.Context(), func(ctx context.Context) error {
						if err := s.QueryRow(ctx, "SELECT $1::int, pg_sleep(0.001)::text", want).Scan(&first, new(string)); err != nil {
							return err
						}
						return s.QueryRow(ctx, text, want).Scan(&second)
					})
				}
				if err != nil || alone != want || first != want || second != want {
					t.Errorf("%d, %d and %d, not %d: %v", alone, first, second, want, err)
					return
				}
			}
		})
	}
	all.Wait()
	var sessions int
	if err := s.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").Scan(&sessions); err != nil || sessions > 3 {
		t.Errorf("%d sessions, %v", sessions, err)
	}
}

// bounced is a store that reaches the database through a PgBouncer.
func bounced(t *testing.T, address string) *store.Store {
	t.Helper()
	s, err := store.OpenPooled(t.Context(), storetest.Bounce(t, address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
