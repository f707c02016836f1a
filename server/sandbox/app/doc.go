// Package app plays two apps of other companies to which members of the product may give access, so
// that its OpenID provider can be tried: シネマ手帖 (Cinema Diary), a web app with a server and a
// secret, and a television without a keyboard. Both know the product by the standards alone, never
// by its packages, and are as strict as these let an app be.
//
//	browser ──▶ /app ──302──▶ product: log in, consent ──302──▶ /app/back ──code──▶ token endpoint, userinfo
//	            /app/watching   what the member may watch, and the events that come
//	            /app/terms, /app/privacy
//	product ──▶ POST /app/logout   logout token: the member's sessions here end (OpenID Connect Back-Channel Logout 1.0)
//	product ──▶ POST /app/events   security event token: what a member may watch has changed (RFC 8417, RFC 8935)
//	browser ──▶ /tv    a code for the member's phone; then it is logged in (RFC 8628)
//
// The cookies of the product and those here would share one jar of the browser if both had one
// host, whatever their ports. So the apps are at 127.0.0.1 where the product is at localhost, and
// lead there.
//
// The product has two addresses: its issuer, which browsers open and tokens name, and the one at
// which this process reaches it.
//
// Everything is kept in memory: after a restart no member is logged in here. What the product
// refuses is shown in words (words.go).
package app
