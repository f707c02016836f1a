package golden

import "time"

const (
	factors = "/mypage/multi-factor"
	enable  = "/zapi/account/enable-multi-factor"
	disable = "/zapi/account/disable-multi-factor"
	renew   = "/zapi/account/backup-code-regenerate"
	phone   = "09012345678"
)

func secretOf(a answer) string { return a.Text("secret") }

func codesOf(a answer) []any { list, _ := a.Body["backupCodeList"].([]any); return list }

// app gives the member an authenticator app and backup codes.
func (p *person) app() (secret string, backup []any) {
	p.t.Helper()
	secret = secretOf(p.visit(factors + "/otp"))
	p.ok(enable, object{"multiFactorType": "OTP", "secret": secret, "token": p.otp(secret)})
	backup = codesOf(p.visit(factors + "/backup-code/generate"))
	p.ok(enable+"/with-backup-code", object{"backupCodeList": backup})
	p.wait(31 * time.Second)
	return secret, backup
}

func secondFactors(p *person) {
	p.joined()
	p.see("none", factors)
	p.see("none", factors+"/email")
	secret := secretOf(p.seeOnce("none", factors+"/otp"))
	p.call("an app", enable, object{"multiFactorType": "OTP", "secret": secret, "token": p.otp(secret)})
	p.see("waits for the backup codes", factors)
	p.sees(away, "waits for the backup codes", factors+"/backup-code")
	backup := codesOf(p.seeOnce("first", factors+"/backup-code/generate"))
	p.call("keeps the backup codes", enable+"/with-backup-code", object{"backupCodeList": backup})
	p.see("an app", factors)
	p.see("an app", factors+"/otp")
	p.see("an app", factors+"/complete?type=enable&factor=OTP")
	p.call("a phone", enable, object{"multiFactorType": "SMS", "phoneNumber": phone})
	p.see("a code was sent", factors+"/sms")
	p.call("the code of the phone", enable, object{"multiFactorType": "SMS", "phoneNumber": phone, "pinCode": p.mailed(phone, codeInMail)})
	p.see("a phone", factors+"/sms")
	p.call("mail", enable, object{"multiFactorType": "Email"})
	p.see("all", factors)
	p.see("all", factors+"/email")
	p.see("all", "/mypage")
	fresh := codesOf(p.seeOnce("anew", factors+"/backup-code/generate"))
	p.call("keeps new ones", renew, object{"backupCodeList": fresh})
	p.see("all", factors+"/backup-code")
	for _, kind := range []string{"OTP", "SMS", "Email"} {
		p.call("takes away "+kind, disable, object{"multiFactorType": kind})
	}
	p.see("none any more", factors)
	p.sees(away, "none any more", factors+"/backup-code")
}

func factorRefused(p *person) {
	p.joined()
	for _, number := range []string{"", "0312345678", "0901234567"} {
		p.fails(400, "no number of a phone", enable, object{"multiFactorType": "SMS", "phoneNumber": number})
	}
	sms := object{"multiFactorType": "SMS", "phoneNumber": "09087654321"}
	p.ok(enable, sms)
	p.fails(429, "at once again", enable, sms)
	sms["pinCode"] = wrong(p.mailed("09087654321", codeInMail))
	p.fails(400, "a wrong code", enable, sms)
	secret := secretOf(p.visit(factors + "/otp"))
	p.fails(400, "too short", enable, object{"multiFactorType": "OTP", "secret": secret, "token": "12345"})
	p.fails(400, "a wrong one", enable, object{"multiFactorType": "OTP", "secret": secret, "token": wrong(p.otp(secret))})
	p.fails(broken, "a secret of one's own", enable, object{"multiFactorType": "OTP", "secret": "JBSWY3DPEHPK3PXP", "token": "123456"})
	p.fails(404, "no such factor", enable, object{"multiFactorType": "Face"})
	p.fails(broken, "no codes were shown", enable+"/with-backup-code", object{"backupCodeList": []string{"mine"}})
	p.fails(broken, "no codes were shown", renew, object{"backupCodeList": []string{"mine"}})
	p.fails(404, "not enabled", disable, object{"multiFactorType": "SMS"})
	_, backup := p.app()
	p.fails(409, "enabled already", enable, object{"multiFactorType": "OTP", "secret": secret, "token": "123456"})
	p.visit(factors + "/backup-code/generate")
	p.fails(broken, "former ones", renew, object{"backupCodeList": backup})
}

// half is a login that waits for its second factor.
func (p *person) half(what, base string) *person {
	p.t.Helper()
	b := p.elsewhere()
	body := p.byPassword(password)
	body["returnTo"] = "/plans"
	b.call(what, base, body)
	return b
}

func factorLogin(p *person) {
	p.joined()
	secret, backup := p.app()
	p.ok(enable, object{"multiFactorType": "Email"})
	p.ok(enable, object{"multiFactorType": "SMS", "phoneNumber": "09011112222"})
	p.ok(enable, object{"multiFactorType": "SMS", "phoneNumber": "09011112222", "pinCode": p.mailed("09011112222", codeInMail)})
	for _, base := range []string{"/login", "/oidc/login"} {
		for _, kind := range []string{"Email", "SMS", "OTP", "BackupCode"} {
			p.wait(31 * time.Second)
			b := p.half("is asked for a second factor", base)
			b.see("by password", base+"/multi-factor")
			b.see("by "+kind, base+"/multi-factor/"+kind)
			var right string
			switch kind {
			case "Email":
				right = b.code()
			case "SMS":
				right = b.mailed("09011112222", codeInMail)
			case "OTP":
				right = b.otp(secret)
			case "BackupCode":
				right, backup = backup[0].(string), backup[1:]
			}
			call := "/zapi" + base + "/multi-factor/" + kind
			b.fails(400, "nothing", call, object{"value": " "})
			b.fails(400, "a wrong one", call, object{"value": "no"})
			b.call("the right one", call, object{"value": right, "isPreferred": false, "rememberDevice": false})
			b.fails(broken, "the login is over", call, object{"value": right})
		}
	}
	b := p.half("is asked for a second factor", "/login")
	b.fails(broken, "not sent", "/zapi/login/multi-factor/OTP/send", object{})
	b.visit("/login/multi-factor/Email")
	b.fails(429, "at once again", "/zapi/login/multi-factor/Email/send", object{})
	p.wait(31 * time.Second)
	b.call("once more", "/zapi/login/multi-factor/Email/send", object{})
	b.call("remembers it", "/zapi/login/multi-factor/OTP", object{"value": b.otp(secret), "isPreferred": true, "rememberDevice": true})
	b.see("one", factors+"/trusted-device")
	b.see("one trusted device", factors)
	p.see("one, another device", factors+"/trusted-device")
	p.elsewhere().call("is asked for the one preferred", "/login", p.byPassword(password))
	b.ok("/logout", object{})
	b.call("in a trusted device", "/login", p.byPassword(password))
	devices := b.visit(factors + "/trusted-device").Body["trustedDevices"].([]any)
	device := devices[0].(object)["deviceToken"].(string)
	b.remove(done, "trusted", "/zapi/account/trusted-device", object{"deviceToken": device})
	b.remove(404, "no longer trusted", "/zapi/account/trusted-device", object{"deviceToken": device})
	b.remove(done, "none left", "/zapi/account/trusted-device/all", nil)
	b.see("none", factors+"/trusted-device")

	late := p.half("is asked for a second factor", "/login")
	p.wait(11 * time.Minute)
	late.fails(broken, "too late", "/zapi/login/multi-factor/OTP", object{"value": "000000"})
	late.sees(away, "too late", "/login/multi-factor")
	guesser := p.half("is asked for a second factor", "/login")
	for range 5 {
		guesser.send("ja", "POST", "/zapi/login/multi-factor/OTP", p.json(object{"value": "no"}))
	}
	guesser.fails(429, "too many wrong ones", "/zapi/login/multi-factor/OTP", object{"value": "no"})
	p.see("with second factors", "/mypage/login-history")
	p.wait(16 * time.Minute)
	p.call("a second factor follows", "/zapi/login/confirm", object{"password": password, "returnTo": factors})
	p.see("of a member", "/login/multi-factor")
	p.call("of a member", "/zapi/login/multi-factor/BackupCode", object{"value": backup[0]})
}
