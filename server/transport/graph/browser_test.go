package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/session"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/viewer"
)

// browser runs documents and keeps the cookies it is given, as the edge would.
type browser struct {
	t      *testing.T
	login  *login.Service
	exec   *graph.Executor
	locale string
	sid    string
	auid   string
	tdt    string
	latid  string

	passkey string
}

func open(t *testing.T, change func(*settings.Settings)) *browser {
	t.Helper()
	t.Parallel()
	l := logintest.New(t, change)
	exec, err := graph.New(&graph.Resolver{
		Catalog: l.Account.Catalog, Settings: l.Settings, Session: l.Session, Accounts: l.Account, Credential: l.Credential, Passkey: l.Passkey, Signup: l.Signup, Login: l, Subscription: &subscription.Service{Store: l.Store}, Acts: &acts.Service{Store: l.Store, Clock: l.Clock, Secrets: l.Secrets},
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, login: l, exec: exec, locale: "ja"}
}

// other is another browser on the same service.
func (b *browser) other() *browser {
	return &browser{t: b.t, login: b.login, exec: b.exec, locale: b.locale}
}

func (b *browser) context() context.Context {
	b.t.Helper()
	a := actor.Actor{Locale: b.locale, IP: "192.0.2.1", TrustedDevice: b.tdt, KnownBrowser: b.latid, PasskeyBrowser: b.passkey}
	row, owner, err := b.login.Session.Resume(b.t.Context(), b.sid)
	if err != nil {
		b.t.Fatal(err)
	}
	if row != nil {
		a = session.Bind(a, row, owner)
	}
	return viewer.With(b.t.Context(), &viewer.Viewer{Actor: a, SetCookie: func(c *http.Cookie) {
		into := map[string]*string{"sid": &b.sid, "auid": &b.auid, "tdt": &b.tdt, "latid": &b.latid, "passkey": &b.passkey}[c.Name]
		if c.HttpOnly == (c.Name == "auid") {
			b.t.Errorf("cookie %s: HttpOnly is %v", c.Name, c.HttpOnly)
		}
		if *into = c.Value; c.MaxAge < 0 {
			*into = ""
		}
	}})
}

// run is the answer's root object, with GraphQL errors under "errors".
func (b *browser) run(ctx context.Context, document string, variables map[string]any) map[string]any {
	b.t.Helper()
	response := b.exec.Run(ctx, document, variables)
	data := map[string]any{}
	if response.Data != nil {
		decoder := json.NewDecoder(bytes.NewReader(response.Data))
		decoder.UseNumber() // as variables hold numbers
		if err := decoder.Decode(&data); err != nil {
			b.t.Fatal(err)
		}
	}
	out, _ := data["screen"].(map[string]any)
	if out == nil {
		out, _ = data["result"].(map[string]any)
	}
	if out == nil {
		out = map[string]any{}
	}
	if len(response.Errors) > 0 {
		out["errors"] = response.Errors[0].Extensions["code"]
	}
	return out
}

// screen is the answer of a page's document without what every page shares.
func (b *browser) screen(document string, variables map[string]any) map[string]any {
	b.t.Helper()
	all := map[string]any{}
	for name, value := range variables {
		all[name] = value
	}
	if document != "AccountHeaderScreen" {
		all["root"] = false
	}
	return b.run(b.context(), document, all)
}

// act is the answer of an action.
func (b *browser) act(document string, variables map[string]any) map[string]any {
	b.t.Helper()
	if d, _ := b.exec.Describe(document); d.Input != nil && variables["input"] == nil {
		variables = map[string]any{"input": variables}
	}
	return b.run(b.context(), document, variables)
}

// at reads a path such as "account.userId" or "policies.0.title" in an answer, as JSON.
func at(answer any, path string) string {
	for _, key := range strings.Split(path, ".") {
		switch v := answer.(type) {
		case map[string]any:
			answer = v[key]
		case []any:
			n := int(key[0] - '0')
			if n >= len(v) {
				return "null"
			}
			answer = v[n]
		}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// want compares paths of an answer with the JSON that belongs there.
func (b *browser) want(name string, answer map[string]any, pairs ...string) {
	b.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := at(answer, pairs[i]); got != pairs[i+1] {
			b.t.Errorf("%s: %s = %s, want %s", name, pairs[i], got, pairs[i+1])
		}
	}
}

func consents(policies any) []any {
	var all []any
	for _, p := range policies.([]any) {
		policy := p.(map[string]any)
		all = append(all, map[string]any{"policyId": policy["policyId"], "revision": policy["revision"], "key": policy["key"]})
	}
	return all
}
