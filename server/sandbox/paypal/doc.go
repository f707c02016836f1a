// Package paypal pretends to be PayPal: the REST API, the Classic API in name-value pairs, the page
// where a member approves, and the notices.
//
//	product ──JSON──▶ /v1/oauth2/token, /v3/vault/…, /v2/checkout/…, /v2/payments/…
//	product ──form──▶ /nvp
//	browser ────────▶ /paypal/approve/{id} | /cgi-bin/webscr?cmd=_express-checkout&token=… ──▶ return or cancel address
//	here ─────JSON──▶ the product's notices, signed; the certificate is at /v1/notifications/certs/{name}
//	product ──JSON──▶ /v1/notifications/verify-webhook-signature
//	people ─────────▶ /paypal/wallets/{id}/end, /paypal/payments/{id}/{complete|deny|reverse|dispute}, /paypal/notices/{n}/resend
//
// Both wires lead to the same money. A payment goes through these states:
//
//	(authorise) ─▶ authorized ─capture─▶ captured ─refunds up to the amount─▶ refunded
//	                   │ void ─▶ voided    └ held back ─▶ captured | denied
//	                   └ 29 days ─▶ expired
//
// # What the real service leaves open
//
// The sandbox takes the reading that asks more of the product:
//
//   - An order is authorised once; an invoice number is taken for one payment. A declined one may
//     be tried again.
//   - An access token is valid for 9 hours by the sandbox's clock, an order that is not authorised
//     6 hours, a setup token and an Express Checkout token 3 hours.
//   - A request id that comes again within its time is answered as the first time, with status 200,
//     and is refused when it comes with another body. Ids of orders live 6 hours, of captures and
//     refunds 45 days, of the vault 3 hours; MSGSUBID 45 days.
//   - Only answers of success are kept under a request id.
//   - Transaction Search of the REST API tells of something three hours later, and says so; it and
//     the Classic API's list the whole account.
//   - TransactionSearch of the Classic API finds at once, and invoice numbers that begin with the
//     one asked for as well.
//   - A notice that is not answered with status 2xx is sent again twice, and may be sent again
//     by hand.
//   - A customer's id is the merchant's own, of 7 to 22 characters: what older and newer references
//     both allow.
//   - The issue of a setup token that was not approved is SETUP_TOKEN_NOT_APPROVED.
//   - What was taken back by a dispute reads as refunded.
package paypal
