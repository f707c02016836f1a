package protocol_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// While the database cannot be asked, an app is told by every endpoint to come back, and never that
// it is unknown or that its token is over.
func TestAppsAreToldToComeBackWhileTheDatabaseIsAway(t *testing.T) { // D-17
	t.Parallel()
	w := setup(t, nil)
	w.member = w.Member(t)
	_, says, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	access, refresh := says["access_token"].(string), says["refresh_token"].(string)
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{"/oidc/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}},
		{"/oidc/introspect", url.Values{"token": {access}}},
		{"/oidc/revoke", url.Values{"token": {refresh}}},
		{"/oidc/par", asks()},
		{"/oidc/userinfo", nil},
	} {
		ctx, end := context.WithDeadline(t.Context(), time.Now())
		defer end()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, w.url+c.path, strings.NewReader(c.form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth("cinema", w.Secret)
		if c.form == nil {
			r.Header.Set("Authorization", "Bearer "+access)
		}
		answer := httptest.NewRecorder()
		w.handler.ServeHTTP(answer, r)
		if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Retry-After") != "5" {
			t.Errorf("%s: %d, Retry-After %q: %s", c.path, answer.Code, answer.Header().Get("Retry-After"), answer.Body)
		}
	}
	if status, _, _ := w.post("/oidc/token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {refresh}}); status != http.StatusOK {
		t.Errorf("then the token gives %d", status)
	}
}
