package golden

import (
	"os"
	"strings"
	"time"
)

const (
	leaving = "/zapi/account/withdraw/confirm"
	leave   = "/zapi/account/withdraw"
)

var reasons = []object{{"questionId": "reason", "values": []string{"price"}}}

func withdraw(p *person) {
	p.joined()
	p.see("no contract", "/withdraw")
	p.fails(broken, "no code yet", leave, object{"pinCode": "123456"})
	p.fails(400, "no consent", leaving, object{"consent": false, "answers": reasons})
	p.fails(400, "no answers", leaving, object{"consent": true, "answers": []any{}})
	p.fails(400, "wrong answers", leaving, object{"consent": true, "answers": []object{{"questionId": "reason", "values": []string{"else"}}}})
	p.call("means it", leaving, object{"consent": true, "answers": reasons})
	p.see("a code was sent", "/withdraw/pin-code")
	p.fails(429, "of leaving, at once again", resend, object{"type": "withdraw"})
	p.wait(31 * time.Second)
	p.call("of leaving, once more", resend, object{"type": "withdraw"})
	code := p.code()
	p.fails(400, "empty", leave, object{"pinCode": ""})
	p.fails(400, "a wrong code", leave, object{"pinCode": wrong(code)})
	p.call("the right code", leave, object{"pinCode": code})
	p.see("has left", "/withdraw/complete")
	p.sees(away, "has left", "/mypage")
	p.see("has left", "/root")
	p.fails(403, "has left", "/login", p.byPassword(password))
}

func withdrawWithContract(p *person) {
	p.buyer()
	p.bought("trial")
	p.see("a trial", "/withdraw")
	p.fails(409, "a contract remains", leaving, object{"consent": true, "answers": reasons})
	p.sees(away, "a contract remains", "/withdraw/pin-code")
}

// reseed makes the store another one.
func (p *person) reseed(changes ...string) {
	p.t.Helper()
	text, err := os.ReadFile("testdata/store.yaml")
	must(p.t, err)
	changed := strings.NewReplacer(append(changes, "files: { ja: terms.ja.html, en: terms.en.html }", "external: https://scriptorium.example/terms", "revision: 3", "revision: 4\n    askedFrom: 2099-01-01")...).Replace(string(text))
	p.s.Seed(changed)
	p.wait(2 * time.Second) // the server knows the former one for a second
}

// bareStore has switched off what can be, but for passwords.
func bareStore(p *person) {
	p.joined()
	buyer := p.another("buyer").buyer()
	stale := buyer.order("film")
	p.reseed("isEnabledUserId: true", "isEnabledUserId: false", "isEnabledAuthCode: true", "isEnabledAuthCode: false", "isEnabledMultiFactor: true", "isEnabledMultiFactor: false",
		"signupPolicyStep: true", "signupPolicyStep: false\n  usesExternalPolicy: true", "genderInputType: Radio", "genderInputType: Select\n    disallowUnknownGender: true",
		"defaultLoginType: password", "defaultLoginType: password\n  emailEditUrl: https://scriptorium.example/email\n  reCaptchaKey: site-key",
		"isEnabledEmail: true", "isEnabledEmail: true\n    isRecaptchaEnabled: true", "price: 2500", "price: 2600", "withdrawPolicy: terms", "withdrawPolicy: \"\"")
	buyer.fails(409, "the price has changed", "/zapi/purchase/film", object{"purchaseToken": stale})
	buyer.see("the price has changed", "/plans/film")
	everyScreen(p, "signed in")
	b := p.elsewhere()
	for _, c := range []struct {
		want want
		page string
	}{
		{fine, "/root"}, {fine, "/login"}, {404, "/login/code"}, {away, "/login/multi-factor"}, {away, "/signup"}, {away, "/signup/policy"},
		{fine, "/signup/auth"}, {fine, "/signup/email"}, {broken, "/signup/form"}, {fine, "/plans"},
	} {
		b.sees(c.want, "signed out", c.page)
	}
	b.fails(404, "off", "/login/code", object{"emailUserId": p.Email})
	b.fails(400, "no user IDs", "/login", object{"emailUserId": "golden01", "password": "x", "loginMethod": "Password"})
	b.fails(400, "no address", "/login", object{"emailUserId": "", "password": "x", "loginMethod": "Password"})
	b.fails(400, "no proof of a person", "/login", p.byPassword(password))
	b.fails(400, "off", "/login", object{"emailUserId": p.Email, "authCode": "000000", "loginMethod": "AuthCode"})
	for _, path := range []string{enable, disable, enable + "/with-backup-code", renew, startEdit, endEdit, "/zapi/account/user-id/edit", "/zapi/account/user-id/verify"} {
		p.fails(404, "off", path, shapes[path])
	}
}

// codeStore knows no passwords.
func codeStore(p *person) {
	p.reseed("isEnabledPassword: true", "isEnabledPassword: false", "defaultLoginType: password", "defaultLoginType: authCode")
	for _, page := range []string{"/root", "/login", "/oidc/login"} {
		p.see("signed out", page)
	}
	for _, page := range []string{"/password/forgot", "/password/forgot/complete", "/password/reset", "/password/reset/complete"} {
		p.sees(404, "signed out", page)
	}
	p.fails(404, "off", forgot, object{"email": p.Email})
	p.fails(404, "off", reset, shapes[reset])
	p.fails(400, "off", "/login", p.byPassword(password))
	p.Consents = nil
	must(p.t, p.ConsentToPolicies())
	p.ok("/zapi/signup/email", object{"type": "signUp", "email": p.Email})
	p.ok("/zapi/signup/pin-code", object{"pinCode": p.code()})
	p.see("no passwords", "/signup/form")
	form := object{"nickname": p.Nickname, "email": p.Email}
	p.call("no passwords", "/zapi/signup/confirm", p.inputted(form))
	form["customAssociatedInfo"], form["policyConsentData"] = custom, p.Consents
	p.call("no passwords", "/zapi/signup", form)
	p.seeOnce("no passwords", "/mypage")
	p.sees(404, "no passwords", "/mypage/password/edit")
	p.sees(404, "no passwords", "/mypage/enable-password")
	p.seeOnce("no passwords", "/mypage/user-id/edit")
	p.reseed()
}

// offStore has switched off the parts of My Page.
func offStore(p *person) {
	p.reseed("enablePoweredByPvs: true", "enablePoweredByPvs: false", "isOidcEnabled: true", "isOidcEnabled: false", "isPinCodeEnabled: true", "isPinCodeEnabled: false",
		"isNewsletterEnabled: true", "isNewsletterEnabled: false", "isPrivacyEnabled: true", "isPrivacyEnabled: false", "isEnabledEmail: true", "isEnabledEmail: false",
		"isStorePaymentAvailable: true", "isStorePaymentAvailable: false\n    isAmaltheaLogin: true")
	p.see("signed out", "/root")
	p.reseed()
}

// late is everybody for whom time has passed: a trial that is over, a link that is too old, a
// member who comes back after long.
func late(p *person) {
	p.buyer()
	b := p.elsewhere()
	b.ok(forgot, object{"email": p.Email})
	token := p.mailed(p.Email, linkInMail)
	bought := p.bought("monthly").Text("subscriptionId")
	p.wait(25 * time.Hour)
	b.sees(broken, "too late", "/password/reset?token="+token)
	b.fails(broken, "too late", reset, object{"token": token, "password": other, "passwordConfirm": other})
	p.wait(8 * 24 * time.Hour)
	p.sees(away, "long away", "/mypage/plans")
	p.wait(24 * 24 * time.Hour)
	p.ok("/login", p.byPassword(password))
	p.see("renewed", "/mypage/subscription/"+bought)
	p.see("renewed", "/mypage/plans")
	p.see("after a month", "/mypage/login-history")
}
