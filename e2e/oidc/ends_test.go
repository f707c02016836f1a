package oidc

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

// what staff do for a member whose phone was stolen ends what apps have of that member, too:
// with and without offline access, and that of a device. The apps are told.
func TestX03TheStaffEndTheAccessOfApps(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	given := map[string]answer{"in the session": p.tokens(asks()), "for offline access": p.tokens(asks("scope", "openid email offline_access"))}
	device := w.post("/oidc/device_authorization", "web", url.Values{"scope": {"openid"}})
	must(t, p.device(device.Text("user_code"), "allow"))
	given["of a device"] = w.token("web", url.Values{"grant_type": {deviceGrant}, "device_code": {device.Text("device_code")}})
	other := w.member()
	others := other.tokens(asks())
	w.Command("end-sessions", "--member", p.Email, "--by", "hanako", "--reason", "a test")
	for name, tokens := range given {
		if tokens.Body["access_token"] == nil {
			t.Fatalf("%s: %s", name, tokens)
		}
		if w.active(tokens.Body["access_token"]) || w.active(tokens.Body["refresh_token"]) {
			t.Errorf("%s: tokens are worth something", name)
		}
		refused(t, name, w.token("web", refresh(tokens.Body["refresh_token"])), 400, "invalid_grant")
	}
	if said := claims(t, w.told.next(t)); said["sub"] == nil || said["sid"] == nil {
		t.Errorf("the app is told %v", said)
	}
	if !w.active(others.Body["access_token"]) {
		t.Error("another member's app is out")
	}
	if a, err := p.Get("/mypage/screen-data"); err != nil || a.Body["account"] != nil {
		t.Errorf("the member is logged in: %s %v", a, err)
	}
}

// without offline access a refresh token is valid as long as its session, which runs out
// after a week without a visit and after a month in any case.
func TestX04TokensRunOutWithTheirSession(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	bound, offline := p.tokens(asks()), p.tokens(asks("scope", "openid email offline_access"))
	w.Outside.Advance(t, 6*24*time.Hour)
	bound = w.token("web", refresh(bound.Body["refresh_token"]))
	if bound.Status != http.StatusOK {
		t.Fatalf("after six days: %s", bound)
	}
	w.told.forget()
	w.Outside.Advance(t, 2*24*time.Hour) // eight since the member was here
	if w.active(bound.Body["refresh_token"]) {
		t.Error("it is shown as active")
	}
	refused(t, "after eight days", w.token("web", refresh(bound.Body["refresh_token"])), 400, "invalid_grant")
	if a := w.token("web", refresh(offline.Body["refresh_token"])); a.Status != http.StatusOK {
		t.Errorf("offline access: %s", a)
	}

	must(t, p.LogIn())
	bound = p.tokens(asks())
	for day := 0; day < 30; day += 5 { // the member comes by
		w.Outside.Advance(t, 5*24*time.Hour)
		if a, err := p.Get("/mypage/screen-data"); err != nil || day < 25 && a.Body["account"] == nil {
			t.Fatalf("day %d: %s %v", day, a, err)
		}
	}
	w.Outside.Advance(t, time.Hour)
	refused(t, "after a month", w.token("web", refresh(bound.Body["refresh_token"])), 400, "invalid_grant")
}

// a refresh token comes back while its answer may have been lost, and no longer: once a token
// that it gave was used, it was stolen.
func TestX05OneChainOfRefreshTokensIsValid(t *testing.T) {
	w := together(t)
	p := w.member()
	asked := asks("scope", "openid email offline_access")
	next := func(a answer) answer { return w.token("web", refresh(a.Body["refresh_token"])) }

	first := p.tokens(asked)
	second := next(first)
	third := next(second)
	if third.Status != http.StatusOK {
		t.Fatalf("%s", third)
	}
	refused(t, "a token whose successor was used, within the time of grace", next(first), 400, "invalid_grant")
	refused(t, "the newest of a token that was stolen", next(third), 400, "invalid_grant")
	if w.active(third.Body["access_token"]) {
		t.Error("its access token is active")
	}

	first = p.tokens(asked)
	siblings := []answer{next(first), next(first), next(first)}
	chosen := next(siblings[1])
	if chosen.Status != http.StatusOK {
		t.Fatalf("%s", chosen)
	}
	if w.active(siblings[0].Body["refresh_token"]) {
		t.Error("two chains say that they live")
	}
	for _, other := range []answer{siblings[0], siblings[2]} {
		refused(t, "another one that was given for the same token", next(other), 400, "invalid_grant")
	}
	if again := next(siblings[1]); again.Status != http.StatusOK { // its answer may have been lost, too
		t.Errorf("%s", again)
	} else if a := next(again); a.Status != http.StatusOK {
		t.Errorf("%s", a)
	}
}
