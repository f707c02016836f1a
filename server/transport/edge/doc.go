// Package edge is the one public HTTP handler: it decides who answers, and says what every answer
// says. The way of a request leads down through the packages of this room:
//
//	edge       the router and the middleware of every request
//	endpoints  what answers beside GraphQL, the JSON calls and the pages
//	pages      the pages of Next, those that visitors share, and error pages
//	guard      what is checked before a call is answered
//	visit      what is known of a request before anyone answers it
//
//	request
//	  │ arrive     id, address, language, user agent, into the context        visit.Arrivals
//	  │ log        one line when it is answered                               access.go
//	  │ headers    what every answer says                                     headers.go
//	  │ compress   for callers who take gzip                                  compress.go
//	  │ recover    a panic becomes an answer                                  access.go
//	  ▼
//	route ─▶ one http.ServeMux, on which every part mounts its patterns       route.go
//
//	/graphql                                      graph          guard.Call
//	/zapi/…  …/screen-data  POST /login /logout   zapi           guard.Call
//	/auth  /auth/…                                Social         no cache, no Referer, patience
//	/payment/tds/{key}/{result}                   Bank           the same
//	/payment/notice/{provider}                    Notices        the same
//	POST /newsletter/stop                         Newsletters    the same
//	the addresses of OpenID Connect               Apps           the same
//	/mypage/data/file                             Data           private, patience
//	/picture/{name}                               Pictures       patience
//	/store/{name}                                 StoreFiles     for strangers, like WellKnown
//	/staff/session  /staff/…                      Staff          from the networks of the staff alone, on a mux of its own
//	/robots.txt  /sitemap.xml  /.well-known/…     WellKnown
//	/_next/static/…                               pages.Files    for ever in the browser's cache
//	/healthz  /readyz                             Health
//	/internal/sandbox/clock                       SandboxClock   development only, bearer token
//	everything else, GET and HEAD                 pages.Pages    which asks Next
//
// A part is whatever has the method Mount(mux, before), where before is the middleware of its kind.
// Methods belong to patterns. Where a call has another method than its path, 405 names those that
// the patterns have: as the error object below /zapi and for …/screen-data, as a page elsewhere. A
// path that is not clean ("//", "..") is never asked of the mux, which would lead to another path;
// only in the API's own paths empty segments do not count (zapi.Tidy).
//
// What this package promises to the rest:
//
//   - No error text of ours reaches a caller: API paths get the error object, pages the error page
//     of their status.
//   - Cookies leave with Path=/, SameSite=Lax and, on https, Secure (viewer.Jar).
//   - Every answer names its request and has the headers of security; pages have a policy of their
//     own (package pages).
//   - The line of a request in the log holds no query, no id and no address. That of a caller who
//     has gone has the status 499.
//
// It holds no business rule and opens no transaction.
package edge
