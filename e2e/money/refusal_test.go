package money

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// call is a state-changing row of the shim with a body of the right form.
type call struct {
	path   string
	body   map[string]any
	member bool // only for members who are signed in
}

var consent = []any{map[string]any{"policyId": "terms", "revision": 1, "key": "terms"}}

var calls = []call{
	{"/login", map[string]any{"emailUserId": "unknown@example.jp", "password": password, "loginMethod": "Password"}, false},
	{"/logout", map[string]any{}, false},
	{"/zapi/signup/policy", map[string]any{"policyConsentData": consent}, false},
	{"/zapi/signup/email", map[string]any{"type": "signUp", "email": "new@example.jp", "policyConsentData": consent}, false},
	{"/zapi/signup/pin-code", map[string]any{"pinCode": "000000"}, false},
	{"/zapi/signup/confirm", map[string]any{"inputtedData": map[string]any{"formData": map[string]any{}}}, false},
	{"/zapi/signup", map[string]any{"nickname": "x", "password": password, "passwordConfirm": password, "customAssociatedInfo": []any{}, "policyConsentData": consent}, false},
	{"/zapi/account/user-id/verify", map[string]any{"userId": "somebody1"}, false},
	{"/zapi/account/payment-method/credit", map[string]any{"token": "t", "tokenKey": "k", "tds2infoToken": "t", "tds2infoTokenKey": "k"}, true},
	{"/zapi/purchase/verify/monthly", map[string]any{"paymentMethodId": "new", "campaignCode": ""}, true},
	{"/zapi/purchase/form/monthly", map[string]any{"planId": "monthly", "paymentMethodId": "new"}, true},
	{"/zapi/purchase/monthly", map[string]any{"purchaseToken": "t"}, true},
}

// broken are bodies no call accepts, whatever it is about.
var broken = []struct {
	name, kind, body string
	status           int
	code             string
}{
	{"broken off", "application/json", `{"a":`, 400, "INVALID_JSON"},
	{"a list", "application/json", `[{}]`, 400, "INVALID_JSON"},
	{"null", "application/json", `null`, 400, "INVALID_JSON"},
	{"two objects", "application/json", `{}{}`, 400, "INVALID_JSON"},
	{"a name twice", "application/json", `{"purchaseToken":"a","purchaseToken":"b"}`, 400, "INVALID_JSON"},
	{"NUL", "application/json", `{"userId":"\u0000"}`, 400, "INVALID_JSON"},
	{"not UTF-8", "application/json", "{\"userId\":\"\xff\"}", 400, "INVALID_JSON"},
	{"too deep", "application/json", strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50), 400, "INVALID_JSON"},
	{"too large", "application/json", `{"a":"` + strings.Repeat("x", 70<<10) + `"}`, 413, "BODY_TOO_LARGE"},
	{"JSON as text", "text/plain", `{}`, 415, "UNSUPPORTED_MEDIA_TYPE"},
	{"a form", "application/x-www-form-urlencoded", "a=1", 415, "UNSUPPORTED_MEDIA_TYPE"},
	{"a file", "multipart/form-data; boundary=x", "--x--", 415, "UNSUPPORTED_MEDIA_TYPE"},
	{"no content type", "", "{}", 415, "UNSUPPORTED_MEDIA_TYPE"},
	{"another charset", "application/json; charset=shift_jis", "{}", 415, "UNSUPPORTED_MEDIA_TYPE"},
	{"an unknown field", "application/json", `{"surprise":1}`, 400, ""},
}

func (m *member) sendBroken(path, kind, body string) (answer, error) {
	return m.Send(http.MethodPost, path, []byte(body), func(r *http.Request) {
		if r.Header.Set("Content-Type", kind); kind == "" {
			r.Header.Del("Content-Type")
		}
	})
}

// wrong are the body with one value after the other of another type.
func wrong(body map[string]any) (all []map[string]any) {
	for name, value := range body {
		others := []any{1, "x", true}
		if _, ok := value.(string); ok {
			others = []any{1, true, []any{"x"}, map[string]any{"$ne": ""}}
		}
		for _, other := range others {
			changed := maps.Clone(body)
			changed[name] = other
			all = append(all, changed)
		}
	}
	return all
}

// Every row of the shim, asked as no page of ours would ask. security 42: writes come by POST
// from our own pages only; security 45: what the schema does not let a member say is refused,
// not ignored.
func TestBadInput(t *testing.T) { // F-050
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	before := s.Everything()
	for _, c := range calls {
		t.Run("security 42 and 45 "+c.path, func(t *testing.T) { m.misuse(t, c) })
	}
	s.Unchanged(before)
	for _, path := range []string{"/zapi/nothing", "/zapi/purchase/verify/monthly/more", "/zapi/internal/nothing/screen-data", "/zapi/%00", "/zapi/../internal/sandbox/clock"} {
		a, err := m.Get(path)
		if err == nil {
			err = refusal(a, 404, "NOT_FOUND")
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, code := range []string{"123456", "12345678", "1234567a", "'; DROP--", "%F0%9F%98%80"} {
		if a, err := m.Get("/zapi/postal-code/" + code); err != nil || a.Status != 400 {
			t.Errorf("postal code %s: %s, %v", code, a, err)
		}
	}
	s.Unchanged(before)
	s.keptSecret(m)
}

// misuse asks one row in every wrong way there is.
func (m *member) misuse(t *testing.T, c call) {
	check := func(what string, a answer, err error, status int, code string) {
		t.Helper()
		if err == nil {
			err = refusal(a, status, code)
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, b := range broken {
		a, err := m.sendBroken(c.path, b.kind, b.body)
		check(b.name, a, err, b.status, b.code)
	}
	for _, body := range wrong(c.body) {
		a, err := m.Post(c.path, body)
		check(fmt.Sprintf("wrong type in %v", body), a, err, 400, "")
	}
	for _, name := range []string{"price", "amount", "status", "accountId", "authId", "emailVerifiedDate", "isEmailVerified", "salesCount", "role", "__proto__"} {
		body := maps.Clone(c.body)
		body[name] = 0
		a, err := m.Post(c.path, body)
		check("assigning "+name, a, err, 400, "")
	}
	body, err := json.Marshal(c.body)
	must(t, err)
	for _, from := range [][2]string{
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Origin", strings.Replace(m.s.Origin, "http:", "https:", 1)}, {"Origin", m.s.Origin + "0"},
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		a, err := m.Send(http.MethodPost, c.path, body, func(r *http.Request) { r.Header.Set(from[0], from[1]) })
		check("from "+from[1], a, err, 403, "CROSS_ORIGIN")
	}
	if !strings.HasPrefix(c.path, "/zapi/") {
		return // a page is there too
	}
	methods, allowed := []string{"GET", "PUT", "PATCH", "DELETE"}, "POST"
	if c.path == "/zapi/account/payment-method/credit" { // which, to DELETE, would be the name of a method
		methods, allowed = methods[:3], "POST, DELETE"
	}
	for _, method := range methods {
		a, err := m.Send(method, c.path, nil, nil)
		check("by "+method, a, err, 405, "METHOD_NOT_ALLOWED")
		if a.Header.Get("Allow") != allowed {
			t.Errorf("by %s: Allow is %q", method, a.Header.Get("Allow"))
		}
	}
}

func TestBadGraphQL(t *testing.T) { // security 18
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	before := s.Everything()
	for _, b := range broken {
		a, err := m.sendBroken("/graphql", b.kind, b.body)
		if err == nil {
			err = refusal(a, b.status, b.code)
		}
		if err != nil {
			t.Errorf("%s: %v", b.name, err)
		}
	}
	aliases := strings.Builder{}
	for i := range 100 {
		fmt.Fprintf(&aliases, `a%d: login(input:{emailUserId:"%s",password:"x",loginMethod:"Password"}) { redirectTo } `, i, m.Email)
	}
	for name, body := range map[string]any{
		"a query of one's own":  map[string]any{"query": "{ mypageScreen { account { contactEmail } } }"},
		"introspection":         map[string]any{"query": "{ __schema { types { name } } }"},
		"logins by alias":       map[string]any{"query": "mutation {" + aliases.String() + "}"},
		"an unknown hash":       map[string]any{"extensions": map[string]any{"persistedQuery": map[string]any{"sha256Hash": strings.Repeat("0", 64)}}},
		"a name and no text":    map[string]any{"operationName": "Purchase"},
		"nothing":               map[string]any{},
		"a document cut in two": map[string]any{"query": "mutation Logout { result: logout {"},
	} {
		a, err := m.Post("/graphql", body)
		if err == nil {
			err = refusal(a, 403, "DOCUMENT_NOT_ALLOWED")
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, body := range map[string]any{
		"a number for the query": map[string]any{"query": 1},
		"a text for variables":   map[string]any{"query": "x", "variables": "x"},
	} {
		if a, err := m.Post("/graphql", body); err != nil || refusal(a, 400, "") != nil {
			t.Errorf("%s: %s, %v", name, a, err)
		}
	}
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		a, err := m.Send(method, "/graphql?query=mutation%20Logout%7Blogout%7BredirectTo%7D%7D", nil, nil)
		if err == nil {
			err = refusal(a, 405, "METHOD_NOT_ALLOWED")
		}
		if err != nil {
			t.Errorf("by %s: %v", method, err)
		}
	}
	a, err := m.Send("POST", "/graphql", []byte(`{}`), func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	if err == nil {
		err = refusal(a, 403, "CROSS_ORIGIN")
	}
	must(t, err)
	s.Unchanged(before)
}

// Without the session cookie, or with one that is none, a caller is no member. The cookie auid
// alone lets no one in (security 41), and a session that was logged out is dead (security 37).
func TestWithoutASession(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	left := s.visitor("ja")
	left.Email = m.Email
	must(t, left.LogIn())
	stale := left.Cookie("sid")
	_, err := want(left.Post("/logout", map[string]any{}))
	must(t, err)
	before := s.Everything()
	for name, cookies := range map[string]string{
		"none": "", "auid": "auid=" + m.Cookie("auid"), "logged out": "sid=" + stale, "made up": "sid=" + strings.Repeat("A", 43),
		"an injection": "sid=' OR '1'='1", "an empty one": "sid=", "another's case": "sid=" + strings.ToLower(m.Cookie("sid")),
	} {
		stranger := s.visitor("en")
		with := func(r *http.Request) { r.Header.Set("Cookie", cookies) }
		for _, c := range calls {
			if !c.member {
				continue
			}
			body, err := json.Marshal(c.body)
			must(t, err)
			a, err := stranger.Send("POST", c.path, body, with)
			if err == nil {
				err = refusal(a, 401, "UNAUTHENTICATED")
			}
			if err != nil {
				t.Errorf("%s with cookie %s: %v", c.path, name, err)
			}
		}
		for _, page := range []string{"/mypage", "/mypage/plans", "/plans/monthly/confirm", "/plans/monthly/complete", "/mypage/payment-method/complete"} {
			a, err := stranger.Send("GET", page+"/screen-data", nil, with)
			if err != nil || a.Status != 200 || len(a.Body) != 1 || !strings.HasPrefix(a.Text("redirectTo"), "/login?returnTo=") {
				t.Errorf("%s with cookie %s: %s, %v", page, name, a, err)
			}
		}
	}
	s.Unchanged(before)
}

// keptSecret fails when the server's log holds anything of the member's or of the server's that no
// one may read.
func (s *stack) keptSecret(m *member, more ...string) {
	s.T.Helper()
	log := s.Log.String()
	if !strings.Contains(log, `"msg":"request"`) {
		s.T.Error("there is no log to look at")
	}
	hidden := append([]string{m.Email, m.Nickname, password, m.Cookie("sid"), goodCard}, more...)
	if m.PIN != "" {
		hidden = append(hidden, `"`+m.PIN+`"`, "="+m.PIN, " "+m.PIN+" ")
	}
	for _, name := range []string{"KAIIN_SECRET", "DATABASE_URL", "SBPS_HASH_KEY", "SBPS_BASIC_PASSWORD", "KAIIN_SANDBOX_TOKEN"} {
		hidden = append(hidden, s.Variables[name])
	}
	for _, text := range hidden {
		if text != "" && strings.Contains(log, text) {
			line := slices.IndexFunc(strings.Split(log, "\n"), func(l string) bool { return strings.Contains(l, text) })
			s.T.Errorf("the log says %q: %s", text, strings.Split(log, "\n")[line])
		}
	}
	if found := regexp.MustCompile(`"level":"ERROR".*`).FindString(log); found != "" {
		s.T.Errorf("the log has an error: %s", found)
	}
	if bytes.Contains([]byte(log), []byte("goroutine ")) {
		s.T.Error("the log has a stack")
	}
}
