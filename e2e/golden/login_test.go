package golden

import "time"

func login(p *person) {
	p.joined()
	home := p.elsewhere()
	body := p.byPassword(password)
	body["returnTo"] = "/plans?a=b"
	home.call("the right password", "/login", body)
	home.sees(away, "signed in", "/login")
	home.see("signed in", "/root")
	home.see("signed in", "/logout")
	home.call("signed in", "/logout", object{})
	home.see("has logged out", "/logout")
	home.sees(away, "has logged out", "/mypage")
	home.call("signed out", "/logout", object{})
	home.call("in a browser that is known", "/login", p.byPassword(password))
	body["returnTo"] = "https://elsewhere.example/"
	p.elsewhere().call("back to another site", "/login", body)
	p.elsewhere().call("for a relying party", "/oidc/login", p.byPassword(password))
	p.see("three times", "/mypage/login-history")
}

func loginRefused(p *person) {
	p.joined()
	b := p.elsewhere()
	for _, path := range []string{"/login", "/oidc/login"} {
		b.fails(400, "no such method", path, object{"emailUserId": p.Email, "password": password, "loginMethod": "Token"})
		b.fails(400, "no identifier", path, object{"emailUserId": " ", "password": "x", "loginMethod": "Password"})
		b.fails(400, "no password", path, p.byPassword(""))
		b.fails(401, "a wrong password", path, p.byPassword("wrong1password"))
		b.fails(401, "a wrong password of no member", path, object{"emailUserId": "unknown@example.jp", "password": "wrong1password", "loginMethod": "Password"})
		b.fails(401, "a user ID of no member", path, object{"emailUserId": "unknown01", "password": "wrong1password", "loginMethod": "Password"})
		b.fails(401, "a code that was not asked for", path, object{"emailUserId": p.Email, "authCode": "123456", "loginMethod": "AuthCode"})
	}
	for range 8 {
		b.send("ja", "POST", "/login", p.json(p.byPassword("wrong1password")))
	}
	b.fails(429, "too many wrong passwords", "/login", p.byPassword(password))
	p.see("with wrong ones", "/mypage/login-history")
}

// suspended is a member whom the staff keep out, as mutation block of the desk does.
func suspended(p *person) {
	p.joined()
	_, err := p.s.DB.Exec("UPDATE accounts SET status = 'suspended' WHERE email_key = $1", p.Email)
	must(p.t, err)
	p.sees(away, "suspended", "/mypage")
	p.elsewhere().fails(403, "suspended", "/login", p.byPassword(password))
}

func loginByCode(p *person) {
	p.joined()
	for _, base := range []string{"/login", "/oidc/login"} {
		b := p.elsewhere()
		b.call("asks for a code", "/login/code", object{"emailUserId": p.Email, "isAmaltheaLogin": base != "/login", "returnTo": "/plans"})
		b.see("has a code", base+"/code")
		code := b.code()
		give := func(code string) object {
			return object{"emailUserId": p.Email, "authCode": code, "loginMethod": "AuthCode"}
		}
		b.fails(400, "no code", base, give(""))
		b.fails(400, "full width", base, give("いちに"))
		b.fails(400, "a wrong code", base, give(wrong(code)))
		b.fails(429, "at once again", "/login/code", object{"emailUserId": p.Email, "isAmaltheaLogin": base != "/login"})
		b.call("the right code", base, give(code))
		p.elsewhere().fails(401, "the code in another browser", base, give(code))
	}
	b := p.elsewhere()
	b.fails(400, "no identifier", "/login/code", object{"emailUserId": " "})
	b.call("of no member", "/login/code", object{"emailUserId": "unknown@example.jp"})
	b.see("of no member", "/login/code")
	b.fails(400, "of no member", "/login", object{"emailUserId": "unknown@example.jp", "authCode": "no", "loginMethod": "AuthCode"})
}

// confirm is a member who proves once more who they are.
func confirm(p *person) {
	p.joined()
	p.wait(16 * time.Minute)
	const page, call = "/login/confirm?returnTo=%2Fmypage%2Fmulti-factor", "/zapi/login/confirm"
	p.see("the proof is old", page)
	p.sees(away, "the proof is old", "/mypage/multi-factor")
	p.fails(400, "nothing", call, object{})
	p.fails(401, "a wrong password", call, object{"password": "wrong1password"})
	p.fails(400, "no code was sent", call, object{"authCode": "123456"})
	p.call("the right password", call, object{"password": password, "returnTo": "/mypage/multi-factor"})
	p.sees(away, "the proof is new", page)
	p.wait(16 * time.Minute)
	p.call("by mail", call+"/send", object{})
	p.see("a code was sent", page)
	p.fails(429, "at once again", call+"/send", object{})
	code := p.code()
	p.fails(400, "a wrong code", call, object{"authCode": wrong(code)})
	p.call("the right code", call, object{"authCode": code, "returnTo": "https://elsewhere.example/"})
}

func sessions(p *person) {
	p.joined()
	phone, tablet := p.elsewhere(), p.elsewhere()
	phone.agent = inApp
	p.wait(time.Minute)
	phone.ok("/login", p.byPassword(password))
	p.wait(time.Minute)
	tablet.ok("/login", p.byPassword(password))
	p.wait(time.Minute)
	page := p.seeOnce("three", "/mypage/sessions")
	for _, one := range page.Body["sessions"].([]any) {
		if session := one.(object); session["deviceInfo"] != page.Body["sessions"].([]any)[0].(object)["deviceInfo"] {
			p.remove(done, "the phone's", "/zapi/account/session/"+session["sessionId"].(string), nil)
		}
	}
	phone.sees(away, "was ended", "/mypage/sessions")
	p.remove(404, "not there", "/zapi/account/session/"+unknownID, nil)
	p.remove(done, "all others", "/zapi/account/session", nil)
	p.remove(done, "no others", "/zapi/account/session", object{})
	p.seeOnce("one", "/mypage/sessions")
	p.see("each login", "/mypage/login-history")
}

// stale is a member whose last proof is too old for what matters.
func stale(p *person) {
	p.joined()
	p.wait(16 * time.Minute)
	for _, page := range []string{"", "/email", "/sms", "/otp", "/backup-code", "/backup-code/generate"} {
		p.sees(away, "the proof is old", "/mypage/multi-factor"+page)
	}
	p.see("the proof is old", "/mypage/multi-factor/trusted-device")
	p.sees(away, "the proof is old", "/mypage/email/edit")
	for _, path := range []string{
		"/zapi/account/enable-multi-factor", "/zapi/account/disable-multi-factor", "/zapi/account/enable-multi-factor/with-backup-code",
		"/zapi/account/backup-code-regenerate", "/zapi/account/email/edit/send-pin-code", "/zapi/account/email/edit", "/zapi/auth/social/disable",
	} {
		p.fails(403, "the proof is old", path, shapes[path])
	}
	// A code that is mailed proves who leaves.
	p.fails(400, "the proof is old", leaving, shapes[leaving])
	p.fails(broken, "the proof is old", leave, shapes[leave])
	p.open(302, "the proof is old", "auth-authorize", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth")
}
