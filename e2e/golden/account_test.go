package golden

import (
	"strings"
	"time"
)

const (
	startEdit = "/zapi/account/email/edit/send-pin-code"
	endEdit   = "/zapi/account/email/edit"
	resend    = "/zapi/account/email/send-pin-code"
	forgot    = "/zapi/auth/password/forgot"
	reset     = "/zapi/auth/password/reset"
	undo      = "/zapi/auth/email/undo"
)

func emailChange(p *person) {
	p.joined()
	fresh := "fresh-" + p.Email
	p.see("may change it", "/mypage/email/edit")
	p.call("to a new one", startEdit, object{"email": fresh, "type": "mailEdit"})
	p.see("a code was sent", "/mypage/email/edit/pin-code")
	p.fails(429, "at once again", resend, object{"type": "mailEdit"})
	p.wait(31 * time.Second)
	p.call("once more", resend, object{"email": "else@example.jp", "type": "mailEdit"})
	code := p.mailed(fresh, codeInMail)
	p.fails(400, "a wrong code", endEdit, object{"pinCode": wrong(code)})
	p.call("the right code", endEdit, object{"pinCode": code})
	p.see("changed", "/mypage/email/edit/complete")
	p.see("a new address", "/mypage")
	stranger, token := p.elsewhere(), p.mailed(p.Email, linkInMail)
	stranger.see("the link of the mail", "/email/undo?token="+token)
	stranger.fails(400, "no password", undo, object{"token": token})
	stranger.fails(401, "a wrong password", undo, object{"token": token, "password": "wrong1password"})
	stranger.call("the link of the mail", undo, object{"token": token, "password": password})
	stranger.call("the same once more", undo, object{"token": token, "password": password})
	p.see("the change is undone", "/root")
}

func emailRefused(p *person) {
	p.joined()
	taken := p.another("taken").joined()
	p.fails(broken, "no change began", endEdit, object{"pinCode": "123456"})
	p.fails(broken, "no change began", resend, object{"type": "mailEdit"})
	for _, email := range []string{" ", "new", strings.Repeat("a", 180) + "@example.com", strings.ToUpper(p.Email)} {
		p.fails(400, "a bad address", startEdit, object{"email": email, "type": "mailEdit"})
	}
	p.fails(400, "another type", startEdit, object{"email": "new@example.jp", "type": "mailVerify"})
	p.fails(400, "another type", resend, object{"type": "signUp"})
	p.ok(startEdit, object{"email": taken.Email, "type": "mailEdit"})
	p.fails(429, "at once again", startEdit, object{"email": taken.Email, "type": "mailEdit"})
	p.fails(400, "empty", endEdit, object{"pinCode": ""})
	p.fails(400, "the address is a member's", endEdit, object{"pinCode": p.mailed(taken.Email, codeInMail)})
	p.fails(409, "verified already", "/zapi/account/email/verify", object{"pinCode": "123456"})
	p.fails(409, "verified already", resend, object{"type": "mailVerify"})
}

func passwordChange(p *person) {
	p.joined()
	const change = "/zapi/account/password/edit"
	p.see("has one", "/mypage/password/edit")
	for _, c := range []struct {
		want            want
		what, old, next string
	}{
		{400, "no old one", "", other}, {400, "no new one", password, ""}, {400, "no digit", password, "nodigitatall"}, {401, "a wrong one", "wrong1password", other},
		{400, "the same", password, password}, {400, "everybody's", password, "password1"}, {400, "too long", password, strings.Repeat("a1", 16)},
	} {
		p.fails(c.want, c.what, change, object{"oldPassword": c.old, "newPassword": c.next})
	}
	p.fails(409, "there is one already", "/zapi/account/enable-password", object{"pinCode": "123456", "password": other, "passwordConfirm": other})
	p.fails(409, "there is one already", resend, object{"type": "passwordSetting"})
	p.call("a new one", change, object{"oldPassword": password, "newPassword": other})
	p.fails(400, "a former one", change, object{"oldPassword": other, "newPassword": password})
	p.see("changed", "/mypage/password/edit/complete")
	for range 10 {
		p.send("ja", "POST", change, p.json(object{"oldPassword": "wrong1password", "newPassword": "third9sesame"}))
	}
	p.fails(429, "too many wrong ones", change, object{"oldPassword": other, "newPassword": "third9sesame"})
	_, err := p.s.DB.Exec("UPDATE sessions SET must_change_password = true WHERE account_id = (SELECT id FROM accounts WHERE email_key = $1)", p.Email)
	must(p.t, err)
	p.see("everybody knows the password", "/mypage/password/edit")
}

func passwordReset(p *person) {
	p.joined()
	b := p.elsewhere()
	b.fails(400, "no address", forgot, object{"email": " "})
	b.fails(400, "a bad address", forgot, object{"email": "hanako"})
	b.call("of no member", forgot, object{"email": "unknown@example.jp"})
	b.call("of a member", forgot, object{"email": p.Email})
	b.see("was mailed", "/password/forgot/complete")
	token := p.mailed(p.Email, linkInMail)
	b.see("the link of the mail", "/password/reset?token="+token)
	set := func(value, again string) object {
		return object{"token": token, "password": value, "passwordConfirm": again}
	}
	b.fails(400, "empty", reset, set("", ""))
	b.fails(400, "too short", reset, set("Short9!", "Short9!"))
	b.fails(400, "no digit", reset, set("No-Digit-At-All", "No-Digit-At-All"))
	b.fails(400, "full width", reset, set("Ｆｕｌｌ9!widthpass", "Ｆｕｌｌ9!widthpass"))
	b.fails(400, "not twice the same", reset, set(other, other+"x"))
	b.fails(400, "the old one", reset, set(password, password))
	b.call("a new one", reset, set(other, other))
	b.see("done", "/password/reset/complete")
	b.call("the same once more", reset, set(other, other))
	b.fails(broken, "the link with another one", reset, set("Third9sesame!", "Third9sesame!"))
	b.sees(broken, "the link once more", "/password/reset?token="+token)
	p.sees(away, "every session has ended", "/mypage")
	for range 6 {
		b.send("ja", "POST", forgot, p.json(object{"email": p.Email}))
	}
	b.fails(429, "too often", forgot, object{"email": p.Email})
}

func userID(p *person) {
	p.joined()
	const edit = "/zapi/account/user-id/edit"
	p.another("taken").joined().ok(edit, object{"password": password, "userId": "taken002"})
	p.see("has none", "/mypage/user-id/edit")
	for _, c := range []struct {
		want               want
		what, password, id string
	}{
		{400, "no password", "", "goldenid"}, {401, "a wrong password", "wrong1password", "goldenid"}, {400, "empty", password, " "}, {400, "too short", password, "abc12"},
		{400, "too long", password, "abcdefghijklmnop"}, {400, "not Latin", password, "はなこさんです"}, {400, "taken", password, "TAKEN002"},
	} {
		p.fails(c.want, c.what, edit, object{"password": c.password, "userId": c.id})
	}
	p.fails(400, "taken", "/zapi/account/user-id/verify", object{"userId": "taken002"})
	p.call("free", "/zapi/account/user-id/verify", object{"userId": "goldenid"})
	p.call("a new one", edit, object{"password": password, "userId": "goldenid"})
	p.see("has one", "/mypage/user-id/edit")
	p.see("changed", "/mypage/user-id/edit/complete")
	p.fails(400, "the same", edit, object{"password": password, "userId": "goldenid"})
	p.elsewhere().call("by user ID", "/login", object{"emailUserId": "GoldenID", "password": password, "loginMethod": "Password"})
}

func registrationInfo(p *person) {
	p.joined()
	const form, confirm, save = "/mypage/edit", "/zapi/account/edit/confirm", "/zapi/account/edit"
	draft := func(data, custom object) object {
		values := []any{}
		for id, value := range custom {
			values = append(values, object{"id": id, "value": value})
		}
		return object{"inputtedData": object{"formData": data, "customAssociatedInfoData": values}}
	}
	p.see("as it was registered", form)
	p.sees(away, "with nothing to confirm", form+"/confirm")
	p.fails(broken, "with nothing confirmed", save, object{})
	p.fails(400, "empty", confirm, draft(object{}, object{"adult": "false"}))
	p.fails(400, "not what fits", confirm, draft(object{"familyName": "山\x00", "givenName": "太郎", "birthday": "19990230", "sex": 3, "prefecture": 48,
		"phoneNumber": "０９０", "postalCode": "150", "nickname": strings.Repeat("あ", 101)}, object{"adult": "true"}))
	changed := object{
		"name": "鈴木花子", "nameKana": "スズキハナコ", "familyName": "鈴木", "givenName": "花子", "familyNameKana": "スズキ", "givenNameKana": "ハナコ", "nickname": "はな",
		"sex": 2, "birthday": "20000229", "postalCode": "1500041", "prefecture": 13, "address": "渋谷区神南1-2-3", "address2": "会員マンション101", "phoneNumber": "09012345678",
		"country": "JP",
	} // F-236 to F-251, F-275
	stale := draft(changed, object{"adult": "true"})
	stale["inputtedData"].(object)["version"] = "x"
	p.fails(409, "of a form that was opened before", confirm, stale)
	answers := []any{object{"id": "howFound", "value": "search"}, object{"id": "theatre", "value": "渋谷"}, object{"id": "programme", "value": "true"}}
	fits := func(data object, answers []any) object {
		return object{"inputtedData": object{"formData": data, "customAssociatedInfoData": answers}}
	}
	p.call("what fits", confirm, fits(changed, answers)) // C-079
	p.see("not saved yet", form)
	p.see("to be confirmed", form+"/confirm")
	p.fails(400, "not what was confirmed", save, object{"optionalInfo": object{"familyName": "山田"}})
	p.call("confirmed", save, object{}) // C-080
	p.see("done", form+"/complete")
	p.see("as it is now", form)
	p.see("as it is now", "/mypage")
	for row, sex := range map[string]int{"F-274": 1, "F-276": 9, "F-277": 0} {
		changed["sex"] = sex
		p.ok(confirm, fits(changed, answers))
		p.ok(save, object{})
		if kept, _ := p.visit(form).Body["account"].(object); kept["sex"] != float64(sex) {
			p.t.Errorf("%s: %v is kept as %v", row, sex, kept["sex"])
		}
	}
	p.ok(confirm, fits(object{"nickname": "はなこ"}, []any{}))
	b := p.elsewhere()
	b.ok("/login", b.byPassword(password))
	b.ok(confirm, fits(object{"nickname": "べつ", "address": "千代田区"}, []any{}))
	b.ok(save, object{})
	p.see("changed elsewhere meanwhile", form)
	p.sees(away, "changed elsewhere meanwhile", form+"/confirm")
}

func pinCode(p *person) {
	p.joined()
	const set = "/zapi/account/pinCode/set"
	p.see("has none", "/mypage/pin-code")
	for _, c := range [][2]string{{"nothing", ""}, {"three digits", "042"}, {"five digits", "04200"}, {"letters", "04a0"}, {"full width", "０４２０"}} {
		p.fails(400, c[0], set, object{"pinCode": c[1]})
	}
	p.call("four digits", set, object{"pinCode": "0420"})
	p.see("has one", "/mypage/pin-code")
	p.see("set", "/mypage/pin-code/complete")
	p.call("another one", set, object{"pinCode": "1984"})
}

func consents(p *person) {
	p.joined()
	const page, answer = "/mypage/consent", "/zapi/account/consent"
	shown := p.see("nothing yet", page+"?type=newsletter")
	p.see("privacy", page+"?type=privacy")
	first := shown.Body["consentOptions"].([]any)[0].(map[string]any)
	saying := func(id string, key, value any) object {
		return object{"consentOptionId": id, "key": key, "value": value}
	}
	p.fails(404, "no such option", answer, saying("nothing", first["key"], true))
	p.fails(409, "other words", answer, saying("news", "0", true))
	p.fails(400, "no yes or no", answer, saying("news", first["key"], nil))
	p.call("agreed", answer, saying("news", first["key"], true))
	p.see("agreed", page)
	p.call("refused", answer, saying("news", first["key"], false))
}

func ownData(p *person) {
	p.joined()
	p.see("not asked for", "/mypage/data")
	p.call("asked for", "/zapi/account/data", nil)
}

// reConsent is a member who has agreed to former revisions only: such members are made by the
// store, which publishes another one.
func reConsent(p *person) {
	p.joined()
	const page, agree = "/mypage/re-consent", "/zapi/account/policy/re-consent"
	p.sees(away, "has agreed", page)
	_, err := p.s.DB.Exec("UPDATE consents SET revision = revision - 1 WHERE account_id = (SELECT id FROM accounts WHERE email_key = $1)", p.Email)
	must(p.t, err)
	p.sees(away, "has to agree first", "/mypage")
	p.fails(403, "has to agree first", "/zapi/account/pinCode/set", object{"pinCode": "0420"})
	p.see("may leave", "/withdraw")
	shown, _ := p.see("has to agree", page+"?returnTo=%2Fmypage%2Fedit").Body["policies"].([]any)
	p.fails(400, "nothing", agree, object{"policyConsentData": []object{}})
	var given []object
	for _, one := range shown {
		policy := one.(object)
		given = append(given, object{"policyId": policy["policyId"], "revision": policy["revision"], "key": policy["key"]})
	}
	p.call("all of them", agree, object{"policyConsentData": given, "returnTo": "/mypage/edit"})
	p.call("once more", agree, object{"policyConsentData": given})
	p.see("has agreed again", "/mypage/edit")
}

func profilePicture(p *person) {
	p.joined()
	const set = "/zapi/account/profile-image"
	p.see("has none", "/mypage/profile/edit")
	for _, c := range [][2]string{{"nothing", ""}, {"an SVG named png", "data:image/png;base64,PHN2Zy8+"}, {"a broken one", "data:image/png;base64,iVBORw0KGgo="}} {
		p.fails(400, c[0], set, object{"profileImage": c[1]})
	}
	p.call("a GIF", set, object{"profileImage": "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=="})
	p.see("has one", "/mypage/profile/edit")
	p.see("set", "/mypage/profile/edit/complete")
	p.call("removed", set, object{"profileImage": nil})
	p.see("has none any more", "/mypage/profile/edit")
}

// unverified is a member whose address is not proved. Such accounts come from elsewhere; no call
// makes one yet.
func unverified(p *person) {
	p.joined()
	_, err := p.s.DB.Exec("UPDATE accounts SET email_verified_at = NULL WHERE email_key = $1", p.Email)
	must(p.t, err)
	const page, verify = "/mypage/email/verify", "/zapi/account/email/verify"
	p.see("not verified", "/mypage")
	p.see("not verified", "/mypage/email/edit")
	p.see("not verified", "/mypage/multi-factor/email")
	p.fails(409, "not verified", enable, object{"multiFactorType": "Email"})
	p.see("no code yet", page+"/code")
	p.fails(400, "no code yet", verify, object{"pinCode": "123456"})
	p.seeOnce("sends a code", page)
	p.see("a code was sent", page)
	p.see("a code was sent", page+"/code")
	p.fails(429, "of verifying, at once again", resend, object{"type": "mailVerify"})
	p.wait(31 * time.Second)
	p.call("of verifying, once more", resend, object{"type": "mailVerify"})
	code := p.code()
	p.fails(400, "empty", verify, object{"pinCode": ""})
	p.fails(400, "a wrong code", verify, object{"pinCode": wrong(code)})
	p.call("the right code", verify, object{"pinCode": code})
	p.sees(away, "verified", page)
	p.see("verified", page+"/complete")
	p.wait(16 * time.Minute)
	_, err = p.s.DB.Exec("UPDATE accounts SET email_verified_at = NULL WHERE email_key = $1", p.Email)
	must(p.t, err)
	p.see("not verified, the proof is old", "/login/confirm")
	p.fails(404, "no address to send to", "/zapi/login/confirm/send", object{})
}
