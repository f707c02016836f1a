package golden

import "time"

func login(p *person) {
	p.joined()
	home := p.elsewhere()
	body := p.byPassword(password)
	body["returnTo"] = "/plans?a=b"
	home.call("the right password", "/login", body)
	home.see("signed in", "/login")
	home.see("signed in", "/root")
	home.see("signed in", "/logout")
	home.call("signed in", "/logout", object{})
	home.see("has logged out", "/logout")
	home.see("has logged out", "/mypage")
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
		b.fails("no such method", path, object{"emailUserId": p.Email, "password": password, "loginMethod": "Token"})
		b.fails("no identifier", path, object{"emailUserId": " ", "password": "x", "loginMethod": "Password"})
		b.fails("no password", path, p.byPassword(""))
		b.fails("a wrong password", path, p.byPassword("wrong1password"))
		b.fails("a wrong password of nobody", path, object{"emailUserId": "nobody@example.jp", "password": "wrong1password", "loginMethod": "Password"})
		b.fails("a user ID of nobody", path, object{"emailUserId": "nobody01", "password": "wrong1password", "loginMethod": "Password"})
		b.fails("a code that was not asked for", path, object{"emailUserId": p.Email, "authCode": "123456", "loginMethod": "AuthCode"})
	}
	for range 8 {
		b.send("ja", "POST", "/login", p.json(p.byPassword("wrong1password")))
	}
	b.fails("too many wrong passwords", "/login", p.byPassword(password))
	p.see("with wrong ones", "/mypage/login-history")
}

// suspended is a member whom the store keeps out. No call does that yet.
func suspended(p *person) {
	p.joined()
	_, err := p.s.DB.Exec("UPDATE accounts SET status = 'suspended' WHERE email_key = $1", p.Email)
	must(p.t, err)
	p.see("suspended", "/mypage")
	p.elsewhere().fails("suspended", "/login", p.byPassword(password))
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
		b.fails("no code", base, give(""))
		b.fails("full width", base, give("１２３４５６"))
		b.fails("a wrong code", base, give(wrong(code)))
		b.fails("at once again", "/login/code", object{"emailUserId": p.Email, "isAmaltheaLogin": base != "/login"})
		b.call("the right code", base, give(code))
		p.elsewhere().fails("the code in another browser", base, give(code))
	}
	b := p.elsewhere()
	b.fails("no identifier", "/login/code", object{"emailUserId": " "})
	b.call("of nobody", "/login/code", object{"emailUserId": "nobody@example.jp"})
	b.see("of nobody", "/login/code")
	b.fails("of nobody", "/login", object{"emailUserId": "nobody@example.jp", "authCode": "no", "loginMethod": "AuthCode"})
}

// confirm is a member who proves once more who they are.
func confirm(p *person) {
	p.joined()
	p.wait(16 * time.Minute)
	const page, call = "/login/confirm?returnTo=%2Fmypage%2Fmulti-factor", "/zapi/login/confirm"
	p.see("the proof is old", page)
	p.see("the proof is old", "/mypage/multi-factor")
	p.fails("nothing", call, object{})
	p.fails("a wrong password", call, object{"password": "wrong1password"})
	p.fails("no code was sent", call, object{"authCode": "123456"})
	p.call("the right password", call, object{"password": password, "returnTo": "/mypage/multi-factor"})
	p.see("the proof is new", page)
	p.wait(16 * time.Minute)
	p.call("by mail", call+"/send", object{})
	p.see("a code was sent", page)
	p.fails("at once again", call+"/send", object{})
	code := p.code()
	p.fails("a wrong code", call, object{"authCode": wrong(code)})
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
			p.remove("the phone's", "/zapi/account/session/"+session["sessionId"].(string), nil, false)
		}
	}
	phone.see("was ended", "/mypage/sessions")
	p.remove("not there", "/zapi/account/session/"+nobody, nil, true)
	p.remove("all others", "/zapi/account/session", nil, false)
	p.remove("no others", "/zapi/account/session", object{}, false)
	p.seeOnce("one", "/mypage/sessions")
	p.see("each login", "/mypage/login-history")
}

// stale is a member whose last proof is too old for what matters.
func stale(p *person) {
	p.joined()
	p.wait(16 * time.Minute)
	for _, page := range []string{"", "/email", "/sms", "/otp", "/backup-code", "/backup-code/generate", "/trusted-device"} {
		p.see("the proof is old", "/mypage/multi-factor"+page)
	}
	p.see("the proof is old", "/mypage/email/edit")
	for _, path := range []string{
		"/zapi/account/enable-multi-factor", "/zapi/account/disable-multi-factor", "/zapi/account/enable-multi-factor/with-backup-code",
		"/zapi/account/backup-code-regenerate", "/zapi/account/email/edit/send-pin-code", "/zapi/account/email/edit", "/zapi/auth/social/disable",
		"/zapi/account/withdraw/confirm", "/zapi/account/withdraw",
	} {
		p.ask("the proof is old", "POST", path, p.json(shapes[path]), true)
	}
	p.open("the proof is old", "auth-authorize", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth")
}
