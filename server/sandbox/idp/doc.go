// Package idp plays the external identity providers: LINE, Google, Yahoo! JAPAN and Facebook are
// four faces of one server.
//
//	browser ──▶ authorize page: who signs in? ──302 or form_post──▶ product
//	product ──▶ discovery, token, keys, userinfo
//	tests   ──▶ POST /idp/{face}/approve: the same choice without the page
//
// A face that has no client is not there. Base of a face is /idp/{face}, which is its issuer, too;
// GET /idp lists them.
//
//	face        client at the token endpoint   ID token        its own
//	line        form fields                    HS256 by the    discovery says ES256, as LINE's does; /oauth2/v2.1/verify,
//	                                           secret          /v2/profile; email without a word about verification
//	google      form fields or Basic           RS256           email_verified
//	yahoojapan  Basic only                     RS256           /public-keys; names and email from the userinfo endpoint
//	                                                           only, with #ja-Kana-JP and #ja-Hani-JP; birthdate is a year
//	facebook    form fields                    none            OAuth 2.0 under /idp/facebook/{version}: /me and
//	                                                           /debug_token, which want appsecret_proof
//
// The sandbox is stricter than the originals where that shows mistakes: state and a PKCE challenge
// by S256 are required, and a nonce, except by Facebook. Codes live ten minutes and work once;
// access tokens live an hour.
//
// # Who signs in
//
// The page offers 灯台 太郎 (key taro, email verified), 波止場 花子 (hanako, email not verified), 岬 次郎
// (jiro, no email), somebody new every time (new), and anybody at all by subject and email. A
// person has another subject at every face and the same email. 許可しない sends the browser back
// with error=access_denied.
//
// POST /idp/{face}/approve takes JSON and makes the choice for the address that the product sent
// the browser to:
//
//	{"url": "http://…/idp/google/o/oauth2/v2/auth?…", "user": "taro"}
//	{"url": …, "subject": "1234", "email": "a@example.com", "emailVerified": true, "name": "灯 一"}   subject is enough
//	{"url": …, "deny": true}
//
// With "outcome", the sign-in comes to that outcome instead of the next scripted one. The answer is
//
//	{"redirectTo": "http://…/auth/callback?code=…&state=…"}                               to be opened
//	{"redirectTo": "http://…/auth/callback/form", "form": {"code": …, "state": …}}        to be posted (form_post)
//
// # Outcomes of POST /next for the services line, google, yahoojapan and facebook
//
//	access_denied   the person declines                                      next choice on the page, or approval
//	invalid_grant   the code is refused                                      next token call
//	nonce_mismatch, expired_token, future_iat, aud_mismatch                  next token call, not facebook
//	                the ID token says so
//	unknown_kid     the ID token is signed by a key that is not published    same
//	alg_swap        the ID token is signed by the algorithm of the other     same
//	                kind: HS256 by the secret, for LINE ES256
//	user_removed    the person took the product's access back: LINE and      same, facebook too
//	                Google refuse the code, the others their userinfo
//	http_500        status 500 with HTML                                     next token call, or the function's
//	slow            the answer comes after delay, 3s unless given            same
//
// The function of the last two is discovery, token, keys or userinfo (of Facebook /me); without one
// it is token.
package idp
