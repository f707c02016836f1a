package protocol_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/identity/pin"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
	"kaiin/server/oidc/protocol"
	"kaiin/server/sandbox/sandboxtest"
)

// world is the provider behind its addresses. The browser is that of member; pages are told by
// their needs.
type world struct {
	*oidctest.World
	Pins    *pin.Service
	t       testing.TB
	url     string
	handler http.Handler
	member  actor.Actor
	ended   bool // by a logout
	fault   *protocol.PageFault
	network string // from where apps ask
	browser string // the cookie of the browser
}

func setup(t testing.TB, change func(*settings.Settings)) *world {
	t.Helper()
	w := &world{World: oidctest.New(t, change), t: t, network: "192.0.2.1", browser: oidctest.Browser}
	w.Pins = &pin.Service{Store: w.Store, Clock: w.Clock, Settings: w.Settings, Throttle: w.Throttle, Account: w.Account, Passwords: &w.Login.Credential.Passwords}
	e := &protocol.Endpoints{
		Provider: w.Service,
		Pins:     w.Pins,
		Enabled:  func(*http.Request) (bool, error) { return true, nil },
		Known:    func(next http.Handler) http.Handler { return next },
		Own:      func(next http.Handler) http.Handler { return next },
		Actor: func(*http.Request) actor.Actor {
			a := w.member
			if len(a.AppBrowsers) == 0 && w.browser != "" {
				a.AppBrowsers = strings.Split(w.browser, ".")
			}
			return a
		},
		Remember: func(_ *http.Request, browser string) { w.browser = browser },
		Network:  func(*http.Request) string { return w.network },
		Path: func(need oidc.Need, key string, _ time.Time) string {
			return "/page/" + string(need) + "?request=" + key
		},
		Page: func(rw http.ResponseWriter, _ *http.Request, f *protocol.PageFault) {
			w.fault = f
			rw.WriteHeader(f.Status)
		},
		Logout: func(http.ResponseWriter, *http.Request) error {
			w.ended = true
			return w.Session.Logout(t.Context(), w.member)
		},
	}
	e.Prepare()
	mux := http.NewServeMux()
	e.Mount(mux, func(next http.Handler) http.Handler { return next })
	w.handler = mux
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.url, w.Issuer, w.handler = server.URL, server.URL, mux
	return w
}

const verifier = "a-verifier-of-at-least-forty-three-characters-0"

func challenge() string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// asks are the parameters of a request of Web.
func asks(more ...string) url.Values {
	v := url.Values{
		"client_id": {"cinema"}, "redirect_uri": {"https://cinema.example/back"}, "response_type": {"code"}, "scope": {"openid email"}, "state": {"st"}, "nonce": {"no"},
		"code_challenge": {challenge()}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(more); i += 2 {
		if more[i+1] == "" {
			v.Del(more[i])
			continue
		}
		v.Set(more[i], more[i+1])
	}
	return v
}

// browse asks for an address as a browser does, without following where it leads.
func (w *world) browse(address string) (status int, location *url.URL, body string) {
	w.t.Helper()
	client := &http.Client{Transport: sandboxtest.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get(w.url + address)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	location, err = url.Parse(answer.Header.Get("Location"))
	if err != nil {
		w.t.Fatal(err)
	}
	return answer.StatusCode, location, string(text)
}

// authorize brings a request, and follows the consent page by allowing all of it.
func (w *world) authorize(asked url.Values) url.Values {
	w.t.Helper()
	status, to, _ := w.browse("/oidc/authorize?" + asked.Encode())
	if status != http.StatusSeeOther {
		w.t.Fatalf("%d %+v", status, w.fault)
	}
	if to.Path == "/page/consent" {
		key := to.Query().Get("request")
		r, err := w.Find(w.t.Context(), []string{oidctest.Browser}, key)
		if err != nil || r == nil {
			w.t.Fatalf("%v, %v", r, err)
		}
		asked, err := w.ScopeStates(w.t.Context(), w.member.AccountID, r)
		if err != nil {
			w.t.Fatal(err)
		}
		_, code, err := w.Allow(w.t.Context(), w.member, key, asked.Keys(oidc.Unauthorized, oidc.Updated), nil)
		if err != nil {
			w.t.Fatal(err)
		}
		return url.Values{"code": {code}}
	}
	return to.Query()
}

// post sends a form as Web does, who proves itself by its secret.
func (w *world) post(path string, form url.Values, change ...func(*http.Request)) (status int, says map[string]any, header http.Header) {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth("cinema", w.Secret)
	for _, c := range change {
		c(r)
	}
	answer, err := sandboxtest.Client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(body) > 0 {
		if err := json.Unmarshal(body, &says); err != nil {
			w.t.Fatalf("%d %s", answer.StatusCode, body)
		}
	}
	return answer.StatusCode, says, answer.Header
}

// exchange is the form of a code's exchange.
func exchange(code string, more ...string) url.Values {
	v := url.Values{"grant_type": {"authorization_code"}, "code": {code}, "redirect_uri": {"https://cinema.example/back"}, "code_verifier": {verifier}}
	for i := 0; i < len(more); i += 2 {
		v.Set(more[i], more[i+1])
	}
	return v
}

// claims of a JWT. The signature is not checked.
func claims(t *testing.T, token any) map[string]any {
	t.Helper()
	parts := strings.Split(token.(string), ".")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(payload, &all); err != nil {
		t.Fatal(err)
	}
	return all
}
