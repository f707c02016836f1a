package oidc

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestSecurity59MembersDecideWhatIsHandedOver(t *testing.T) { // P-005 A-091
	w := together(t)
	p := w.member()
	asked := asks("scope", "openid email phone")
	key := func() string {
		t.Helper()
		to := p.asked(asked)
		if to.Path != "/oidc/consent" {
			t.Fatalf("no consent: %s", to)
		}
		return to.Query().Get("request")
	}
	post := func(change func(url.Values)) (*url.URL, answer) {
		t.Helper()
		form, err := p.ConsentForm(key())
		must(t, err)
		change(form)
		a, err := p.form("/oidc/consent/form", form)
		must(t, err)
		to, err := url.Parse(a.Header.Get("Location"))
		must(t, err)
		return to, a
	}
	for what, change := range map[string]func(url.Values){
		"a scope that was not asked for": func(f url.Values) { f.Add("addScope", "address") },
		"a scope that is not known":      func(f url.Values) { f.Add("addScope", "admin") },
		"a required one dropped":         func(f url.Values) { f["addScope"] = []string{"email"} },
		"a required one refused":         func(f url.Values) { f["addScope"] = []string{"email"}; f["rejectScope"] = []string{"openid"} },
		"both allowed and refused":       func(f url.Values) { f["rejectScope"] = []string{"email"} },
		"another member":                 func(f url.Values) { f.Set("accountId", "01a209f3-0000-7000-8000-000000000000") },
		"another request":                func(f url.Values) { f.Set("request", "nonsense") },
	} {
		if to, a := post(change); to.IsAbs() || a.Status >= 500 {
			t.Errorf("%s: %s", what, to)
		}
	}
	form, err := p.ConsentForm(key())
	must(t, err)
	a, err := p.Send(http.MethodPost, "/oidc/consent/form", []byte(form.Encode()), func(r *http.Request) {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://evil.example")
	})
	must(t, err)
	if strings.Contains(a.Header.Get("Location"), "code=") {
		t.Error("another site may consent")
	}
	to, _ := post(func(f url.Values) { f["addScope"] = []string{"openid", "email"}; f["rejectScope"] = []string{"phone"} })
	tokens := w.token("web", exchange(to.Query().Get("code")))
	if tokens.Text("scope") != "openid email" {
		t.Errorf("%s", tokens)
	}
	if about := w.userinfo(tokens.Body["access_token"]); about.Body["email"] != p.Email || about.Body["phone_number"] != nil {
		t.Errorf("%s", about)
	}
	asked = asks("scope", "openid email")
	if to := p.asked(asked); !to.Query().Has("code") {
		t.Errorf("the same again asks: %s", to)
	}
	asked = asks("scope", "openid email phone")
	key() // what was refused is asked again
}

func TestSecurity60WhatIsRevokedIsDeadAtOnce(t *testing.T) {
	w := inTurn(t)
	dead := func(what string, tokens answer) {
		t.Helper()
		for _, kind := range []string{"access_token", "refresh_token"} {
			if w.active(tokens.Body[kind]) {
				t.Errorf("%s: the %s is accepted", what, kind)
			}
		}
		if a := w.userinfo(tokens.Body["access_token"]); a.Status != 401 {
			t.Errorf("%s: userinfo %s", what, a)
		}
		refused(t, what, w.token("web", refresh(tokens.Body["refresh_token"])), 400, "invalid_grant")
	}
	offline := asks("scope", "openid email offline_access")

	p := w.member()
	tokens := p.tokens(offline)
	page, err := p.Get("/mypage/connections/screen-data")
	must(t, err)
	grants, _ := page.Body["accountGrants"].([]any)
	if len(grants) != 1 {
		t.Fatalf("%s", page)
	}
	id := grants[0].(map[string]any)["grantId"].(string)
	stranger := w.member()
	a, err := stranger.Post("/zapi/oidc/revoke/grant/"+id, map[string]any{})
	must(t, err)
	if a.Status < 400 && a.Body["flowError"] == nil || !w.active(tokens.Body["access_token"]) {
		t.Errorf("a stranger has revoked it: %s", a)
	}
	a, err = p.Post("/zapi/oidc/revoke/grant/"+id, map[string]any{})
	must(t, err)
	if a.Status != 200 {
		t.Fatalf("%s", a)
	}
	dead("a grant that was revoked", tokens)
	if to := p.asked(offline); to.Path != "/oidc/consent" {
		t.Errorf("after it was revoked the member is not asked: %s", to)
	}

	p = w.member()
	tokens = p.tokens(asks())
	_, err = p.Post("/logout", map[string]any{})
	must(t, err)
	dead("a logout, without offline access", tokens)

	p = w.member()
	tokens = p.tokens(offline)
	_, err = p.Post("/logout", map[string]any{})
	must(t, err)
	if !w.active(tokens.Body["refresh_token"]) {
		t.Error("offline access ends with a logout")
	}
	w.Outside.Advance(t, 0)
	must(t, p.LogIn())
	a, err = p.Post("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}})
	must(t, err)
	pin := w.pin(p)
	if pin == "" {
		t.Fatalf("no code to leave with: %s", a)
	}
	a, err = p.Post("/zapi/account/withdraw", map[string]any{"pinCode": pin})
	must(t, err)
	if a.Status != 200 || a.Text("redirectTo") != "/withdraw/complete" {
		t.Fatalf("%s", a)
	}
	dead("a withdrawal", tokens)
}

// pin waits for the code in the newest mail with another code than the one of the sign-up.
func (w *world) pin(p *person) string {
	w.T.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if code, err := w.Outside.PIN(p.Email); err == nil && code != "" && code != p.PIN {
			return code
		}
	}
	return ""
}

func TestSecurity61AppsProveThemselves(t *testing.T) {
	w := together(t)
	p := w.member()
	tokens := p.tokens(asks())
	access := tokens.Text("access_token")
	forms := map[string]url.Values{
		"/oidc/token": exchange("x"), "/oidc/revoke": {"token": {access}}, "/oidc/introspect": {"token": {access}}, "/oidc/par": asks("client_id", ""),
		"/oidc/device_authorization": {"scope": {"openid"}},
	}
	for path, form := range forms {
		for what, change := range map[string]func(*http.Request){
			"no proof":                 func(r *http.Request) { r.Header.Del("Authorization") },
			"a wrong secret":           func(r *http.Request) { r.SetBasicAuth("web", "wrong") },
			"no secret":                func(r *http.Request) { r.SetBasicAuth("web", "") },
			"another client's":         func(r *http.Request) { r.SetBasicAuth("web", w.secrets["post"]) },
			"unknown":                  func(r *http.Request) { r.SetBasicAuth("unknown", w.secrets["web"]) },
			"another scheme":           func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+access) },
			"no base64":                func(r *http.Request) { r.Header.Set("Authorization", "Basic !!!") },
			"a way not registered for": func(r *http.Request) { r.SetBasicAuth("post", w.secrets["post"]) },
		} {
			a := w.post(path, "web", form, change)
			refused(t, path+" "+what, a, 401, "invalid_client")
			if !strings.HasPrefix(a.Header.Get("WWW-Authenticate"), "Basic ") {
				t.Errorf("%s %s: no challenge", path, what)
			}
		}
		named := changed(url.Values{}, nil)
		for key, value := range form {
			named[key] = value
		}
		named.Set("client_id", "web")
		refused(t, path+" by its name alone", w.post(path, "web", named, func(r *http.Request) { r.Header.Del("Authorization") }), 401, "invalid_client")
		named.Set("client_secret", w.secrets["web"])
		refused(t, path+" in two ways", w.post(path, "web", named), 400, "invalid_request")
	}
	if !w.active(access) {
		t.Error("somebody has revoked it")
	}
	refused(t, "a public client introspects", w.post("/oidc/introspect", "tv-app", url.Values{"token": {access}}), 401, "invalid_client")
	if a := w.post("/oidc/introspect", "post", url.Values{"token": {access}}); a.Body["active"] != false || len(a.Body) != 1 {
		t.Errorf("another client is told of it: %s", a)
	}
	// Nothing in an address is a token, and no token is in the log.
	if a := w.raw("GET", "/oidc/userinfo?access_token="+access, ""); a.Status != 401 {
		t.Errorf("%s", a)
	}
	refused(t, "in the address", w.post("/oidc/token?code=x", "web", exchange("x")), 400, "invalid_request")
	refused(t, "in the address", w.post("/oidc/revoke?token="+access, "web", nil), 400, "invalid_request")
	for _, word := range []string{access, tokens.Text("refresh_token"), tokens.Text("id_token"), w.secrets["web"]} {
		if strings.Contains(w.Log.String(), word) {
			t.Error("the log holds a token or a secret")
		}
	}
}

func TestSecurity62IDTokensTellTheTruth(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	before := w.Now(t).Add(-time.Minute).Unix()
	tokens := p.tokens(asks())
	id, header := claims(t, tokens.Body["id_token"]), part(t, tokens.Body["id_token"], 0)
	at := int64(id["auth_time"].(float64))
	if header["alg"] != "RS256" || header["kid"] == nil || id["iss"] != w.Origin || id["aud"] != "web" || id["acr"] != "urn:kaiin:acr:1" || at < before {
		t.Errorf("%v %v", header, id)
	}
	// As a hint: only one that is signed here, unaltered, by the right algorithm, for the client.
	good := tokens.Text("id_token")
	parts := strings.Split(good, ".")
	jws := func(header string) string { return base64.RawURLEncoding.EncodeToString([]byte(header)) }
	for what, hint := range map[string]string{
		"none": jws(`{"alg":"none"}`) + "." + parts[1] + ".", "none, with a signature": jws(`{"alg":"none"}`) + "." + parts[1] + "." + parts[2],
		"HS256":       jws(`{"alg":"HS256","kid":"`+header["kid"].(string)+`"}`) + "." + parts[1] + "." + parts[2],
		"ES256":       jws(`{"alg":"ES256","kid":"`+header["kid"].(string)+`"}`) + "." + parts[1] + "." + parts[2],
		"another key": jws(`{"alg":"RS256","kid":"x"}`) + "." + parts[1] + "." + parts[2], "altered": parts[0] + "." + jws(`{"iss":"`+w.Origin+`","aud":"web","sub":"x"}`) + "." + parts[2],
		"cut": parts[0] + "." + parts[1], "another client's": p.tokens(asks("client_id", "post")).Text("id_token"),
	} {
		if to := p.asked(asks("id_token_hint", hint)); to.Query().Get("error") != "invalid_request" {
			t.Errorf("%s: %s", what, to)
		}
	}
	stranger := w.member()
	for _, c := range []struct {
		who        *person
		what, more string
		leads      string // the page, or the error
	}{
		{p, "max_age", "0", "/login/confirm"}, {p, "max_age", "3600", "code"}, {p, "prompt", "login", "/login/confirm"}, {p, "prompt", "consent", "/oidc/consent"},
		{p, "prompt", "select_account", "/oidc/select-account"}, {p, "prompt", "none", "code"}, {p, "prompt", "none login", "invalid_request"},
		{stranger, "prompt", "none", "consent_required"}, {stranger, "id_token_hint", good, "/oidc/select-account"},
		{w.visitor(), "prompt", "none", "login_required"}, {w.visitor(), "prompt", "login", "/oidc/login"}, {w.visitor(), "prompt", "create", "/oidc/signup"},
		{p, "claims", `{"id_token":{"acr":{"essential":true,"value":"urn:kaiin:acr:2"}}}`, "unmet_authentication_requirements"},
	} {
		to := c.who.asked(asks(c.what, c.more))
		got := to.Query().Get("error")
		if !to.IsAbs() {
			got = to.Path
		} else if to.Query().Has("code") {
			got = "code"
		}
		if got != c.leads {
			t.Errorf("%s=%s leads to %s, not %s", c.what, c.more, got, c.leads)
		}
	}
	w.Outside.Advance(t, time.Minute)
	if to := p.asked(asks("max_age", "1")); to.Path != "/login/confirm" {
		t.Errorf("max_age=1 leads to %s", to)
	}
}

func TestSecurity63LogoutNeedsAHintOrAnAnswer(t *testing.T) {
	w := inTurn(t)
	p := w.member()
	tokens := p.tokens(asks())
	in := func() bool {
		a, err := p.Get("/mypage/screen-data")
		must(t, err)
		return a.Body["account"] != nil
	}
	stranger := w.member().tokens(asks()).Text("id_token")
	for what, form := range map[string]url.Values{
		"nothing": {}, "a client": {"client_id": {"web"}, "post_logout_redirect_uri": {bye}}, "a stranger's hint": {"id_token_hint": {stranger}, "post_logout_redirect_uri": {bye}},
		"nonsense": {"id_token_hint": {"x.y.z"}}, "another client": {"id_token_hint": {tokens.Text("id_token")}, "client_id": {"post"}},
	} {
		a, err := p.Get("/oidc/end_session?" + form.Encode())
		must(t, err)
		if !strings.HasPrefix(a.Header.Get("Location"), "/oidc/logout") || !in() {
			t.Errorf("%s: %d %s", what, a.Status, a.Header.Get("Location"))
		}
	}
	a, err := p.form("/oidc/end_session", url.Values{"id_token_hint": {tokens.Text("id_token")}, "post_logout_redirect_uri": {bye}, "state": {"s"}})
	must(t, err)
	if a.Header.Get("Location") != bye+"?state=s" || in() {
		t.Errorf("%s", a.Header.Get("Location"))
	}
	told := w.told.next(t)
	header, says := part(t, told, 0), claims(t, told)
	events, _ := says["events"].(map[string]any)
	if header["typ"] != "logout+jwt" || header["alg"] != "RS256" || says["nonce"] != nil || says["jti"] == nil || says["exp"] == nil || says["aud"] != "web" ||
		says["sub"] != claims(t, tokens.Body["id_token"])["sub"] || says["sid"] != claims(t, tokens.Body["id_token"])["sid"] ||
		len(events) != 1 || events["http://schemas.openid.net/event/backchannel-logout"] == nil {
		t.Errorf("%v %v", header, says)
	}
}
