package golden

import (
	"maps"
	"strings"
	"time"
)

// profile is a whole form.
func (p *person) profile(change object) object {
	all := object{
		"email": p.Email, "password": password, "passwordConfirm": password, "userId": "golden01", "familyName": "会員", "givenName": "太郎",
		"familyNameKana": "カイイン", "givenNameKana": "タロウ", "nickname": "たろう", "sex": 1, "birthday": "19900102", "postalCode": "1000001", "prefecture": 13,
		"address": "千代田区千代田1-1", "address2": nil, "phoneNumber": "0312345678",
	}
	maps.Copy(all, change)
	return all
}

var custom = []object{{"id": "howFound", "value": "friend"}, {"id": "theatre", "value": "渋谷"}, {"id": "programme", "value": "true"}}

func (p *person) inputted(form object) object {
	return object{"inputtedData": object{
		"formData": form, "customAssociatedInfoData": custom, "policyConsentData": p.Consents, "policies": []any{}, "accountRegistrationSetting": object{},
	}}
}

// agree takes the consents from the page, as the first step does.
func (p *person) agree() {
	p.t.Helper()
	p.Consents = nil
	policies, _ := p.visit("/signup/policy").Body["policies"].([]any)
	for _, one := range policies {
		policy := one.(object)
		p.Consents = append(p.Consents, object{"policyId": policy["policyId"], "revision": policy["revision"], "key": policy["key"]})
	}
}

func signup(p *person) {
	p.sees(away, "first", "/signup")
	p.agree()
	p.call("agrees", "/zapi/signup/policy", object{"policyConsentData": p.Consents})
	p.sees(away, "has agreed", "/signup")
	for _, page := range []string{"/signup/auth", "/signup/email", "/signup/policy"} {
		p.see("has agreed", page)
	}
	p.sees(broken, "has agreed", "/signup/pin-code")
	p.sees(broken, "has agreed", "/signup/form")
	p.call("asks for a code", "/zapi/signup/email", object{"type": "signUp", "email": p.Email, "policyConsentData": p.Consents})
	p.see("has a code", "/signup/pin-code")
	p.see("has a code", "/signup/email")
	p.call("proves the address", "/zapi/signup/pin-code", object{"pinCode": p.code()})
	p.see("has proved the address", "/signup/form")
	p.sees(away, "has proved the address", "/signup/confirm")
	p.call("of a free user ID", "/zapi/account/user-id/verify", object{"userId": "golden01"})
	p.call("fills the form in", "/zapi/signup/confirm", p.inputted(p.profile(nil)))
	p.see("has filled the form in", "/signup/confirm")
	p.see("has filled the form in", "/signup/form")
	last := p.profile(object{"customAssociatedInfo": custom, "policyConsentData": p.Consents})
	p.fails(400, "something else than was confirmed", "/zapi/signup", p.profile(object{"nickname": "じろう"}))
	p.call("signs up", "/zapi/signup", last)
	p.see("is a member", "/signup/complete")
	p.see("is a member", "/signup/plans")
	p.see("is a member", "/root")
	p.see("is a member", "/account-header")
	p.see("has a profile", "/mypage")
	p.fails(broken, "once more", "/zapi/signup", last)
}

func signupRefused(p *person) {
	p.another("taken").joined().ok("/zapi/account/user-id/edit", object{"password": password, "userId": "taken001"})
	b := p.elsewhere()
	for _, c := range []struct {
		path string
		body object
	}{
		{"/zapi/signup/email", object{"type": "signUp", "email": p.Email}}, {"/zapi/signup/pin-code", object{"pinCode": "123456"}},
		{"/zapi/signup/confirm", p.inputted(p.profile(nil))}, {"/zapi/signup", p.profile(nil)},
	} {
		b.fails(broken, "out of order", c.path, c.body)
	}
	p.agree()
	p.fails(400, "one consent is missing", "/zapi/signup/policy", object{"policyConsentData": p.Consents[:1]})
	former := object{"policyId": "terms", "revision": 2, "key": "terms"}
	p.fails(409, "a former revision", "/zapi/signup/policy", object{"policyConsentData": []any{former, p.Consents[1]}})
	p.ok("/zapi/signup/policy", object{"policyConsentData": p.Consents})
	for _, email := range []string{"", "taro", strings.Repeat("a", 190) + "@example.com"} {
		p.fails(400, "a bad address", "/zapi/signup/email", object{"type": "signUp", "email": email})
	}
	p.fails(400, "another type", "/zapi/signup/email", object{"type": "mailEdit", "email": p.Email})
	p.ok("/zapi/signup/email", object{"type": "signUp", "email": p.Email})
	p.fails(429, "at once again", "/zapi/signup/email", object{"type": "signUp", "email": p.Email})
	code := p.code()
	p.fails(400, "empty", "/zapi/signup/pin-code", object{"pinCode": ""})
	p.fails(400, "full width", "/zapi/signup/pin-code", object{"pinCode": "いちに"})
	p.fails(400, "a wrong code", "/zapi/signup/pin-code", object{"pinCode": wrong(code)})
	p.ok("/zapi/signup/pin-code", object{"pinCode": code})
	p.fails(400, "the code once more", "/zapi/signup/pin-code", object{"pinCode": code})
	p.fails(400, "everything is wrong", "/zapi/signup/confirm", object{"inputtedData": object{
		"formData":                 p.profile(object{"email": "else@example.jp", "password": "x", "passwordConfirm": "y", "userId": "ab", "familyNameKana": "漢字", "nickname": "", "sex": 7, "birthday": "19900230", "postalCode": "1", "prefecture": 99, "phoneNumber": "x"}),
		"customAssociatedInfoData": []any{object{"id": "howFound", "value": "else"}, object{"id": "programme", "value": "x"}},
	}})
	p.fails(400, "everything is missing", "/zapi/signup/confirm", object{"inputtedData": object{"formData": object{}}})
	p.fails(400, "a user ID that is taken", "/zapi/signup/confirm", p.inputted(p.profile(object{"userId": "taken001"})))
	p.fails(400, "taken", "/zapi/account/user-id/verify", object{"userId": "TAKEN001"})
	p.fails(broken, "not confirmed yet", "/zapi/signup", p.profile(object{"userId": nil}))

	taken := p.another("taken").elsewhere()
	taken.Consents = p.Consents
	taken.ok("/zapi/signup/policy", object{"policyConsentData": p.Consents})
	taken.ok("/zapi/signup/email", object{"type": "signUp", "email": taken.Email})
	taken.fails(400, "the address is a member's", "/zapi/signup/pin-code", object{"pinCode": taken.code()})
}

// signupLate is somebody who comes back to the form after an hour.
func signupLate(p *person) {
	must(p.t, p.ConsentToPolicies())
	p.ok("/zapi/signup/email", object{"type": "signUp", "email": p.Email})
	p.ok("/zapi/signup/pin-code", object{"pinCode": p.code()})
	p.wait(time.Hour + time.Second)
	p.sees(broken, "too late", "/signup/form")
	p.fails(broken, "too late", "/zapi/signup/confirm", p.inputted(p.profile(nil)))
	p.fails(broken, "too late", "/zapi/signup", nil)
}
