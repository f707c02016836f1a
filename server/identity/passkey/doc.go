// Package passkey keeps the passkeys of members and finds out whether one was used (Web
// Authentication Level 3). It owns the table passkeys.
//
//	Register   StartRegistration ─▶ the device makes a key pair ─▶ Register
//	Use        Start ─▶ the device signs the challenge ─▶ Read ─▶ Claim ─▶ Prove ─▶ Spend, in the transaction of what it is good for
//
// What a passkey is good for is decided by package login: with the face, the finger or the screen
// lock of its member (user verification) it is both factors at once; without, it is a second factor
// after another one.
//
// Promises:
//
//   - A challenge is kept for one use, is valid for five minutes and once, right or wrong. Several
//     tabs of a browser have one each. It belongs to the session that asked for it; one of a login
//     belongs to the browser, by a cookie of its own: to ask for it neither begins a session nor
//     changes one.
//   - Nothing that Start answers a visitor depends on an account. Only what a login that waits for
//     its second factor, or a member, asks for names their passkeys.
//   - A passkey works for its own account, at the host of our origin alone. The name that devices
//     give the account is random and nowhere else in the service.
//   - A counter that does not grow is refused and the member is told, once an hour at most: the
//     passkey may have been copied. Of two answers with one counter, one counts.
//   - A passkey is never the only way in: a password, a mailed code or an external account stays.
//   - To add, rename or delete one needs a recent proof of who the member is. What is deleted ends
//     all other sessions, since it may have opened them.
//   - Where a member recovers the account, passkeys of the last days go (Recent): by a mailed link
//     that sets the password, by taking back a change of the address, or by the staff.
//   - Where the host of the origin is an IP address there are no passkeys, as browsers have none.
package passkey
