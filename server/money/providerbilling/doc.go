// Package providerbilling applies what providers tell of the months that they charge by themselves
// (Provider.Bills), where no charge is ours.
//
// Table: gateway_events, the rows that are of a month; the other ones are payment's. Charges,
// refunds and payment methods are written by package payment alone (its file billed.go). It knows
// no months: it hands a notice of one up (payment.ProviderBilling). How an order is paid at such a
// provider, and how its method comes about, is decided there, too (its file order.go).
//
// What a provider tells of a month comes by its file (TakeMonths), by a notice (Noticed), or as its
// answer when we ask, because it tells nothing (AskMonth). It is kept once, as a gateway event, and
// applied once, by a job, in whatever order it comes:
//
//	settled, declined ─▶ the contract says what is to be paid (Contracts.Claim):
//	       ├─ its bill     ─▶ a charge with origin provider, concluded at once
//	       ├─ not yet      ─▶ it waits: the contract asks again (AskMonths) when the bill is there
//	       ├─ nothing      ─▶ money goes back; a refusal of what is not owed is no news
//	       └─ another sum  ─▶ it stays open, with an error in the log: an amount that we did not ask for pays nothing
//	ended    ─▶ the method is over; the contract finds that on its day
//	refunded ─▶ written into the book
//
// A charge is concluded in the transaction that notes the month as applied. What that means for the
// contract is applied in a second one, by this job or by payment's, if the process dies in between.
//
// What comes again with another content, or another result, is told once more: of what is not
// applied yet the later counts, and the earlier is superseded, also where it is a question. What
// says otherwise than money that is booked, and a month that does not fit the day on which it is
// told, is a question. The staff answers it (AnswerQuestion): paid, with the sum that it tells, or
// unpaid.
//
// The provider's own name of a month is the agreement and the month: a month that it tells by
// notice and in its file is one. We assume that the month of the order is paid by the order's own
// charge and by no other.
package providerbilling
