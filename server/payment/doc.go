// Package payment owns how members pay: payment methods, 3-D Secure authentications and charges.
//
// Tables: payment_methods, card_authentications, charges.
//
// A charge runs in three steps, so that a process that dies at any point can be picked up again:
//
//	Attempt: commit the row (state attempting, provider_order_id unique), in the owner's transaction
//	  └─▶ Execute: call the gateway, no transaction open: authorise ─▶ keep the tracking id ─▶ commit
//	        ├─ settled   ─▶ record the outcome
//	        ├─ refused   ─▶ record the outcome
//	        └─ unknown   ─▶ state unknown; Resolve looks the order up, and never charges a second time
//
// Resolve goes on from what the provider knows of the order id:
//
//	settled ─▶ record it    authorised ─▶ commit it    cancelled ─▶ record it
//	nothing ─▶ authorise again under the same order id, which the provider takes once; a purchase whose member has
//	           waited for longer than giveUp is cancelled instead
//
// Two processes may hold the same charge in their hands. What decides is the row: a tracking id is kept only while the
// charge is open, a charge is refused only while it has no tracking id (or that very one), and money moves only after the
// tracking id was kept. A process that comes late cancels the authorisation it holds, if it holds one.
//
// The outcome is passed to the owner of the charge (purchase or subscription) inside the transaction that records it.
// It does not know plans, terms or prices: the caller says how much and for what.
//
// A card becomes a payment method in two steps: the provider keeps it behind the browser's one-time token (state pending),
// then its owner authenticates with 3-D Secure (state active). A card that is not authenticated is forgotten by a job. The
// browser comes back from the bank with a one-time key in the path, because a cross-site POST carries no session cookie;
// coming back proves nothing, the verdict is always asked of the provider.
package payment
