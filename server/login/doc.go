// Package login proves who asks, and keeps it for as long as a session lives. It owns the tables sessions, login_events,
// trusted_devices and known_browsers.
//
// A login has one proof, or two where the account has a second factor:
//
//	Login (password)                                 ┌─ no factor, or a trusted device ───────────────┐
//	RequestCode ─▶ mail ─▶ Login (code)     ──▶ Enter ┤                                                ├──▶ new session
//	an external account                              └─ factor ─▶ flow "multiFactor" ─▶ GiveFactor ───┘
//	Confirm, of a member once more
//
// Promises:
//
//   - The cookie sid is 256 random bits, stored as a hash. Every login, sign-up and logout ends the session it came with,
//     and its token is dead from that statement on. So does the step to the second factor, for a visitor.
//   - A member's session ends after 7 days without a request and 30 days after it began; a visitor's after a day. Those of
//     an account that is not active are dead at once.
//   - An unknown identifier, an account without a password and a wrong password cost the same and read the same; so do all
//     identifiers where a code is asked for, because a job finds out who is meant, and where one is entered, because where
//     nobody may have one a code stands that nobody knows.
//   - Tries are counted before the secret is looked at, in transactions of their own, so that many tries at once are
//     counted as many (throttle.Guesses). That a suspended or withdrawn account is one is shown only to a caller who knows its password.
//     A browser that the account knows has a count of its own: others' guesses do not keep the member out of it.
//   - A code, a second factor and a login that waits for one each work once: what they are good for happens in the
//     transaction that uses them up. A mailed code and a mailed second factor prove the same and never count as two.
//   - The cookies tdt (trusted device) and latid (known browser) are random, stored as hashes bound to accounts, and replaced
//     when a browser becomes trusted or known. latid has no authority but over the alert and over whose guesses count.
package login
