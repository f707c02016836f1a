package oidc_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/entitlement"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
)

// server stands for the server of an app: it notes what it is told.
type server struct {
	address, kind, body string
	refuses             error
}

func (s *server) Call(_ context.Context, address, kind, body string) error {
	s.address, s.kind, s.body = address, kind, body
	return s.refuses
}

// waiting are the jobs of a kind that wait; they are taken out.
func waiting[A any](t *testing.T, w *oidctest.World, kind string) (all []A) {
	t.Helper()
	rows, err := w.Store.DB.QueryContext(t.Context(), `DELETE FROM river_job WHERE kind = $1 RETURNING args`, kind)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var document []byte
		var args A
		if err := rows.Scan(&document); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(document, &args); err != nil {
			t.Fatal(err)
		}
		all = append(all, args)
	}
	return all
}

// read checks a token of the service with the keys that it publishes.
func read(t *testing.T, w *oidctest.World, kind, text string) map[string]any {
	t.Helper()
	ring, err := w.Keyring(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var keys jose.JSONWebKeySet
	if err := json.Unmarshal(ring.JWKS, &keys); err != nil {
		t.Fatal(err)
	}
	token, err := jwt.ParseSigned(text, []jose.SignatureAlgorithm{jose.RS256, jose.ES256})
	if err != nil {
		t.Fatal(err)
	}
	claims := map[string]any{}
	if err := token.Claims(&keys, &claims); err != nil {
		t.Fatal(err)
	}
	if got := token.Headers[0].ExtraHeaders["typ"]; got != kind {
		t.Errorf("typ %v, want %s", got, kind)
	}
	return claims
}

// Back-Channel Logout 2.4: what an app is told of a session that has ended, and of a member who has
// left it.
func TestAppsAreToldOfLogouts(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	for name, c := range map[string]struct {
		end       func(actor.Actor) error
		bySession bool
	}{
		"logout":         {func(a actor.Actor) error { return w.Session.Logout(t.Context(), a) }, true},
		"a new password": {func(a actor.Actor) error { return w.Session.EndAll(t.Context(), a.AccountID, uuid.Nil) }, true},
		"leaving": {func(a actor.Actor) error {
			return w.Store.Tx(t.Context(), func(ctx contextT) error { return w.Leave(ctx, a.AccountID) })
		}, false},
	} {
		app := new(server)
		w.Apps = app
		a := w.Member(t)
		w.Tokens(t, a, w.Asks(w.Web, "openid"))
		w.Tokens(t, a, w.Asks(w.App, "openid")) // has no server
		if err := c.end(a); err != nil {
			t.Fatal(err)
		}
		jobs := waiting[oidc.LogoutArgs](t, w, oidc.LogoutArgs{}.Kind())
		if len(jobs) != 1 || jobs[0].ClientID != w.Web.ID || jobs[0].AccountID != a.AccountID {
			t.Fatalf("%s: %+v", name, jobs)
		}
		app.refuses = errors.New("down")
		if err := w.TellLogout(t.Context(), jobs[0], "one"); !errors.Is(err, app.refuses) {
			t.Errorf("%s: not told again: %v", name, err)
		}
		app.refuses = nil
		if err := w.TellLogout(t.Context(), jobs[0], "one"); err != nil {
			t.Fatal(err)
		}
		form, err := url.ParseQuery(app.body)
		if err != nil || app.address != w.Web.BackChannel || app.kind != "application/x-www-form-urlencoded" || len(form) != 1 {
			t.Fatalf("%s: %+v, %v", name, app, err)
		}
		claims := read(t, w, "logout+jwt", form.Get("logout_token"))
		if claims["iss"] != oidctest.Issuer || claims["aud"] != w.Web.ID || claims["jti"] != "one" || claims["sub"] != a.AccountID.String() || claims["nonce"] != nil {
			t.Errorf("%s: %v", name, claims)
		}
		if _, has := claims["sid"]; has != c.bySession {
			t.Errorf("%s: sid %v", name, claims["sid"])
		}
	}
}

// RFC 8417: an app that may know what its member may watch is told when that changes, as it is
// then, and no other app is told.
func TestAppsAreToldWhatMayBeWatched(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	app := new(server)
	w.Apps = app
	rights := &entitlement.Service{Store: w.Store, Clock: w.Clock, Catalog: w.Account.Catalog, Listeners: []entitlement.Listener{w.Service}}
	a, other := w.Member(t), w.Member(t, accounttest.Email("other@example.com"))
	w.Tokens(t, a, w.Asks(w.Web, "openid", "entitlements"))
	w.Tokens(t, other, w.Asks(w.Web, "openid"))
	until := w.Clock.Now().Add(48 * time.Hour).Truncate(time.Second)
	give := func(a actor.Actor) {
		t.Helper()
		if err := w.Store.Tx(t.Context(), func(ctx contextT) error {
			return rights.Give(ctx, entitlement.Grant{AccountID: a.AccountID, PlanID: "standard", OrderID: uuid.New(), ExpiresAt: &until})
		}); err != nil {
			t.Fatal(err)
		}
	}
	give(other)
	if jobs := waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind()); len(jobs) > 0 {
		t.Fatalf("told of a member who has not allowed it: %+v", jobs)
	}
	give(a)
	jobs := waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind())
	if len(jobs) != 1 || jobs[0] != (oidc.EventArgs{ClientID: w.Web.ID, AccountID: a.AccountID}) {
		t.Fatalf("%+v", jobs)
	}
	seconds := func() float64 { return float64(w.Clock.Now().UnixMilli()) / 1000 }
	before := seconds()
	if err := w.TellWatchable(t.Context(), jobs[0], "two"); err != nil {
		t.Fatal(err)
	}
	if app.address != w.Web.Events || app.kind != "application/secevent+jwt" {
		t.Errorf("%+v", app)
	}
	claims := read(t, w, "secevent+jwt", app.body)
	said, err := json.Marshal(claims["events"])
	if asOf, _ := claims["toe"].(float64); asOf < before || asOf > seconds() {
		t.Errorf("it says how it stood at %f, not after %f", asOf, before)
	}
	if err != nil || claims["exp"] != nil || claims["aud"] != w.Web.ID || !strings.Contains(string(said), `"plan":"standard"`) {
		t.Errorf("%v, %v", claims, err)
	}
	if err := w.Store.Tx(t.Context(), func(ctx contextT) error { return rights.Leave(ctx, a.AccountID) }); err != nil {
		t.Fatal(err)
	}
	jobs = waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind())
	if err := w.TellWatchable(t.Context(), jobs[0], "three"); err != nil {
		t.Fatal(err)
	}
	if said, _ = json.Marshal(read(t, w, "secevent+jwt", app.body)["events"]); !strings.Contains(string(said), `"entitlements":[]`) {
		t.Errorf("%s", said)
	}
	all, err := w.Connections(t.Context(), a)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if err := w.Disconnect(t.Context(), a, all[0].Row.ID); err != nil {
		t.Fatal(err)
	}
	app.body = ""
	if err := w.TellWatchable(t.Context(), jobs[0], "four"); err != nil || app.body != "" {
		t.Errorf("told after the member has taken it back: %q, %v", app.body, err)
	}
}

// The member has one mail when they allow an app something for the first time, and one when they
// take it back.
func TestMailsAboutApps(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t, accounttest.Email("hanako@example.com"))
	w.Code(t, a, w.Asks(w.Web, "openid", "email"))
	told := accounttest.Mail[notify.AppChanged](t, w.Account, "hanako@example.com")
	if !told.Connected || told.Name != "シネマ手帖" || len(told.Scopes) != 2 {
		t.Errorf("%+v", told)
	}
	w.Code(t, a, w.Asks(w.Web, "openid", "profile"))
	mails := accounttest.Mails(t, w.Account, "hanako@example.com")
	if n := len(slices.DeleteFunc(mails, func(name string) bool { return name != told.Template() })); n != 1 {
		t.Errorf("%d mails of one app", n)
	}
	all, err := w.Connections(t.Context(), a)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if err := w.Disconnect(t.Context(), a, all[0].Row.ID); err != nil {
		t.Fatal(err)
	}
	if told := accounttest.Mail[notify.AppChanged](t, w.Account, "hanako@example.com"); told.Connected || told.Name != "シネマ手帖" {
		t.Errorf("%+v", told)
	}
	if err := w.Disconnect(t.Context(), a, all[0].Row.ID); err == nil {
		t.Error("taken back twice")
	}
}

// Of fifty forms that allow a request, one gets a code.
func TestConsentPostedManyTimes(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t)
	r := w.Asks(w.Web, "openid", "email")
	key, err := w.Keep(t.Context(), a, r)
	if err != nil {
		t.Fatal(err)
	}
	codes := make(chan string, 50)
	for range cap(codes) {
		go func() {
			_, code, err := w.Allow(t.Context(), a, key, []string{"openid", "email"}, nil)
			if err != nil {
				code = ""
			}
			codes <- code
		}()
	}
	given := 0
	for range cap(codes) {
		if <-codes != "" {
			given++
		}
	}
	if given != 1 {
		t.Errorf("%d codes", given)
	}
}

// A code and a refresh token give nothing while their member is suspended, and nothing is spent:
// both work again later. What came twice is noticed all the same.
func TestASuspendedMemberGetsNoTokens(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t)
	set := func(status account.Status) {
		t.Helper()
		w.Store.Client(t.Context()).Account.UpdateOneID(a.AccountID).SetStatus(status).ExecX(t.Context())
	}
	first := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
	code, used := w.Code(t, a, w.Asks(w.Web, "openid")), w.Code(t, a, w.Asks(w.Web, "openid"))
	tokens, err := w.Redeem(t.Context(), w.Web, used, oidctest.Fits(w.Web))
	if err != nil {
		t.Fatal(err)
	}
	set(account.StatusSuspended)
	if _, err := w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web)); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("a code: %v", err)
	}
	if _, err := w.Refresh(t.Context(), w.Web, first.Refresh, nil); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("a refresh token: %v", err)
	}
	if _, err := w.Redeem(t.Context(), w.Web, used, oidctest.Fits(w.Web)); !errors.Is(err, oidc.ErrUsed) {
		t.Errorf("a code for the second time: %v", err)
	}
	set(account.StatusActive)
	if alive(t, w, tokens.Access) {
		t.Error("the tokens of a code that came twice work")
	}
	if _, err := w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web)); err != nil {
		t.Errorf("the code, once the member is let in again: %v", err)
	}
	if _, err := w.Refresh(t.Context(), w.Web, first.Refresh, nil); err != nil {
		t.Errorf("the refresh token, once the member is let in again: %v", err)
	}
}

// What runs out because its time is over is told, once, to those who are told of everything else.
func TestAppsAreToldOfWhatIsOver(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	app := new(server)
	w.Apps = app
	rights := &entitlement.Service{Store: w.Store, Clock: w.Clock, Catalog: w.Account.Catalog, Listeners: []entitlement.Listener{w.Service}}
	a, other := w.Member(t), w.Member(t, accounttest.Email("other@example.com"))
	w.Tokens(t, a, w.Asks(w.Web, "openid", "entitlements"))
	w.Tokens(t, other, w.Asks(w.Web, "openid"))
	contract, until := uuid.New(), w.Clock.Now().Add(48*time.Hour)
	give := func(a actor.Actor, plan string, contract *uuid.UUID, until *time.Time) {
		t.Helper()
		if err := w.Store.Tx(t.Context(), func(ctx contextT) error {
			return rights.Give(ctx, entitlement.Grant{AccountID: a.AccountID, PlanID: plan, OrderID: uuid.New(), SubscriptionID: contract, ExpiresAt: until})
		}); err != nil {
			t.Fatal(err)
		}
	}
	give(a, "rental", nil, &until)
	give(a, "monthly", &contract, &until)
	give(a, "bought", nil, nil)
	give(other, "rental", nil, &until)
	waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind())
	over := func(what string, lapsed int, told ...string) {
		t.Helper()
		if n, err := rights.Due(t.Context()); err != nil || n != lapsed {
			t.Errorf("%s: %d are over, %v", what, n, err)
		}
		jobs := waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind())
		if len(jobs) == 0 && len(told) == 0 {
			return
		}
		if len(jobs) != 1 || jobs[0] != (oidc.EventArgs{ClientID: w.Web.ID, AccountID: a.AccountID}) {
			t.Fatalf("%s: %+v", what, jobs)
		}
		if err := w.TellWatchable(t.Context(), jobs[0], what); err != nil {
			t.Fatal(err)
		}
		said, err := json.Marshal(read(t, w, "secevent+jwt", app.body)["events"])
		if err != nil || strings.Count(string(said), `"plan"`) != len(told) {
			t.Errorf("%s: %s, %v", what, said, err)
		}
		for _, plan := range told {
			if !strings.Contains(string(said), plan) {
				t.Errorf("%s: %s lacks %s", what, said, plan)
			}
		}
	}
	over("before", 0)
	w.Clock.Advance(48 * time.Hour)
	over("at the end", 3, "bought")
	over("once more", 0)
	until = w.Clock.Now().Add(time.Hour)
	if err := w.Store.Tx(t.Context(), func(ctx contextT) error { return rights.Until(ctx, a.AccountID, contract, until) }); err != nil {
		t.Fatal(err)
	}
	waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind())
	w.Clock.Advance(time.Hour)
	over("at the end of a term that came late", 1, "bought")
	give(a, "rental", nil, ptr(w.Clock.Now().Add(time.Hour)))
	if err := w.Store.Tx(t.Context(), func(ctx contextT) error { return rights.Leave(ctx, a.AccountID) }); err != nil {
		t.Fatal(err)
	}
	waiting[oidc.EventArgs](t, w, oidc.EventArgs{}.Kind())
	w.Clock.Advance(2 * time.Hour)
	over("of what was taken away before", 0)
}

func ptr[T any](v T) *T { return &v }

// silent stands for the server of an app that keeps its callers waiting.
type silent struct {
	called chan struct{}
	hangUp chan error
}

func (s *silent) Call(context.Context, string, string, string) error {
	s.called <- struct{}{}
	return <-s.hangUp
}

// An app that does not answer is asked by one job at a time, so that the others leave the workers
// to other apps. Once it answers, all are told as before.
func TestAnAppThatDoesNotAnswerDelaysNoOtherApp(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	app := &silent{make(chan struct{}, 10), make(chan error)}
	w.Apps = app
	a := w.Member(t)
	w.Tokens(t, a, w.Asks(w.Web, "openid", "entitlements"))
	results := make(chan error, 10)
	tell := func() {
		go func() {
			results <- w.TellWatchable(t.Context(), oidc.EventArgs{ClientID: w.Web.ID, AccountID: a.AccountID}, "one")
		}()
	}
	down := errors.New("down")
	tell()
	tell()
	<-app.called
	<-app.called // it has answered so far
	app.hangUp <- down
	app.hangUp <- down
	<-results
	<-results
	tell()
	<-app.called
	tell()
	select {
	case err := <-results:
		if err == nil || errors.Is(err, down) {
			t.Errorf("the second job: %v", err)
		}
	case <-app.called:
		t.Error("an app that does not answer is called twice at once")
	}
	app.hangUp <- nil
	if err := <-results; err != nil {
		t.Error(err)
	}
	tell()
	tell()
	<-app.called
	<-app.called
	app.hangUp <- nil
	app.hangUp <- nil
}

// docs/connect-an-app.md: what an app does not take is told again and again for two days.
func TestAppsAreToldForTwoDays(t *testing.T) {
	t.Parallel()
	for _, one := range []interface{ InsertOpts() river.InsertOpts }{oidc.LogoutArgs{}, oidc.EventArgs{}} {
		total, job := time.Duration(0), &rivertype.JobRow{}
		for range one.InsertOpts().MaxAttempts - 1 {
			now := time.Now()
			job.AttemptedAt = &now
			total += time.Until(new(river.DefaultClientRetryPolicy).NextRetry(job))
			job.Errors = append(job.Errors, rivertype.AttemptError{})
		}
		if days := total.Hours() / 24; days < 1.8 || days > 2.5 {
			t.Errorf("%T is tried for %.1f days", one, days)
		}
	}
}
