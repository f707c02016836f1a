package contract_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kaiin/schema"
	"kaiin/server/app/apptest"
	"kaiin/server/base/store"
)

// A use case at both of its doors: the shim's path and the document. The body is right in its form,
// for tests that are about something else; variables is the same for the document.
type useCase struct {
	path, body          string
	document, variables string
	member              bool   // only for members who are logged in
	text                string // a field that takes a text
}

var useCases = []useCase{
	{"/login", `{"emailUserId":"a@example.com","password":"open9sesame","loginMethod":"Password"}`, "Login",
		`{"input":{"emailUserId":"a@example.com","password":"open9sesame","loginMethod":"Password"}}`, false, "emailUserId"},
	{"/logout", `{}`, "Logout", `{}`, false, ""},
	{"/zapi/signup/policy", `{"policyConsentData":[]}`, "SignupPolicy", `{"input":{"policyConsentData":[]}}`, false, "policyConsentData"},
	{"/zapi/signup/email", `{"type":"signUp","email":"a@example.com"}`, "SignupEmail", `{"input":{"type":"signUp","email":"a@example.com"}}`, false, "email"},
	{"/zapi/signup/pin-code", `{"pinCode":"000000"}`, "SignupPinCode", `{"input":{"pinCode":"000000"}}`, false, "pinCode"},
	{"/zapi/signup/confirm", `{"inputtedData":{"formData":{}}}`, "SignupConfirm", `{"input":{"inputtedData":{"formData":{}}}}`, false, "inputtedData"},
	{"/zapi/signup", `{"formData":{}}`, "Signup", `{"input":{"formData":{}}}`, false, "formData"},
	{"/zapi/account/user-id/verify", `{"userId":"hanako"}`, "VerifyUserId", `{"input":{"userId":"hanako"}}`, false, "userId"},
	{"/zapi/account/payment-method/credit", `{"token":"a","tokenKey":"b","tds2infoToken":"c","tds2infoTokenKey":"d"}`, "RegisterCard",
		`{"input":{"token":"a","tokenKey":"b","tds2infoToken":"c","tds2infoTokenKey":"d"}}`, true, "token"},
	{"/api/streaks/playback/fetch", `{"refId":"nothing"}`, "FetchPlayback", `{"input":{"refId":"nothing"}}`, false, "refId"},
	{"/zapi/purchase/verify/standard", `{}`, "PurchaseVerify", `{"input":{"planId":"standard"}}`, true, "paymentMethodId"},
	{"/zapi/purchase/form/standard", `{}`, "PurchaseForm", `{"input":{"planId":"standard"}}`, true, "paymentMethodId"},
	{"/zapi/purchase/standard", `{"purchaseToken":"t"}`, "Purchase", `{"input":{"planId":"standard","purchaseToken":"t"}}`, true, "purchaseToken"},
}

func graphql(document, variables string) string {
	return fmt.Sprintf(`{"operationName":%q,"variables":%s,"extensions":{"persistedQuery":{"version":1,"sha256Hash":%q}}}`,
		document, variables, schema.Documents()[document].Hash)
}

// with puts a member into a JSON object.
func with(object, member string) string {
	if object == "{}" {
		return "{" + member + "}"
	}
	return strings.TrimSuffix(object, "}") + "," + member + "}"
}

// fingerprint is the content of every table of ours, but for what the worker writes by itself: its
// jobs, and the day that it compares first.
func fingerprint(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	rows, err := s.DB.QueryContext(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'river%' AND tablename <> 'gateway_events'`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for _, name := range names {
		var sum string
		if err := s.DB.QueryRowContext(t.Context(), `SELECT coalesce(md5(string_agg(r::text, '|' ORDER BY r::text)), '') FROM "`+name+`" r`).Scan(&sum); err != nil {
			t.Fatal(err)
		}
		sums[name] = sum
	}
	return sums
}

// clean fails when an answer says anything about our insides, or is not the JSON of its door.
func clean(t *testing.T, name string, got apptest.Answer, door string) {
	t.Helper()
	for _, inside := range []string{"pq:", "sql", "SELECT", "panic", "goroutine", "kaiin/", ".go:", "ent:", "runtime error", "nil pointer"} {
		if strings.Contains(got.Text, inside) {
			t.Errorf("%s: the answer shows %q: %s", name, inside, got.Text)
		}
	}
	object := map[string]any{}
	if err := json.Unmarshal([]byte(got.Text), &object); err != nil {
		t.Errorf("%s: %v in %s", name, err, got.Text)
		return
	}
	if got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s: %v", name, got.Header)
	}
	if got.StatusCode < 400 {
		return
	}
	if door == "graphql" {
		list, _ := object["errors"].([]any)
		if len(list) == 0 {
			t.Errorf("%s: no errors in %s", name, got.Text)
			return
		}
		object, _ = list[0].(map[string]any)["extensions"].(map[string]any)
	} else if object["message"] == "" {
		t.Errorf("%s: no message in %s", name, got.Text)
	}
	if object["code"] == "" || object["status"] != float64(got.StatusCode) || object["requestId"] != got.Header.Get("X-Request-Id") {
		t.Errorf("%s: status %d with %s", name, got.StatusCode, got.Text)
	}
}

// Whatever is wrong with a request: the right status, the same error object, nothing changed,
// nothing told.
func TestBadRequestsAtBothDoors(t *testing.T) { // F-050
	t.Parallel()
	s := apptest.Start(t, nil)
	_, member := s.Member(t)
	before := fingerprint(t, s.Store)
	oversized := `"x":"` + strings.Repeat("x", 70<<10) + `"`

	for _, u := range useCases {
		wrongType := `{"` + u.text + `":17}`
		wrongVariable := strings.Replace(u.variables, "{", `{"`+u.text+`":17,`, 1)
		if u.text == "" {
			wrongType, wrongVariable = `{"x":17}`, `{"x":17}`
		} else if strings.Contains(u.variables, `"`+u.text+`":`) || strings.Contains(u.variables, `"input"`) {
			wrongVariable = `{"planId":17,"input":17,"` + u.text + `":17}`
		}
		for _, c := range []struct {
			name, method    string
			shim, graphql   string // bodies
			headers         []string
			status          int // of both doors
			graphqlStatus   int // when it is another one
			onlyShim, strip bool
		}{
			{name: "wrong content type", shim: u.body, headers: []string{"Content-Type", "text/plain"}, status: 415},
			{name: "a form", shim: "a=b", headers: []string{"Content-Type", "application/x-www-form-urlencoded"}, status: 415},
			{name: "another charset", shim: u.body, headers: []string{"Content-Type", "application/json; charset=euc-jp"}, status: 415},
			{name: "broken JSON", shim: `{"a":`, status: 400},
			{name: "a list", shim: `[` + u.body + `]`, graphql: `[` + graphql(u.document, u.variables) + `]`, status: 400},
			{name: "no object", shim: `"x"`, status: 400},
			{name: "not UTF-8", shim: "{\"a\":\"\xff\"}", status: 400},
			{name: "NUL", shim: `{"a":"\u0000"}`, status: 400},
			{name: "a name twice", shim: `{"a":1,"a":1}`, status: 400},
			{name: "too deep", shim: strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50), status: 400},
			{name: "too large", shim: with(u.body, oversized), graphql: with(graphql(u.document, u.variables), oversized), status: 413},
			{name: "an unknown field", shim: with(u.body, `"isAdmin":true`), graphql: graphql(u.document, with(u.variables, `"isAdmin":true`)), status: 400},
			{name: "an unknown field beside", shim: with(u.body, `"isAdmin":true`), graphql: with(graphql(u.document, u.variables), `"isAdmin":true`), status: 400},
			{name: "wrong type", shim: wrongType, graphql: graphql(u.document, wrongVariable), status: 400},
			{name: "wrong method", method: http.MethodPut, shim: u.body, status: 405},
			{name: "another site", shim: u.body, graphql: graphql(u.document, u.variables), headers: []string{"Origin", "https://evil.example"}, status: 403},
			{name: "another site's frame", shim: u.body, graphql: graphql(u.document, u.variables), headers: []string{"Origin", "null", "Sec-Fetch-Site", "cross-site"}, status: 403},
		} {
			method := c.method
			if method == "" {
				method = http.MethodPost
			}
			if c.name == "wrong method" && (u.path == "/login" || u.path == "/logout") {
				continue // pages too: told as a page, see edge
			}
			name := c.name + " " + u.path
			got := member.Do(method, u.path, c.shim, c.headers...)
			if got.StatusCode != c.status {
				t.Errorf("%s: %d, want %d: %s", name, got.StatusCode, c.status, got.Text)
			}
			clean(t, name, got, "shim")

			body := c.graphql
			if body == "" {
				body = c.shim
			}
			got = member.Do(method, "/graphql", body, c.headers...)
			if got.StatusCode != c.status {
				t.Errorf("GraphQL %s: %d, want %d: %s", name, got.StatusCode, c.status, got.Text)
			}
			clean(t, "GraphQL "+name, got, "graphql")
		}
	}
	for name, sum := range fingerprint(t, s.Store) {
		if sum != before[name] && !strings.HasPrefix(name, "account_search") { // a job keeps it up with the members
			t.Errorf("table %s has changed", name)
		}
	}
	if log := s.Logged.String(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("logged as our error: %s", log[strings.Index(log, `"level":"ERROR"`):][:400])
	}
}

// Without cookies: what belongs to members is refused, and steps out of order lead back to
// the start.
func TestWithoutCookies(t *testing.T) { // A-015 P-004
	t.Parallel()
	s := apptest.Start(t, nil)
	before := fingerprint(t, s.Store)
	for _, u := range useCases {
		visitor := s.Browser(t)
		switch u.path {
		case "/login", "/zapi/signup/email", "/zapi/signup/policy":
			continue // begin with nothing
		}
		got := visitor.Post(u.path, u.body)
		clean(t, u.path, got, "shim")
		answer := visitor.Post("/graphql", graphql(u.document, u.variables))
		clean(t, u.document, answer, "")
		if u.member {
			if got.StatusCode != 401 || !strings.Contains(got.Text, `"code":"UNAUTHENTICATED"`) || !strings.Contains(answer.Text, `"UNAUTHENTICATED"`) {
				t.Errorf("%s: %d %s; %s", u.path, got.StatusCode, got.Text, answer.Text)
			}
			continue
		}
		if strings.Contains(answer.Text, `"INTERNAL"`) || got.StatusCode >= 500 {
			t.Errorf("%s: %d %s; %s", u.path, got.StatusCode, got.Text, answer.Text)
		}
		if strings.HasPrefix(u.path, "/zapi/signup") && !strings.Contains(got.Text, `"flowError":{`) {
			t.Errorf("%s: %d %s", u.path, got.StatusCode, got.Text)
		}
	}
	for name, sum := range fingerprint(t, s.Store) {
		if sum != before[name] && name != "throttles" {
			t.Errorf("table %s has changed", name)
		}
	}
}

func TestAnonymousPagesLeadToTheLogin(t *testing.T) { // A-015 P-004
	t.Parallel()
	s := apptest.Start(t, nil)
	visitor := s.Browser(t)
	for path, want := range map[string]string{
		"/mypage/screen-data":                      "/login?returnTo=%2Fmypage",
		"/zapi/internal/mypage/plans/screen-data":  "/login?returnTo=%2Fmypage%2Fplans",
		"/plans/standard/confirm/screen-data?x=1":  "/login?returnTo=%2Fplans%2Fstandard%2Fconfirm%3Fx%3D1",
		"/mypage/subscription/unknown/screen-data": "/login?returnTo=%2Fmypage%2Fsubscription%2Funknown",
	} {
		got := visitor.Get(path)
		if got.StatusCode != 200 || got.JSON(t)["redirectTo"] != want {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Text)
		}
	}
}
