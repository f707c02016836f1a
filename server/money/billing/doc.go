// Package billing keeps what members owe: one bill for an order, one for each period of a contract.
// It owns the table bills; how a bill was tried to be paid is in payment's charges.
//
//	Owe ──▶ open ──Attempt──▶ paying ──▶ paid                  money was taken, or nothing had to be
//	         ▲                  │
//	         └────refused───────┘     open again, until it is tried once more, waived or void
//	paying ──▶ waived, void          its charge is given up with an unknown outcome (Forgo): a contract's, an order's
//	 open ──▶ waived                  the period went by and could not be charged: it stays in the history
//	 open ──▶ void                    it is owed no more: an order that failed, a contract that ended
//
// Recording money cannot fail: an outcome is written to charge and bill whatever has become of the
// order or the contract. What it means for those is a second step, carried out once, which may
// answer that the money is wanted no
// more: payment then gives it back.
package billing
