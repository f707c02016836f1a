// Package payment owns how members pay: payment methods, 3-D Secure authentications and charges.
//
// Tables: payment_methods, card_authentications, charges.
//
// A charge runs in three steps, so that a process that dies at any point can be picked up again:
//
//	commit the row (state attempting, provider_order_id unique)
//	  └─▶ call the gateway, no transaction open
//	        ├─ settled   ─▶ commit the outcome
//	        ├─ refused   ─▶ commit the outcome
//	        └─ unknown   ─▶ state unknown; Resolve looks the order up, and never charges a second time
//
// The outcome is passed to the owner of the charge (purchase or subscription) inside the transaction that records it.
// It does not know plans, terms or prices: whoever charges says how much and for what.
package payment
