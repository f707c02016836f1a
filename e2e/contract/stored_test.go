package contract_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"entgo.io/ent/dialect/sql/schema"

	"kaiin/ent/migrate"
	"kaiin/server/app/apptest"
	"kaiin/server/base/settings"
	"kaiin/server/base/throttle"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/staff/acts/actstest"
)

// anonymous are the tables that visitors fill, with the most rows that visitors of one network
// leave a day and the counters of throttle.Counters that see to it. Tables that are not named hold
// nothing of visitors. A counter of half an hour is used up 48 times a day.
var anonymous = map[string]struct {
	rows   int
	bytes  int // of a row that this test does not make; else 0, and the largest of its rows counts
	bounds []string
	why    string
}{
	"sessions":          {5000 + 1000 + 5000, 0, []string{"session-from", "code-from", "external-from"}, "begun; renewed by a proved address, and by an external account"},
	"flows":             {2*5000 + 5000/8, 4 << 10, []string{"session-from", "passkey-start-from"}, "a sign-up and a login code of each session, written again in place; the largest holds a whole form, and eight challenges of passkeys take no more"},
	"auth_codes":        {1000, 0, []string{"code-from"}, "one per mailed code"},
	"messages":          {1000 + 24*100, 0, []string{"code-from", "reset-from"}, "codes and links"},
	"external_requests": {5000, 3 << 10, []string{"external-from"}, "one per visit; the longest way back has 2,000 bytes"},
	"login_events":      {48 * 1000, 0, []string{"login-from", "login-tries"}, "wrong tries: 100 in half an hour, all that were on their way then at the most"},
	"river_job":         {2*1000 + 2*24*100, 0, []string{"code-from", "reset-from"}, "what finds out whom to mail, and the mail; deleted when done"},
	"oidc_requests":     {3 * 1000, 8 << 10, []string{"app-request"}, "those of an hour, kept for two; the longest has 8 KB"},
	"oidc_devices":      {25 * 1000, 0, []string{"device-wait"}, "those of an hour, kept for a day"},
	"throttles":         {2*48*1000 + 2*1000 + 24*100 + 5000 + 100, 0, []string{"login-tries", "code-from", "reset-from", "session-from"}, "two names a try to log in, address and session of a code, address of a link, a form of each sign-up"},
}

// maxNetworkDay is the most that visitors of one network leave a day, in bytes of rows.
const maxNetworkDay = 190 << 20

// networkCounters are those that bound what a network stores.
func networkCounters() []string {
	all := map[string]bool{}
	for _, table := range anonymous {
		for _, name := range table.bounds {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// A network stores so much a day and no more, whatever its visitors send: once its counters are
// used up not one row is added.
func TestANetworkStoresSoMuchADay(t *testing.T) { // D-15
	t.Parallel()
	s := apptest.Start(t, func(current *settings.Settings) {
		current.SignupPolicyStep = true
		current.Flags.Oidc = true
		current.ExternalAccounts = []settings.ExternalAccount{{Type: "LINE", Name: "LINE"}}
	})
	app := oidctest.App()
	if _, err := s.OIDC.AddClient(t.Context(), actstest.By(s.Store), app); err != nil {
		t.Fatal(err)
	}
	policies, _ := s.Browser(t).Get("/signup/policy/screen-data").JSON(t)["policies"].([]any)
	var consents []map[string]any
	for _, p := range policies {
		p := p.(map[string]any)
		consents = append(consents, map[string]any{"policyId": p["policyId"], "revision": p["revision"], "key": p["key"]})
	}
	agent := strings.Repeat("漢", 500)
	visit := func(b *apptest.Browser, n int) { // one of everything that a visitor may send
		long := fmt.Sprint(n, strings.Repeat("x", 150))
		for _, c := range []struct {
			path string
			body map[string]any
		}{
			{"/zapi/signup/policy", map[string]any{"policyConsentData": consents}},
			{"/zapi/signup/email", map[string]any{"type": "signUp", "email": long + "@example.com", "policyConsentData": consents}},
			{"/zapi/signup/pin-code", map[string]any{"pinCode": "000000"}},
			{"/zapi/signup/confirm", map[string]any{"email": long + "@example.com", "userId": fmt.Sprint("taro", n)}},
			{"/login/code", map[string]any{"emailUserId": long + "@example.com", "returnTo": "/" + long}},
			{"/login", map[string]any{"emailUserId": long + "@example.com", "authCode": "000000", "loginMethod": "AuthCode"}},
			{"/login", map[string]any{"emailUserId": long + "@example.com", "password": long, "loginMethod": "Password", "deviceHint": long}},
			{"/zapi/auth/password/forgot", map[string]any{"email": long + "@example.com"}},
			{"/zapi/auth/password/reset", map[string]any{"token": long, "password": "open9sesame", "passwordConfirm": "open9sesame"}},
			{"/zapi/login/multi-factor/Email", map[string]any{"value": "000000"}},
			{"/zapi/auth/email/undo", map[string]any{"token": long}},
			{"/zapi/auth/account-change/prove", map[string]any{"token": long, "pinCode": long}},
			{"/zapi/auth/account-change/stop", map[string]any{"token": long}},
			{"/zapi/subscription/leave", map[string]any{"token": long}},
			{"/zapi/withdraw/stop", map[string]any{"token": long}},
			{"/zapi/account/user-id/verify", map[string]any{"userId": fmt.Sprint("taro", n)}},
			{"/zapi/login/confirm", map[string]any{"password": long}},
			{"/zapi/account/email/edit/send-pin-code", map[string]any{"email": long + "@example.com", "type": "mailEdit"}},
		} {
			body, err := json.Marshal(c.body)
			must(t, err)
			if got := b.Do("POST", c.path, string(body), "User-Agent", agent); got.StatusCode >= 500 {
				t.Errorf("%s: %d %s", c.path, got.StatusCode, got.Text)
			}
		}
		asks := url.Values{
			"client_id": {app.ID}, "redirect_uri": {app.Redirects[0]}, "response_type": {"code"}, "scope": {"openid entitlements offline_access"},
			"code_challenge": {strings.Repeat("c", 43)}, "code_challenge_method": {"S256"}, "state": {strings.Repeat(long, 40)},
		}
		for _, path := range []string{"/oidc/authorize", "/oidc/par", "/oidc/device_authorization"} {
			b.Do("POST", path, asks.Encode(), "User-Agent", agent, "Content-Type", "application/x-www-form-urlencoded")
		}
		for _, path := range []string{"/auth/authorize?userIdentifierType=LINE&socialActionType=login&returnTo=/" + long, "/auth/callback?state=" + long + "&code=" + long,
			"/payment/tds/" + long[:60] + "/ok", "/plans/screen-data", "/login/screen-data", "/zapi/internal/account-header/screen-data"} {
			b.Do("GET", path, "", "User-Agent", agent)
		}
	}
	seen := s.Browser(t)
	for n := range 3 {
		visit(seen, n)
		visit(s.Browser(t), 100+n)
	}
	total := 0
	for name, table := range anonymous {
		var rows, largest int
		must(t, s.Store.DB.QueryRowContext(t.Context(), "SELECT count(*), coalesce(max(pg_column_size(t.*)), 0) FROM "+name+" AS t").Scan(&rows, &largest))
		if rows == 0 && name != "river_job" {
			t.Errorf("the visitors of this test leave nothing in %s: %s", name, table.why)
		}
		largest = max(largest, table.bytes)
		total += table.rows * largest
		t.Logf("%s: %d rows of at most %d bytes", name, table.rows, largest)
	}
	if total > maxNetworkDay {
		t.Errorf("visitors of a network may leave %d MB a day", total>>20)
	}

	for _, name := range networkCounters() {
		if _, ok := throttle.Counters[name]; !ok {
			t.Errorf("%s is no counter", name)
		}
		must(t, s.Store.Exec(t.Context(), "UPDATE throttles SET count = 1000000000, blocked_until = $2, window_start = $3 WHERE starts_with(key, $1 || ':')", name, s.Clock.Now().AddDate(0, 0, 1), s.Clock.Now()))
	}
	s.Advance(t, 0) // what they have caused is done
	if seen.Cookie("sid") == "" {
		t.Fatal("no visitor has a session")
	}
	before := rowsOfAll(t, s)
	for n := range 3 {
		visit(seen, 200+n)
		visit(s.Browser(t), 300+n)
	}
	s.Advance(t, 0)
	after := rowsOfAll(t, s)
	for name, rows := range after {
		if more := rows - before[name]; more > 0 {
			t.Errorf("a network that has used up its counters adds %d rows to %s", more, name)
		}
		if _, named := anonymous[name]; !named && rows > 0 && before[name] == 0 {
			t.Errorf("visitors fill %s, which the table of this test does not name", name)
		}
	}
}

// rowsOfAll counts the rows of every table; of jobs, those that mail something.
func rowsOfAll(t *testing.T, s *apptest.Stack) map[string]int {
	t.Helper()
	all := map[string]int{}
	for _, table := range append(migrate.Tables, &schema.Table{Name: "river_job"}) {
		query := "SELECT count(*) FROM " + table.Name
		if table.Name == "river_job" {
			query += " WHERE kind NOT LIKE '%.scan' AND kind NOT LIKE '%purge%'"
		}
		var rows int
		must(t, s.Store.DB.QueryRowContext(t.Context(), query).Scan(&rows))
		all[table.Name] = rows
	}
	return all
}
