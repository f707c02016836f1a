package golden

import (
	"net/http"
	"strings"
)

// place fills the variables of a row's path in.
var place = strings.NewReplacer("{planId}", "monthly", "{subscriptionId}", unknownID, "{sessionId}", unknownID, "{accountPaymentMethodId}", unknownID, "{orderId}", unknownID, "{earningsId}", unknownID, "{refundId}", unknownID, "{page}", "1", "{type}", "OTP", "{postalCode}", "1000001", "{clientId}", "reader", "{grantId}", unknownID)

// everyScreen looks at all pages, at both paths of each.
func everyScreen(p *person, what string) {
	p.t.Helper()
	for _, r := range p.all.rows {
		path, isPage := strings.CutSuffix(place.Replace(strings.Join(r.segments, "/")), "/screen-data")
		if !isPage {
			continue
		}
		public := p.sees(answered, what, path)
		internal := p.send("ja", "GET", "/zapi/internal"+path+"/screen-data", nil)
		if a, b := p.text.answer(p.t, public), p.text.answer(p.t, internal); a != b {
			p.t.Errorf("%s, %s: the internal path answers otherwise:\n%s\nnot\n%s", p.story, path, b, a)
		}
	}
}

func visitor(p *person) {
	everyScreen(p, "signed out")
	p.see("with a way in and back", "/login?loginType=authCode&returnTo=%2Fplans%3Fa%3Db&utm_source=x")
	p.sees(away, "with a query", "/mypage/plans?a=b&c=%26")
	p.see("account exists", "/social/relate/error?code=ACCOUNT_ALREADY_EXISTS")
	p.sees(broken, "a made-up link", "/password/reset?token=made-up")
	p.sees(broken, "a made-up link", "/email/undo?token=made-up")
	p.sees(broken, "a made-up link", "/account-change?token=made-up")
	p.sees(broken, "a made-up link", "/leave?token=made-up")
	p.sees(broken, "a made-up link", "/withdraw/stop?token=made-up")
	p.see("a made-up link", "/newsletter/stop?token=made-up")
	p.form(404, "no link", "newsletter-stop", "/newsletter/stop", map[string][]string{"List-Unsubscribe": {"One-Click"}})
	p.form(404, "a made-up link", "newsletter-stop", "/newsletter/stop?token=made-up", map[string][]string{"List-Unsubscribe": {"One-Click"}})
	p.form(303, "a made-up link, by the button", "newsletter-stop", "/newsletter/stop?token=made-up", map[string][]string{"stop": {"button"}})
	p.form(400, "nothing said", "newsletter-stop", "/newsletter/stop?token=made-up", map[string][]string{"a": {"b"}})
	for _, code := range []string{"1000001", "4980000"} {
		p.ask(fine, "by a visitor", "GET", "/zapi/postal-code/"+code, nil, true)
	}
	for _, code := range []string{"9999999", "123", "12a4567"} {
		p.ask(400, "by a visitor", "GET", "/zapi/postal-code/"+code, nil, true)
	}
	p.open(308, "moved", "moved", "/forgetpassword")
	p.open(308, "moved", "moved", "/newpassword?token=x")
	p.open(302, "no page", "auth", "/auth")
	p.open(404, "nothing asked", "auth-authorize", "/auth/authorize")
	p.open(303, "unknown state", "auth-callback", "/auth/callback?code=x&state=y")
	p.form(303, "unknown state", "auth-callback", "/auth/callback/form", map[string][]string{"code": {"x"}, "state": {"y"}})
	p.open(404, "made up", "payment-tds", "/payment/tds/made-up-key-that-is-long-enough/ok")
	p.open(404, "too short", "payment-tds", "/payment/tds/x/ok")
	p.open(404, "nothing there", "not-found", "/zapi/nothing")
	p.open(404, "nothing there", "not-found", "/nothing/screen-data")
	for _, c := range [][2]string{{"GET", "/zapi/signup"}, {"PUT", "/login"}, {"POST", "/mypage/screen-data"}, {"POST", "/mypage"}, {"DELETE", "/zapi/account/withdraw"}} {
		a := p.send("ja", c[0], c[1], nil)
		p.note(405, "edge/methods.txt", "another method", p.text.request(c[0], c[1], ""), a, nil)
	}
}

func member(p *person) {
	everyScreen(p.joined(), "signed in") // all areas of My Page are among them
	p.see("signed in", "/social/relate/error?code=SOCIAL_EMAIL_ALREADY_EXISTS")
	p.sees(404, "no such plan", "/plans/nothing")
	p.sees(404, "no id", "/mypage/subscription/nothing")
	p.sees(404, "no such factor", "/login/multi-factor/email")
	for _, plan := range []string{"trial", "ended", "film", "rental", "club"} {
		p.see("signed in", "/plans/"+plan)
	}
}

// appBrowser is a member in the store's own app.
func appBrowser(p *person) {
	p.joined()
	p.agent = inApp
	for _, page := range []string{"/root", "/mypage", "/mypage/plans", "/plans", "/withdraw", "/logout", "/mypage/sessions"} {
		p.seeOnce("in the app", page)
	}
}

// shapes are a body for each call in which everything has a value of the right kind that is not
// good for anything.
var shapes = map[string]object{
	"/login":                                                     {"emailUserId": "a@b.example", "password": "x", "authCode": "x", "loginMethod": "Token", "token": "t", "returnTo": "/plans"},
	"/oidc/login":                                                {"emailUserId": "a@b.example", "password": "x", "authCode": "x", "loginMethod": "Token", "token": "t"},
	"/login/code":                                                {"emailUserId": "a", "isAmaltheaLogin": true, "token": "t", "returnTo": "/plans"},
	"/zapi/login/multi-factor/OTP":                               {"value": "000000", "isPreferred": true, "rememberDevice": true},
	"/zapi/oidc/login/multi-factor/OTP":                          {"value": "000000", "isPreferred": true, "rememberDevice": true},
	"/zapi/login/multi-factor/OTP/send":                          {},
	"/zapi/login/confirm":                                        {"password": "x", "authCode": nil, "returnTo": "/mypage"},
	"/zapi/login/confirm/send":                                   {},
	"/zapi/auth/password/forgot":                                 {"email": "a"},
	"/zapi/auth/password/reset":                                  {"token": "t", "password": "x", "passwordConfirm": "x"},
	"/zapi/auth/email/undo":                                      {"token": "t", "password": "x"},
	"/zapi/auth/account-change/prove":                            {"token": "t", "pinCode": "1"},
	"/zapi/auth/account-change/agree":                            {"token": "t"},
	"/zapi/auth/account-change/stop":                             {"token": "t"},
	"/zapi/auth/social/disable":                                  {"userIdentifierType": "LINE", "userIdentifierMethod": "OIDC"},
	"/zapi/signup/policy":                                        {"policyConsentData": []any{}},
	"/zapi/signup/email":                                         {"type": "signUp", "email": "a", "policyConsentData": []any{}},
	"/zapi/oidc/signup/email":                                    {"type": "signUp", "email": "a", "policyConsentData": []any{}},
	"/zapi/oidc/revoke/grant/" + unknownID:                       {},
	"/zapi/signup/pin-code":                                      {"pinCode": "000000"},
	"/zapi/signup/confirm":                                       {"inputtedData": object{"formData": object{}, "customAssociatedInfoData": []any{}, "policyConsentData": []any{}}},
	"/zapi/signup":                                               {"email": "a@b.example", "customAssociatedInfo": []any{}, "policyConsentData": []any{}},
	"/zapi/account/user-id/verify":                               {"userId": "a"},
	"/zapi/account/data":                                         {},
	"/zapi/account/consent":                                      {"consentOptionId": "a", "key": "k", "value": true},
	"/zapi/account/policy/re-consent":                            {"policyConsentData": []object{{"policyId": "terms", "revision": 1, "key": "terms"}}},
	"/zapi/account/profile-image":                                {"profileImage": nil},
	"/zapi/account/pinCode/set":                                  {"pinCode": "0420"},
	"/zapi/account/user-id/edit":                                 {"password": "x", "userId": "hanako01"},
	"/zapi/account/edit/confirm":                                 {"inputtedData": object{"formData": object{}, "customAssociatedInfoData": []any{}, "version": nil}},
	"/zapi/account/edit":                                         {"optionalInfo": object{"familyName": "山田", "customAssociatedInfo": []any{}}},
	"/zapi/account/enable-password":                              {"pinCode": "000000", "password": "x", "passwordConfirm": "x"},
	"/zapi/account/password/edit":                                {"oldPassword": "x", "newPassword": "y"},
	"/zapi/account/email/edit/send-pin-code":                     {"email": "a", "type": "mailEdit"},
	"/zapi/account/email/edit":                                   {"pinCode": "000000"},
	"/zapi/account/email/send-pin-code":                          {"email": "a", "type": "mailVerify"},
	"/zapi/account/email/verify":                                 {"pinCode": "000000"},
	"/zapi/account/enable-multi-factor":                          {"multiFactorType": "SMS", "phoneNumber": "090", "pinCode": nil, "secret": nil, "token": nil},
	"/zapi/account/enable-multi-factor/with-backup-code":         {"backupCodeList": []any{"a"}},
	"/zapi/account/backup-code-regenerate":                       {"backupCodeList": []any{"a"}},
	"/zapi/account/disable-multi-factor":                         {"multiFactorType": "Email"},
	"/zapi/account/withdraw/confirm":                             {"consent": false, "answers": []any{}},
	"/zapi/account/withdraw":                                     {"pinCode": "000000"},
	"/zapi/account/payment-method/credit":                        {"token": "", "tokenKey": "b", "tds2infoToken": "c", "tds2infoTokenKey": "d", "returnTo": nil},
	"/zapi/account/payment-method/link":                          {"paymentMethodType": "SbpsCredit", "returnTo": nil},
	"/zapi/account/payment-method/" + unknownID:                  nil,
	"/zapi/account/payment-method/" + unknownID + "/default":     {},
	"/api/streaks/playback/fetch":                                {"refId": "golden-monthly"},
	"/zapi/purchase/verify/monthly":                              {"paymentMethodId": "m", "campaignCode": "c"},
	"/zapi/purchase/form/monthly":                                {"planId": "monthly", "paymentMethodId": "new", "campaignCode": nil, "answers": []any{}},
	"/zapi/purchase/monthly":                                     {"purchaseToken": "t", "tds2infoToken": nil, "tds2infoTokenKey": nil},
	"/zapi/login/passkey/start":                                  {"use": "LOGIN"},
	"/zapi/login/passkey":                                        {"credential": "{}", "returnTo": nil, "deviceHint": nil},
	"/zapi/oidc/login/passkey":                                   {"credential": "{}", "returnTo": nil, "deviceHint": nil},
	"/zapi/account/passkey/start":                                {},
	"/zapi/account/passkey/register":                             {"credential": "{}", "name": "a", "deviceHint": nil},
	"/zapi/account/passkey/rename":                               {"passkeyId": unknownID, "name": "a"},
	"/zapi/account/passkey/delete":                               {"passkeyId": unknownID},
	"/zapi/subscription/" + unknownID + "/plan":                  {"planId": "monthly"},
	"/zapi/subscription/" + unknownID + "/plan/cancel":           {},
	"/zapi/account/trusted-device":                               {"deviceToken": "x"},
	"/zapi/account/trusted-device/all":                           nil,
	"/zapi/account/session/" + unknownID:                         nil,
	"/zapi/account/session":                                      nil,
	"/zapi/subscription/" + unknownID + "/re-settlement":         {},
	"/zapi/subscription/" + unknownID + "/change-payment-method": {"paymentMethodId": unknownID},
	"/zapi/subscription/" + unknownID + "/withdraw":              {"answers": []object{{"questionId": "reason", "values": []string{"price"}}}},
	"/zapi/subscription/" + unknownID + "/withdraw/cancel":       {"answers": []any{}},
	"/zapi/withdraw/stop":                                        {"token": "t"},
	"/zapi/subscription/leave":                                   {"token": "t"},
}

// bodies sends every call what it cannot take, and what it can, signed out and signed in.
func bodies(p *person) {
	m := p.another("member").joined()
	for _, r := range p.all.rows {
		path := place.Replace(strings.Join(r.segments, "/"))
		if r.method == http.MethodGet || path == "/logout" {
			continue
		}
		shape, known := shapes[path]
		if !known {
			p.t.Errorf("%s %s has no body", r.method, path)
			continue
		}
		null, list, more := object{}, object{}, object{"isAdmin": true}
		for name := range shape {
			null[name], list[name] = nil, []any{object{}}
		}
		p.ask(answered, "signed out", r.method, path, p.json(shape), true)
		m.ask(answered, "signed in", r.method, path, p.json(shape), true)
		m.ask(answered, "an unknown member", r.method, path, p.json(more), false)
		if shape == nil {
			continue
		}
		m.ask(answered, "nothing", r.method, path, []byte(`{}`), true)
		if len(shape) > 0 {
			m.ask(answered, "nulls", r.method, path, p.json(null), false)
			m.ask(400, "lists", r.method, path, p.json(list), true)
		}
	}
}

// refused are the calls that are turned away before they are looked at.
func refused(p *person) {
	p.joined()
	for _, c := range []struct {
		want       want
		what, body string
	}{
		{400, "no JSON", `{"a":`}, {400, "no object", `[]`}, {400, "null", `null`}, {400, "empty", ` `}, {413, "large", `{"a":"` + strings.Repeat("x", 70_000) + `"}`},
	} {
		ja, en := p.send("ja", "POST", "/login", []byte(c.body)), p.send("en", "POST", "/login", []byte(c.body))
		p.note(c.want, "edge/bodies.txt", c.what, "POST /login", ja, &en)
	}
	for _, c := range []struct {
		what, header, value string
		post, remove        want // nothing is read of the body of the second, so it may be of any kind
	}{
		{"another site", "Origin", "https://elsewhere.example", 403, 403}, {"another site", "Sec-Fetch-Site", "cross-site", 403, 403},
		{"a form", "Content-Type", "application/x-www-form-urlencoded", 415, done},
	} {
		for _, call := range []struct {
			method, path string
			want         want
		}{{"POST", "/zapi/account/withdraw/confirm", c.post}, {"DELETE", "/zapi/account/session", c.remove}} {
			a, err := p.Send(call.method, call.path, []byte(`{}`), func(r *http.Request) { r.Header.Set(c.header, c.value) })
			must(p.t, err)
			p.note(call.want, "edge/bodies.txt", c.what, call.method+" "+call.path+"\n"+c.header+": "+c.value, a, nil)
		}
	}
}
