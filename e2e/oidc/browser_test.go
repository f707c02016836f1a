package oidc

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/go-jose/go-jose/v4"

	"kaiin/e2e/blackbox"
)

// person is a member with a browser, who allows apps what they ask for.
type person struct {
	*blackbox.Member
	w       *world
	brought string // the code that the browser has brought an app last (follow)
}

func (w *world) member() *person {
	w.T.Helper()
	p := w.visitor()
	must(w.T, p.SignUp())
	return p
}

func (w *world) visitor() *person { return &person{Member: w.Visitor("en"), w: w} }

// form posts a form as a page of this site does.
func (p *person) form(path string, form url.Values) (answer, error) {
	return p.PostForm(p.w.Origin+path, form.Encode())
}

// typed is the page to which the form for the code of a device leads.
func (p *person) typed(code string) (answer, error) {
	a, err := p.form("/device/code", url.Values{"user_code": {code}})
	if err != nil {
		return a, err
	}
	_, query, _ := strings.Cut(a.Header.Get("Location"), "?")
	return p.Get("/device/screen-data?" + query)
}

// device enters the code of a device, and allows it all or refuses.
func (p *person) device(code, answer string) error {
	page, err := p.typed(code)
	if err != nil {
		return err
	}
	form := url.Values{"user_code": {code}, "accountId": {page.Text("accountId")}, "answer": {answer}}
	if err := blackbox.Everything(page, form); err != nil {
		return err
	}
	a, err := p.form("/device/form", form)
	if err == nil && a.Header.Get("Location") != "/device?answered="+answer {
		err = fmt.Errorf("the device's form is answered by %s %s", a.Header.Get("Location"), a)
	}
	return err
}

// end is allow for a request that must come back to the app.
func (p *person) end(asked url.Values) url.Values {
	p.w.T.Helper()
	to, err := p.Allow("/oidc/authorize?" + asked.Encode())
	must(p.w.T, err)
	return to.Query()
}

// code is that of a request in which the member allows everything.
func (p *person) code(asked url.Values) string {
	p.w.T.Helper()
	answer := p.end(asked)
	if answer.Get("code") == "" {
		p.w.T.Fatalf("no code: %v", answer)
	}
	return answer.Get("code")
}

// tokens are what "web", or the client of the request, gets for such a code.
func (p *person) tokens(asked url.Values) answer {
	p.w.T.Helper()
	a := p.w.token(asked.Get("client_id"), exchange(p.code(asked), "redirect_uri", asked.Get("redirect_uri")))
	if a.Status != http.StatusOK {
		p.w.T.Fatalf("no tokens: %s", a)
	}
	return a
}

const verifier = "a-verifier-of-at-least-forty-three-characters-0"

func challenge() string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// asks is a request of "web", with changes: a name and its value in turns. An empty value takes the
// parameter away.
func asks(more ...string) url.Values {
	return changed(url.Values{
		"client_id": {"web"}, "redirect_uri": {back}, "response_type": {"code"}, "scope": {"openid email"}, "state": {"a state"}, "nonce": {"a nonce"},
		"code_challenge": {challenge()}, "code_challenge_method": {"S256"},
	}, more)
}

// exchange is the form that exchanges a code, with changes as in asks.
func exchange(code string, more ...string) url.Values {
	return changed(url.Values{"grant_type": {codeGrant}, "code": {code}, "redirect_uri": {back}, "code_verifier": {verifier}}, more)
}

func refresh(token any, more ...string) url.Values {
	text, _ := token.(string)
	return changed(url.Values{"grant_type": {refreshGrant}, "refresh_token": {text}}, more)
}

func changed(form url.Values, more []string) url.Values {
	for i := 0; i < len(more); i += 2 {
		form.Del(more[i])
		if more[i+1] != "" {
			form.Set(more[i], more[i+1])
		}
	}
	return form
}

// post sends a form to an endpoint as the client, by its way of proof.
func (w *world) post(path, client string, form url.Values, change ...func(*http.Request)) answer {
	w.T.Helper()
	form = maps.Clone(form)
	if form == nil {
		form = url.Values{}
	}
	secret := w.secrets[client]
	switch client {
	case "tv-app":
		form.Set("client_id", client)
	case "post":
		form.Set("client_id", client)
		form.Set("client_secret", secret)
	}
	return w.raw(http.MethodPost, path, form.Encode(), append([]func(*http.Request){func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if client == "web" || client == "pair" || client == "guard" {
			r.SetBasicAuth(client, secret)
		}
	}}, change...)...)
}

func (w *world) token(client string, form url.Values, change ...func(*http.Request)) answer {
	w.T.Helper()
	return w.post("/oidc/token", client, form, change...)
}

// raw is a call of an app, whatever it says.
func (w *world) raw(method, path, body string, change ...func(*http.Request)) answer {
	w.T.Helper()
	a, err := w.Visitor("en").Send(method, path, []byte(body), func(r *http.Request) {
		r.Header.Del("Origin")
		r.Header.Del("Content-Type")
		for _, c := range change {
			c(r)
		}
	})
	must(w.T, err)
	return a
}

func bearer(token any) func(*http.Request) {
	text, _ := token.(string)
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+text) }
}

func (w *world) userinfo(token any) answer {
	w.T.Helper()
	return w.raw(http.MethodGet, "/oidc/userinfo", "", bearer(token))
}

// active is what introspection by the resource server says of a token.
func (w *world) active(token any) bool {
	w.T.Helper()
	text, _ := token.(string)
	says, ok := w.post("/oidc/introspect", "guard", url.Values{"token": {text}}).Body["active"].(bool)
	if !ok {
		w.T.Fatal("introspection says nothing")
	}
	return says
}

// part is one of the two readable parts of a JWT, whose signature is not checked here.
func part(t testing.TB, token any, at int) map[string]any {
	t.Helper()
	text, _ := token.(string)
	parts := strings.Split(text, ".")
	if len(parts) != 3 {
		t.Fatalf("%q is no JWT", text)
	}
	plain, err := base64.RawURLEncoding.DecodeString(parts[at])
	must(t, err)
	all := map[string]any{}
	must(t, json.Unmarshal(plain, &all))
	return all
}

func claims(t testing.TB, token any) map[string]any { t.Helper(); return part(t, token, 1) }

// newKey is a key pair of an app: the private half as a JWK, the public one as a set.
func newKey(t testing.TB) (private, public string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	whole := jose.JSONWebKey{Key: key, KeyID: "1", Algorithm: "ES256", Use: "sig"}
	one, err := whole.MarshalJSON()
	must(t, err)
	set, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{whole.Public()}})
	must(t, err)
	return string(one), string(set)
}

// enter logs the member in unless they are.
func (p *person) enter() error {
	a, err := p.Get("/mypage/screen-data")
	if err == nil && a.Body["account"] == nil {
		err = p.LogIn()
	}
	return err
}
