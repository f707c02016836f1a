// Package purchase is the checkout. It owns the table orders.
//
//	Verify ──────▶ what it would cost, no effect
//	Form ────────▶ order `confirming`: the terms exactly as the confirm page shows them, and a token, for 30 minutes
//	Purchase ────▶ the order's token is the idempotency key
//
//	confirming ─┬─▶ authenticating ─▶ (bank) ─▶ charging ─┬─▶ completed
//	            ├────────────────────────────▶ charging ─┼─▶ declined   no money moved, the unit is given back
//	            ├─▶ completed (nothing to charge now)     └─▶ unknown ──▶ completed or declined, by look-up
//	            └─▶ failed (terms changed, sold out, 3-D Secure failed, replaced by a newer form): no money moved
//
// Invariants:
//
//   - What was shown is what is charged: Terms are computed once for the confirm page, stored with the order, computed
//     again when the member buys, and refused with PRICE_CHANGED unless they are the same to the letter.
//   - One row decides. Every step locks the order first, then the account, then the plan; a repeated call finds the order
//     further on and answers with its result. A request that finds it charging waits for the result without holding anything.
//   - The unit of a limited plan is taken in the transaction that records the attempt to charge, and given back in the one
//     that records its refusal. Hence the last unit is sold once, and nobody is charged for what is sold out.
//   - A plan is bought by one order of a member at a time (orders_in_flight_key); a contract of it is not bought twice.
//
// Coming back from the bank needs no session: the one-time key names the order.
package purchase
