// Package signup is the errand by which a visitor becomes a member. It owns no table: what was
// typed is a flow, sealed, the password only as its hash, for 60 minutes from the moment the
// address was proved.
//
//	policy (when the store has the step) ─▶ email ─▶ PIN code ─▶ form ─▶ confirm ─▶ complete
//	 Consent                            Start     ProveEmail  Confirm          Complete
//
// A step out of order, or after the time is up, answers a broken flow that starts again.
//
// That is the scroll style. A store may have the inline style in its place:
//
//	email and PIN code, on one page ─▶ form ─▶ what the sign-up was for, or complete
//	 Start              ProveEmail     Complete
//
// Its form asks for the required fields alone and is checked by Complete, as Confirm checks the
// other; the consents come with the address, or with the form where a provider has proved it.
//
// Promises:
//
//   - An address that has an account is treated like any other up to its PIN code. Only a visitor
//     who has read that mail learns that the address is taken.
//   - The page of the code says that none was sent, where its mail was refused for good: it then
//     has no time to send it again.
//   - What proves something (a code, a provider's word for an address or an external account)
//     goes on in a new session, to which the sign-up moves. A visitor who never gets that answer
//     starts again.
//   - What a visitor wants to do as a member, such as to order a plan, is kept as the path of its
//     page: the completion page leads there, a sign-up that begins anew keeps it, and the mail to
//     somebody who has an account leads to the login for that plan.
//   - Complete makes the account, records the consents, queues the welcome mail and signs the
//     member in, in one transaction: of several calls for one flow, one address or one user ID,
//     one succeeds.
package signup
