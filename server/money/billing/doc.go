// Package billing keeps what members owe: one bill for an order, one for each period of a contract. It owns the table bills; how
// a bill was tried to be paid stands in payment's charges.
//
//	Owe ──▶ open ──Attempt──▶ paying ──▶ paid                  money was taken, or nothing had to be
//	         ▲                  │
//	         └────refused───────┘     open again, until it is tried once more, waived or void
//	paying ──▶ waived, void          its charge is given up and nobody knows whether it was made (Forgo): a contract's, an order's
//	 open ──▶ waived                  the period went by while nobody could charge: it stays in the history
//	 open ──▶ void                    nobody owes it any more: an order that failed, a contract that ended
//
// Recording money cannot fail: an outcome is written to charge and bill whatever has become of the order or the contract. What it
// means for those is a second step, carried out once, which may answer that nobody wants the money any more: payment then gives it
// back.
package billing
