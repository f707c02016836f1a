// Package session keeps who is signed in where. It owns the tables sessions, trusted_devices and
// known_browsers, and the access stamp of accounts.
//
//	Begin (a visitor) ─▶ SignIn (a member: the former session ends) ─▶ Resume, once per request ─▶ End, EndAll
//	                                                                    Renew (the member proves it once more: the same session, a new token)
//
// Promises:
//
//   - The cookie sid is 256 random bits, stored as a hash. Every login, sign-up and logout ends the
//     session it came with, and its token is dead from that statement on.
//   - A member who proves once more who they are keeps the session and all that hangs on it, such
//     as the tokens of apps; its token is dead all the same. What knows a session by its id and
//     must not outlive the token, as a visit to a provider, compares authenticated_at.
//   - A member's session ends after 7 days without a request and 30 days after the last proof; a
//     visitor's after a day. Those of an account that is not active are dead at once. One that ran
//     out of time is dead from that moment on for all that hangs on it (Living, LivesSQL); the next
//     purge tells the Listeners.
//   - The cookies tdt (trusted device) and latid (known browser) are random, stored as hashes bound
//     to accounts, and replaced when a browser becomes trusted or known. latid has no authority but
//     over the alert and over whose guesses count.
//   - What ends an account's sessions (EndAll) ends with them the logins that have begun, also
//     those that wait for a second factor, and the mailed codes: the account's access stamp is
//     raised, and Open compares it under the account's lock. Distrust ends trusted devices and
//     known browsers too; a new password, an address taken back, leaving and staff do so. The table
//     of acts and what each ends is in server/app/acts_test.go.
//   - Whatever ends sessions of members tells the Listeners in the same transaction, so that what
//     hangs on a session ends with it. Sessions end in endWhere and nowhere else. A Service that
//     was not told its Listeners ends none and opens none: only package app puts services together,
//     commands included.
//
// What is not here: proving who somebody is (package login), and what may be done with a session.
package session
