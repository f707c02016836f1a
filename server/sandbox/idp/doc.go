// Package idp plays the external identity providers: LINE, Google, Yahoo! JAPAN, Facebook and the
// issuer of the store's own company are five faces of one server.
//
//	browser ──▶ authorize page: who signs in? ──302 or form_post──▶ product
//	product ──▶ discovery, token, keys, userinfo
//	tests   ──▶ POST /idp/{face}/approve: the same choice without the page
//
// The issuer and base of a face is /idp/{face}. A face without a client is not there; GET /idp
// lists the others.
//
//	face        client at the token endpoint   ID token        its own
//	line        form fields                    HS256 by the    discovery says ES256, as LINE's does; /oauth2/v2.1/verify,
//	                                           secret          /v2/profile; email without a word about verification
//	google      form fields or Basic           RS256           email_verified
//	yahoojapan  Basic only                     RS256           /public-keys; names and email from the userinfo endpoint
//	                                                           only, with #ja-Kana-JP and #ja-Hani-JP; birthdate is a year
//	facebook    form fields                    none            OAuth 2.0 under /idp/facebook/{version}: /me and
//	                                                           /debug_token, which want appsecret_proof
//	company     Basic only                     RS256           the staff of the demo store; acr as asked for
//
// To show mistakes the sandbox is stricter than the originals: it requires state, a PKCE challenge
// by S256 and, except by Facebook, a nonce. Codes are valid ten minutes and once, access tokens an
// hour.
//
// # Who signs in
//
// The page offers 灯台 太郎 (key taro, email verified), 波止場 花子 (hanako, email not verified), 岬 次郎
// (jiro, no email), somebody new every time (new), and anybody by subject and email. A person has
// one email and at every face another subject. 許可しない answers error=access_denied.
//
// POST /idp/{face}/approve chooses for the address that the product sent the browser to:
//
//	{"url": "http://…/idp/google/o/oauth2/v2/auth?…", "user": "taro"}
//	{"url": …, "subject": "1234", "email": "a@example.com", "emailVerified": true, "name": "灯 一"}   subject is enough
//	{"url": …, "deny": true}
//
// A field "outcome" takes the place of the next scripted one. The browser then opens
// {"redirectTo": "http://…/auth/callback?code=…&state=…"}, or with form_post posts the "form" of
// {"redirectTo": "http://…/auth/callback/form", "form": {"code": …, "state": …}}.
//
// The company's page offers 灯 葵 (aoi) and 沖 蓮 (ren) in their place.
//
// # Outcomes of POST /next for the services line, google, yahoojapan, facebook and company
//
//	access_denied   the person declines                                      next choice on the page, or approval
//	invalid_grant   the code is refused                                      next token call
//	nonce_mismatch, expired_token, future_iat, aud_mismatch: of the ID token next token call, not facebook
//	unknown_kid     the ID token is signed by a key that is not published    same
//	alg_swap        the ID token is signed HS256 by the secret, by LINE ES256  same
//	user_removed    the person took the product's access back: LINE and      same, facebook too
//	                Google refuse the code, the others their userinfo
//	weak_acr, old_login, no_auth_time: another class of login, one of an hour ago, or without its time
//	                                                                         next token call, company alone
//	http_500        status 500 with HTML                                     next token call, or the function's:
//	slow            the answer comes after delay, 3s unless given            discovery, token, keys, userinfo (/me)
package idp
