package graph

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/step"
	"kaiin/server/transport/graph/generated"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
	"kaiin/server/transport/viewer"
)

// fakes answers the few fields these tests ask for; any other field panics, which is one of
// the cases.
type fakes struct {
	generated.ResolverRoot
	generated.QueryResolver
	generated.MutationResolver
	fail func() error
}

func (f *fakes) Query() generated.QueryResolver       { return f }
func (f *fakes) Mutation() generated.MutationResolver { return f }
func (f *fakes) Logout(ctx context.Context) (*payload.LogoutPayload, error) {
	return done[payload.LogoutPayload](ctx, f.fail(), step.Done("/"))
}
func (f *fakes) AccountHeader(context.Context) (*model.AccountHeader, error) {
	return nil, f.fail()
}
func (f *fakes) MypageScreen(context.Context) (*model.MypageScreen, error) { return nil, f.fail() }

type setup struct {
	*Executor
	log bytes.Buffer
}

func newSetup(t *testing.T, fail func() error) *setup {
	t.Helper()
	s := new(setup)
	var err error
	if s.Executor, err = New(&fakes{fail: fail}, slog.New(logs.Carried(slog.NewTextHandler(&s.log, nil)))); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *setup) post(t *testing.T, a actor.Actor, body string) (int, string, http.Header) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/graphql", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	ctx := logs.With(r.Context(), slog.String(logs.RequestID, "req-1"))
	r = r.WithContext(viewer.With(ctx, &viewer.Viewer{Actor: a, RequestID: "req-1", SetCookie: func(*http.Cookie) {}}))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if !json.Valid(w.Body.Bytes()) {
		t.Errorf("not JSON: %s", w.Body)
	}
	return w.Code, w.Body.String(), w.Header()
}

func hashed(name string) string {
	return fmt.Sprintf(`{"operationName":%q,"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}`, name, schema.Documents()[name].Hash)
}

var english = actor.Actor{Locale: "en"}

func TestWhatLeavesAfterAnError(t *testing.T) { // F-050
	t.Parallel()
	const secret = "postgres://kaiin:hunter2@10.0.0.7/kaiin: relation accounts"
	for _, c := range []struct {
		name   string
		err    error
		want   []string
		logged int
	}{
		{"any error", errors.New(secret), []string{`"code":"INTERNAL"`, `"status":500`, `"requestId":"req-1"`, `"message":"An error occurred"`}, 1},
		{"wrapped", fmt.Errorf("%s: %w", secret, errors.New("x")), []string{`"code":"INTERNAL"`}, 1},
		{"a constraint", &pq.Error{Code: "23505", Message: secret}, []string{`"code":"INTERNAL"`}, 1},
		{"the database is away", &net.OpError{Op: "dial", Err: errors.New(secret)}, []string{`"code":"UNAVAILABLE"`, `"status":503`}, 1},
		{"too slow", fmt.Errorf("%s: %w", secret, context.DeadlineExceeded), []string{`"code":"UNAVAILABLE"`, `"status":503`}, 1},
		{"D-17: too slow for PostgreSQL", fmt.Errorf("%s: %w", secret, &pq.Error{Code: "57014"}), []string{`"code":"UNAVAILABLE"`, `"status":503`}, 1},
		{"D-17: given up by ourselves while the caller waits", fmt.Errorf("%s: %w", secret, context.Canceled), []string{`"code":"INTERNAL"`, `"status":500`}, 1},
		{"a fault with a cause", fault.Denied(fault.Forbidden).Because(errors.New(secret)), []string{`"code":"FORBIDDEN"`, `"status":403`, "This is not allowed."}, 0},
		{"something outside is away", fault.Unavailable(fault.CodeUnavailable, errors.New(secret)), []string{`"code":"UNAVAILABLE"`, `"status":503`}, 1},
		{"too often", fault.Throttled(fault.TooManyRequests, 1500*time.Millisecond), []string{`"status":429`, `"retryAfter":2`}, 0},
		{"a field of a query", fault.Invalid("REQUIRED", "postalCode"), []string{`"fields":[{"field":"postalCode","code":"REQUIRED","message":"Please enter your postal code."}]`, `"status":400`}, 0},
	} {
		s := newSetup(t, func() error { return c.err })
		status, body, header := s.post(t, english, hashed("AccountHeaderScreen"))
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s: %s lacks %s", c.name, body, want)
			}
		}
		if status != http.StatusOK || strings.Contains(body, "hunter2") || strings.Contains(body, "locations") {
			t.Errorf("%s: %d %s", c.name, status, body)
		}
		if n := strings.Count(s.log.String(), "\n"); n != c.logged {
			t.Errorf("%s: logged %d times: %s", c.name, n, &s.log)
		}
		if c.logged == 1 && (!strings.Contains(s.log.String(), "req-1") || !strings.Contains(s.log.String(), "hunter2") && c.name != "wrapped") {
			t.Errorf("%s: logged %s", c.name, &s.log)
		}
		if wait := map[string]string{"too often": "2", "the database is away": "5", "too slow": "5", "D-17: too slow for PostgreSQL": "5", "something outside is away": "5"}[c.name]; header.Get("Retry-After") != wait {
			t.Errorf("%s: Retry-After %q", c.name, header.Get("Retry-After"))
		}
	}
}

// A call whose time is up before its document begins is told to come back; one whose caller has
// gone is not logged.
func TestCallsThatAreOverBeforeTheyBegin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cause  error
		status string
		wait   any
		logged int
	}{{context.DeadlineExceeded, "503", 5, 1}, {context.Canceled, "499", nil, 0}} {
		s := newSetup(t, func() error { return nil })
		ctx, end := context.WithCancelCause(viewer.With(t.Context(), &viewer.Viewer{Actor: english, SetCookie: func(*http.Cookie) {}}))
		end(c.cause)
		got := s.Run(ctx, "AccountHeaderScreen", nil).Errors[0].Extensions
		if fmt.Sprint(got["status"]) != c.status || got["retryAfter"] != c.wait || strings.Count(s.log.String(), "\n") != c.logged {
			t.Errorf("%v: %v, logged %s", c.cause, got, &s.log)
		}
	}
}

// When the time of an operation is up, its fields fail together and one line says why; a caller who
// has gone is told nothing.
func TestAnOperationThatEndsWhileItsFieldsWait(t *testing.T) { // D-17
	t.Parallel()
	for _, c := range []struct {
		cause  error
		status string
		logged int
	}{{context.DeadlineExceeded, "503", 1}, {context.Canceled, "499", 0}} {
		for _, err := range []error{c.cause, &pq.Error{Code: "57014"}, sql.ErrTxDone, &net.OpError{Op: "read", Err: c.cause}} {
			ctx, end := context.WithCancelCause(viewer.With(t.Context(), &viewer.Viewer{Actor: actor.Actor{Locale: "en", AccountID: uuid.New()}, SetCookie: func(*http.Cookie) {}}))
			s := newSetup(t, func() error { end(c.cause); return err })
			got := s.Run(ctx, "MypageScreen", map[string]any{"root": false}).Errors
			if fmt.Sprint(got[0].Extensions["status"]) != c.status || strings.Count(s.log.String(), "\n") != c.logged {
				t.Errorf("%v by %v: %v, logged %s", err, c.cause, got, &s.log)
			}
		}
	}
}

func TestPanicIsLoggedAndHidden(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { panic("hunter2") })
	_, body, _ := s.post(t, english, hashed("AccountHeaderScreen"))
	if !strings.Contains(body, `"INTERNAL"`) || strings.Contains(body, "hunter2") {
		t.Error(body)
	}
	if log := s.log.String(); strings.Count(log, "level=ERROR") != 1 || !strings.Contains(log, "hunter2") || !strings.Contains(log, "req-1") {
		t.Errorf("logged %s", log)
	}
}

func TestMistakesOfAMemberAreData(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return fault.Conflict("ACCOUNT_ALREADY_EXISTS_EMAIL") })
	_, body, _ := s.post(t, english, hashed("Logout"))
	if !strings.Contains(body, `"userErrors":[{"__typename":"UserError","code":"ACCOUNT_ALREADY_EXISTS_EMAIL"`) || !strings.Contains(body, `"extensions":{"status":409}`) || strings.Contains(body, `"errors"`) {
		t.Error(body)
	}
	s = newSetup(t, func() error { return fault.BrokenFlow(fault.InvalidSessionFlow, step.SignupStart) })
	if _, body, _ := s.post(t, english, hashed("Logout")); !strings.Contains(body, `"flowError":{"__typename":"FlowError","redirectTo":"/signup"`) {
		t.Error(body)
	}
}

func TestMemberFields(t *testing.T) { // P-004 P-006
	t.Parallel()
	asked := 0
	s := newSetup(t, func() error { asked++; return fault.NotFound() })
	alone := `{"variables":{"root":false},` + hashed("MypageScreen")[1:] // what is around the page is no member's alone
	if _, body, _ := s.post(t, english, alone); asked != 0 || !strings.Contains(body, `"UNAUTHENTICATED"`) || !strings.Contains(body, `"status":401`) {
		t.Errorf("a visitor: asked %d times, %s", asked, body)
	}
	if _, body, _ := s.post(t, actor.Actor{AccountID: uuid.New()}, alone); asked != 1 || !strings.Contains(body, `"NOT_FOUND"`) {
		t.Errorf("a member: asked %d times, %s", asked, body)
	}
}

func TestOnlyListedDocumentsRun(t *testing.T) {
	t.Parallel()
	asked := 0
	s := newSetup(t, func() error { asked++; return nil })
	text := func(name string) string {
		quoted, _ := json.Marshal(schema.Documents()[name].Text)
		return string(quoted)
	}
	aliases := `mutation M { ` + strings.Repeat(`a: logout { redirectTo } `, 100) + `}`
	for _, c := range []struct {
		name, body string
		status     int
		asked      int
	}{
		{"by hash", hashed("Logout"), 200, 1},
		{"by exact text", `{"query":` + text("Logout") + `}`, 200, 1},
		{"by both", `{"query":` + text("Logout") + `,"extensions":{"persistedQuery":{"sha256Hash":"` + schema.Documents()["Logout"].Hash + `"}}}`, 200, 1},
		{"other text", `{"query":"mutation Logout { result: logout { redirectTo } }"}`, 403, 0},
		{"the text of another", `{"query":` + text("HomeScreen") + `,"extensions":{"persistedQuery":{"sha256Hash":"` + schema.Documents()["Logout"].Hash + `"}}}`, 403, 0},
		{"the name of another", `{"operationName":"Login","query":` + text("Logout") + `}`, 403, 0},
		{"unknown hash", `{"extensions":{"persistedQuery":{"sha256Hash":"00"}}}`, 403, 0},
		{"introspection", `{"query":"{ __schema { types { name } } }"}`, 403, 0},
		{"100 aliases", `{"query":"` + aliases + `"}`, 403, 0},
		{"a batch", `[` + hashed("Logout") + `,` + hashed("Logout") + `]`, 400, 0},
		{"nothing", `{}`, 403, 0},
		{"empty", ``, 403, 0},
		{"unknown member", `{"query":` + text("Logout") + `,"debug":true}`, 400, 0},
		{"wrong type", `{"query":1}`, 400, 0},
		{"wrong variables", `{"query":` + text("Logout") + `,"variables":[]}`, 400, 0},
		{"unknown variable", `{"query":` + text("Logout") + `,"variables":{"x":1}}`, 400, 0},
	} {
		asked = 0
		status, body, _ := s.post(t, english, c.body)
		if status != c.status || asked != c.asked {
			t.Errorf("%s: %d, ran %d times: %s", c.name, status, asked, body)
		}
		if status != 200 && !(strings.Contains(body, `"errors"`) && strings.Contains(body, `"requestId":"req-1"`)) {
			t.Errorf("%s: %s", c.name, body)
		}
	}
}

func TestOnlyPost(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { t.Error("ran"); return nil })
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/graphql?query=mutation+Logout", nil))
	if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "POST" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

func TestRunByName(t *testing.T) {
	t.Parallel()
	s := newSetup(t, func() error { return nil })
	if r := s.Run(t.Context(), "Logout", nil); len(r.Errors) > 0 || !strings.Contains(string(r.Data), `"redirectTo":"/"`) {
		t.Errorf("%s %v", r.Data, r.Errors)
	}
	if r := s.Run(t.Context(), "NoSuchThing", nil); len(r.Errors) != 1 {
		t.Errorf("%s %v", r.Data, r.Errors)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Run(gone, "Logout", nil); r == nil || len(r.Errors) == 0 {
		t.Errorf("after the caller left: %+v", r)
	}
}
