// Package purchase is the checkout. It owns the table orders.
//
//	Verify ──────▶ what it would cost, no effect
//	Form ────────▶ order `confirming`: the terms exactly as the confirm page shows them, and a token, for 30 minutes
//	Purchase ────▶ the order's token is the idempotency key
//
//	confirming ─┬─▶ authenticating ─▶ (bank) ─┬─▶ charging ─┬─▶ completed
//	            │                             │             ├─▶ declined   no money is kept, the unit is given back
//	            │                             │             └─▶ unknown ──▶ completed or declined, by look-up
//	            │                             └─▶ completed (nothing to charge now)
//	            ├─▶ completed (nothing to charge ever)
//	            └─▶ failed (terms changed, sold out, 3-D Secure failed, too late, replaced by a newer form): no money moved
//
// Invariants:
//
//   - What was shown is what is charged: Terms are computed once for the confirm page, stored with
//     the order, computed again when the member buys, and refused with PRICE_CHANGED unless they
//     are the same to the letter.
//   - One row decides. Every step locks the order first, then the account, then the plan; a
//     repeated call finds the order further on and answers with its result. A request that finds it
//     charging waits for the result without holding anything.
//   - The unit of a limited plan is taken in the transaction that records the attempt to charge,
//     and given back in the one that records its refusal. So the last unit is sold once, and no
//     member is charged for what is sold out.
//   - An order is agreed on with one campaign at most (campaign_of_order.go), which is frozen with
//     it: free days in its basis, a discount in its prices. A use of a campaign is taken and given
//     back with the unit, under the lock of the campaign, which comes after the plan's. A code that
//     pays alone makes a contract that ends by itself with what is free.
//   - An order by card carries a 3-D Secure authentication of its own, for at least its amount: a
//     trial for that of its first term. One whose time or day is over is never charged, whatever
//     the bank says; Due ends those whose members never come back.
//   - A charge whose outcome is unknown is given up after an hour or with the day, and the order
//     declined with a mail. What then proves to be settled completes the order while its day lasts,
//     else it is given back, with a mail.
//   - A plan is bought by one order of a member at a time (orders_in_flight_key); a contract of it
//     is not bought twice.
//
// An order by which a provider then charges each month by itself (provider.go) is charging while
// its member is on the provider's page, and ends as any charge of unknown outcome. A member who
// comes back without having agreed may order again at once.
//
// Coming back from the bank needs no session: the one-time key names the order.
package purchase
