// Package paypal speaks PayPal's REST API: wallets kept in its vault (v3), orders and payments
// (v2), webhooks. It holds no rule of the product, keeps nothing but an access token and
// certificates, and logs nothing.
//
//	Ask      POST /v3/vault/setup-tokens; the member approves at the address it answers
//	Agreed   POST /v3/vault/payment-tokens with the approved setup token
//	Forget   DELETE /v3/vault/payment-tokens/{id}
//	Revoke   Agreed once more, or later GET /v3/vault/payment-tokens?customer_id=, then Forget: for a token whose id we did not get to keep
//	Charge   POST /v2/checkout/orders, intent AUTHORIZE, without a source of payment: no money moves;
//	         then POST /v2/checkout/orders/{id}/authorize with the wallet
//	Commit   POST /v2/payments/authorizations/{id}/capture
//	Refund   POST /v2/payments/authorizations/{id}/void, or /v2/payments/captures/{id}/refund
//	Lookup   GET /v2/checkout/orders/{id}
//	Notice   a webhook, verified
//	Settlements  GET /v1/reporting/transactions, hours late; Detail: GET /v2/payments/captures/{id}, for the order that a line is of
//
// An order is made before it is paid, in two calls: PayPal finds nothing by our own order id, so
// that its id has to be known before an amount can be held. Amounts are yen, which PayPal wants as
// whole numbers.
//
// The id is kept (ChargeRequest.Keep) between the two calls: a process that dies after that finds
// the order again. One that dies before has moved nothing.
//
// # How a call can end
//
// Every error is either a *gateway.Error or gateway.ErrUnknownOutcome, wrapped with the name of
// the call:
//
//	no connection was made, status 401, 403, 404, 429     Error: nothing was carried out
//	status 400, 409, 422                                  Error by the table of issues in errors.go
//	2xx, and the answer makes sense                       no error
//	an earlier try is still under way, status 5xx,        ErrUnknownOutcome from Agreed, Charge, Commit and Refund;
//	no answer, an answer cut short or not JSON            Error "trouble" from the others: asking again is harmless
//
// The access token is asked for once and kept until a minute before its end. A call that is turned
// away for its token is repeated once with a new one, since nothing was carried out; nothing else
// is sent twice. What moves money carries a PayPal-Request-Id derived from what it is for, so that
// a call which is said again gets the first one's answer: PayPal remembers the ids of orders for 6
// hours and those of captures and refunds for 45 days. A wallet's is remembered for 3 hours.
//
// # Notices
//
// PayPal signs transmissionId|time|webhookId|crc32 with RSA and SHA-256; the CRC32 of the body's
// bytes is written as an unsigned decimal number. The certificate is fetched from the address in
// the notice, which must lie at the configured host below /v1/notifications/certs/, must lead to a
// root we trust and be made out to a name of paypal.com. Where it cannot be fetched, or the
// algorithm is another, PayPal's own verification is asked, with the body as it came. A wrong
// signature is final. The time of a notice is not judged: one that is sent again after days is as
// good, and each has an id to apply it once.
//
// # What no public document confirms
//
//   - The type under which a setup token is exchanged: PAYPAL_TOKEN_TYPE, SETUP_TOKEN unless set.
//   - That a setup token may name a customer by an id of ours, as its reference reads: newer
//     descriptions of answers call that id one that PayPal makes. Where it is not taken, no member
//     can join: PAYPAL_CUSTOMER_IDS=THEIRS leaves it out.
//   - Whether the vault is open to merchants in Japan. PayPal has to open it for each merchant.
//   - That an order made without a source may be authorised with a wallet while the payer is
//     absent: the reference says that a valid source in the request is enough.
//   - That the app may search transactions: PayPal has to grant it ("Transaction search"), and
//     refuses with 403 until then. That a refund's line names the capture as its reference.
//   - That a used invoice number is refused (DUPLICATE_INVOICE_ID): the account has to be set up to
//     block it.
//   - The name in the certificate, messageverificationcerts.paypal.com by report; any name of
//     paypal.com is taken.
//   - Errors of the token's endpoint have OAuth's form. The issues with which an unapproved setup
//     token is refused: any status 422 of that call that is not in the table counts as one.
package paypal
