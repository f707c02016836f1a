package golden

import (
	"net/url"
	"strings"
	"time"
)

// comeBack is how a browser comes back from a provider: by opening the address, or by posting the
// form to it.
type comeBack struct {
	RedirectTo string
	Form       map[string]string
}

// by goes to the provider and comes back as somebody; both ways are noted.
func (p *person) by(what, kind, action string, choice object) answer {
	p.t.Helper()
	leave := p.open(302, what, "auth-authorize", "/auth/authorize?"+url.Values{"userIdentifierType": {kind}, "socialActionType": {action}}.Encode())
	page := leave.Header.Get("Location")
	face, _, _ := strings.Cut(strings.TrimPrefix(page, p.s.Outside.URL+"/idp/"), "/")
	body := object{"url": page}
	for name, value := range choice {
		body[name] = value
	}
	var back comeBack
	must(p.t, p.s.Outside.Call("POST", "/idp/"+face+"/approve", body, &back))
	if back.Form == nil {
		return p.open(303, what, "auth-callback", strings.TrimPrefix(back.RedirectTo, p.s.Origin))
	}
	fields := url.Values{}
	for name, value := range back.Form {
		fields.Set(name, value)
	}
	return p.form(303, what, "auth-callback", back.RedirectTo, fields)
}

// linked is a member with a password who links external accounts.
func linked(p *person) {
	p.joined()
	choice := object{"subject": "golden-linked", "email": p.Email, "emailVerified": true}
	p.by("links", "Google", "enableExternalAuth", choice)
	p.by("links another", "LINE", "enableExternalAuth", object{"subject": "golden-line"})
	p.see("linked", "/mypage")
	p.see("linked", "/mypage/social/enable/complete")
	p.by("thinks better of it", "LINE", "enableExternalAuth", object{"deny": true})
	stranger := p.another("stranger").joined()
	stranger.by("links somebody else's", "Google", "enableExternalAuth", choice)
	b := p.elsewhere()
	b.by("logs in", "Google", "login", choice)
	b.see("logged in with it", "/mypage")
	b.fails(409, "logged in with it", "/zapi/auth/social/disable", object{"userIdentifierType": "Google", "userIdentifierMethod": "OIDC"})
	b.fails(404, "not offered", "/zapi/auth/social/disable", object{"userIdentifierType": "Facebook"})
	p.call("unlinks", "/zapi/auth/social/disable", object{"userIdentifierType": "LINE", "userIdentifierMethod": "OIDC"})
	p.fails(404, "not linked", "/zapi/auth/social/disable", object{"userIdentifierType": "LINE", "userIdentifierMethod": "OIDC"})
	p.see("one unlinked", "/mypage")
	p.elsewhere().by("the address is a member's", "Google", "signup", object{"subject": "golden-thief", "email": p.Email, "emailVerified": true})
	p.elsewhere().by("thinks better of it", "LINE", "login", object{"deny": true})
	p.open(404, "no such provider", "auth-authorize", "/auth/authorize?userIdentifierType=Facebook&socialActionType=login")
	p.open(404, "no such errand", "auth-authorize", "/auth/authorize?userIdentifierType=LINE&socialActionType=else")
	p.elsewhere().open(302, "signed out", "auth-authorize", "/auth/authorize?userIdentifierType=LINE&socialActionType=enableExternalAuth")
	p.see("with an external account", "/mypage/login-history")
}

// byGoogle signs up with an account whose address is verified, has no password, and sets one.
func byGoogle(p *person) {
	must(p.t, p.ConsentToPolicies())
	choice := object{"subject": "golden-google", "email": p.Email, "emailVerified": true, "name": "灯 一"}
	p.by("signs up", "Google", "signup", choice)
	p.see("with an external account", "/signup/form")
	form := object{"nickname": p.Nickname, "email": p.Email}
	p.call("with an external account", "/zapi/signup/confirm", p.inputted(form))
	p.see("with an external account", "/signup/confirm")
	form["customAssociatedInfo"], form["policyConsentData"] = custom, p.Consents
	p.call("with an external account", "/zapi/signup", form)
	p.see("without a password", "/mypage")
	p.sees(away, "without a password", "/mypage/password/edit")
	p.see("without a password", "/mypage/user-id/edit")
	p.fails(409, "without a password", "/zapi/account/user-id/edit", object{"password": password, "userId": "golden03"})
	p.fails(409, "without a password", "/zapi/account/password/edit", object{"oldPassword": "x", "newPassword": other})
	p.fails(409, "the only way in", "/zapi/auth/social/disable", object{"userIdentifierType": "Google", "userIdentifierMethod": "OIDC"})
	p.seeOnce("without a password", "/mypage/enable-password")
	p.fails(429, "at once again", resend, object{"type": "passwordSetting"})
	p.wait(31 * time.Second)
	p.call("once more", resend, object{"type": "passwordSetting"})
	code := p.code()
	const first = "/zapi/account/enable-password"
	p.fails(400, "no code", first, object{"pinCode": "", "password": other, "passwordConfirm": other})
	p.fails(400, "a wrong code", first, object{"pinCode": wrong(code), "password": other, "passwordConfirm": other})
	p.fails(400, "a bad password", first, object{"pinCode": code, "password": "x", "passwordConfirm": "y"})
	p.call("the right code", first, object{"pinCode": code, "password": other, "passwordConfirm": other})
	p.see("set", "/mypage/enable-password/complete")
	p.sees(away, "with a password", "/mypage/enable-password")
	p.wait(16 * time.Minute)
	p.see("with an external account", "/login/confirm")
	p.by("proves it once more", "Google", "login", choice)
	p.wait(16 * time.Minute)
	p.by("proves it with somebody else's", "Google", "login", object{"subject": "golden-linked"})
}

// byLINE signs up with an account whose address the provider does not vouch for.
func byLINE(p *person) {
	must(p.t, p.ConsentToPolicies())
	p.by("signs up", "LINE", "signup", object{"subject": "golden-by-line", "email": p.Email})
	p.see("with an external account", "/signup/email")
	p.call("with an external account", "/zapi/signup/email", object{"type": "signUp", "email": p.Email})
	p.see("with an external account", "/signup/pin-code")
	p.call("with an external account", "/zapi/signup/pin-code", object{"pinCode": p.code()})
	p.see("with LINE", "/signup/form")
}
