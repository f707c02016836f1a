// Package withdrawal lets a member leave. It owns the tables withdrawals and requested_withdrawals
// and, in the browser's session, the flow "withdraw".
//
//	Screen ──▶ Confirm ──▶ Withdraw
//	           consent,    the code: everything ends, in one transaction
//	           survey,
//	           a code is mailed ◀── Resend
//
// Somebody who cannot do that asks the staff, by a letter, a call or through a court:
//
//	LeaveByStaff ─▶ 72 hours later, by a job: CarryOut, unless the link of the mail has stopped it (Stop)
//
// Invariants:
//
//   - No member leaves under contract. A contract that is scheduled to cancel ends with the
//     membership and its rest is forfeited; every other one, a held one included,
//     has to be cancelled first.
//   - No member leaves while money is being taken, or while it is not known yet whether it was.
//     Withdraw and a purchase both take the account's lock (account.Service.Lock), so one of them
//     comes first and the other is refused.
//   - One code, one withdrawal: of several calls at once, one succeeds.
//
// What ends: sessions, trusted devices and known browsers, second factors and backup codes,
// external accounts, links and codes under way, stored cards (the provider forgets them in a job),
// what was bought to watch, for good or for a while, and what was registered: names, birthday,
// address, phone. What stays: orders, charges and contracts for the term the law asks, consents as
// evidence, the login history for its year, the reasons given here, and for 30 days the address,
// user ID and password's hash, so that logging in says that it is prohibited, and the mail
// that says goodbye. Somebody may join again with the same address as a new member.
package withdrawal
