package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/config"
	"kaiin/server/desk/members"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
)

const (
	inside  = "198.51.100.7"
	outside = "203.0.113.7"
	cookie  = "kaiin_staff"
)

// room is a desk with the people and programs that it knows by their tokens.
type room struct {
	*Resolver
	t      *testing.T
	in     *login.Service
	door   *gate.Door
	mux    *http.ServeMux
	tokens map[string]*actor.Staff
}

func setup(t *testing.T) *room {
	t.Helper()
	return setupOn(t, logintest.New(t, nil))
}

func setupOn(t *testing.T, in *login.Service) *room {
	t.Helper()
	r := &room{t: t, in: in, mux: http.NewServeMux(), tokens: map[string]*actor.Staff{}}
	kept := &acts.Service{Store: in.Store, Clock: in.Clock, Secrets: in.Secrets}
	r.Resolver = &Resolver{
		Clock: in.Clock, Acts: kept, Session: in.Session, Account: in.Account, Credential: in.Credential, Members: &members.Service{Store: in.Store, Clock: in.Clock, Secrets: in.Secrets, Settings: in.Settings, Notify: in.Notify},
	}
	executor, err := New(r.Resolver, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	r.door = &gate.Door{
		Desk:    executor,
		Members: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("members")) }),
		Guard:   &guard.Guard{Config: &config.Config{Origin: &url.URL{Scheme: "http", Host: "localhost:8080"}, StaffNetworks: []netip.Prefix{netip.MustParsePrefix(inside + "/32")}}, Log: slog.Default(), Patience: time.Minute},
		Person:  func(_ context.Context, token string) (*actor.Staff, error) { return r.known(token, true), nil },
		Program: func(_ context.Context, token, _ string) (*actor.Staff, error) { return r.known(token, false), nil },
	}
	r.door.Mount(r.mux, func(next http.Handler) http.Handler { return next })
	return r
}

func (r *room) known(token string, person bool) *actor.Staff {
	if s := r.tokens[strings.TrimRight(token, "-")]; s != nil && s.IsPerson() == person {
		return s
	}
	return nil
}

// person is a new person of the roles, who has just proved who they are, by the token of a session.
func (r *room) person(token string, roles ...string) *actor.Staff {
	s := &actor.Staff{
		ID: uuid.New(), SessionID: uuid.New(), Number: len(r.tokens) + 1, Name: "person " + token, Department: "Support", Roles: roles,
		Scopes: scope.Of(roles...), FreshAt: r.Clock.Now(),
	}
	r.tokens[token] = s
	return s
}

func (r *room) program(token string, scopes ...actor.Scope) *actor.Staff {
	s := &actor.Staff{Program: "tool-" + token, Name: "Tool", Scopes: scopes}
	r.tokens[token] = s
	return s
}

type call struct {
	query     string
	variables map[string]any
	from      string // inside
	headers   map[string]string
	cookies   map[string]string
}

// by is the call of a person with the token.
func by(token, query string, variables map[string]any) call {
	return call{query: query, variables: variables, headers: map[string]string{"X-Kaiin-Staff": "1", "Origin": "http://localhost:8080"}, cookies: map[string]string{cookie: token}}
}

func byProgram(token, query string, variables map[string]any) call {
	return call{query: query, variables: variables, headers: map[string]string{"Authorization": "Bearer " + token}}
}

// inFull is the token of a session as long as those in cookies are.
func inFull(token string) string { return token + strings.Repeat("-", 43-len(token)) }

type answer struct {
	status int
	text   string
	Data   map[string]any
	Errors []struct {
		Message    string
		Extensions map[string]any
	}
	Extensions map[string]any
}

func (a answer) code() string {
	if len(a.Errors) == 0 {
		return ""
	}
	code, _ := a.Errors[0].Extensions["code"].(string)
	return code
}

func (r *room) send(c call) (a answer) {
	r.t.Helper()
	body, err := json.Marshal(map[string]any{"query": c.query, "variables": c.variables})
	if err != nil {
		r.t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, "/graphql", bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	for name, value := range c.headers {
		request.Header.Set(name, value)
	}
	for name, value := range c.cookies {
		if name == cookie {
			value = inFull(value)
		}
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	from := c.from
	if from == "" {
		from = inside
	}
	v := &visit.Visit{ID: "r-1", IP: from, Locale: "en"}
	request = request.WithContext(viewer.With(visit.With(request.Context(), v), v.Stranger()))
	w := httptest.NewRecorder()
	r.mux.ServeHTTP(w, request)
	a.status, a.text = w.Code, w.Body.String()
	if strings.HasPrefix(a.text, "{") {
		if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
			r.t.Fatal(err, a.text)
		}
	}
	return a
}

// acts are all acts, as "kind outcome", the oldest first.
func (r *room) acts() []string {
	r.t.Helper()
	entries, err := r.Acts.List(r.t.Context(), acts.Filter{}, 100)
	if err != nil {
		r.t.Fatal(err)
	}
	all := []string{}
	for i := range entries {
		e := entries[len(entries)-1-i]
		all = append(all, e.Kind+" "+e.Outcome)
	}
	return all
}

// member is a new member with the name 山田 太郎, born on 1980-05-04.
func (r *room) member(more ...accounttest.Option) uuid.UUID {
	r.t.Helper()
	named := accounttest.With(func(c *ent.AccountCreate) {
		c.SetName("山田 太郎").SetNameKana("ヤマダ タロウ").SetBirthday("19800504").SetPhoneNumber("09012345678").SetPostalCode("1000001").SetPrefecture(13).SetAddress("千代田1-1")
	})
	return accounttest.Member(r.t, r.in.Account, append([]accounttest.Option{named}, more...)...).ID
}
