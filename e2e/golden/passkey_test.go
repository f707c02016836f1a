package golden

// passkeys are asked for at a site whose address is a number, which can have none.
func passkeys(p *person) {
	p.joined()
	p.fails(404, "no host name", "/zapi/account/passkey/start", object{})
	p.fails(404, "no host name", "/zapi/account/passkey/register", object{"credential": "{}", "name": nil, "deviceHint": nil})
	p.fails(404, "no host name", "/zapi/account/passkey/rename", object{"passkeyId": unknownID, "name": "a"})
	p.fails(404, "no host name", "/zapi/account/passkey/delete", object{"passkeyId": unknownID})
	p.sees(404, "no host name", "/mypage/passkeys")
	visitor := p.another("visitor")
	visitor.fails(404, "no host name", "/zapi/login/passkey/start", object{"use": "LOGIN"})
	for _, path := range []string{"/zapi/login/passkey", "/zapi/oidc/login/passkey"} {
		visitor.fails(400, "no host name", path, object{"credential": "{}", "returnTo": nil, "deviceHint": nil})
	}
}
