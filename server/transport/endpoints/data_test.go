package endpoints_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/store/storetest"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

// A visitor who asks for a file is led to the login and back to the page, and no cache keeps that.
func TestAVisitorHasNoFile(t *testing.T) {
	t.Parallel()
	w := edgetest.New(t, nil)
	answer := httptest.NewRecorder()
	w.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/mypage/data/file", nil))
	if got := answer.Header(); answer.Code != http.StatusSeeOther || got.Get("Location") != "/login?returnTo=%2Fmypage%2Fdata" || got.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", answer.Code, got)
	}
	answer = httptest.NewRecorder()
	w.ServeHTTP(answer, httptest.NewRequest(http.MethodHead, "/mypage/data/file", nil))
	if answer.Code != http.StatusMethodNotAllowed {
		t.Errorf("HEAD: %d", answer.Code)
	}
}

// A file takes as long as the line of its member needs: neither the time for a call nor that for an
// answer ends it.
func TestAFileOverASlowLine(t *testing.T) {
	t.Parallel()
	const wait = 600 * time.Millisecond // a busy machine lets the reader wait, too
	w := edgetest.New(t, nil)
	now := visit.Now()
	w.Member.AuthenticatedAt = &now
	s := w.Data.Service
	s.Store, s.Clock, s.Secrets = storetest.Open(t), clock.At(now), w.Arrivals.Secrets
	if _, err := s.Store.DB.ExecContext(t.Context(), `INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent)
		SELECT gen_random_uuid(), now(), $1, true, 'Password', '203.0.113.7', repeat('x', 20000) FROM generate_series(1, 800)`, *w.Member.AccountID); err != nil {
		t.Fatal(err)
	}
	made := s.Store.Client(t.Context()).DataExport.Create().SetAccountID(*w.Member.AccountID).SetCreatedAt(now).SetExpiresAt(now).SaveX(t.Context())
	if err := s.Make(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}
	w.Guard.Patience = wait
	site := httptest.NewUnstartedServer(w.Edge)
	site.Config.WriteTimeout = wait
	site.Start()
	t.Cleanup(site.Close)

	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, site.URL+"/mypage/data/file", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	r.AddCookie(&http.Cookie{Name: viewer.CookieSession, Value: edgetest.Token})
	answer, err := new(http.Transport).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	began, file := time.Now(), new(strings.Builder)
	for err == nil { // 16 MB: the connection itself holds a few of them
		time.Sleep(wait / 10)
		_, err = io.CopyN(file, answer.Body, 1<<20)
	}
	if took := time.Since(began); err != io.EOF || int64(file.Len()) != answer.ContentLength || took < 3*wait/2 || !strings.HasSuffix(file.String(), "}\n") {
		t.Errorf("%s: %d bytes of %d after %s, %v", answer.Status, file.Len(), answer.ContentLength, took, err)
	}
}
