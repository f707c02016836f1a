package endpoints_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"kaiin/server/money/gateway"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/endpoints"
)

// A notice reaches its provider as it came, from anyone and anywhere; its answer is the provider's.
// One that is too long is not even looked at, and of more at once than are verified some are to
// come again.
func TestNotices(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	var mu sync.Mutex
	var got []string
	hold := make(chan struct{})
	w.Notices.Receive = func(_ context.Context, provider, network string, header http.Header, body []byte) (int, string) {
		if string(body) == "hold" {
			<-hold
		}
		mu.Lock()
		defer mu.Unlock()
		got = append(got, provider+" "+network+" "+header.Get("X-Signature")+" "+string(body[:min(len(body), 10)]))
		return http.StatusAccepted, "OK,"
	}
	answer := w.Call("POST", "/payment/notice/paypal", "hello", "X-Signature", "abc", "Origin", "https://www.paypal.com", "Sec-Fetch-Site", "cross-site")
	if answer.StatusCode != http.StatusAccepted || answer.Text != "OK," || answer.Header.Get("Content-Type") != "text/plain; charset=utf-8" ||
		len(answer.Cookies()) != 0 || answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %q %v", answer.StatusCode, answer.Text, answer.Header)
	}
	if full := w.Call("POST", "/payment/notice/paypal", strings.Repeat("x", gateway.MaxNotice)); full.StatusCode != http.StatusAccepted {
		t.Errorf("the longest: %d", full.StatusCode)
	}
	if long := w.Call("POST", "/payment/notice/paypal", strings.Repeat("x", gateway.MaxNotice+1)); long.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("one byte more: %d", long.StatusCode)
	}
	if len(got) != 2 || got[0] != "paypal 127.0.0.1 abc hello" {
		t.Errorf("received %q", got)
	}
	var all sync.WaitGroup
	answers := make(chan int, 5*endpoints.NoticesAtOnce)
	for range cap(answers) {
		all.Go(func() { answers <- w.Call("POST", "/payment/notice/paypal", "hold").StatusCode })
	}
	for range cap(answers) - endpoints.NoticesAtOnce { // those that are taken wait
		if status := <-answers; status != http.StatusServiceUnavailable {
			t.Errorf("one too many: %d", status)
		}
	}
	close(hold)
	all.Wait()
	close(answers)
	for status := range answers {
		if status != http.StatusAccepted {
			t.Errorf("one that was taken: %d", status)
		}
	}
	if strings.Contains(w.Logged.String(), "hello") || !strings.Contains(w.Logged.String(), "path=/payment/notice/{provider}") {
		t.Error(w.Logged.String())
	}
}
