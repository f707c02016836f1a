package botcheck_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"kaiin/server/base/config"
	"kaiin/server/identity/botcheck"
	"kaiin/server/identity/login"
	"kaiin/server/sandbox/sandboxtest"
)

const (
	secret = "secret-of-the-store"
	site   = "https://member.example"
)

// addresses are where the sandbox plays a vendor: its script's folder and siteverify.
var addresses = map[string][2]string{
	config.BotCheckRecaptcha: {"/recaptcha/", "/recaptcha/api/siteverify"},
	config.BotCheckTurnstile: {"/turnstile/v0/", "/turnstile/v0/siteverify"},
}

// world is a vendor's adapter in front of a sandbox.
type world struct {
	*testing.T
	login.HumanCheck
	provider, sandbox string
}

func setup(t *testing.T, provider string) *world {
	t.Helper()
	box := sandboxtest.Start(t, sandboxtest.Setup{BotCheck: provider, Change: map[string]string{"BOT_CHECK_SECRET": secret}})
	return &world{t, botcheck.New(box.Adapters(t).BotCheck, address(t, site+":8443")), provider, box.URL}
}

func check(t *testing.T, provider, secret, verify string) login.HumanCheck {
	t.Helper()
	return botcheck.New(config.BotCheck{
		Provider: provider, Secret: secret, URL: address(t, verify), ScriptURL: address(t, "https://vendor.example/api.js?hl=ja"),
	}, address(t, site+":8443"))
}

func address(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// token is what the script gets for a page.
func (w *world) token(origin, action string) string {
	w.Helper()
	form := url.Values{"sitekey": {"site-key"}, "action": {action}, "scored": {"true"}}
	if w.provider == config.BotCheckTurnstile {
		form.Del("scored")
	}
	r, err := http.NewRequestWithContext(w.Context(), http.MethodPost, w.sandbox+addresses[w.provider][0]+"token", strings.NewReader(form.Encode()))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", origin)
	var got struct{ Token string }
	w.send(r, &got)
	return got.Token
}

// post sends a command to the sandbox.
func (w *world) post(path, body string) {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), http.MethodPost, w.sandbox+path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	w.send(r, new(any))
}

func (w *world) send(r *http.Request, into any) {
	w.Helper()
	res, err := sandboxtest.Client.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if err := json.NewDecoder(res.Body).Decode(into); err != nil || res.StatusCode != http.StatusOK {
		w.Fatalf("%s: status %d, %v", r.URL.Path, res.StatusCode, err)
	}
}

func TestHuman(t *testing.T) { // C-018
	t.Parallel()
	for provider := range addresses {
		for _, c := range []struct {
			name            string
			origin, action  string
			outcome         string
			later           string // the clock moves on by so much before the token is looked at
			human, cannotBe bool
			only            string
		}{
			{name: "a person", human: true},
			{name: "a person, by a token without a word about what for", action: "-", human: true, only: config.BotCheckTurnstile},
			{name: "v3 without a word about what for", action: "-", only: config.BotCheckRecaptcha},
			{name: "on another site", origin: "https://another.example"},
			{name: "for something else", action: "signup"},
			{name: "no person", outcome: "fail"},
			{name: "a low score", outcome: "low_score", only: config.BotCheckRecaptcha},
			{name: "on another host, as scripted", outcome: "wrong_hostname"},
			{name: "used before, as scripted", outcome: "reuse"},
			{name: "the vendor is in trouble", outcome: "http_500", cannotBe: true},
			{name: "the vendor does not answer", outcome: "timeout", cannotBe: true},
			{name: "too late", later: "6m"},
		} {
			if c.only != "" && c.only != provider {
				continue
			}
			t.Run(provider+", "+c.name, func(t *testing.T) {
				t.Parallel()
				w := setup(t, provider)
				origin, action := c.origin, c.action
				if origin == "" {
					origin = site
				}
				switch action {
				case "":
					action = "login"
				case "-":
					action = ""
				}
				token := w.token(origin, action)
				if c.outcome != "" {
					w.post("/next", `{"service":"bot-check","outcome":"`+c.outcome+`"}`)
				}
				if c.later != "" {
					w.post("/clock", `{"advance":"`+c.later+`"}`)
				}
				if human, err := w.Human(t.Context(), token, "192.0.2.1"); human != c.human || (err != nil) != c.cannotBe {
					t.Errorf("%t, %v", human, err)
				}
			})
		}
	}
}

func TestTokensWorkOnce(t *testing.T) {
	t.Parallel()
	for provider := range addresses {
		w := setup(t, provider)
		token := w.token(site, "login")
		for i, want := range []bool{true, false, false} {
			if human, err := w.Human(t.Context(), token, ""); human != want || err != nil {
				t.Errorf("%s, look %d: %t, %v", provider, i+1, human, err)
			}
		}
		for _, invented := range []string{"", "invented", strings.Repeat("x", 9000)} {
			if human, err := w.Human(t.Context(), invented, ""); human || err != nil {
				t.Errorf("%s, %.10q: %t, %v", provider, invented, human, err)
			}
		}
	}
}

// Whatever is not a clear answer about the token is an error, so that no visitor passes.
func TestWhatCannotBeToldIsAnError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		status int
		body   string
		human  bool
		err    bool
	}{
		{"a success", 200, `{"success":true,"hostname":"member.example"}`, true, false},
		{"the score at the limit", 200, `{"success":true,"hostname":"member.example","action":"login","score":0.5}`, true, false},
		{"below it", 200, `{"success":true,"hostname":"member.example","action":"login","score":0.49}`, false, false},
		{"a score for something else", 200, `{"success":true,"hostname":"member.example","action":"signup","score":0.9}`, false, false},
		{"no host name", 200, `{"success":true}`, false, false},
		{"the host name in capitals", 200, `{"success":true,"hostname":"MEMBER.example"}`, true, false},
		{"our secret is wrong", 200, `{"success":false,"error-codes":["invalid-input-secret"]}`, false, true},
		{"the vendor is in trouble", 200, `{"success":false,"error-codes":["internal-error"]}`, false, true},
		{"refused by status", 400, `{"success":false,"error-codes":["invalid-input-response"]}`, false, false},
		{"status 400 alone", 400, `{}`, false, true},
		{"a success by a wrong status", 503, `{"success":true,"hostname":"member.example"}`, false, true},
		{"elsewhere", 302, ``, false, true},
		{"no JSON", 200, `<h1>Maintenance</h1>`, false, true},
		{"endless", 200, `{"x":"` + strings.Repeat("x", 1<<17) + `","success":true,"hostname":"member.example"}`, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var sent url.Values
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_ = r.ParseForm()
				sent = r.PostForm
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			}))
			t.Cleanup(server.Close)
			human, err := check(t, config.BotCheckRecaptcha, secret, server.URL).Human(t.Context(), "token", "192.0.2.1")
			if human != c.human || (err != nil) != c.err || err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%t, %v", human, err)
			}
			if sent.Get("secret") != secret || sent.Get("response") != "token" || sent.Get("remoteip") != "192.0.2.1" {
				t.Errorf("sent %v", sent)
			}
		})
	}
	if human, err := check(t, config.BotCheckTurnstile, secret, "http://127.0.0.1:1").Human(t.Context(), "token", ""); human || err == nil {
		t.Errorf("no server there: %t, %v", human, err)
	}
	w := setup(t, config.BotCheckTurnstile)
	stranger := check(t, w.provider, "another secret", w.sandbox+addresses[w.provider][1])
	if human, err := stranger.Human(t.Context(), w.token(site, "login"), ""); human || err == nil {
		t.Errorf("another secret: %t, %v", human, err)
	}
}

func TestScripts(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]string{
		config.BotCheckRecaptcha: "https://vendor.example/api.js?hl=ja&render=site+key", config.BotCheckTurnstile: "https://vendor.example/api.js?hl=ja&render=explicit",
	} {
		humans := check(t, provider, secret, "https://vendor.example/siteverify")
		if got := humans.ScriptURL("site key"); got != want || humans.Provider() != provider {
			t.Errorf("%s: %s", humans.Provider(), got)
		}
	}
	if humans := botcheck.New(config.BotCheck{}, address(t, site)); humans != nil {
		t.Errorf("%v", humans)
	}
}

// The scripts of both vendors are where the adapters' addresses lead, and only where a secret
// is known.
func TestSandboxServesScripts(t *testing.T) {
	t.Parallel()
	w := setup(t, config.BotCheckRecaptcha)
	for path, defines := range map[string]string{"/recaptcha/api.js": "window.grecaptcha =", "/turnstile/v0/api.js": "window.turnstile ="} {
		res, err := sandboxtest.Client.Get(w.sandbox + path)
		if err != nil {
			t.Fatal(err)
		}
		script, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if !strings.Contains(string(script), defines) || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/javascript") {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.Header.Get("Content-Type"))
		}
	}
}
