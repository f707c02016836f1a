package app

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// logoutToken is one of the provider, with what differs; nil leaves a claim out.
func (w *world) logoutToken(differs values) values {
	now := w.clock.Now()
	says := values{
		"iss": issuer, "aud": diaryID, "sub": "taro", "sid": "sid-1", "iat": now.Unix(), "exp": now.Add(2 * time.Minute).Unix(), "jti": "l1",
		"events": values{logoutEvent: values{}},
	}
	maps.Copy(says, differs)
	maps.DeleteFunc(says, func(_ string, value any) bool { return value == nil })
	return says
}

func (w *world) tellsLogout(token string) (int, values) {
	return w.tells("/app/logout", "application/x-www-form-urlencoded", url.Values{"logout_token": {token}}.Encode())
}

func TestTheProviderEndsSessions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		differs values
		ends    bool
	}{
		"the session": {nil, true}, "the session alone": {values{"sub": nil}, true}, "the member": {values{"sid": nil}, true},
		"another session": {values{"sid": "sid-2"}, false}, "another member": {values{"sub": "hanako", "sid": nil}, false},
		"the session of another member": {values{"sub": "hanako"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.logsIn()
			if status, says := w.tellsLogout(signed(t, w.provider.key, "logout+jwt", w.logoutToken(c.differs))); status != http.StatusOK {
				t.Fatalf("status %d %v", status, says)
			}
			if w.isLoggedIn() == c.ends {
				t.Errorf("ended: %t", !c.ends)
			}
			if _, _, body := w.does("GET", "/app", nil); strings.Contains(body, "The provider has ended your session") != c.ends {
				t.Error("the page does not tell why")
			}
		})
	}
}

func TestLogoutTokensThatAreNone(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	stranger := newKey(t, "one")
	for name, token := range map[string]string{
		"nothing": "", "noise": "a.b.c",
		"wrong signature":    signed(t, stranger, "logout+jwt", w.logoutToken(nil)),
		"an ID token":        signed(t, w.provider.key, "JWT", w.logoutToken(nil)),
		"no kind":            signed(t, w.provider.key, "", w.logoutToken(nil)),
		"another issuer":     signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"iss": "https://evil.test"})),
		"for another app":    signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"aud": "other"})),
		"expired":            signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"exp": w.clock.Now().Add(-time.Minute).Unix()})),
		"without an end":     signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"exp": nil})),
		"without a time":     signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"iat": nil})),
		"made tomorrow":      signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"iat": w.clock.Now().Add(24 * time.Hour).Unix()})),
		"of no member":       signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"sub": nil, "sid": nil})),
		"without a name":     signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"jti": nil})),
		"with a nonce":       signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"nonce": ""})),
		"without an event":   signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"events": nil})),
		"of another event":   signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"events": values{changed: values{}}})),
		"event of no object": signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"events": values{logoutEvent: "yes"}})),
	} {
		if status, says := w.tellsLogout(token); status != http.StatusBadRequest || says["error"] != "invalid_request" {
			t.Errorf("%s: status %d %v", name, status, says)
		}
	}
	if status, _ := w.tellsLogout(strings.Repeat("x", maxTold)); status != http.StatusBadRequest {
		t.Errorf("too long: status %d", status)
	}
	if !w.isLoggedIn() {
		t.Error("one of them ended the session")
	}
}

func TestALogoutTokenEndsSessionsOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	token := signed(t, w.provider.key, "logout+jwt", w.logoutToken(values{"sid": nil}))
	w.tellsLogout(token)
	if w.isLoggedIn() {
		t.Fatal("still logged in")
	}
	w.logsIn()
	if status, says := w.tellsLogout(token); status != http.StatusOK || !w.isLoggedIn() {
		t.Errorf("replayed: status %d %v, logged in: %t", status, says, w.isLoggedIn())
	}
}

func TestASessionThatEndedMeanwhileDoesNotBegin(t *testing.T) {
	t.Parallel()
	w := setup(t)
	asked := w.begins(nil)
	w.tellsLogout(signed(t, w.provider.key, "logout+jwt", w.logoutToken(nil)))
	if status, _, body := w.comesBack(asked, nil); status != http.StatusBadRequest || !strings.Contains(body, "すでにログアウトされています") || w.isLoggedIn() {
		t.Errorf("status %d %s", status, body)
	}
}

func TestLogoutHere(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	if status, location, _ := w.does("POST", "/app/leave", nil); status != http.StatusSeeOther || location != "/app" || w.isLoggedIn() {
		t.Errorf("status %d to %q", status, location)
	}
	if w.provider.calls["/oidc/revoke"] != 1 {
		t.Error("the tokens live on")
	}
}

func TestLogoutHereAndThere(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	if _, _, body := w.does("GET", "/app", nil); strings.Contains(body, "You have logged out here and there") {
		t.Error("no member has logged out yet")
	}
	status, location, _ := w.does("POST", "/app/leave/everywhere", nil)
	to, err := url.Parse(location)
	if err != nil || status != http.StatusSeeOther || !strings.HasPrefix(location, issuer+"/oidc/end_session?") {
		t.Fatalf("status %d to %q", status, location)
	}
	query := to.Query()
	if query.Get("post_logout_redirect_uri") != w.url+"/app" || query.Get("id_token_hint") == "" || w.isLoggedIn() {
		t.Errorf("leads to %v, logged in: %t", query, w.isLoggedIn())
	}
	for state, left := range map[string]bool{"guess": false, "": false, query.Get("state"): true} {
		if _, _, body := w.does("GET", "/app?"+url.Values{"state": {state}}.Encode(), nil); strings.Contains(body, "You have logged out here and there") != left {
			t.Errorf("back with the state %q: said so: %t", state, !left)
		}
	}
}
