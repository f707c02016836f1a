package guard_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/config"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

const (
	token = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"
	path  = "/zapi/internal/account-header/screen-data"
)

// site is a handler with one call behind the guard, which a test writes itself.
type site struct {
	http.Handler
	arrivals *visit.Arrivals
	member   *ent.Session // has token in the session cookie
	logged   *bytes.Buffer
	call     func(ctx context.Context)
}

func newSite(t *testing.T) *site {
	t.Helper()
	accountID := uuid.New()
	s := &site{member: &ent.Session{ID: uuid.New(), AccountID: &accountID}, logged: new(bytes.Buffer), call: func(context.Context) {}}
	log := slog.New(slog.NewTextHandler(s.logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cfg := &config.Config{Production: true, Origin: &url.URL{Scheme: "https", Host: "member.example.jp"}}
	secrets, err := secret.NewBox([]byte(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	s.arrivals = &visit.Arrivals{Config: cfg, Log: log, Secrets: secrets}
	g := &guard.Guard{
		Config: cfg, Log: log, Patience: guard.Patience,
		Viewers: &viewer.Finder{Secure: true, Resume: func(_ context.Context, got string) (*ent.Session, *ent.Account, error) {
			if got == token {
				return s.member, nil, nil
			}
			return nil, nil, nil
		}},
		Settings: func(context.Context) (*settings.Settings, error) { return &settings.Settings{}, nil },
		Country:  func(string) string { return "" },
	}
	refuse := func(w http.ResponseWriter, _ *http.Request, status int, _ fault.Code) { w.WriteHeader(status) }
	s.Handler = s.arrivals.Arrive(g.Call(refuse)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { s.call(r.Context()) })))
	return s
}

// ask sends a request for the call; headers are name, value pairs.
func (s *site) ask(headers ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}
