package outbound

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func get(t *testing.T, l Limits, handler http.HandlerFunc) (status int, body string, err error) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/?secret=of-the-member", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := Client(l).Do(r)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}

func TestAnAnswerIsReadToItsLimit(t *testing.T) {
	for _, c := range []struct {
		length int
		err    error
	}{{0, nil}, {1, nil}, {9, nil}, {10, nil}, {11, TooLong(10)}, {100_000, TooLong(10)}} {
		status, body, err := get(t, Limits{Connect: time.Second, Total: 5 * time.Second, Answer: 10}, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat("x", c.length))
		})
		if status != 200 || !errors.Is(err, c.err) || len(body) != min(c.length, 10) {
			t.Errorf("%d bytes: status %d, %d bytes, %v", c.length, status, len(body), err)
		}
	}
}

func TestARedirectIsTheAnswer(t *testing.T) {
	called := 0
	status, _, err := get(t, Limits{Connect: time.Second, Total: 5 * time.Second, Answer: 1000}, func(w http.ResponseWriter, r *http.Request) {
		called++
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	if status != http.StatusTemporaryRedirect || err != nil || called != 1 {
		t.Errorf("status %d, %v, called %d times", status, err, called)
	}
}

func TestACallEndsInTime(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"no answer": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"an answer without end": func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				_, _ = io.WriteString(w, "x")
				_ = http.NewResponseController(w).Flush()
				time.Sleep(10 * time.Millisecond)
			}
		},
	} {
		if _, _, err := get(t, Limits{Connect: time.Second, Total: 200 * time.Millisecond, Answer: 1 << 20}, handler); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnErrorDoesNotShowTheAddress(t *testing.T) {
	_, _, err := get(t, Limits{Connect: time.Second, Total: 5 * time.Second, Answer: 1000}, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if err == nil || !strings.Contains(err.Error(), "of-the-member") {
		t.Fatalf("the client's own error shows no address any more: %v", err)
	}
	if text := Bare(err).Error(); text == "" || strings.Contains(text, "of-the-member") {
		t.Errorf("%q", text)
	}
}
