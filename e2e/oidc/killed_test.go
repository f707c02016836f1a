package oidc

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
	provider "kaiin/server/oidc"
)

// The server dies at each point between what is asked for and its effect, and between the effect
// and the answer. Afterwards no token works that is not stored, nothing that was used works again,
// what was not done can be done again, and what ended stays ended.
func TestKilledAtEveryPoint(t *testing.T) { // D-53 D-57 D-60
	w := running(t)
	deaths := []struct {
		point string
		// before comes before the server that dies. It answers what is asked of that server, whose
		// answer is lost, and what must hold after its death.
		before func(p *person) (act, after func())
	}{
		{"oidc.answering", func(p *person) (act, after func()) {
			form := p.opened(asks())
			return func() { p.tries("/oidc/consent/form", form) }, func() {
				if n := w.living(p); n != "0" {
					t.Errorf("a consent that was not committed has %s families", n)
				}
				a, err := p.form("/oidc/consent/form", form)
				must(t, err)
				to, err := url.Parse(a.Header.Get("Location"))
				must(t, err)
				w.works(w.token("web", exchange(to.Query().Get("code"))))
			}
		}},
		{"oidc.answered", func(p *person) (act, after func()) {
			form := p.opened(asks())
			return func() { p.tries("/oidc/consent/form", form) }, func() {
				a, err := p.form("/oidc/consent/form", form)
				must(t, err)
				if strings.Contains(a.Header.Get("Location"), "code=") {
					t.Error("one request is answered twice")
				}
				w.works(w.token("web", exchange(p.end(asks()).Get("code")))) // the member is not asked again
			}
		}},
		{"oidc.code_found", func(p *person) (act, after func()) {
			code := exchange(p.code(asks()))
			return func() { w.tries("/oidc/token", "web", code) }, func() { w.works(w.token("web", code)) }
		}},
		{"oidc.code_spent", func(p *person) (act, after func()) {
			code := exchange(p.code(asks()))
			return func() { w.tries("/oidc/token", "web", code) }, func() {
				refused(t, "a code that was used", w.token("web", code), 400, "invalid_grant")
				if n := w.living(p); n != "0" {
					t.Errorf("%s families live of a code that came twice", n)
				}
			}
		}},
		{"oidc.refresh_found", func(p *person) (act, after func()) {
			token := refresh(p.tokens(asks()).Body["refresh_token"])
			return func() { w.tries("/oidc/token", "web", token) }, func() { w.works(w.token("web", token)) }
		}},
		{"oidc.refreshed", func(p *person) (act, after func()) {
			token := refresh(p.tokens(asks()).Body["refresh_token"])
			return func() { w.tries("/oidc/token", "web", token) }, func() {
				again := w.token("web", token)
				w.works(again) // the answer was lost, and this is the time of grace
				w.works(w.token("web", refresh(again.Body["refresh_token"])))
			}
		}},
		{"oidc.device_allowing", func(p *person) (act, after func()) {
			d := w.waits()
			form := p.entered(d)
			return func() { p.tries("/device/form", form) }, func() {
				refused(t, "a device that no member has allowed", w.token("tv-app", poll(d)), 400, "authorization_pending")
				must(t, p.device(d.Text("user_code"), "allow"))
				w.works(w.token("tv-app", poll(d)))
			}
		}},
		{"oidc.device_found", func(p *person) (act, after func()) {
			d := w.waits()
			must(t, p.device(d.Text("user_code"), "allow"))
			return func() { w.tries("/oidc/token", "tv-app", poll(d)) }, func() { w.works(w.token("tv-app", poll(d))) }
		}},
		{"oidc.device_spent", func(p *person) (act, after func()) {
			d := w.waits()
			must(t, p.device(d.Text("user_code"), "allow"))
			return func() { w.tries("/oidc/token", "tv-app", poll(d)) }, func() {
				refused(t, "a device code that was used", w.token("tv-app", poll(d)), 400, "invalid_grant")
				if n := w.living(p); n != "0" {
					t.Errorf("%s families live of a device code that came twice", n)
				}
			}
		}},
		{"oidc.revoked", func(p *person) (act, after func()) {
			tokens := p.tokens(asks())
			form := url.Values{"token": {tokens.Text("refresh_token")}}
			return func() { w.tries("/oidc/revoke", "web", form) }, func() {
				if w.active(tokens.Body["access_token"]) || w.active(tokens.Body["refresh_token"]) {
					t.Error("a token that was revoked works")
				}
				if a := w.post("/oidc/revoke", "web", form); a.Status != http.StatusOK {
					t.Errorf("once more: %s", a)
				}
			}
		}},
		{"oidc.disconnecting", func(p *person) (act, after func()) {
			tokens := p.tokens(asks("scope", "openid email offline_access"))
			path := "/zapi/oidc/revoke/grant/" + p.grant()
			return func() { _, _ = p.Post(path, map[string]any{}) }, func() {
				if !w.active(tokens.Body["access_token"]) {
					t.Error("half of it has happened: the tokens are dead")
				}
				p.grant()
				a, err := p.Post(path, map[string]any{})
				must(t, err)
				if a.Status != http.StatusOK || w.active(tokens.Body["access_token"]) {
					t.Errorf("once more: %s", a)
				}
				w.told.next(t)
			}
		}},
		{"oidc.told", func(p *person) (act, after func()) {
			p.tokens(asks())
			return func() { _, _ = p.Post("/logout", map[string]any{}) }, func() {
				first, second := claims(t, w.told.next(t)), claims(t, w.told.next(t))
				if first["jti"] != second["jti"] || first["sub"] != second["sub"] {
					t.Errorf("told again as something new: %v, %v", first, second)
				}
			}
		}},
	}
	var points []string
	for _, one := range deaths {
		points = append(points, one.point)
		p := w.member()
		act, after := one.before(p)
		w.Stop()
		w.Start(blackbox.Program(), "KAIIN_FAILPOINT="+one.point)
		act()
		w.MustHaveKilledItself()
		w.Start(blackbox.Program())
		after()
	}
	if slices.Sort(points); !slices.Equal(points, slices.Sorted(slices.Values(provider.Failpoints))) {
		t.Errorf("the points are %v", provider.Failpoints)
	}
}

// opened is the form of the consent page of a request, with everything allowed.
func (p *person) opened(asked url.Values) url.Values {
	p.w.T.Helper()
	form, err := p.ConsentForm(p.asked(asked).Query().Get("request"))
	must(p.w.T, err)
	return form
}

// entered is the form of the page of a device, with everything allowed.
func (p *person) entered(d answer) url.Values {
	p.w.T.Helper()
	page, err := p.typed(d.Text("user_code"))
	must(p.w.T, err)
	form := url.Values{"user_code": {d.Text("user_code")}, "accountId": {page.Text("accountId")}, "answer": {"allow"}}
	must(p.w.T, blackbox.Everything(page, form))
	return form
}

// grant is the id of the one app that the member allows something.
func (p *person) grant() string {
	p.w.T.Helper()
	page, err := p.Get("/mypage/connections/screen-data")
	must(p.w.T, err)
	grants, _ := page.Body["accountGrants"].([]any)
	if len(grants) != 1 {
		p.w.T.Fatalf("%s", page)
	}
	return grants[0].(map[string]any)["grantId"].(string)
}

// tries posts a form to a server that may die of it.
func (p *person) tries(path string, form url.Values) { _, _ = p.form(path, form) }

func (w *world) tries(path, client string, form url.Values) {
	_, _ = w.Visitor("en").Send(http.MethodPost, path, []byte(changed(form, []string{"client_id", client}).Encode()), func(r *http.Request) {
		r.Header.Del("Origin")
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if secret := w.secrets[client]; secret != "" {
			r.SetBasicAuth(client, secret)
		}
	})
}

// waits is a device that waits for its member.
func (w *world) waits() answer {
	w.T.Helper()
	d := w.post("/oidc/device_authorization", "tv-app", url.Values{"scope": {"openid"}})
	if d.Status != http.StatusOK {
		w.T.Fatalf("%s", d)
	}
	return d
}

func poll(d answer) url.Values {
	return url.Values{"grant_type": {deviceGrant}, "device_code": {d.Text("device_code")}}
}

// works fails unless the tokens of an answer are worth something.
func (w *world) works(a answer) {
	w.T.Helper()
	if a.Status != http.StatusOK || !w.active(a.Body["access_token"]) {
		w.T.Errorf("%s", a)
	}
}

// living are how many families of the member live.
func (w *world) living(p *person) string {
	w.T.Helper()
	return w.Rows(`SELECT count(*) FROM oidc_families f JOIN accounts a ON a.id = f.account_id WHERE f.ended_at IS NULL AND a.email = $1`, p.Email)[0]
}
