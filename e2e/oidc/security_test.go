package oidc

import (
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// asked is where a request leads: the address at which the browser is sent on, or the page that
// shows an error.
func (p *person) asked(form url.Values) *url.URL {
	p.w.T.Helper()
	a, err := p.Get("/oidc/authorize?" + form.Encode())
	must(p.w.T, err)
	to, err := url.Parse(a.Header.Get("Location"))
	if err != nil || a.Status != http.StatusSeeOther {
		p.w.T.Fatalf("%v: %s", form, a)
	}
	return to
}

// refused fails unless the answer is the error of the protocol.
func refused(t testing.TB, what string, a answer, status int, code string) {
	t.Helper()
	if a.Status != status || a.Text("error") != code || a.Header.Get("Cache-Control") != "no-store" || a.Body["access_token"] != nil {
		t.Errorf("%s: %s", what, a)
	}
}

func TestSecurity52AnswersGoToRegisteredAddresses(t *testing.T) {
	w := together(t)
	p := w.member()
	p.code(asks())
	for _, evil := range []string{
		back + "/", back + "?x=1", back + "#x", back + "%2f", back + "/../x", strings.ToUpper(back), "http://web.example/back", "https://web.example:443/back",
		"https://sub.web.example/back", "https://web.example@evil.example/back", "https://web.example.evil.example/back", "https://evil.example/back", "//web.example/back",
		"https://web.example/other", "https://web.example/other?fixed=2", "javascript:alert(1)", "https://ｗｅｂ.example/back", back + " ", " " + back, back + "\x00", `https:\\web.example\back`,
	} {
		for _, broken := range [][]string{{"redirect_uri", evil}, {"redirect_uri", evil, "scope", "nonsense"}, {"redirect_uri", evil, "prompt", "none"}, {"redirect_uri", evil, "response_mode", "form_post"}} {
			if to := p.asked(asks(broken...)); to.IsAbs() || to.Host != "" || to.Path != "/oidc/error" {
				t.Errorf("%q leads to %s", evil, to)
			}
		}
	}
	for _, evil := range []string{"https://evil.example/", "//evil.example/", `/\evil.example`, "/\t/evil.example"} {
		a, err := w.Visitor("en").Get("/login/screen-data?returnTo=" + url.QueryEscape(evil))
		must(t, err)
		if strings.Contains(a.Header.Get("Location"), "evil.example") {
			t.Errorf("%q leads to %s", evil, a.Header.Get("Location"))
		}
		must(t, p.LogIn())
		a, err = p.Get("/oidc/end_session?" + url.Values{"client_id": {"web"}, "post_logout_redirect_uri": {evil}}.Encode())
		must(t, err)
		if strings.Contains(a.Header.Get("Location"), "evil.example") {
			t.Errorf("a logout leads to %s", a.Header.Get("Location"))
		}
	}
	// A native app listens at any port of its loopback address, and at nothing else.
	for address, works := range map[string]bool{
		"http://127.0.0.1:1234/back": true, "http://127.0.0.1/back": true, "com.example.tv:/back": true,
		"http://127.0.0.1:1234/else": false, "http://localhost:1234/back": false, "http://127.0.0.2:1234/back": false, "com.example.tv:/else": false, "https://127.0.0.1:1234/back": false,
	} {
		if to := p.asked(asks("client_id", "tv-app", "scope", "openid", "redirect_uri", address)); (to.Path == "/oidc/consent") != works {
			t.Errorf("%s leads to %s", address, to)
		}
	}
}

func TestSecurity53ACodeWorksOnce(t *testing.T) {
	w := together(t)
	p := w.member()
	code := p.code(asks())
	first := w.token("web", exchange(code))
	if first.Status != 200 || !w.active(first.Body["access_token"]) {
		t.Fatalf("%s", first)
	}
	refused(t, "twice", w.token("web", exchange(code)), 400, "invalid_grant")
	for _, kind := range []string{"access_token", "refresh_token"} {
		if w.active(first.Body[kind]) {
			t.Errorf("the %s of a code that came twice is accepted", kind)
		}
	}
	code = p.code(asks())
	var given atomic.Int32
	blackbox.Each(t, 50, 50, func(int) error {
		if w.token("web", exchange(code)).Status == 200 {
			given.Add(1)
		}
		return nil
	})
	if given.Load() > 1 {
		t.Errorf("one code was exchanged %d times", given.Load())
	}
}

func TestSecurity54ACodeIsShortAndBound(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	code := p.code(asks())
	refused(t, "another client", w.token("post", exchange(code)), 400, "invalid_grant")
	refused(t, "another address", w.token("web", exchange(code, "redirect_uri", "https://web.example/other?fixed=1")), 400, "invalid_grant")
	refused(t, "no address", w.token("web", exchange(code, "redirect_uri", "")), 400, "invalid_grant")
	refused(t, "another verifier", w.token("web", exchange(code, "code_verifier", verifier+"x")), 400, "invalid_grant")
	if a := w.token("web", exchange(code)); a.Status != 200 {
		t.Errorf("what was wrong has spent the code: %s", a)
	}
	code = p.code(asks())
	w.Outside.Advance(t, 61*time.Second)
	refused(t, "a minute later", w.token("web", exchange(code)), 400, "invalid_grant")
}

func TestSecurity55PKCEIsNeeded(t *testing.T) {
	w := together(t)
	p := w.member()
	p.code(asks())
	for what, change := range map[string][]string{
		"no challenge": {"code_challenge", ""}, "plain": {"code_challenge_method", "plain"}, "no method": {"code_challenge_method", ""}, "another method": {"code_challenge_method", "s256"},
		"a short challenge": {"code_challenge", "short"}, "padding": {"code_challenge", challenge() + "="}, "neither": {"code_challenge", "", "code_challenge_method", ""},
	} {
		for _, client := range []string{"web", "tv-app"} {
			more := append([]string{"client_id", client}, change...)
			if client == "tv-app" {
				more = append(more, "redirect_uri", "http://127.0.0.1/back", "scope", "openid")
			}
			if to := p.asked(asks(more...)); to.Query().Get("error") != "invalid_request" || to.Query().Has("code") {
				t.Errorf("%s of %s: %s", what, client, to)
			}
		}
	}
	code := p.code(asks())
	for what, wrong := range map[string]string{"none": "", "the challenge": challenge(), "short": "abc", "long": strings.Repeat("a", 129), "full-width": strings.Repeat("ａ", 43)} {
		refused(t, what, w.token("web", exchange(code, "code_verifier", wrong)), 400, "invalid_grant")
	}
}

func TestSecurity56OnlyRegisteredGrants(t *testing.T) {
	w := together(t)
	p := w.member()
	p.code(asks())
	for _, kind := range []string{"token", "id_token", "id_token token", "code id_token", "code token", "none"} {
		if to := p.asked(asks("response_type", kind)); to.Query().Get("error") != "unsupported_response_type" || to.Fragment != "" {
			t.Errorf("%s: %s", kind, to)
		}
	}
	for _, mode := range []string{"fragment", "jwt", "web_message"} {
		if to := p.asked(asks("response_mode", mode)); to.Query().Get("error") == "" || to.Query().Has("code") || to.Fragment != "" {
			t.Errorf("%s: %s", mode, to)
		}
	}
	for _, kind := range []string{"password", "implicit", "urn:ietf:params:oauth:grant-type:token-exchange", "urn:ietf:params:oauth:grant-type:jwt-bearer"} {
		refused(t, kind, w.token("web", url.Values{"grant_type": {kind}, "username": {p.Email}, "password": {blackbox.Password}}), 400, "unsupported_grant_type")
	}
	refused(t, "its own name", w.token("tv-app", url.Values{"grant_type": {ownGrant}}), 400, "unauthorized_client")
	refused(t, "a refresh token", w.token("pair", refresh("x")), 400, "unauthorized_client")
	refused(t, "a device", w.post("/oidc/device_authorization", "pair", url.Values{"scope": {"openid"}}), 400, "unauthorized_client")
	if to := p.asked(asks("client_id", "guard")); to.IsAbs() {
		t.Errorf("a resource server may ask members: %s", to)
	}
}

func TestSecurity57RefreshTokensRotate(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	asked := asks("scope", "openid email offline_access")
	first := p.tokens(asked).Body["refresh_token"]
	second := w.token("web", refresh(first))
	if second.Status != 200 || second.Body["refresh_token"] == first {
		t.Fatalf("%s", second)
	}
	// Two at once: both get something that works, as after an answer that was lost.
	var given atomic.Int32
	blackbox.Each(t, 2, 2, func(int) error {
		if w.token("web", refresh(second.Body["refresh_token"])).Status == 200 {
			given.Add(1)
		}
		return nil
	})
	if given.Load() != 2 {
		t.Errorf("of two at once %d were answered", given.Load())
	}
	third := w.token("web", refresh(second.Body["refresh_token"]))
	w.Outside.Advance(t, 31*time.Second)
	refused(t, "another client's", w.token("post", refresh(third.Body["refresh_token"])), 400, "invalid_grant")
	refused(t, "an old one", w.token("web", refresh(first)), 400, "invalid_grant")
	if w.active(third.Body["access_token"]) || w.active(third.Body["refresh_token"]) {
		t.Error("after an old refresh token came, the newest works")
	}
	refused(t, "the newest", w.token("web", refresh(third.Body["refresh_token"])), 400, "invalid_grant")

	// However often it is refreshed, access ends one day.
	must(t, p.enter())
	last := p.tokens(asked)
	for day := 0; day < 399; day += 21 {
		w.Outside.Advance(t, 21*24*time.Hour)
		if last = w.token("web", refresh(last.Body["refresh_token"])); last.Status != 200 && day < 370 {
			t.Fatalf("day %d: %s", day, last)
		}
	}
	w.Outside.Advance(t, 21*24*time.Hour)
	refused(t, "400 days later", w.token("web", refresh(last.Body["refresh_token"])), 400, "invalid_grant")
}

func TestSecurity58AnswersNameStateNonceAndIssuer(t *testing.T) {
	w := together(t)
	p := w.member()
	p.code(asks())
	for _, state := range []string{"x", `"><script>`, "日本語 &=+%", strings.Repeat("s", 2000)} {
		for _, change := range [][]string{nil, {"prompt", "none"}, {"scope", "nonsense"}} {
			to := p.asked(asks(append(change, "state", state, "nonce", state)...))
			if to.Query().Get("state") != state || to.Query().Get("iss") != w.Origin {
				t.Errorf("%q: %s", state, to)
			}
			if code := to.Query().Get("code"); code != "" && change == nil {
				if got := claims(t, w.token("web", exchange(code)).Body["id_token"])["nonce"]; got != state {
					t.Errorf("nonce %q, not %q", got, state)
				}
			}
		}
	}
	if w.raw("GET", "/.well-known/openid-configuration", "").Body["authorization_response_iss_parameter_supported"] != true {
		t.Error("the document does not say that answers name the issuer")
	}
}
