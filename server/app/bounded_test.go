package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kaiin/server/app/apptest"
	"kaiin/server/base/settings"
)

// What one call of a visitor leaves at most, in bytes of a row: a sign-up with every field filled
// is the largest.
const maxVisitorRow = 8 << 10

// Visitors choose no lengths: whatever they send, what is kept of it is small.
func TestVisitorsKeepLittle(t *testing.T) { // D-15
	t.Parallel()
	s := apptest.Start(t, func(settings *settings.Settings) { settings.SignupPolicyStep = true })
	long := strings.Repeat("x", 50_000)
	consents := []map[string]any{}
	policies, _ := s.Browser(t).Get("/signup/policy/screen-data").JSON(t)["policies"].([]any)
	for _, p := range policies {
		p := p.(map[string]any)
		consents = append(consents, map[string]any{"policyId": p["policyId"], "revision": p["revision"], "key": p["key"]})
	}
	if len(consents) == 0 {
		t.Fatal("the store has no policies")
	}
	strange := append([]map[string]any{}, consents...)
	for i := range 200 {
		strange = append(strange, map[string]any{"policyId": fmt.Sprint("none", i), "revision": 1, "key": strings.Repeat("k", 200)})
	}
	for name, c := range map[string]struct {
		path string
		body map[string]any
	}{
		"consents to what is no policy":       {"/zapi/signup/policy", map[string]any{"policyConsentData": strange}},
		"consents with the address":           {"/zapi/signup/email", map[string]any{"type": "signUp", "email": "taro@example.com", "policyConsentData": strange}},
		"an address":                          {"/zapi/signup/email", map[string]any{"type": "signUp", "email": long + "@example.com", "policyConsentData": consents}},
		"a code":                              {"/zapi/signup/pin-code", map[string]any{"pinCode": long}},
		"an identifier for a code":            {"/login/code", map[string]any{"emailUserId": long}},
		"an address for a code":               {"/login/code", map[string]any{"emailUserId": long + "@example.com"}},
		"where a code leads":                  {"/login/code", map[string]any{"emailUserId": "taro01", "returnTo": "/" + long}},
		"an identifier and a password":        {"/login", map[string]any{"emailUserId": long, "password": "x", "loginMethod": "Password"}},
		"a password":                          {"/login", map[string]any{"emailUserId": "taro01", "password": long, "loginMethod": "Password"}},
		"a device hint":                       {"/login", map[string]any{"emailUserId": "taro01", "password": "x", "loginMethod": "Password", "deviceHint": long}},
		"a bot check's token":                 {"/login", map[string]any{"emailUserId": "taro01", "password": "x", "loginMethod": "Password", "token": long}},
		"an address for a forgotten password": {"/zapi/auth/password/forgot", map[string]any{"email": long + "@example.com"}},
		"a link":                              {"/zapi/auth/password/reset", map[string]any{"token": long, "password": "open9sesame", "passwordConfirm": "open9sesame"}},
	} {
		b := s.Browser(t)
		if strings.HasPrefix(name, "consents with") {
			b.Post("/zapi/signup/policy", map[string]any{"policyConsentData": consents})
		}
		body, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Do("POST", c.path, string(body), "User-Agent", strings.Repeat("agent ", 1000), "Accept-Language", strings.Repeat("en,", 1000)); got.StatusCode >= 500 {
			t.Errorf("%s: %d %s", name, got.StatusCode, got.Text)
		}
	}
	s.Browser(t).Get("/auth/authorize?userIdentifierType=LINE&socialActionType=login&returnTo=/" + strings.Repeat("x", 5000))
	kept := 0
	for _, table := range []string{"sessions", "flows", "auth_codes", "login_events", "external_requests", "messages", "throttles", "river_job"} {
		var rows, largest int
		err := s.Store.DB.QueryRowContext(t.Context(), "SELECT count(*), coalesce(max(length(t::text)), 0) FROM "+table+" AS t").Scan(&rows, &largest)
		if err != nil {
			t.Fatal(err)
		}
		if kept += rows; largest > maxVisitorRow {
			t.Errorf("a row of %s has %d bytes", table, largest)
		}
	}
	if kept == 0 {
		t.Error("nothing was kept at all")
	}
}
