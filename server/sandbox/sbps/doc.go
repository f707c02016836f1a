// Package sbps pretends to be SB Payment Service: the XML API for cards and carriers, the two token
// scripts of the browser, the 3-D Secure page, and the pages on which members agree at a carrier.
//
//	browser ──script──▶ /sbps/tokens, /sbps/tds-tokens            one-time tokens
//	product ──XML─────▶ /api/xmlapi.do                            functions.go lists what it answers
//	            Basic auth ▸ Shift_JIS XML ▸ function ▸ merchant ▸ fields ▸ sps_hashcode ▸ request life ▸ the function
//	product ──GET─────▶ /sbps/list.csv?date=YYYYMMDD              sales and refunds of a day in Tokyo; Basic auth
//	browser ──────────▶ /tds/{id} ──▶ ok_return_url | ng_return_url
//	browser ──form────▶ /f02/agreement.do (D01-1), /f01/FepBuyInfoReceive.do (A01-1)
//	            all elements, in order ▸ Shift_JIS ▸ merchant ▸ sps_hashcode over UTF-8 ▸ values ▸ life ▸ /sbps/link/{id}
//	browser ──────────▶ /sbps/link/{id} ──notice──▶ pagecon_url, then back to success_url, cancel_url or error_url by POST
//	anyone  ──GET─────▶ /sbps/results.csv                         what carriers charged by themselves, month by month
//
// A charge goes through these states; the merchant's setting is "automatic sales with commit", so
// the commit moves the money:
//
//	(authorise) ─▶ authorized ─commit─▶ sold ─cancel, or refunds up to the amount─▶ refunded
//	                   │ cancel ─▶ cancelled
//	                   └ 60 days  ─▶ expired
//
// A charge by a carrier is captured by ST02-00201-40x instead: there the merchant settles itself.
// An agreement by A01-1 (au, d払い) is charged at once and then on each first of a month at nine in
// the morning in Tokyo, until it is ended; anyone who asks the sandbox finds the months done that
// its clock has gone by.
//
// # What the real service leaves open
//
// These points are not confirmed by any public document. The sandbox takes the reading that asks
// more of the product, so that a product which works here is not surprised there:
//
//   - An order id is spent when the issuer has been asked, approved or not; a declined card needs a
//     new order id.
//
//   - MG01-00101 finds a charge by tracking_id and, because after a lost answer nothing else is
//     known, also by order_id, sent in the place after tracking_id. A charge that does not exist is
//     answered with type 12. A declined authorisation leaves no charge behind.
//
//   - TA02-00201 takes merchant_id, service_id, tds_authentication_id, encrypted_flg, request_date,
//     limit_second and sps_hashcode; it answers res_tds_result: Y passed, N failed or abandoned, A
//     attempted (the issuer takes no part; counts as passed), C not finished. The verdict exists
//     only once the browser has been at redirect_url.
//
//   - MG01-00101 answers amount and refund_amount, in yen, beside payment_status. Public
//     descriptions of its answer name no
//     amount: the outcome no_amount leaves both out.
//
//   - ST02-00303 after ST02-00307 gives back what is left.
//
//   - The list of a day (list.go) stands in for the one that merchants download from SBPS's payment
//     management tool, whose columns are not public: CSV in Shift_JIS with a row of names, one row
//     a sale and one a refund.
//
//   - A 3-D Secure authentication serves one authorisation, of the same customer and at most the
//     same amount.
//
//   - Tokens live 60 minutes and serve once.
//
//   - A capture is refused with type 37, since sales are automatic.
//
//   - Which field code goes with an error that concerns no listed field: 999.
//
//   - D01-1 has no public address, and its notice repeats what it sent. One that was not answered
//     by OK is not sent again; the agreement is valid all the same, and the browser is shown error
//     1301 with a button that leads to error_url.
//
//   - A member who turns back goes to cancel_url, and nothing is told; one whom the carrier refuses
//     goes to error_url after a notice NG.
//
//   - ST01-00104 answers a tracking id of the charge's own, and exists for PayPay (311) too.
//
//   - MG01-00101-402 and ST02-00303-402 take cancel_target_month for what au charged by itself;
//     without it the first month is meant.
//
//   - Type 28, by which au refuses parts in the month of the charge, is not played.
//
// It keeps no card numbers: a token remembers the last four digits, the brand and the expiry, and
// the last four digits decide how the card behaves (cards.go).
package sbps
