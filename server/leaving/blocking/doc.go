// Package blocking lets the staff keep a member out. It owns no table: the account says that it is
// suspended.
//
//	Block   ─▶ in one transaction: the account is suspended, everything by which it is open ends,
//	           its contracts end now or with what is paid of them, and a mail tells the member
//	Unblock ─▶ the member may log in again; contracts stay as they are
//
// Invariants:
//
//   - A blocked member is charged nothing more. Block and what gives a member something to pay for
//     (an order, a card, a cancellation that is taken back) take the account's lock
//     (account.Service.Lock): one of the two comes first, and Block stops what came before. What a
//     charge takes that was under way goes back.
//   - A block takes nothing else away: what was paid stays paid, unless the staff give it back, and
//     what was bought is there again after Unblock. Links by which a contract is cancelled work.
//   - Who has left is neither blocked nor let in again.
package blocking
