package idp_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/oauth2"

	"kaiin/server/base/clock"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/outcome"
	"kaiin/server/sandbox/sandboxtest"
)

const (
	clientID = "client-1"
	secret   = "0123456789abcdef0123456789abcdef"
	callback = "https://member.test/auth/callback?from=idp"
)

// world is the service, and its caller.
type world struct {
	*testing.T
	url     string
	service *idp.Service
	clock   *clock.Clock
}

func setup(t *testing.T) *world {
	t.Helper()
	c := idp.Client{ID: clientID, Secret: secret}
	w := &world{T: t, clock: clock.New()}
	var err error
	w.service, err = idp.New(idp.Config{
		Clients: idp.Clients{LINE: c, Google: c, YahooJapan: c, Facebook: c}, Clock: w.clock, Queue: outcome.NewQueue(idp.Scripts()),
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	w.service.Routes(mux)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.url = server.URL
	return w
}

// answer is what came back.
type answer struct {
	*http.Response
	text string
}

func (a answer) object(t *testing.T) map[string]any {
	t.Helper()
	out := map[string]any{}
	if err := json.Unmarshal([]byte(a.text), &out); err != nil {
		t.Fatalf("%s: %v in %s", a.Status, err, a.text)
	}
	return out
}

var browser = &http.Client{Transport: sandboxtest.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// do sends a form, or JSON when the body begins with "{"; headers are name, value pairs.
func (w *world) do(method, path, body string, headers ...string) answer {
	w.Helper()
	if !strings.HasPrefix(path, "http") {
		path = w.url + path
	}
	r, err := http.NewRequestWithContext(w.Context(), method, path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := browser.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	return answer{res, string(text)}
}

var authorizePaths = map[string]string{
	"line": "/idp/line/oauth2/v2.1/authorize", "google": "/idp/google/o/oauth2/v2/auth", "yahoojapan": "/idp/yahoojapan/authorization",
	"facebook": "/idp/facebook/v25.0/dialog/oauth",
}

var tokenPaths = map[string]string{
	"line": "/idp/line/oauth2/v2.1/token", "google": "/idp/google/token", "yahoojapan": "/idp/yahoojapan/token",
	"facebook": "/idp/facebook/v25.0/oauth/access_token",
}

const verifier = "verifier-verifier-verifier-verifier-verifier"

// authorize is an authorize address; change has name, value pairs, and an empty value takes the
// parameter away.
func authorize(face string, change ...string) string {
	q := url.Values{
		"client_id": {clientID}, "redirect_uri": {callback}, "response_type": {"code"}, "scope": {"openid profile email"}, "state": {"s <1>"},
		"nonce": {"n-1"}, "code_challenge": {oauth2.S256ChallengeFromVerifier(verifier)}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(change); i += 2 {
		if q.Del(change[i]); change[i+1] != "" {
			q.Set(change[i], change[i+1])
		}
	}
	return authorizePaths[face] + "?" + q.Encode()
}

// code signs 太郎 in.
func (w *world) code(face string) string {
	w.Helper()
	back := w.do("POST", authorize(face), "user=taro").Header.Get("Location")
	u, err := url.Parse(back)
	if err != nil || u.Query().Get("code") == "" {
		w.Fatalf("the browser is sent to %q", back)
	}
	return u.Query().Get("code")
}

// exchange gives a code for tokens, the client being told in the form or in the header.
func (w *world) exchange(face, code string, basic bool) answer {
	w.Helper()
	form := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {callback}, "code_verifier": {verifier}}
	headers := []string{}
	if basic {
		r := &http.Request{Header: http.Header{}}
		r.SetBasicAuth(clientID, secret)
		headers = []string{"Authorization", r.Header.Get("Authorization")}
	} else {
		form.Set("client_id", clientID)
		form.Set("client_secret", secret)
	}
	return w.do("POST", tokenPaths[face], form.Encode(), headers...)
}

// token signs 太郎 in and gives the whole answer of the token endpoint.
func (w *world) token(face string) map[string]any {
	w.Helper()
	a := w.exchange(face, w.code(face), face == "yahoojapan")
	if a.StatusCode != http.StatusOK {
		w.Fatalf("%s: %s", a.Status, a.text)
	}
	return a.object(w.T)
}
