// Package edge is the one public HTTP handler: it finds out who asks, decides who answers, and says what every answer says.
//
//	request ─▶ id, address, language, agent ─▶ security headers ─▶ route ─▶ compress ─▶ access log
//
//	/graphql                                      graph      session, Origin check, JSON
//	/zapi/…  …/screen-data  POST /login /logout   zapi       the same
//	/payment/tds/{key}/{ok|ng}                    purchase   the bank's one-time key is the only proof, GET or POST
//	/_next/static/…                               disk       for ever in the browser's cache
//	/forgetpassword  /newpassword                 here       to the pages that took their place
//	/healthz  /readyz                             here
//	/internal/sandbox/clock                       app        development only, bearer token
//	everything else, GET and HEAD                 Next.js    which asks /graphql with the member's cookies
//
// What this package promises to the rest:
//
//   - The caller's address is the connection's, or the first one from the right of X-Forwarded-For that no trusted proxy has
//     (realip.go). Nothing else a caller sends changes it.
//   - A page asks for its data through Next with the signed header x-kaiin-context (context.go), so that its calls keep the
//     member's address, language, agent and request id. Headers named x-kaiin-… from outside are dropped.
//   - A call that may change something comes from this origin or from no browser (origin.go).
//   - Cookies leave with Path=/, SameSite=Lax and, on https, Secure (cookies.go).
//   - No error text of ours reaches a caller: API paths get the error object, pages the error page of their status.
//
// It holds no business rule and opens no transaction.
package edge
