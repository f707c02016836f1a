package app

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"kaiin/server/base/clock"
)

const issuer = "https://member.test" // no server answers there: only browsers would go

type values = map[string]any

// world is an app, the provider it asks, and a browser in front of it.
type world struct {
	*testing.T
	clock    *clock.Clock
	service  *Service
	url      string
	browser  *http.Client
	provider *double
}

// double is a provider that answers what a test wants.
type double struct {
	clock *clock.Clock
	key   jose.JSONWebKey

	mu       sync.Mutex
	nonce    string // of the login that is going on
	authTime int64
	id       values                       // what the next ID token says in other words
	sign     jose.JSONWebKey              // with which it is signed
	typ      string                       // of it
	answers  map[string]func() (int, any) // by path, instead of the usual answer
	asked    []url.Values                 // of the token endpoint
	calls    map[string]int
}

func newKey(t *testing.T, id string) jose.JSONWebKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return jose.JSONWebKey{Key: key, KeyID: id, Algorithm: string(jose.ES256), Use: "sig"}
}

func signed(t *testing.T, key jose.JSONWebKey, typ string, says values) string {
	t.Helper()
	options := new(jose.SignerOptions)
	if typ != "" {
		options.WithType(jose.ContentType(typ))
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.SignatureAlgorithm(key.Algorithm), Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := jwt.Signed(signer).Claims(says).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func setup(t *testing.T) *world {
	t.Helper()
	c := clock.New()
	p := &double{clock: c, key: newKey(t, "one"), typ: "JWT", id: values{}, answers: map[string]func() (int, any){}, calls: map[string]int{}}
	p.sign = p.key
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(t, w, r) }))
	t.Cleanup(inside.Close)
	mux := http.NewServeMux()
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	service, err := New(Config{URL: front.URL, Secret: "s3cret+/", Issuer: issuer, Inside: inside.URL, Clock: c})
	if err != nil {
		t.Fatal(err)
	}
	service.Routes(mux)
	return &world{T: t, clock: c, service: service, url: front.URL, browser: newBrowser(), provider: p}
}

func newBrowser() *http.Client {
	jar, _ := cookiejar.New(nil)
	return &http.Client{Transport: new(http.Transport), Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func (p *double) serve(t *testing.T, w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls[r.URL.Path]++
	status, body := p.usual(t, r)
	if other := p.answers[r.URL.Path]; other != nil {
		status, body = other()
	}
	answer(w, status, body)
}

func (p *double) usual(t *testing.T, r *http.Request) (int, any) {
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		return 200, values{
			"issuer": issuer, "authorization_endpoint": issuer + "/oidc/authorize", "token_endpoint": issuer + "/oidc/token", "userinfo_endpoint": issuer + "/oidc/userinfo",
			"jwks_uri": issuer + "/oidc/jwks", "revocation_endpoint": issuer + "/oidc/revoke", "device_authorization_endpoint": issuer + "/oidc/device",
			"end_session_endpoint": issuer + "/oidc/end_session",
		}
	case "/oidc/jwks":
		return 200, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{p.key.Public()}}
	case "/oidc/userinfo":
		return 200, values{"sub": "taro", "nickname": "タロウ<b>", "entitlements": []any{values{"plan": "standard", "since": "2026-01-01T00:00:00Z"}}}
	case "/oidc/device":
		return 200, values{"device_code": "d", "user_code": "BCDF-GHJK", "verification_uri": issuer + "/device", "verification_uri_complete": issuer + "/device?user_code=BCDF-GHJK", "expires_in": 600, "interval": 7}
	case "/oidc/token":
		_ = r.ParseForm()
		p.asked = append(p.asked, r.PostForm)
		id, secret, _ := r.BasicAuth()
		if id, _ = url.QueryUnescape(id); id == diaryID && secret != url.QueryEscape("s3cret+/") {
			return 401, values{"error": "invalid_client"}
		}
		if id == "" {
			id = r.PostForm.Get("client_id")
		}
		sum := sha256.Sum256([]byte("access"))
		now := p.clock.Now().Unix()
		says := values{
			"iss": issuer, "aud": id, "sub": "taro", "iat": now, "exp": now + 600, "auth_time": p.authTime, "sid": "sid-1", "amr": []string{"pwd", "mfa"},
			"at_hash": base64.RawURLEncoding.EncodeToString(sum[:16]),
		}
		if r.PostForm.Get("grant_type") == "authorization_code" {
			says["nonce"] = p.nonce
		}
		maps.Copy(says, p.id)
		return 200, values{"access_token": "access", "token_type": "Bearer", "expires_in": 600, "refresh_token": "refresh", "scope": "openid profile", "id_token": signed(t, p.sign, p.typ, says)}
	}
	return 200, values{}
}

// does calls the app as the browser does.
func (w *world) does(method, path string, form url.Values) (status int, location, body string) {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		w.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return w.send(w.browser, r)
}

func (w *world) send(client *http.Client, r *http.Request) (status int, location, body string) {
	w.Helper()
	got, err := client.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		w.Fatal(err)
	}
	return got.StatusCode, got.Header.Get("Location"), string(text)
}

// begins presses the button of the login and answers what the provider is asked for.
func (w *world) begins(form url.Values) url.Values {
	w.Helper()
	status, location, body := w.does("POST", "/app/login", form)
	if status != http.StatusSeeOther || !strings.HasPrefix(location, issuer+"/oidc/authorize?") {
		w.Fatalf("status %d to %q: %s", status, location, body)
	}
	to, err := url.Parse(location)
	if err != nil {
		w.Fatal(err)
	}
	asked := to.Query()
	w.provider.mu.Lock()
	defer w.provider.mu.Unlock()
	w.provider.nonce, w.provider.authTime = asked.Get("nonce"), w.clock.Now().Unix()
	return asked
}

// comesBack brings the provider's answer, with what differs from the usual one; "" leaves a
// parameter out.
func (w *world) comesBack(asked url.Values, differs map[string]string) (status int, location, body string) {
	w.Helper()
	query := url.Values{"code": {"c"}, "state": {asked.Get("state")}, "iss": {issuer}}
	for name, value := range differs {
		if query.Set(name, value); value == "" {
			query.Del(name)
		}
	}
	return w.does("GET", "/app/back?"+query.Encode(), nil)
}

// logsIn goes through a login.
func (w *world) logsIn() {
	w.Helper()
	if status, location, body := w.comesBack(w.begins(nil), nil); status != http.StatusSeeOther || location != "/app" {
		w.Fatalf("status %d to %q: %s", status, location, body)
	}
}

// isLoggedIn tells whether the page knows the member.
func (w *world) isLoggedIn() bool {
	w.Helper()
	status, _, body := w.does("GET", "/app", nil)
	if status != http.StatusOK {
		w.Fatalf("status %d: %s", status, body)
	}
	return strings.Contains(body, "Log out here and there")
}

// tells posts to the app as the provider does.
func (w *world) tells(path, kind, body string) (int, values) {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), http.MethodPost, w.url+path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	status, _, text := w.send(&http.Client{Transport: w.browser.Transport}, r)
	var says values
	_ = json.Unmarshal([]byte(text), &says)
	return status, says
}
