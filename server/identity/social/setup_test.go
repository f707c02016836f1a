package social_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/oauth2"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/identity/login"
	"kaiin/server/identity/social"
	"kaiin/server/sandbox/sandboxtest"
)

const (
	secret   = "0123456789abcdef0123456789abcdef"
	callback = "https://member.test/auth/callback"
)

// face is a provider and what is particular about it.
type face struct {
	kind   string // of the external accounts
	name   string // at the sandbox
	openID bool
	asks   bool // Finish asks more than the token endpoint
}

var faces = []face{
	{social.TypeLINE, "line", true, false},
	{social.TypeGoogle, "google", true, false},
	{social.TypeYahooJapan, "yahoojapan", true, true},
	{social.TypeFacebook, "facebook", false, true},
}

// world is the providers' adapters in front of a sandbox.
type world struct {
	*testing.T
	face
	login.Provider
	sandbox *httptest.Server
	config  config.Social
}

// setup makes a world for one face; instead answers paths in the sandbox's place.
func setup(t *testing.T, f face, instead map[string]http.HandlerFunc) *world {
	t.Helper()
	box := sandboxtest.Start(t, sandboxtest.Setup{
		Change: map[string]string{
			"LINE_CLIENT_SECRET": secret, "GOOGLE_CLIENT_SECRET": secret, "YAHOO_JAPAN_CLIENT_SECRET": secret, "FACEBOOK_CLIENT_SECRET": secret,
			"GOOGLE_RESPONSE_MODE": "query",
		},
		Around: func(ordinary http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if own, ok := instead[r.URL.Path]; ok {
					own(w, r)
					return
				}
				ordinary.ServeHTTP(w, r)
			})
		},
	})
	w := &world{T: t, face: f, sandbox: box.Server, config: box.Adapters(t).Social}
	w.Provider = w.with()
	return w
}

// with makes the adapter anew.
func (w *world) with(options ...social.Option) login.Provider {
	return social.Providers(w.config, clock.New(), options...)[w.kind]
}

// attempt is a sign-in on its way.
type attempt struct {
	login.ProviderStart
	address string
}

func (w *world) start(change ...func(*login.ProviderStart)) attempt {
	w.Helper()
	a := attempt{ProviderStart: login.ProviderStart{
		State: "state-" + oauth2.GenerateVerifier(), Nonce: "nonce-" + oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier(),
		RedirectURL: callback, Locale: "ja",
	}}
	for _, c := range change {
		c(&a.ProviderStart)
	}
	var err error
	if a.address, err = w.Start(w.Context(), a.ProviderStart); err != nil {
		w.Fatal(err)
	}
	return a
}

// choice is what the person does at the provider.
type choice map[string]any

// choose makes the person's choice and returns what comes back to the product.
func (w *world) choose(a attempt, c choice) url.Values {
	w.Helper()
	c["url"] = a.address
	var out struct {
		RedirectTo string
		Form       map[string]string
	}
	w.post("/idp/"+w.name+"/approve", c, &out)
	at, err := url.Parse(out.RedirectTo)
	if err != nil {
		w.Fatal(err)
	}
	back := at.Query()
	for name, value := range out.Form {
		back.Set(name, value)
	}
	if at.RawQuery = ""; at.String() != a.RedirectURL {
		w.Fatalf("the browser is sent to %s", out.RedirectTo)
	}
	if (len(out.Form) > 0) != w.FormPost() {
		w.Fatalf("form_post %v, but the form is %v", w.FormPost(), out.Form)
	}
	if back.Get("state") != a.State {
		w.Fatalf("state %q came back, want %q", back.Get("state"), a.State)
	}
	return back
}

func (w *world) finish(a attempt, code string) (login.Identity, error) {
	return w.Finish(w.Context(), login.ProviderFinish{Code: code, Nonce: a.Nonce, Verifier: a.Verifier, RedirectURL: a.RedirectURL})
}

// signIn goes all the way.
func (w *world) signIn(c choice) (login.Identity, error) {
	w.Helper()
	a := w.start()
	return w.finish(a, w.choose(a, c).Get("code"))
}

func (w *world) signedIn(c choice) login.Identity {
	w.Helper()
	who, err := w.signIn(c)
	if err != nil {
		w.Fatal(err)
	}
	return who
}

// next scripts an outcome.
func (w *world) next(outcome, function string) {
	w.Helper()
	w.post("/next", map[string]string{"service": w.name, "outcome": outcome, "function": function}, nil)
}

func (w *world) post(path string, in, out any) {
	w.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.Fatal(err)
	}
	res, err := sandboxtest.Client.Post(w.sandbox.URL+path, "application/json", strings.NewReader(string(body)))
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		w.Fatalf("%s: %s: %s", path, res.Status, text)
	}
	if err == nil && out != nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		w.Fatal(err)
	}
}

// refused checks that the error is a refusal and nothing else, and gives no secret away.
func (w *world) refused(who login.Identity, err error) {
	w.Helper()
	w.failed(who, err, login.ErrProviderRefused, login.ErrProviderUnreachable)
}

// unreachable checks that the error is trouble and nothing else, and gives no secret away.
func (w *world) unreachable(who login.Identity, err error) {
	w.Helper()
	w.failed(who, err, login.ErrProviderUnreachable, login.ErrProviderRefused)
}

func (w *world) failed(who login.Identity, err, want, other error) {
	w.Helper()
	if !errors.Is(err, want) || errors.Is(err, other) {
		w.Fatalf("got %v, want %v", err, want)
	}
	if who != (login.Identity{}) {
		w.Errorf("somebody signed in all the same: %+v", who)
	}
	if text := err.Error(); strings.Contains(text, secret) || strings.Contains(text, "@") || len(text) > 500 {
		w.Errorf("the error tells too much: %s", text)
	}
}
