// Package paypal speaks PayPal's REST API: wallets kept in its vault (v3), orders and payments
// (v2), webhooks. It holds no rule of the product, keeps nothing but an access token and
// certificates, and logs nothing.
//
//	Ask      POST /v3/vault/setup-tokens; the member approves at the address it answers
//	Agreed   POST /v3/vault/payment-tokens with the approved setup token
//	Forget   DELETE /v3/vault/payment-tokens/{id}
//	Revoke   Agreed once more, or later GET /v3/vault/payment-tokens?customer_id=, then Forget
//	Charge   POST /v2/checkout/orders, intent AUTHORIZE, without a source of payment: no money moves;
//	         then POST /v2/checkout/orders/{id}/authorize with the wallet
//	Commit   POST /v2/payments/authorizations/{id}/capture
//	Refund   POST /v2/payments/authorizations/{id}/void, or /v2/payments/captures/{id}/refund
//	Lookup   GET /v2/checkout/orders/{id}
//	Notice   a webhook, verified
//	Settlements  GET /v1/reporting/transactions; Detail: GET /v2/payments/captures/{id}
//
// PayPal finds nothing by our own order id. So an order is made and its id kept
// (ChargeRequest.Keep) before a second call holds the amount: a process that dies between them
// finds the order again, one that dies before has moved nothing. Yen are whole numbers.
//
// # How a call can end
//
// Every error is either a *gateway.Error or gateway.ErrUnknownOutcome, wrapped with the
// call's name:
//
//	no connection was made, status 401, 403, 404, 429     Error: nothing was carried out
//	status 400, 409, 422                                  Error by the table of issues in errors.go
//	2xx, and the answer makes sense                       no error
//	an earlier try is still under way, status 5xx,        ErrUnknownOutcome from Agreed, Charge, Commit and Refund;
//	no answer, an answer cut short or not JSON            Error "trouble" from the others: asking again is harmless
//
// An access token is kept until a minute before its end. A call that is refused for its token is
// repeated once with a new one; nothing else is sent twice. What moves money carries a
// PayPal-Request-Id derived from what it is for, by which PayPal answers a repeated call as the
// first one: for 6 hours for orders, 45 days for captures and refunds, 3 hours for wallets.
//
// # Notices
//
// PayPal signs transmissionId|time|webhookId|crc32 with RSA and SHA-256; the CRC32 of the body's
// bytes is an unsigned decimal number. The notice names the certificate's address: it must be at
// the configured host below /v1/notifications/certs/. The certificate must lead to a root we trust
// and name a host of paypal.com. If it cannot be fetched, or the algorithm is another, PayPal's own
// verification is asked with the body as it came. A wrong signature is final. The time is not
// judged: a notice may be sent again after days, and its id lets it be applied once.
//
// # What no public document confirms
//
//   - The type by which a setup token is exchanged: PAYPAL_TOKEN_TYPE, SETUP_TOKEN unless set.
//   - That a setup token may name a customer by our id, as its reference reads; newer descriptions
//     call it an id of PayPal's. If it is refused no member can join: set
//     PAYPAL_CUSTOMER_IDS=THEIRS.
//   - That the vault is open to merchants in Japan: PayPal opens it for each merchant.
//   - That an order without a source may be authorised with a wallet while the payer is absent: the
//     reference says that a valid source in the request is enough.
//   - That the app may search transactions ("Transaction search"): PayPal grants it, and answers
//     403 until then. That a refund's line names the capture as its reference.
//   - That a used invoice number is refused (DUPLICATE_INVOICE_ID), a setting of the account.
//   - The certificate's name, messageverificationcerts.paypal.com by report.
//   - That errors of the token's endpoint have OAuth's form, and how an unapproved setup token is
//     refused: any status 422 of that call that is not in the table counts as that.
package paypal
