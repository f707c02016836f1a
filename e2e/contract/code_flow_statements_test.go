package contract_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

// maxCodeFlowStatements is how many a visitor may cost the database on the way from the app's
// request to its tokens, the pages on the way aside.
const maxCodeFlowStatements = 14

// A visitor whom an app sends logs in, allows what it asks for, and the app fetches its tokens.
func TestStatementsOfACodeFlow(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, func(s *settings.Settings) { s.Flags.Oidc = true })
	app := oidctest.Web()
	proof, err := s.OIDC.AddClient(t.Context(), actstest.By(s.Store), app)
	if err != nil {
		t.Fatal(err)
	}
	verifier := secret.Token()
	sum := sha256.Sum256([]byte(verifier))
	asks := url.Values{
		"client_id": {app.ID}, "redirect_uri": {app.Redirects[0]}, "response_type": {"code"}, "scope": {"openid email"}, "state": {"a state"}, "nonce": {"a nonce"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	least := 100
	for range 4 {
		row := accounttest.Member(t, s.Account)
		b := s.Browser(t)
		taken := 0
		counted := func(what string, answer apptest.Answer, status int) apptest.Answer {
			t.Helper()
			if answer.StatusCode != status {
				t.Fatalf("%s: %d %s", what, answer.StatusCode, answer.Text)
			}
			n := statements(t, s, answer.Header.Get("X-Request-Id"))
			t.Logf("%-10s %d", what, n)
			taken += n
			return answer
		}
		form := func(path string, form url.Values, more ...string) apptest.Answer {
			return b.Do(http.MethodPost, path, form.Encode(), append([]string{"Content-Type", "application/x-www-form-urlencoded"}, more...)...)
		}
		leads := func(answer apptest.Answer) *url.URL {
			t.Helper()
			to, err := url.Parse(answer.Header.Get("Location"))
			if err != nil || to.String() == "" {
				t.Fatalf("%d leads nowhere: %v", answer.StatusCode, err)
			}
			return to
		}
		warm(t, s)
		login := leads(counted("authorize", b.Get("/oidc/authorize?"+asks.Encode()), http.StatusSeeOther))
		signed := counted("login", b.Post("/oidc/login", map[string]any{
			"emailUserId": *row.Email, "password": accounttest.Password, "loginMethod": "Password", "returnTo": login.Query().Get("returnTo"),
		}), http.StatusOK)
		next, _ := signed.JSON(t)["redirectTo"].(string)
		consent := leads(counted("continue", b.Get(next), http.StatusSeeOther))
		key := consent.Query().Get("request")
		code := leads(counted("consent", form("/oidc/consent/form", url.Values{"request": {key}, "accountId": {row.ID.String()}, "addScope": {"openid", "email"}}), http.StatusSeeOther)).Query().Get("code")
		basic := "Basic " + base64.StdEncoding.EncodeToString([]byte(app.ID+":"+proof))
		tokens := counted("token", form("/oidc/token", url.Values{
			"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": asks["redirect_uri"], "code_verifier": {verifier},
		}, "Authorization", basic), http.StatusOK)
		var given struct {
			Token string `json:"id_token"`
		}
		if err := json.Unmarshal([]byte(tokens.Text), &given); err != nil || strings.Count(given.Token, ".") != 2 {
			t.Fatalf("no ID token: %v, %s", err, tokens.Text)
		}
		least = min(least, taken)
	}
	if least > maxCodeFlowStatements {
		t.Errorf("a visitor's code flow takes %d statements, at most %d", least, maxCodeFlowStatements)
	}
}
