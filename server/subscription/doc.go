// Package subscription runs contracts: when a term begins and is charged, what state a contract is in, and what happens
// on its billing day. It owns the tables subscriptions and subscription_events.
//
// Three things are pure and shared by everybody who shows or takes money:
//
//	terms.go     Basis ─▶ the days and amounts of every term. The confirm page, the mails and the biller ask it alike.
//	position.go  where a contract stands in its schedule, and where a settled charge moves it
//	state.go     one table: status × event ─▶ status
//
// A contract renews like this. Every step can be repeated, and a process that dies is followed by another:
//
//	Scan: next_settlement_day has come ─▶ renewing_since, job Renew{contract, term}
//	  └─▶ Renew: stop or end it, if it does not renew
//	        └─▶ payment: attempt committed ─▶ gateway ─▶ outcome, in whose transaction Settled runs:
//	              settled  ─▶ next term, receipt, viewing until the following billing day is over
//	              refused  ─▶ on hold, a mail tells the member, viewing ends
//
// A charge belongs to a contract and a term; the database allows one that is under way or settled for each. If several
// terms have come due (the clock jumped, the worker stood still), they are charged one after another, each once.
//
// Days are calendar days in Tokyo. Month ends are counted from the anchor, the first day of term 1, hence a contract
// begun on a 31st is charged on the 31st again after a February.
package subscription
