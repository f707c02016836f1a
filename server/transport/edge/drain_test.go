package edge_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/transport/edge"
	"kaiin/server/transport/edge/edgetest"
)

// A stop in the middle of two hundred requests answers all of them. A balancer hears of it before
// any connection is refused, so that no member meets a refused one.
func TestAStopIsNoticedBeforeItRefuses(t *testing.T) { // G-05
	t.Parallel()
	w := edgetest.New(t, nil)
	w.Health.Ready = func(context.Context) error { return nil }
	page := w.Next
	var open atomic.Int32
	release := make(chan struct{})
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/mypage" {
			open.Add(1)
			<-release
		}
		page(out, r)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	site := "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(t.Context())
	over, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- edge.Serve(ctx, listener, w.Edge, func() { w.Drain(); <-over }, w.Log) }()

	const members = 200
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: members}}
	get := func(path string) (status int, closes bool, err error) {
		answer, err := client.Get(site + path)
		if err != nil {
			return 0, false, err
		}
		defer func() { _ = answer.Body.Close() }()
		if body, err := io.ReadAll(answer.Body); err != nil || len(body) == 0 {
			return 0, false, fmt.Errorf("the answer ends after %d bytes: %w", len(body), err)
		}
		return answer.StatusCode, answer.Close, nil
	}
	var group sync.WaitGroup
	for range members {
		group.Go(func() {
			if status, closes, err := get("/mypage"); err != nil || status != http.StatusOK {
				t.Errorf("an open request ends with %d, %v, %v", status, closes, err)
			}
		})
	}
	for open.Load() < members {
		time.Sleep(time.Millisecond)
	}
	if status, closes, err := get("/readyz"); err != nil || status != http.StatusOK || closes {
		t.Fatalf("before the stop: %d %v %v", status, closes, err)
	}
	stop()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		status, closes, err := get("/readyz")
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("a connection is refused before the readiness check says why: %d, %v", status, err)
		}
		if status == http.StatusServiceUnavailable && closes {
			break
		}
	}
	for range 20 { // sent by the balancer before it noticed
		if status, closes, err := get("/login"); err != nil || status != http.StatusOK || !closes {
			t.Errorf("a request after the stop began: %d %v %v", status, closes, err)
		}
	}
	close(over)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if _, _, err := get("/readyz"); err != nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the listener is never closed")
		}
	}
	select {
	case err := <-ended:
		t.Errorf("ended with %v before its open requests", err)
	default:
	}
	close(release)
	group.Wait()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
