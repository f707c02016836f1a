package oidc

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// an app that asks for a new login gets one, however fresh the last one is: the page asks for
// a proof, which is good for this request and ends the way. Browsers follow every redirect here, so
// that one that leads round in a circle is noticed.
func TestX01ANewLoginIsAskedForOnceAndEnds(t *testing.T) {
	w := inTurn(t)
	for name, c := range map[string]struct {
		since  time.Duration
		change []string
	}{
		"prompt=login, a moment after": {time.Second, []string{"prompt", "login"}},
		"max_age=0, a moment after":    {time.Second, []string{"max_age", "0"}},
		"max_age=60, minutes after":    {5 * time.Minute, []string{"max_age", "60"}},
		"prompt=login, days after":     {50 * time.Hour, []string{"prompt", "login"}},
	} {
		p := w.member()
		tokens := p.tokens(asks())
		w.Outside.Advance(t, c.since)
		asked := w.Now(t)
		at := p.follow("/oidc/authorize?" + asks(c.change...).Encode())
		if at.Path != "/login/confirm" {
			t.Fatalf("%s: the browser ends at %s", name, at)
		}
		page, err := p.Get("/login/confirm/screen-data?" + at.RawQuery)
		must(t, err)
		methods, _ := page.Body["methods"].([]any)
		if !slices.Contains(methods, any("Password")) {
			t.Fatalf("%s: the page does not ask: %s", name, page)
		}
		proved, err := p.Post("/zapi/login/confirm", map[string]any{"password": blackbox.Password, "returnTo": page.Text("returnTo")})
		must(t, err)
		if c.since < time.Hour && !w.active(tokens.Body["access_token"]) {
			t.Errorf("%s: the proof has logged the member out of the app that asked for it", name)
		}
		if again := p.follow("/login/confirm?" + at.RawQuery); again.Host != "web.example" {
			t.Errorf("%s: after it was proved the page leads to %s", name, again)
			continue
		}
		code := p.brought
		if to := p.follow("/oidc/authorize?" + asks(c.change...).Encode()); to.Path != "/login/confirm" && c.change[1] != "60" {
			t.Errorf("%s: a second request is content with the proof for the first: %s", name, to)
		}
		if proved.Text("redirectTo") != page.Text("returnTo") {
			t.Errorf("%s: %s", name, proved)
		}
		if got := claims(t, w.token("web", exchange(code)).Body["id_token"])["auth_time"]; got.(float64) < float64(asked.Unix()) {
			t.Errorf("%s: auth_time is %v, and it was asked at %d", name, got, asked.Unix())
		}
	}
}

// follow goes where a browser ends that opens the address: at a page that shows something, or at
// the app, whose code it keeps. It fails where the browser is led on for ever.
func (p *person) follow(address string) *url.URL {
	p.w.T.Helper()
	for range 20 {
		to, err := url.Parse(address)
		must(p.w.T, err)
		if to.IsAbs() && !strings.HasPrefix(address, p.w.Origin) {
			p.brought = to.Query().Get("code")
			return to
		}
		if to.Path == "/oidc" || strings.HasPrefix(to.Path, "/oidc/authorize") {
			a, err := p.Send(http.MethodGet, address, nil, nil)
			must(p.w.T, err)
			address = a.Header.Get("Location")
			continue
		}
		page, err := p.Get(to.Path + "/screen-data?" + to.RawQuery)
		must(p.w.T, err)
		if address = page.Text("redirectTo"); address == "" {
			return to
		}
	}
	p.w.T.Fatalf("the browser is led round in a circle, by %s", address)
	return nil
}
