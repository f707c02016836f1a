package oidc_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/store"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/staff/scope"
)

func alive(t *testing.T, w *oidctest.World, token string) bool {
	t.Helper()
	found, err := w.Introspect(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return found != nil
}

func TestACodeIsExchangedOnce(t *testing.T) { // D-53
	w := oidctest.New(t, nil)
	a := w.Member(t)
	code := w.Code(t, a, w.Asks(w.Web, "openid", "email"))
	fits := oidctest.Fits(w.Web)
	if _, err := w.Redeem(t.Context(), w.Web, code, oidc.Binding{RedirectURI: fits.RedirectURI, Challenge: "another"}); !errors.Is(err, oidc.ErrVerifier) {
		t.Fatalf("another verifier: %v", err)
	}
	if _, err := w.Redeem(t.Context(), w.Web, code, oidc.Binding{RedirectURI: w.App.Redirects[0], Challenge: fits.Challenge}); !errors.Is(err, oidc.ErrRedirect) {
		t.Fatalf("another redirect_uri: %v", err)
	}
	if _, err := w.Redeem(t.Context(), w.App, code, oidctest.Fits(w.App)); !errors.Is(err, oidc.ErrUnknown) {
		t.Fatalf("another client's code: %v", err)
	}
	tokens, err := w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web))
	if err != nil || tokens.Scope != "openid email" || !alive(t, w, tokens.Access) || !alive(t, w, tokens.Refresh) {
		t.Fatalf("%+v, %v", tokens, err)
	}
	if _, err := w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web)); !errors.Is(err, oidc.ErrUsed) {
		t.Fatalf("a code for the second time: %v", err)
	}
	if alive(t, w, tokens.Access) || alive(t, w, tokens.Refresh) {
		t.Error("the tokens of a code that came twice work")
	}
}

func TestACodeIsShort(t *testing.T) { // D-54
	w := oidctest.New(t, nil)
	code := w.Code(t, w.Member(t), w.Asks(w.Web, "openid"))
	w.Clock.Advance(oidc.CodeLife)
	if _, err := w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web)); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("a minute later: %v", err)
	}
}

// Fifty servers of one client send one code, or one refresh token, at once.
func TestRacesOfFifty(t *testing.T) { // D-53 D-57
	w := oidctest.New(t, nil)
	a := w.Member(t)
	fifty := func(act func() (*oidc.Tokens, error)) (given []*oidc.Tokens) {
		var all sync.WaitGroup
		var mu sync.Mutex
		for range 50 {
			all.Go(func() {
				tokens, err := act()
				if err != nil && !errors.Is(err, oidc.ErrUsed) && !errors.Is(err, oidc.ErrUnknown) {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					given = append(given, tokens)
				}
			})
		}
		all.Wait()
		return given
	}
	code := w.Code(t, a, w.Asks(w.Web, "openid"))
	given := fifty(func() (*oidc.Tokens, error) { return w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web)) })
	if len(given) != 1 || alive(t, w, given[0].Access) {
		t.Errorf("%d of fifty got tokens for a code", len(given))
	}

	first := w.Tokens(t, a, w.Asks(w.Web, "openid"))
	given = fifty(func() (*oidc.Tokens, error) { return w.Refresh(t.Context(), w.Web, first.Refresh, nil) })
	if len(given) != 50 {
		t.Errorf("%d of fifty got tokens within the time of grace", len(given))
	}
	for _, tokens := range given {
		if !alive(t, w, tokens.Access) || !alive(t, w, tokens.Refresh) {
			t.Fatal("tokens that were given do not work")
		}
	}
	w.Clock.Advance(oidc.Grace + time.Second)
	if given = fifty(func() (*oidc.Tokens, error) { return w.Refresh(t.Context(), w.Web, first.Refresh, nil) }); len(given) != 0 {
		t.Errorf("%d got tokens after the time of grace", len(given))
	}
}

func TestRefreshTokensRotate(t *testing.T) { // D-57
	w := oidctest.New(t, nil)
	first := w.Tokens(t, w.Member(t), w.Asks(w.Web, "openid", "email", "offline_access"))
	if _, err := w.Refresh(t.Context(), w.App, first.Refresh, nil); !errors.Is(err, oidc.ErrUnknown) {
		t.Fatalf("another client's token: %v", err)
	}
	if _, err := w.Refresh(t.Context(), w.Web, first.Access, nil); !errors.Is(err, oidc.ErrUnknown) {
		t.Fatalf("an access token: %v", err)
	}
	if _, err := w.Refresh(t.Context(), w.Web, first.Refresh, []string{"openid", "phone"}); !errors.Is(err, oidc.ErrScope) {
		t.Fatalf("a scope that was not granted: %v", err)
	}
	second, err := w.Refresh(t.Context(), w.Web, first.Refresh, []string{"openid"})
	if err != nil || second.Scope != "openid" || !alive(t, w, second.Access) || alive(t, w, first.Refresh) {
		t.Fatalf("%+v, %v", second, err)
	}
	third, err := w.Refresh(t.Context(), w.Web, second.Refresh, nil)
	if err != nil || third.Scope != "openid email offline_access" {
		t.Fatalf("fewer scopes once are all again: %+v, %v", third, err)
	}
	w.Clock.Advance(oidc.Grace + time.Second)
	if _, err := w.Refresh(t.Context(), w.Web, first.Refresh, nil); !errors.Is(err, oidc.ErrUsed) || alive(t, w, third.Access) || alive(t, w, third.Refresh) {
		t.Fatalf("an old token again: %v", err)
	}
}

func TestRefreshingEndsOneDay(t *testing.T) { // D-57
	w := oidctest.New(t, nil)
	tokens := w.Tokens(t, w.Member(t), w.Asks(w.Web, "openid", "offline_access"))
	months := 0
	for ; ; months++ {
		w.Clock.Advance(oidc.RefreshLife - time.Hour)
		next, err := w.Refresh(t.Context(), w.Web, tokens.Refresh, nil)
		if errors.Is(err, oidc.ErrUnknown) {
			break
		}
		if err != nil || months > 20 {
			t.Fatalf("%d: %v", months, err)
		}
		tokens = next
		found, err := w.Introspect(t.Context(), tokens.Refresh)
		if err != nil || found == nil || found.ExpiresAt.After(found.Family.ExpiresAt) {
			t.Fatalf("%d: it says that it outlives what it belongs to: %+v, %v", months, found, err)
		}
	}
	if months != 13 {
		t.Errorf("refreshed for %d months", months)
	}
	other := w.Tokens(t, w.Member(t), w.Asks(w.Web, "openid", "offline_access"))
	w.Clock.Advance(oidc.RefreshLife)
	if _, err := w.Refresh(t.Context(), w.Web, other.Refresh, nil); !errors.Is(err, oidc.ErrUnknown) {
		t.Errorf("after a month of silence: %v", err)
	}
}

// Whatever ends access ends every token of it, at once.
func TestTokensEndWithTheirCause(t *testing.T) { // D-60 A-187
	for name, c := range map[string]struct {
		end      func(*testing.T, *oidctest.World, actor.Actor) error
		survives bool // offline access does
	}{
		"logout": {func(t *testing.T, w *oidctest.World, a actor.Actor) error { return w.Session.Logout(t.Context(), a) }, true},
		"a new password": {func(t *testing.T, w *oidctest.World, a actor.Actor) error {
			return w.Session.EndAll(t.Context(), a.AccountID, uuid.Nil)
		}, false},
		"withdrawal": {func(t *testing.T, w *oidctest.World, a actor.Actor) error {
			return w.Store.Tx(t.Context(), func(ctx contextT) error { return w.Leave(ctx, a.AccountID) })
		}, false},
		"a disabled client": {func(t *testing.T, w *oidctest.World, _ actor.Actor) error {
			return w.DisableClient(t.Context(), actstest.By(w.Store), w.Web.ID)
		}, false},
		"a revoked grant": {func(t *testing.T, w *oidctest.World, a actor.Actor) error {
			all, err := w.Connections(t.Context(), a)
			if err != nil || len(all) != 1 {
				t.Fatalf("%+v, %v", all, err)
			}
			return w.Disconnect(t.Context(), a, all[0].Row.ID)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := oidctest.New(t, nil)
			a := w.Member(t)
			plain := w.Tokens(t, a, w.Asks(w.Web, "openid"))
			offline := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
			waiting := w.Code(t, a, w.Asks(w.Web, "openid"))
			if err := c.end(t, w, a); err != nil {
				t.Fatal(err)
			}
			if alive(t, w, plain.Access) || alive(t, w, plain.Refresh) {
				t.Error("its tokens work")
			}
			if alive(t, w, offline.Access) != c.survives || alive(t, w, offline.Refresh) != c.survives {
				t.Error("offline access")
			}
			if _, err := w.Refresh(t.Context(), w.Web, plain.Refresh, nil); !errors.Is(err, oidc.ErrUnknown) {
				t.Errorf("it is refreshed: %v", err)
			}
			if _, err := w.Redeem(t.Context(), w.Web, waiting, oidctest.Fits(w.Web)); !errors.Is(err, oidc.ErrUnknown) {
				t.Errorf("a code that waited: %v", err)
			}
		})
	}
}

// A refresh and what ends it at the same time: whichever is first, no token works in the end.
func TestEndAgainstRefresh(t *testing.T) { // D-60
	w := oidctest.New(t, nil)
	for range 20 {
		a := w.Member(t)
		first := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
		code := w.Code(t, a, w.Asks(w.Web, "openid", "offline_access"))
		var all sync.WaitGroup
		var mu sync.Mutex
		given := []*oidc.Tokens{first}
		take := func(tokens *oidc.Tokens, err error) {
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				given = append(given, tokens)
			} else if !errors.Is(err, oidc.ErrUnknown) && !errors.Is(err, oidc.ErrUsed) {
				t.Error(err)
			}
		}
		all.Go(func() { take(w.Refresh(t.Context(), w.Web, first.Refresh, nil)) })
		all.Go(func() { take(w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web))) })
		all.Go(func() {
			if err := w.Store.Tx(t.Context(), func(ctx contextT) error { return w.Leave(ctx, a.AccountID) }); err != nil {
				t.Error(err)
			}
		})
		all.Wait()
		for _, tokens := range given {
			if alive(t, w, tokens.Access) || alive(t, w, tokens.Refresh) {
				t.Fatal("a token of a member who has left works")
			}
		}
	}
}

func TestStatementsOfAnApp(t *testing.T) {
	w := oidctest.New(t, nil)
	a := w.Member(t)
	r := w.Asks(w.Web, "openid", "email", "entitlements")
	code := w.Code(t, a, r)
	var tokens *oidc.Tokens
	registration, _ := oidctest.Program(t, scope.MoneyRead)
	program, _ := w.Client(t, registration)
	ofStaff := w.StaffToken(t, program, scope.MoneyRead)
	for _, c := range []struct {
		what string
		most int64
		act  func(contextT) error
	}{
		{"code", 1, func(ctx contextT) (err error) {
			tokens, err = w.Redeem(ctx, w.Web, code, oidctest.Fits(w.Web))
			return err
		}},
		{"refresh", 1, func(ctx contextT) (err error) { tokens, err = w.Refresh(ctx, w.Web, tokens.Refresh, nil); return err }},
		{"client credentials", 1, func(ctx contextT) error { _, err := w.ClientCredentials(ctx, w.Web, ""); return err }},
		{"introspection", 1, func(ctx contextT) error { _, err := w.Introspect(ctx, tokens.Access); return err }},
		{"a call of a program of the staff", 1, func(ctx contextT) error { _, err := w.Program(ctx, ofStaff, oidctest.Office); return err }},
		{"userinfo, with what may be watched", 2, func(ctx contextT) error {
			token, err := w.Introspect(ctx, tokens.Access)
			if err == nil {
				_, err = w.About(ctx, token)
			}
			return err
		}},
		{"answer without a question", 3, func(ctx contextT) error { _, err := w.Answer(ctx, a, "", r); return err }},
	} {
		w.Clock.Advance(2 * store.CacheFor) // what is kept for a second is read anew, and not too old in the middle
		_, withoutSettings := w.Settings.Get(t.Context())
		_, withoutClient := w.Service.Client(t.Context(), w.Web.ID)
		_, withoutKeys := w.Keyring(t.Context())
		if err := errors.Join(withoutSettings, withoutClient, withoutKeys); err != nil {
			t.Fatal(err)
		}
		ctx, n := store.CountStatements(t.Context())
		if err := c.act(ctx); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
		if n.Load() > c.most {
			t.Errorf("%s costs %d statements, not %d", c.what, n.Load(), c.most)
		}
	}
}

// rowsOf counts the rows of a table.
func rowsOf(t *testing.T, s *store.Store, table string) (n int) {
	t.Helper()
	if err := s.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPurgeLeavesWhatIsValid(t *testing.T) {
	w := oidctest.New(t, nil)
	a := w.Member(t)
	count := func() (n []int) {
		return []int{rowsOf(t, w.Store, "oidc_families"), rowsOf(t, w.Store, "oidc_tokens"), rowsOf(t, w.Store, "oidc_requests")}
	}
	living := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
	over := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
	if err := w.Revoke(t.Context(), w.Web, over.Refresh); err != nil {
		t.Fatal(err)
	}
	if _, err := w.ClientCredentials(t.Context(), w.Web, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Keep(t.Context(), actor.Actor{AppBrowsers: []string{oidctest.Browser}}, w.Asks(w.Web, "openid")); err != nil {
		t.Fatal(err)
	}
	if got := count(); !slices.Equal(got, []int{3, 5, 1}) {
		t.Fatalf("before: %v", got)
	}
	w.Clock.Advance(25 * time.Hour)
	if err := w.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := count(); !slices.Equal(got, []int{1, 1, 0}) {
		t.Errorf("after: %v", got)
	}
	if !alive(t, w, living.Refresh) || alive(t, w, living.Access) || alive(t, w, over.Refresh) {
		t.Error("what is live")
	}
}

// What can give nothing any more is deleted, whatever it waited for: a code that was never fetched,
// a device that never came back, and all of an app that has not refreshed for a month.
func TestPurgeLeavesNothingOfWhatIsOver(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	a := w.Member(t)
	count := func() (n [2]int) {
		return [2]int{rowsOf(t, w.Store, "oidc_families"), rowsOf(t, w.Store, "oidc_tokens")}
	}
	purge := func() {
		t.Helper()
		if err := w.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	w.Code(t, a, w.Asks(w.Web, "openid"))
	d, err := w.StartDevice(t.Context(), w.App, "", "openid")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.AnswerDevice(t.Context(), a, oidctest.Typed(t, d.UserCode), true, []string{"openid"}, nil); err != nil {
		t.Fatal(err)
	}
	kept := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
	idle := w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
	w.Clock.Advance(oidc.DeviceLife + time.Second)
	purge()
	if got := count(); got != [2]int{2, 4} {
		t.Errorf("after what was never fetched: %v", got)
	}
	w.Clock.Advance(20 * 24 * time.Hour)
	next, err := w.Refresh(t.Context(), w.Web, kept.Refresh, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(12 * 24 * time.Hour)
	purge()
	if got := count(); got != [2]int{1, 1} || alive(t, w, idle.Refresh) || !alive(t, w, next.Refresh) {
		t.Errorf("after a month of silence: %v", got)
	}
}
