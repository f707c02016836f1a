package protocol_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// seeds are what no app should send.
var seeds = []string{
	"", "client_id=cinema", "client_id=cinema&client_id=cinema", "client_id=%00", "%=%zz", "a;b=c", "client_id=%ff%fe&redirect_uri=%e3%82", "&&&===",
	"scope=" + strings.Repeat("a", 70_000), "redirect_uri=https%3A%2F%2Fcinema.example%2Fback%0d%0aSet-Cookie%3A+x", "client_id=ｃｉｎｅｍａ&scope=ｏｐｅｎｉｄ",
	"request=eyJhbGciOiJub25lIn0.e30.&client_id=cinema", "claims=%7B%22id_token%22%3A%7B%22sub%22%3A%7B%22value%22%3A%5B%5D%7D%7D%7D", "max_age=99999999999999999999&prompt=none+none",
	"client_assertion=a.b.c&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer", "grant_type=authorization_code&code=%00&code_verifier=" + verifier,
	"grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=x&client_id=tv-app", "grant_type=refresh_token&refresh_token=x&scope=%22", "scope=openid&client_id=tv-app",
}

// attack sends whatever it is to the handler and fails for an answer that no request may get.
func attack(t testing.TB, w *world, method, target, kind, body string, basic bool) *httptest.ResponseRecorder {
	t.Helper()
	path, query, _ := strings.Cut(target, "?")
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.URL.RawQuery = query
	r.Header.Set("Content-Type", kind)
	if basic {
		r.SetBasicAuth("cinema", w.Secret)
	}
	said := httptest.NewRecorder()
	w.handler.ServeHTTP(said, r)
	what := func() string { return fmt.Sprintf("%s %.300s %s %.300q", method, target, kind, body) }
	text := said.Body.String()
	if said.Code >= 500 {
		t.Errorf("%s: %d %s", what(), said.Code, text)
	}
	to := said.Header().Get("Location")
	u, err := url.Parse(to)
	if err != nil || strings.ContainsAny(to, "\r\n") || u.Host != "" && u.Scheme+"://"+u.Host+u.Path != "https://cinema.example/back" && (u.Hostname() != "127.0.0.1" || u.Path != "/back") && u.Scheme != "com.example.tv" {
		t.Errorf("%s leads to %q", what(), to)
	}
	isForm := strings.HasPrefix(said.Header().Get("Content-Type"), "text/html")
	if !isForm && strings.ContainsAny(text, "<>") || strings.Contains(text, "<script>alert") || !utf8.ValidString(text) {
		t.Errorf("%s: markup in %s", what(), text)
	}
	if w.fault != nil && strings.ContainsAny(w.fault.Description, "<>\"") {
		t.Errorf("%s: markup in %+v", what(), w.fault)
	}
	return said
}

const formKind = "application/x-www-form-urlencoded"

func FuzzAuthorize(f *testing.F) {
	w := setup(f, nil)
	w.member = w.Member(f)
	for _, seed := range append(seeds, asks().Encode(), asks("state", `"><script>alert(1)</script>`, "response_mode", "form_post").Encode()) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		attack(t, w, http.MethodGet, "/oidc/authorize?"+query, "", "", false)
		attack(t, w, http.MethodPost, "/oidc/authorize", formKind, query, false)
		attack(t, w, http.MethodPost, "/oidc/par", formKind, query, true)
	})
}

func FuzzToken(f *testing.F) {
	w := setup(f, nil)
	for _, seed := range append(seeds, exchange("x").Encode()) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/oidc/token", "/oidc/revoke", "/oidc/introspect"} {
			attack(t, w, http.MethodPost, path, formKind, body, len(body)%2 == 0)
		}
	})
}

func FuzzDevice(f *testing.F) {
	w := setup(f, nil)
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		attack(t, w, http.MethodPost, "/oidc/device_authorization", formKind, body, false)
	})
}

// Ten thousand requests of parameters thrown together: never 5xx, never on to an address that is
// not registered, never markup.
func TestTenThousandMixes(t *testing.T) {
	w := setup(t, nil)
	w.member = w.Member(t)
	w.authorize(asks())
	_, pushed, _ := w.post("/oidc/par", asks())
	_, tokens, _ := w.post("/oidc/token", exchange(w.authorize(asks()).Get("code")))
	text := func(of map[string]any, name string) string { value, _ := of[name].(string); return value }
	values := map[string][]string{
		"client_id":     {"cinema", "cinema", "cinema", "cinema", "cinema", "tv-app", "unknown", "CINEMA"},
		"redirect_uri":  {"https://cinema.example/back", "https://cinema.example/back", "https://cinema.example/back", "https://cinema.example/back", "http://127.0.0.1:80/back", "https://evil.example/", "//evil.example", "com.example.tv:/back"},
		"response_type": {"code", "code", "code", "code", "token", "id_token"}, "scope": {"openid email", "openid email", "openid email", "openid", "openid phone", "entitlements", "admin", "openid\topenid", "offline_access"}, "state": {"s"}, "nonce": {"n"},
		"code_challenge": {challenge(), challenge(), challenge(), challenge(), "short"}, "code_challenge_method": {"S256", "S256", "S256", "S256", "plain"}, "response_mode": {"query", "form_post", "fragment"},
		"prompt": {"none", "login", "consent", "select_account", "create", "none login", "none none"}, "max_age": {"0", "60", "-1", "9999999999999999999", "1e3", "０"},
		"claims":        {`{}`, `{"id_token":{"acr":{"essential":true}}}`, `{"id_token":null}`, `[]`, `{"id_token":{"sub":null,"acr":null}}`, strings.Repeat("[", 10_000)},
		"id_token_hint": {text(tokens, "id_token"), "a.b.c"}, "request": {"x"}, "request_uri": {text(pushed, "request_uri"), "https://evil.example/r", "urn:ietf:params:oauth:request_uri:"}, "registration": {"{}"},
		"grant_type": {"client_credentials", "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code", "password"}, "code": {"x"}, "refresh_token": {"x"},
		"code_verifier": {verifier, "x"}, "device_code": {"x"}, "token": {text(tokens, "access_token"), "x"}, "token_type_hint": {"access_token", "nonsense"}, "client_secret": {w.Secret, "x"},
		"client_assertion": {"a.b.c", "eyJhbGciOiJSUzI1NiJ9.e30.AA"}, "client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
		"post_logout_redirect_uri": {"https://cinema.example/back", "https://evil.example/"}, "access_token": {text(tokens, "access_token")}, "ui_locales": {"ja-JP en", "xx"}, "login_hint": {"a@b"}, "acr_values": {"1"},
	}
	wild := []string{"", "\x00", "\xff\xfe", "\"'<script>alert(1)</script>", "ｏｐｅｎｉｄ", "%00", "\r\nX: y", strings.Repeat("長", 21_000), "$(id)", "' OR 1=1 --", "\u202e", "🎬"}
	paths := []string{
		"/oidc/authorize", "/oidc/authorize", "/oidc/authorize", "/oidc/token", "/oidc/token", "/oidc/userinfo", "/oidc/pin", "/oidc/revoke", "/oidc/introspect", "/oidc/par", "/oidc/device_authorization", "/oidc/end_session",
		"/oidc", "/oidc/consent/form", "/oidc/consent/form/abort", "/oidc/selectAccount/form", "/oidc/selectAccount/form/switch", "/oidc/jwks", "/.well-known/openid-configuration",
	}
	readable := map[string]bool{
		"/oidc/authorize": true, "/oidc/userinfo": true, "/oidc/end_session": true, "/oidc": true, "/oidc/consent/form/abort": true, "/oidc/selectAccount/form/switch": true,
		"/oidc/jwks": true, "/.well-known/openid-configuration": true,
	}
	kinds := []string{formKind + "; charset=shift_jis", "application/json", "multipart/form-data", "multipart/form-data; boundary=x", "text/plain", "", "／"}
	methods := []string{"GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"}
	names := slices.Sorted(maps.Keys(values))
	request := []string{"client_id", "redirect_uri", "response_type", "scope", "code_challenge", "code_challenge_method"}
	needed := map[string][]string{
		"/oidc/authorize": request, "/oidc/par": request, "/oidc/token": {"grant_type", "scope", "code", "refresh_token"}, "/oidc/introspect": {"token"}, "/oidc/revoke": {"token"},
		"/oidc/device_authorization": {"client_id", "scope"}, "/oidc/end_session": {"client_id", "post_logout_redirect_uri"},
	}
	dice := rand.New(rand.NewPCG(1, 12))
	pick := func(from []string) string { return from[dice.IntN(len(from))] }
	came := map[string]int{}
	for range 10_000 {
		form := url.Values{}
		path := pick(paths)
		for _, name := range needed[path] {
			switch dice.IntN(12) {
			case 0: // it is missing
			case 1:
				form.Set(name, pick(values[name]))
			default:
				form.Set(name, values[name][0])
			}
		}
		if path == "/oidc/token" && dice.IntN(2) == 0 {
			form.Set("scope", "entitlements")
		}
		for range dice.IntN(4) {
			name := pick(names)
			value := pick(values[name])
			if dice.IntN(5) == 0 {
				value = pick(wild)
			}
			if dice.IntN(12) == 0 {
				form.Add(name, value)
			} else {
				form.Set(name, value)
			}
		}
		if dice.IntN(30) == 0 {
			form.Set(pick(wild), pick(wild))
		}
		encoded := form.Encode()
		if dice.IntN(20) == 0 {
			encoded = strings.Replace(encoded, "%", pick([]string{"%%", "", "%u"}), 3)
		}
		w.fault = nil
		method, kind, target, body := "POST", formKind, path, ""
		if readable[path] && dice.IntN(2) == 0 {
			method = "GET"
		}
		if dice.IntN(8) == 0 {
			method = pick(methods)
		}
		if dice.IntN(8) == 0 {
			kind = pick(kinds)
		}
		if method == "POST" || method == "PUT" || method == "PATCH" {
			body = encoded
		} else {
			target += "?" + encoded
		}
		if w.ended {
			w.ended, w.member = false, w.Member(t)
			w.authorize(asks())
		}
		said := attack(t, w, method, target, kind, body, !readable[path] && dice.IntN(4) > 0)
		if to, err := url.Parse(said.Header().Get("Location")); err == nil && to.Query().Has("code") || strings.Contains(said.Body.String(), `name="code"`) {
			path += " with a code"
		}
		came[path+" "+strconv.Itoa(said.Code)]++
		if t.Failed() {
			return
		}
	}
	t.Log(came)
	for what, least := range map[string]int{"/oidc/authorize with a code 303": 100, "/oidc/authorize 303": 300, "/oidc/token 200": 5, "/oidc/token 401": 50, "/oidc/par 201": 5, "/oidc/introspect 200": 50} {
		if came[what] < least {
			t.Errorf("%d times %s: the mixes do not reach it", came[what], what)
		}
	}
}
