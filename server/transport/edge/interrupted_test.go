package edge_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/login"
	"kaiin/server/transport/edge/edgetest"
	"kaiin/server/transport/graph/model"
)

// waits is a world in which every request waits for the database, or for Next, until it is given
// up.
func waits(t *testing.T, begun func(), fails func(context.Context) error) *edgetest.World {
	w := edgetest.New(t, nil)
	wait := func(ctx context.Context) error {
		begun()
		<-ctx.Done()
		return fails(ctx)
	}
	w.Guard.Viewers.Resume = func(ctx context.Context, _ string) (*ent.Session, *ent.Account, error) { return nil, nil, wait(ctx) }
	w.Header = func(ctx context.Context) (*model.AccountHeader, error) { return nil, wait(ctx) }
	w.Bank.Return = func(ctx context.Context, _ string) (step.Step, error) { return step.Step{}, wait(ctx) }
	w.Social.Leave = func(ctx context.Context, _ actor.Actor, _ login.ExternalStart) (login.Left, error) {
		return login.Left{}, wait(ctx)
	}
	w.Social.Return = func(ctx context.Context, _ actor.Actor, _ login.ExternalAnswer) (login.Entered, error) {
		return login.Entered{}, wait(ctx)
	}
	return w
}

// failures are what a call that waits for PostgreSQL fails with when its context ends.
var failures = map[string]func(context.Context) error{
	"in the queue for a connection": context.Context.Err,
	"in a statement": func(context.Context) error {
		return errors.Join(&pq.Error{Code: "57014", Message: "canceling statement due to user request"})
	},
	"while something outside is asked": func(ctx context.Context) error { return fault.Unavailable(fault.CodeUnavailable, ctx.Err()) },
}

// waiting are requests that wait in each of the places.
var waiting = []struct {
	name, method, path string
	cookie             bool
}{
	{"a call", "GET", edgetest.HeaderData, false},
	{"a call of a session", "GET", edgetest.HeaderData, true},
	{"the way back from the bank", "POST", "/payment/tds/" + edgetest.Token + "/ok", false},
	{"the way to a provider", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=login", false},
	{"the way to a provider of a session", "GET", "/auth/authorize?userIdentifierType=LINE&socialActionType=login", true},
	{"the way back from a provider", "GET", "/auth/callback?state=s&code=c", false},
}

func ask(ctx context.Context, w *edgetest.World, method, path string, cookie bool) (answer *httptest.ResponseRecorder, aborted bool) {
	r := httptest.NewRequestWithContext(ctx, method, path, nil)
	if cookie {
		r.Header.Set("Cookie", "sid="+edgetest.Token)
	}
	answer = httptest.NewRecorder()
	defer func() {
		if value := recover(); value != nil && value != http.ErrAbortHandler {
			panic(value)
		} else if value != nil {
			aborted = true
		}
	}()
	w.ServeHTTP(answer, r)
	return answer, false
}

// A caller who leaves while a request waits is no error: there is no line but the request's own,
// with 499.
func TestACallerWhoLeavesIsNoError(t *testing.T) { // D-17
	t.Parallel()
	for why, fails := range failures {
		for _, c := range waiting {
			ctx, leave := context.WithCancel(t.Context())
			w := waits(t, leave, fails)
			if answer, aborted := ask(ctx, w, c.method, c.path, c.cookie); !aborted && answer.Code != fault.StatusAbandoned {
				t.Errorf("%s, %s: answered with %d %s", c.name, why, answer.Code, answer.Body)
			}
			if log := w.Logged.String(); strings.Count(log, "\n") != 1 || strings.Count(log, "status="+strconv.Itoa(fault.StatusAbandoned)) != 1 {
				t.Errorf("%s, %s: logged %s", c.name, why, log)
			}
		}
	}
	ctx, leave := context.WithCancel(t.Context())
	w := edgetest.New(t, nil)
	w.Next = func(_ http.ResponseWriter, r *http.Request) { leave(); <-r.Context().Done() }
	w.Health.Ready = func(ctx context.Context) error { leave(); return ctx.Err() }
	for _, path := range []string{"/mypage", "/readyz"} {
		_, _ = ask(ctx, w, "GET", path, false)
	}
	if log := w.Logged.String(); strings.Count(log, "\n") != 2 || strings.Count(log, "status=499") != 2 {
		t.Errorf("a page: logged %s", log)
	}
}

// A request whose time is up while it waits is told to come back, and one line says why.
func TestARequestWhoseTimeIsUpIsToldToComeBack(t *testing.T) { // D-17
	t.Parallel()
	for why, fails := range failures {
		for _, c := range waiting {
			w := waits(t, func() {}, fails)
			w.Guard.Patience = 20 * time.Millisecond
			answer, aborted := ask(t.Context(), w, c.method, c.path, c.cookie)
			if aborted || answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") != "5" {
				t.Errorf("%s, %s: aborted %v, answered with %d, Retry-After %q", c.name, why, aborted, answer.Code, answer.Header().Get("Retry-After"))
			}
			if !strings.HasPrefix(c.path, "/zapi") && !strings.Contains(answer.Body.String(), "page /errors/503") {
				t.Errorf("%s, %s: not the site's page: %s", c.name, why, answer.Body)
			}
			log := w.Logged.String()
			if lines := strings.Count(log, "level=ERROR") + strings.Count(log, "level=WARN"); lines != 1 || strings.Count(log, "status=503") != 1 {
				t.Errorf("%s, %s: logged %s", c.name, why, log)
			}
		}
	}
}

// A defect is a defect also when the caller has gone meanwhile.
func TestADefectIsLoggedWhenTheCallerHasGone(t *testing.T) { // D-17
	t.Parallel()
	for _, c := range waiting {
		ctx, leave := context.WithCancel(t.Context())
		w := waits(t, leave, func(context.Context) error { return &pq.Error{Code: "23505"} })
		_, _ = ask(ctx, w, c.method, c.path, c.cookie)
		if log := w.Logged.String(); strings.Count(log, "level=ERROR") != 1 {
			t.Errorf("%s: logged %s", c.name, log)
		}
	}
}

// No caller can make a page fail by asking for another protocol.
func TestNoOtherProtocolIsAskedOfNext(t *testing.T) { // D-17
	t.Parallel()
	w := edgetest.New(t, nil)
	var upgrade, connection string
	page := w.Next
	w.Next = func(out http.ResponseWriter, r *http.Request) {
		upgrade, connection = r.Header.Get("Upgrade"), r.Header.Get("Connection")
		page(out, r)
	}
	for _, path := range []string{"/plans", "/_next/data/x.json", "/_next/static/x.js", "/_next/webpack-hmr"} {
		for _, protocol := range []string{"websocket", "h2c", "HTTP/3.0, x", "\x80", "x y"} {
			for _, asked := range []string{"Upgrade", "upgrade, HTTP2-Settings", "keep-alive, Upgrade"} {
				r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
				r.Header["Upgrade"], r.Header["Connection"], r.Header["Http2-Settings"] = []string{protocol}, []string{asked}, []string{"AAMAAABkAAQAoAAAAAIAAAAA"}
				answer := httptest.NewRecorder()
				w.ServeHTTP(answer, r)
				if answer.Code != http.StatusOK || answer.Body.String() != "page "+path || upgrade != "" || connection != "" {
					t.Errorf("%s: Upgrade %q, Connection %q: %d %s; Next was asked for %q, %q", path, protocol, asked, answer.Code, answer.Body, upgrade, connection)
				}
			}
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), "PUT", "/plans", nil)
	r.Header["Upgrade"], r.Header["Connection"] = []string{"h2c"}, []string{"Upgrade"}
	answer := httptest.NewRecorder()
	if w.ServeHTTP(answer, r); answer.Code != http.StatusMethodNotAllowed || !strings.Contains(answer.Body.String(), "page /errors/405") {
		t.Errorf("an error page: %d %s", answer.Code, answer.Body)
	}
}
