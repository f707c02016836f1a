// Package edge is the one public HTTP handler: it finds out who asks, decides who answers, and says what every answer says.
//
//	request
//	  │ arrive     id, address, language, user agent, into the context        arrive.go
//	  │ log        one line when it is answered                               access.go
//	  │ headers    what every answer says                                     headers.go
//	  │ compress   for callers who take gzip                                  compress.go
//	  │ recover    a panic becomes an answer                                  access.go
//	  ▼
//	route ─▶ one http.ServeMux, on which every part mounts its patterns       route.go
//
//	/graphql                                      graph          call: private, patience, own origin, viewer (call.go)
//	/zapi/…  …/screen-data  POST /login /logout   zapi           call
//	/auth  /auth/…                                Social         one-time secrets in the address; viewer
//	/mypage/data/file                             Data           viewer; the member's own file
//	/picture/{name}                               Pictures       a member's profile picture, for everybody with its name
//	/payment/tds/{key}/{result}                   Bank           one-time secrets in the address, the only proof
//	/_next/static/…                               disk           for ever in the browser's cache
//	/healthz  /readyz                             health
//	/internal/sandbox/clock                       SandboxClock   development only, bearer token
//	/  /plans  /plans/{planId}, for visitors      shared page    asked of Next once a second for all of them (shared.go)
//	everything else, GET and HEAD                 Next.js        which asks /graphql with the member's cookies
//
// A part is whatever has the method Mount(mux, before), where before is the middleware of its kind. Methods belong to patterns.
// Where a call has another method than its path, 405 names those that the patterns have: as the error object below /zapi and
// for …/screen-data, as a page elsewhere. A path that is not clean ("//", "..") is never asked of the mux, which would lead to
// another path; only in the API's own paths empty segments do not count (zapi.Tidy).
//
// What this package promises to the rest:
//
//   - The caller's address is the connection's, or the first one from the right of X-Forwarded-For that no trusted proxy has
//     (realip.go). Nothing else a caller sends changes it.
//   - In production something in front speaks https. Where KAIIN_TRUSTED_PROXIES does not name it,
//     its private address is everybody's: limits per network then count by the address that it
//     writes into X-Forwarded-For, so that no caller can use them up for all. Nothing else believes
//     that address: the login history and the alerts show the proxy's. Where the proxy writes none,
//     all callers share the limits, and only browsers that their account knows stay apart. Either
//     way the log says so as an error once a minute (proxies.go), because a proxy that passes on
//     what callers invent leaves limits per network without effect.
//   - A page asks for its data through Next with the signed header x-kaiin-context (context.go), so that its calls keep the
//     member's address, language, agent and request id. Headers named x-kaiin-… from outside are dropped.
//   - Next gets our cookies and the headers that pages are made from, of an ordinary size, and no address of more than 5 KB (next.go).
//   - What an app asks for while its browser logs in or signs up stays in a cookie, from the page that it leads to on (errand.go).
//   - Of two different session cookies neither counts, and the log says so as a warning, at most once a minute with how often.
//   - A call that may change something comes from this origin or from no browser (origin.go).
//   - Cookies leave with Path=/, SameSite=Lax and, on https, Secure (viewer.Jar).
//   - No error text of ours reaches a caller: API paths get the error object, pages the error page of their status.
//   - A request whose time is up, or for which something cannot be asked, is answered with 503 and Retry-After, and one line says why. One
//     whose caller has gone is no error: its only line is that of the request, with the status 499. store.FailureOf tells them apart.
//   - No connection changes to another protocol: with an Upgrade a page is answered as always.
//
// Pages that visitors share. The home page and the list of plans are the same for every browser
// without sid and auid, but for the language, the kind of device, and the store's theme and tag
// manager: these and the path are the whole key, so no caller can make up pages to fill the memory
// with, and no query makes one. Next is asked for such a page on behalf of no visitor: without
// cookies, from this machine's own address, by an agent that tells the kind of device alone. So
// nothing of a visitor can be on it, whatever the page comes to show. Only a whole page with status
// 200 that sets no cookie is kept (package pagecache); every answer has its own nonce and request
// id, and no-store as before. The page may be a second old, the catalog behind it another: a change
// of the store shows in two. A language link on a shared page leads to the page's address without
// the query: none of these pages reads one.
//
// It holds no business rule and opens no transaction.
package edge
