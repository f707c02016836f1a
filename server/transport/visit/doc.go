// Package visit is what is known of a request before anyone answers it: its id, the caller's
// address, language and user agent, and whether a page made it on behalf of a member.
//
//	request ─▶ Arrivals.Arrive ─▶ Visit in the context ─▶ Of                 read by every handler
//	                                └─ Stranger, AsStranger ─▶ viewer.Viewer  of whom nothing more is known
//
//	page ─▶ Seal ─▶ header x-kaiin-context ─▶ Next ─▶ call ─▶ Arrive          the call keeps the visit of its page
//
// What this package promises to the rest:
//
//   - The caller's address is the connection's, or the first one from the right of X-Forwarded-For
//     that no trusted proxy has (realip.go). Nothing else a caller sends changes it.
//   - In production something in front speaks https. Where KAIIN_TRUSTED_PROXIES does not name it,
//     its private address is everybody's: limits per network then count by the address that it
//     writes into X-Forwarded-For, so that no caller can use them up for all. Nothing else believes
//     that address: the login history and the alerts show the proxy's. Where the proxy writes none,
//     all callers share the limits, and only browsers that their account knows stay apart. Either
//     way the log says so as an error once a minute (proxies.go), because a proxy that passes on
//     what callers invent leaves limits per network without effect.
//   - A page's calls keep the member's address, language, agent and request id by the signed header
//     x-kaiin-context (context.go). Headers named x-kaiin-… from outside are dropped,
//     but for x-kaiin-staff, which only says that a script of the desk asks.
//   - The language is one of ours, whatever a caller sends (locale.go).
//   - A visit's pattern names no member: ids and keys of a path are left out of it.
//
// Who asks is found later, by the cookies (packages guard and viewer).
package visit
