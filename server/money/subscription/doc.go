// Package subscription runs contracts: when a term begins and is charged, what state a contract is
// in, and how its member ends it. It owns the tables subscriptions, subscription_prices,
// subscription_events, plan_changes and cancellations.
//
// Everybody who shows or takes money asks the same three, which are pure:
//
//	terms.go     Basis ─▶ the days and amounts of every term
//	Position     at which term of its schedule a contract is, and where a settled charge moves it
//	state.go     one table: status × event ─▶ status
//
// A contract renews by steps that can all be repeated, so that another process goes on for one
// that dies:
//
//	Due: due_at has come ─▶ job Renew{contract}
//	  └─▶ Renew: end it, if it does not renew, was cancelled or was on hold for too long
//	        └─▶ billing: the bill of the term that contains today; terms that went by and could not be charged are waived
//	              └─▶ payment: attempt committed ─▶ gateway ─▶ outcome recorded ─▶ Settled, once:
//	                    paid     ─▶ next term, receipt, viewing until the following billing day and the days of grace are over;
//	                                paid after the days of grace, or with viewing closed: the term begins on the day of payment
//	                    refused  ─▶ tried again the next day with viewing open, for the store's days; the first time a mail
//	                    for good ─▶ on hold, a mail, viewing ends
//	                    too late ─▶ not wanted: payment gives it back
//	                    no answer ─▶ given up by time alone: the term is waived and the contract goes on (outage.go)
//
// A member cancels a contract, and may take that back until the day before the next charge. A mail
// about the contract has a link that cancels it without a login (LeaveLink) for 60 days:
//
//	CancelPage ─▶ Cancel ─▶ CancelledPage: the receipt ─▶ UndoPage ─▶ Undo ─▶ KeptPage
//	LeavePage ─▶ CancelByLink ─▶ LeavePage with the receipt
//
// Undoing leads back to the status before. A held contract has no paid days left and ends with the
// day of its cancellation. No contract is cancelled on its billing day, or on the day on which a
// charge was begun that is under way. From the day after a cancellation is always taken: the
// contract ends with that day if nothing is paid, and what settles later goes back. Undoing waits
// for such a charge.
//
// A member may choose another plan of the plan's group (Choose) and take that back (KeepPlan) until
// the day before the next charge. On that day the contract is of the plan that was chosen, at the
// price that was shown (switchDue), and its term is charged like any other. On hold the choice
// waits (View.Waiting), and is taken back at any time.
//
// The staff let a contract go on that a reversed payment put on hold (Reversed, ReleaseByStaff),
// and end any contract, now or with its term (EndByStaff). They move the next billing day of one
// that runs, which prolongs its present term (ExtendByStaff), and the next try of a refused charge
// (PauseRetries, RetryByStaff). A bill that they waive moves the contract on as if it had been paid
// (WaiveByStaff).
//
// When a member pays a held contract again, or chooses another way to pay for it, it is charged at
// once. Its open bill moves to a term that begins today, or on the day on which it is known to be
// paid, and the contract is counted anew from there. outlook.go tells what becomes of a contract
// whose member does nothing.
//
// Where a provider charges each month by itself (biller provider, provider_billing.go), no charge
// is ours. The term's bill waits for what the provider tells of the month in which the term begins:
//
//	settled ─▶ paid, as above
//	declined ─▶ on hold at once, and the agreement is ended
//	of nothing that is owed ─▶ it goes back
//	nothing ─▶ it is asked (provider_billing_silent.go); a question for the staff after the store's days; viewing ends with
//	           the days of grace; once the term is over the agreement is ended and the contract held
//
// The provider is told to stop two days before the month that is not to be charged, until when a
// cancellation can be taken back. Another way to pay can be chosen until the next term's month
// begins. A new price ends the contract: the provider takes one amount.
//
// Prices are rows of subscription_prices, by the term from which they hold. They are told by the
// day, and discounts are given for payments. So everything that was to come comes one term later
// (shift) when an outage cuts a term short, or a payment went back and the term is made anew. A
// price that was told and then withdrawn is taken back with a mail (TakeBack). An open bill says
// what its term costs and is taxed now, until it is tried. Tax is no part of any agreement: the
// amount stays, and each bill has the plan's rate when it is billed, for the term's first day or
// the day of payment it moves to.
//
// A bill belongs to a contract and a term. The database allows one of each that counts, and one
// charge of it that is under way or settled.
//
// Days are those of Tokyo. Month ends are counted from the anchor, the first day of term 1 or the
// day on which a hold was paid: a contract begun on a 31st is charged on the 31st again after a
// February.
package subscription
