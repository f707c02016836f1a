// Package evidence keeps what members were shown when they ordered. It owns the table
// order_evidence.
//
//	final button ─▶ Freeze: the terms as JSON and the page as HTML, in the transaction in which the order is confirmed
//	               row 1 ◀─hash─ row 2 ◀─hash─ row 3   one chain an account, counted from 1
//	Find          ─▶ the row, for the member whose order it is
//	Verify        ─▶ every row that was altered, is missing, or does not follow on the one before it
//
// Invariants:
//
//   - A row never changes and is never deleted, not even when its member leaves: it proves what was
//     agreed on, to either side, for as long as the order is in the books. It names the member by
//     their account's id only.
//   - Hash = SHA-256 of the hash before it and of everything else that the row says. To alter one
//     row unseen, all later rows of the account have to be written anew, and a member who has kept
//     a hash can tell.
//   - Orders are the other half: one that was confirmed and has no row is missing. That finds the
//     end of a chain cut off, too.
//
// What is shown is the caller's: this package knows neither plans' prices nor what the law
// asks for.
package evidence
