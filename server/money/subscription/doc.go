// Package subscription runs contracts: when a term begins and is charged, what state a contract is
// in, and what happens on its billing day, and how its member ends it. It owns the tables
// subscriptions, subscription_prices, subscription_events and cancellations.
//
// Three things are pure and shared by everybody who shows or takes money:
//
//	terms.go     Basis ─▶ the days and amounts of every term. The confirm page, the mails and the biller ask it alike.
//	Position     at which term of its schedule a contract is, and where a settled charge moves it
//	state.go     one table: status × event ─▶ status
//
// A contract renews like this. Every step can be repeated, and a process that dies is followed
// by another:
//
//	Due: due_at has come ─▶ job Renew{contract}
//	  └─▶ Renew: end it, if it does not renew, was cancelled or was on hold for too long
//	        └─▶ billing: the bill of the term that contains today; terms that went by and could not be charged are waived
//	              └─▶ payment: attempt committed ─▶ gateway ─▶ outcome recorded ─▶ Settled, once:
//	                    paid     ─▶ next term, receipt, viewing until the following billing day and the days of grace are over;
//	                                paid after the days of grace, or with viewing closed: the term begins on the day of payment
//	                    refused  ─▶ tried again the next day with viewing open, for the store's days; the first time a mail
//	                                tells the member
//	                    for good ─▶ on hold, a mail tells the member, viewing ends
//	                    too late ─▶ not wanted: payment gives it back
//	                    no answer ─▶ given up by time alone: the term is waived and the contract goes on (outage.go)
//
// A member cancels a contract and may take that back until the day before the next charge:
//
//	CancelPage ─▶ Cancel ─▶ CancelledPage: the receipt ─▶ UndoPage ─▶ Undo ─▶ KeptPage
//
// Mails about a contract carry a link that cancels this one contract without a login (LeaveLink),
// in two steps:
//
//	LeavePage ─▶ CancelByLink ─▶ LeavePage with the receipt
//
// It works for 60 days, while the member has the address to which it was sent.
//
// Cancelling keeps the status it came from, to which undoing leads back. A held contract has no
// paid days left and ends with the day of its cancellation. Cancelling is possible but on the
// billing day, and on a day on which a charge was begun that is under way; from the day after it is
// always taken, ends the contract with that day if nothing is paid, and what settles later goes
// back. Taking it back waits for a charge that is under way.
//
// A payment of the running term that the provider took back, as after a dispute, puts the contract
// on hold at once (Reversed). The staff let it go on when the payment came back (ReleaseByStaff),
// and end any contract, now or with its term (EndByStaff).
//
// When the agreement behind a payment method is over at the provider, its contracts stay as they
// are until the next term is due, and then go on hold; the member is told at once (MethodEnded).
//
// A member also changes what a contract is paid with. A held one is then charged at once, as it is
// when its member pays again: the bill that is open moves to the term that begins today, or on the
// day on which it is known to be paid, from which the contract is counted anew. outlook.go tells
// what becomes of a contract when its member does nothing, from what the biller goes by.
//
// Where a provider charges each month by itself (biller provider, provider_billing.go), no charge
// is ours. The term's bill waits for what the provider tells of the month in which the term
// begins:
//
//	settled ─▶ paid, as above    declined ─▶ on hold at once, and the agreement is ended    of nothing that is owed ─▶ it goes back
//	nothing ─▶ it is asked (provider_billing_silent.go); a question for the staff after the store's days; viewing ends with the days of grace; once the
//	           term is over the agreement is ended and the contract held
//
// The provider is told to stop two days before the month that is not to be charged: until then a
// cancellation can be taken back. Another way to pay can be chosen until the month of the next term
// begins. At another price the contract ends: the provider takes one amount.
//
// A price that members were told of, and that the store withdraws before its day, is taken back
// with a mail, at the latest by the biller (TakeBack). A bill that is open follows: until it is
// tried it says what its term costs and is taxed now. Prices are told by the day and discounts are
// given for payments, so a term that is cut short by an outage, or whose payment went back and is
// made anew, has all that was to come later come one term later (shift).
//
// A bill belongs to a contract and a term; the database allows one of each that counts, and one
// charge of it that is under way or settled. What a contract costs is in subscription_prices, by
// the term from which it holds. Its tax is the law's and no part of any agreement: the amount
// stays, and each bill has the rate that the plan says, when it is billed, for the term's first
// day. A bill that moves to the day of a payment takes the rate of that day.
//
// Days are calendar days in Tokyo. Month ends are counted from the anchor, the first day of term 1
// or the day on which a hold was paid, so a contract begun on a 31st is charged on the 31st again
// after a February.
package subscription
