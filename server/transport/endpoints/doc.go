// Package endpoints answers browsers and other programs at the addresses that are neither GraphQL
// nor a JSON call nor a page of Next.
//
//	/auth  /auth/…               Social        to an external provider and back, with one-time secrets
//	/payment/tds/{key}/{result}  Bank          back from 3-D Secure; only the one-time key counts
//	/payment/notice/{provider}   Notices       from providers of payment; only the signature counts
//	POST /newsletter/stop        Newsletters   the link of a mail; only its token counts
//	OpenID Connect, /oidc/error  Apps          spoken by package oidc/protocol
//	/mypage/data/file            Data          the member's own file
//	/picture/{name}              Pictures      a profile picture, for everyone with its name
//	/staff/session  /staff/…     Staff         how the staff log in; elsewhere than in their networks there is none
//	/robots.txt  /.well-known/…  WellKnown     what browsers and search engines ask of every site
//	/healthz  /readyz            Health        checks of whatever runs this program
//	/internal/sandbox/clock      SandboxClock  development only, bearer token
//
// Each is a struct with what it asks of the domains, and mounts its patterns on the router of
// package edge, which puts the middleware before it. What fails is shown as the site's error page
// (pages.Pages.Fail), or as a status and a word to a program.
//
// What this package promises to the rest:
//
//   - A key, token or name in a path stays out of the log: such an endpoint is logged by
//     its pattern.
//   - No page of another site can send a browser to an external provider.
//   - From 3-D Secure a browser goes on to an address of this site, and to no other.
//   - What may be posted from anywhere is bounded in size; of notices only so many are verified at
//     once.
//
// It holds no business rule and opens no transaction.
package endpoints
