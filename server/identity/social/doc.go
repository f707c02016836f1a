// Package social speaks to the external identity providers: LINE, Google, Yahoo! JAPAN and
// Facebook. Each is a login.Provider; the package holds no rule of the product, keeps nothing but
// what providers publish, and logs nothing. Company is the OpenID provider by which the staff log
// in, which no member can use.
//
//	             proof of the client   ID token                     more from      email verified
//	LINE         form fields           HS256 by the channel secret  –              never said
//	Google       form fields           RS256 by published keys      –              email_verified
//	Yahoo! JAPAN Basic                 RS256 by published keys      userinfo       email_verified
//	Facebook     form fields           none (OAuth 2.0)             Graph API /me  never said
//	the company  Basic, or form fields RS256 by published keys      userinfo       email_verified
//
// # What holds for every ID token
//
// The algorithm is the one of the table, whatever the token and the discovery document say. The
// issuer is the configured one to the letter, the audience is our client alone, the nonce is the
// one the sign-in began with, it has not expired, and it was not issued in the future, a minute of
// difference between the clocks aside. at_hash is checked where it is given (but not LINE's, which
// documents none).
//
// LINE's discovery document names ES256, but web channels get HS256 tokens: those are accepted, and
// no others.
//
// # A login anew
//
// A member who proves something once more is sent with max_age=0 and disable_auto_login (LINE),
// prompt=login (Yahoo! JAPAN) or auth_type=reauthenticate (Facebook). An auth_time from before the
// start is refused. Google has no such parameter and gives no auth_time, Facebook gives none
// either: there nothing shows that a person logged in anew. The company's issuer is sent
// prompt=login and max_age=0, and its auth_time has to be there.
//
// # Calls
//
// Nothing is asked before the first sign-in: discovery happens then and is kept, keys are fetched
// when a token names one that is not known. A call has ten seconds, is redirected nowhere and reads
// at most a megabyte. A code is sent once.
//
//	no answer, 5xx, 429, something else than the protocol's JSON    login.ErrProviderUnreachable
//	any other refusal, and whatever does not hold                   login.ErrProviderRefused
//
// # What no public document confirms
//
//   - Facebook's plain OAuth 2.0 takes part in PKCE; where it does not, the two parameters are
//     ignored and state protects.
//   - LINE gives the email only to channels it approved for that; that others may ask for it all
//     the same and get none.
//   - That max_age=0 makes LINE ask anew in every case, as OpenID Connect says: where it does not,
//     the proof is refused.
//   - Google's response_mode=form_post, which its discovery document names and its guide does
//     not; so it is off by default.
package social
