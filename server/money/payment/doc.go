// Package payment owns how members pay: payment methods, 3-D Secure authentications, charges and
// refunds.
//
// Tables: payment_methods, card_authentications, charges, refunds, gateway_events (those of a month
// are package providerbilling's).
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
//	settled ─▶ record it    authorised ─▶ commit it    cancelled ─▶ record it    given back ─▶ record it as settled; the list tells the refund
//	nothing ─▶ authorise again under the same order id, which the provider takes once
//
// What a provider calls a duplicate was used: money may have moved, though a look-up finds
// nothing, as after our database was put back to before the charge. Such a charge is never
// released and never followed by another. It stays open until the provider's list of the day has
// it (package reconciliation) or the staff decide. So nothing is charged through a provider
// without a list (Providers.Comparable).
//
// A charge is given up at its give_up_at: from then on it is neither authorised nor committed;
// what is authorised is released, and what is settled already is recorded. A charge that stays
// open is asked for less and less often, and decided by the staff. No member waits for it longer
// than that: the ledger's GivenUp decides about its bill without the answer, whatever the look-up
// says. The charge itself stays open; what it proves to have taken goes back.
//
// Two processes may hold the same charge in their hands. What decides is the row: a tracking id is
// kept only while the charge is open, a charge is refused only while it has no tracking id (or
// that very one), and money moves only after the tracking id was kept. A process that comes late
// cancels the authorisation it holds, if it holds one.
//
// An outcome is recorded first (Ledger.Recorded writes it to the bill, in the same transaction)
// and applied then (Ledger.Applied tells the owner, once, now or by a job). Money that is not
// wanted any more goes back. Everything that goes back is a row of refunds, which runs in the same
// three steps as a charge; those of one charge are carried out one after another.
//
// What a provider tells of its own accord is verified, kept once as a gateway event, and answered;
// only then a job acts on it (Receive, Act):
//
//	settled, declined, pending ─▶ the charge is looked up, as one whose outcome is open
//	refunded, reversed         ─▶ what went back by the look-up is written into the book
//	ended                      ─▶ the method leaves the wallet; contracts that are paid with it are told, and go on hold when they are due
//	agreed, refused            ─▶ the method joined by the form with the order id
//	disputed                   ─▶ left to the staff: `kaiin events --open`
//
// Notices come twice, late, early and in any order, and nothing they say is booked. One that is
// about nothing we know is looked at again for an hour and a half, since it may have come before
// our own commit, and is then left to the staff. A charge that is refused because the agreement is
// over ends the method, too.
//
// A provider may charge each month by itself (Provider.Bills): an order is paid by a form on its
// page (order.go), which makes a method for that one contract. What it tells of each month is
// package providerbilling's, which pays or refuses the contract's bill by what billed.go offers; a
// notice of a month is handed to it (ProviderBilling).
//
// Known by its key means equal in content: a line or a notice that comes again and says otherwise
// is an event of its own, once for each content (EventKeys). What goes back is booked with the sum
// that was taken.
//
// A card becomes a payment method in two steps: the provider keeps it behind the browser's
// one-time token (state pending), then its owner authenticates with 3-D Secure (state active). A
// card that is not authenticated is forgotten by a job. The browser comes back from the bank with
// a one-time key in the path, because a cross-site POST carries no session cookie; coming back
// proves nothing, the verdict is always asked of the provider.
//
// What is joined by a form (Link) is decided by the provider's notice alone: the browser's return
// can give up, and never agree. Until the notice has come, the method waits (pending), for an hour
// at the most. An agreement that comes later, or for a method that is deleted, is kept until the
// provider has forgotten it, so that nothing stays agreed that is in no wallet.
//
// An agreement that its member alone can end (Provider.EndsByForm) outlives the method: the page
// of the deletion leads their browser to the provider by a form, and the notice of its end is
// noted (ending.go). What stays open is listed for them and for the staff.
//
// What was agreed to and never came back to us (the member closed the tab, our process died) is
// revoked when the method is given up.
//
// A member's active methods are their wallet, and one of them is the default. What the wallet holds
// changes under the account's lock, which a purchase takes before it reads the method it is going
// to charge: a method that was deleted is never charged, and one that is being charged, or that a
// running contract is paid with, is not deleted.
package payment
