package oidc_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/staff/scope"
)

var refunds = scope.Propose(scope.MoneyRefund)

// A program is given what it asks for of what it holds: never all of it unasked, and nothing of
// members.
func TestProgramsAskForWhatTheyHold(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	r, _ := oidctest.Program(t, scope.MembersFind, scope.MoneyRead, refunds)
	program, _ := w.Client(t, r)
	for _, c := range []struct {
		name  string
		asked []string
		given string // "": refused
	}{
		{"one", []string{"staff:money.read"}, "staff:money.read"},
		{"all, in another order", []string{"staff:propose:money.refund", "staff:money.read", "staff:members.find"}, "staff:members.find staff:money.read staff:propose:money.refund"},
		{"nothing", nil, ""},
		{"one that it lacks", []string{"staff:money.read", "staff:acts.read"}, ""},
		{"what people alone do", []string{"staff:money.refund"}, ""},
		{"without the prefix", []string{"money.read"}, ""},
		{"members' data", []string{"staff:money.read", "email"}, ""},
		{"who it is", []string{"openid"}, ""},
	} {
		tokens, err := w.ClientCredentials(t.Context(), program, c.asked...)
		if c.given == "" {
			if !errors.Is(err, oidc.ErrScope) {
				t.Errorf("%s: %+v, %v", c.name, tokens, err)
			}
			continue
		}
		if err != nil || tokens.Scope != c.given || tokens.Refresh != "" {
			t.Errorf("%s: %+v, %v", c.name, tokens, err)
		}
	}
}

// Neither a scope of the store that is named like one of the staff nor a registration that has such
// a scope among those of members gives anything, wherever they come from.
func TestNoMemberIsAskedForWhatIsTheStaffs(t *testing.T) {
	t.Parallel()
	const name = "staff:money.read"
	w := oidctest.New(t, nil)
	if err := w.Store.Exec(t.Context(), `UPDATE stores SET settings = jsonb_set(settings, '{storeScopeSettings}',
		jsonb_build_array(jsonb_build_object('scopeKey', $1::text), jsonb_build_object('scopeKey', 'stuff:money.read')))`, name); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(store.CacheFor)
	scopes, err := w.Scopes(t.Context())
	if len(scopes) != 8 {
		t.Errorf("the settings are not read: %v", scopes)
	}
	if err != nil || slices.ContainsFunc(scopes, func(one settings.ScopeSetting) bool { return one.Key == name }) {
		t.Errorf("%v, %v", scopes, err)
	}
	if err := w.Store.Exec(t.Context(), `UPDATE oidc_clients SET registration = jsonb_set(registration, '{scopes}', registration->'scopes' || to_jsonb($1::text))`, name); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(store.CacheFor)
	web, err := w.Service.Client(t.Context(), "cinema")
	if err != nil || slices.Contains(web.Scopes, name) || !slices.Contains(web.Scopes, "email") {
		t.Fatalf("%v, %v", web.Scopes, err)
	}
	if got := w.Tokens(t, w.Member(t), w.Asks(web, "openid", name)); got.Scope != "openid" {
		t.Errorf("a member's app has %q", got.Scope)
	}
	own, err := w.ClientCredentials(t.Context(), web, "email", name)
	if err != nil || own.Scope != "email" {
		t.Errorf("an app has %+v, %v", own, err)
	}
}

// program is the program that a token is of, as a server sees it that answers from nothing it has
// read before.
func program(t *testing.T, w *oidctest.World, token, address string) (is bool, name string, scopes []scope.Scope) {
	t.Helper()
	other := &oidc.Service{Store: w.Store, Clock: w.Clock, Secrets: w.Secrets, Settings: w.Settings, Throttle: w.Throttle, Session: w.Session, Account: w.Account, Notify: w.Notify, Acts: w.Acts}
	for _, s := range []*oidc.Service{w.Service, other} {
		staff, err := s.Program(t.Context(), token, address)
		if err != nil {
			t.Fatal(err)
		}
		if staff == nil {
			is = false
			continue
		}
		if staff.IsPerson() || staff.Number != 0 || !staff.FreshAt.IsZero() {
			t.Errorf("a program is a person: %+v", staff)
		}
		is, name, scopes = true, staff.Program+" "+staff.Name, staff.Scopes
	}
	return is, name, scopes
}

func TestProgram(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	r, _ := oidctest.Program(t, scope.MembersFind, scope.MoneyRead, refunds)
	c, _ := w.Client(t, r)
	token := w.StaffToken(t, c, scope.MoneyRead, refunds)
	is, name, scopes := program(t, w, token, oidctest.Office)
	if !is || name != "night-report 夜間集計" || !slices.Equal(scopes, []scope.Scope{scope.MoneyRead, refunds}) {
		t.Errorf("%t %s %v", is, name, scopes)
	}

	// Tokens of others, and what is none.
	member := w.Tokens(t, w.Member(t), w.Asks(w.Web, "openid", "offline_access"))
	own, err := w.ClientCredentials(t.Context(), w.Web, "email")
	if err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]string{"a member's": member.Access, "a member's refresh token": member.Refresh, "an app's own": own.Access, "nothing": "", "a guess": token[1:] + "A"} {
		if is, _, _ := program(t, w, other, oidctest.Office); is {
			t.Errorf("%s is a program's", name)
		}
	}

	// From where it comes, and whatever else was refused to the program of late.
	refused := actor.Actor{Staff: &actor.Staff{Program: r.ID, Name: "夜間集計"}}
	if err := w.Acts.Refuse(t.Context(), refused, acts.Origin{}, "members", acts.Act{Kind: acts.CallRefused}, fault.Denied(fault.MissingScope)); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"10.2.0.0": true, "10.2.255.255": true, "::ffff:10.2.3.4": true, "2001:db8:5:1::1": true, "10.1.255.255": false, "10.3.0.0": false, "203.0.113.9": false,
		"2001:db8:6::1": false, "127.0.0.1": false, "": false, "10.2.3.4, 203.0.113.9": false, "office.example": false,
	} {
		if is, _, _ := program(t, w, token, address); is != want {
			t.Errorf("from %q: %t", address, is)
		}
	}
	var told int
	const elsewhere = `SELECT count(*) FROM acts WHERE kind = 'call.refused' AND outcome = 'refused' AND target_id = $1`
	if err := w.Store.QueryRow(t.Context(), elsewhere, r.ID).Scan(&told); err != nil || told != 1 {
		t.Errorf("that the token was used elsewhere is told by %d acts, %v: more than one an hour, or none", told, err)
	}

	w.Clock.Advance(oidc.AccessLife - time.Second)
	if is, _, _ := program(t, w, token, oidctest.Office); !is {
		t.Error("over before its time")
	}
	w.Clock.Advance(time.Second)
	if is, _, _ := program(t, w, token, oidctest.Office); is {
		t.Error("a token is good for more than ten minutes")
	}
}

// What the staff take from a program it has no longer, at once and on every server, although its
// token goes on: its token says what it was given, its registration what it may do.
func TestWhatIsTakenFromAProgramIsGoneAtOnce(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	r, _ := oidctest.Program(t, scope.MembersFind, scope.MoneyRead, refunds)
	if err := w.Apply(t.Context(), []clientfile.File{r}); err != nil {
		t.Fatal(err)
	}
	c, err := w.Service.Client(t.Context(), r.ID)
	if err != nil || c == nil {
		t.Fatalf("%v, %v", c, err)
	}
	token := w.StaffToken(t, c, scope.MembersFind, scope.MoneyRead, refunds)
	// now changes the registration as another server does; this one is not told.
	now := func(change string, args ...any) {
		t.Helper()
		if err := w.Store.Exec(t.Context(), `UPDATE oidc_clients SET `+change+` WHERE id = 'night-report'`, args...); err != nil {
			t.Fatal(err)
		}
	}
	has := func(what string, want ...scope.Scope) {
		t.Helper()
		if is, _, scopes := program(t, w, token, oidctest.Office); !is || !slices.Equal(scopes, want) {
			t.Errorf("%s: %t %v", what, is, scopes)
		}
	}
	none := func(what string) {
		t.Helper()
		if is, _, scopes := program(t, w, token, oidctest.Office); is {
			t.Errorf("%s: %v", what, scopes)
		}
	}
	has("at first", scope.MembersFind, scope.MoneyRead, refunds)
	now(`registration = jsonb_set(registration, '{staffScopes}', '["members.find", "propose:money.refund", "acts.read"]')`)
	has("a scope is taken, and another one is added", scope.MembersFind, refunds)
	now(`registration = jsonb_set(registration, '{tokenEndpointAuthMethod}', '"client_secret_basic"')`)
	has("a secret proves it from now on", scope.MembersFind)
	if err := w.Store.Exec(t.Context(), `UPDATE oidc_tokens SET scope = scope || ' staff:members.check staff:staff.read staff:money.refund'`); err != nil {
		t.Fatal(err)
	}
	now(`registration = jsonb_set(registration, '{staffScopes}', '["members.check", "staff.read", "money.refund"]')`)
	has("what no program may do")
	now(`registration = jsonb_set(registration, '{networks}', '["10.3.0.0/16"]')`)
	none("another network")
	now(`registration = jsonb_set(registration, '{networks}', '[]')`)
	none("no network")

	apply := func(clients ...clientfile.File) {
		t.Helper()
		if err := w.Apply(t.Context(), clients); err != nil {
			t.Fatal(err)
		}
	}
	apply(r)
	has("as at first again", scope.MembersFind, scope.MoneyRead, refunds)
	now(`registration = jsonb_set(registration, '{isInternal}', 'false')`)
	none("an app as any other")
	apply(r)
	now(`disabled_at = $1`, w.Clock.Now())
	none("disabled, and its families have not ended")
	apply(r)
	if err := w.Revoke(t.Context(), c, token); err != nil {
		t.Fatal(err)
	}
	none("revoked")
	token = w.StaffToken(t, c, scope.MembersFind)
	has("a new one", scope.MembersFind)
	if err := w.DisableClient(t.Context(), actstest.By(w.Store), r.ID); err != nil {
		t.Fatal(err)
	}
	none("disabled")
	if _, err := w.ClientCredentials(t.Context(), c, "staff:members.find"); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("a server that was not told: %v", err)
	}
	apply(r)
	none("in the store file again")
}
