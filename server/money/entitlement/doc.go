// Package entitlement says what a member may watch until when. It owns the table entitlements.
//
// An entitlement comes from one order and is valid as long as what was bought: a purchase has no
// end, a rental ends after its days of viewing by the clock alone (no job ends it; one tells the
// listeners), which the staff may move. Both end when all that was paid for them went back. A
// contract's is moved on by every paid term and cut off when the contract is held or ends. A member
// who leaves gives all of them up: the service that hands out films need not know whether an
// account still is one. Its functions run in the caller's transaction, together with the charge or
// the contract they follow from.
package entitlement
