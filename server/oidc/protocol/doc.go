// Package protocol speaks OAuth 2.0 and OpenID Connect with apps, for package oidc, which decides.
// It owns no table.
//
//	form.go       what a request says, read strictly
//	fault.go      errors, as each endpoint answers them
//	client.go     which app asks, and its proof
//	authorize.go  a browser with a request: on to a page of this site, or back to the app
//	token.go      codes, refresh tokens, device codes and an app's own name become tokens
//	idtoken.go    who the member is, signed
//	inspect.go    userinfo, introspection, revocation
//	pin.go        the PIN of the TV app
//	par.go, device.go, logout.go, discovery.go
//
// Addresses for browsers are for navigation: what a browser says to be an image, a call of a
// script or a prefetch is refused, and in a frame, where no page of this site is shown, a request
// is answered as with prompt=none. So no page of another site has requests kept and counted in
// the name of those who look at it. A code in the address of the device page fills the field and
// no more.
//
// What another site posts comes without the cookies of this one. A request or a logout that is
// posted without a session is therefore sent again by GET, with the cookies, and decided then:
// nothing is taken for a visitor's because of how it came.
//
// fosite reads requests to authorize and to the token endpoint, finds the client, and is the source
// of the errors. What is ours, because fosite does otherwise or not at all: parameters that are
// given twice, or in the address of a POST, are refused (RFC 6749 3.1, 3.2); clients prove
// themselves by one way only, with 401 and WWW-Authenticate when they do not, and an assertion is
// good once for each client (RFC 7523 3); answers carry iss (RFC 9207) and keep the registered
// address letter by letter; grants, PKCE, devices and pushed requests.
package protocol
