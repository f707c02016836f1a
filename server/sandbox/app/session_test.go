package app

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestRefresh(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		id   values
		says string
	}{
		"the same member": {nil, ""}, "the same nonce": {nil, ""}, "another nonce": {values{"nonce": "guess"}, "（nonce）"},
		"another member": {values{"sub": "hanako"}, "（sub）"}, "another login": {values{"auth_time": 1}, "（sub）"}, "for another app": {values{"aud": "other"}, "（aud）"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.logsIn()
			w.provider.mu.Lock()
			if c.id != nil {
				w.provider.id = c.id
			}
			if name == "the same nonce" {
				w.provider.id = values{"nonce": w.provider.nonce}
			}
			w.provider.mu.Unlock()
			w.clock.Advance(time.Minute)
			status, location, body := w.does("POST", "/app/refresh", nil)
			if c.says == "" {
				if status != http.StatusSeeOther || location != "/app" || w.provider.asked[1].Get("refresh_token") != "refresh" {
					t.Errorf("status %d to %q %s", status, location, body)
				}
			} else if status != http.StatusBadRequest || !strings.Contains(body, c.says) {
				t.Errorf("status %d, no %q in %s", status, c.says, body)
			}
		})
	}
}

func TestWhatTheProviderRefusesIsShownInWords(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	refuse := func(path string, status int, body any) {
		w.provider.mu.Lock()
		defer w.provider.mu.Unlock()
		w.provider.answers[path] = func() (int, any) { return status, body }
	}
	refuse("/oidc/token", 400, values{"error": "invalid_grant"})
	if status, _, body := w.does("POST", "/app/refresh", nil); status != http.StatusBadRequest || !strings.Contains(body, "リフレッシュトークンが、使用済みか") {
		t.Errorf("status %d %s", status, body)
	}
	for _, c := range []struct {
		status int
		body   any
		says   string
	}{
		{401, values{"error": "invalid_token"}, "アクセストークンが、期限切れか、取り消されています"},
		{403, values{"error": "insufficient_scope"}, "このアクセストークンでは読めません"},
		{503, values{"error": "temporarily_unavailable"}, "混み合っています"},
		{502, "<html>", "読めない応答"},
		{200, []string{}, "読めない応答"},
		{200, values{"sub": "hanako"}, "（sub）"},
		{200, values{}, "（sub）"},
	} {
		refuse("/oidc/userinfo", c.status, c.body)
		for _, path := range []string{"/app", "/app/watching"} {
			w.service.mu.Lock() // so that the page asks
			for _, b := range w.service.browsers.all {
				b.session.scopes = []string{"openid", "entitlements"}
			}
			w.service.mu.Unlock()
			if status, _, body := w.does("GET", path, nil); status != http.StatusOK || !strings.Contains(body, c.says) {
				t.Errorf("%s: status %d, no %q in %s", path, status, c.says, body)
			}
		}
	}
}

func TestBrowsersAndLoginsAreBounded(t *testing.T) {
	t.Parallel()
	w := setup(t)
	for range most + 10 {
		w.browser = newBrowser()
		w.begins(nil)
	}
	if n := len(w.service.browsers.all); n != most || len(w.service.browsers.order) != most {
		t.Errorf("%d browsers are kept", n)
	}
	for range maxAttempts + 5 {
		w.begins(nil)
	}
	for _, b := range w.service.browsers.all {
		if len(b.attempts) > maxAttempts {
			t.Errorf("%d logins of one browser are kept", len(b.attempts))
		}
	}
}

func TestNewKeysOfTheProviderAreLookedFor(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.logsIn()
	other := newKey(t, "two")
	w.provider.mu.Lock()
	w.provider.key, w.provider.sign = other, other
	w.provider.mu.Unlock()
	stranger := newKey(t, "three")
	for range 50 {
		w.tellsLogout(signed(t, stranger, "logout+jwt", w.logoutToken(nil)))
	}
	if n := w.provider.calls["/oidc/jwks"]; n != 1 {
		t.Errorf("a stranger has the keys asked for %d times", n)
	}
	w.clock.Advance(askedAgain)
	w.logsIn()
}
