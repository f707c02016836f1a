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
// The merchant's setting is "automatic sales with commit": the commit moves the money of a card.
// For a carrier ST02-00201-40x does, as the merchant settles itself there.
//
//	(authorise) ─▶ authorized ─commit─▶ sold ─cancel, or refunds up to the amount─▶ refunded
//	                   │ cancel ─▶ cancelled
//	                   └ 60 days  ─▶ expired
//
// An agreement by A01-1 (au, d払い) is charged at once and then on each first of a month at nine in
// Tokyo, until it is ended; a look finds the months done that the sandbox's clock has gone by.
//
// It keeps no card numbers: a token remembers the last four digits, which decide how the card
// behaves (cards.go), the brand and the expiry.
//
// # What the real service leaves open
//
// No public document confirms these points. The sandbox takes the reading that asks more of the
// product:
//
//   - An order id is spent when the issuer has been asked, approved or not. A declined card needs a
//     new one.
//   - MG01-00101 finds a charge by tracking_id or by order_id, sent in the place after it. A charge
//     that does not exist is answered with type 12; a declined authorisation leaves none behind.
//   - MG01-00101 answers amount and refund_amount, in yen, beside payment_status. The outcome
//     no_amount leaves them out, as public descriptions do.
//   - TA02-00201 takes merchant_id, service_id, tds_authentication_id, encrypted_flg, request_date,
//     limit_second and sps_hashcode. It answers res_tds_result: Y passed, N failed or abandoned, A
//     attempted (the issuer takes no part; counts as passed), C not finished before the browser has
//     been at redirect_url.
//   - A 3-D Secure authentication serves one authorisation, of the same customer and at most the
//     same amount. Tokens are valid 60 minutes and once.
//   - ST02-00303 after ST02-00307 gives back what is left.
//   - A capture is refused with type 37, since sales are automatic.
//   - An error that concerns no listed field has the field code 999.
//   - The list of a day (list.go) is CSV in Shift_JIS with a row of names, one row a sale and one a
//     refund. SBPS's management tool lets merchants download one, whose columns are not public.
//   - D01-1 has no public address, and its notice repeats what it sent. One that is not answered by
//     OK is not sent again; the agreement is valid, and the browser is shown error 1301 with a
//     button that leads to error_url.
//   - A member who turns back goes to cancel_url without a notice; one whom the carrier refuses
//     goes to error_url after a notice NG.
//   - ST01-00104 answers a tracking id of the charge's own, and exists for PayPay (311) too.
//   - MG01-00101-402 and ST02-00303-402 take cancel_target_month for what au charged by itself;
//     without it the first month is meant. Type 28, by which au refuses parts in the month of the
//     charge, is not played.
package sbps
