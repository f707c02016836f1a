// Package sbps speaks the XML API of SB Payment Service for cards. It implements payment.Gateway, payment.Cards and payment.Lists, holds no rule of the
// product, keeps nothing and logs nothing.
//
//	SaveCard      MG02-00131, or MG02-00132 when the customer has a card; then MG02-00104 to see what was saved
//	Forget        MG02-00103
//	Authenticate  TA02-00101 with the saved card; Verdict TA02-00201
//	Charge        ST01-00118 after 3-D Secure, ST01-00131 with the saved card otherwise
//	Commit        ST02-00101; the merchant's setting must be "automatic sales", so that no capture follows
//	Refund        ST02-00303, which also cancels an authorisation; ST02-00307 for a part
//	Lookup        MG01-00101
//	Settlements   no function: the list of a day, as CSV
//
// # How a call can end
//
// Every error is either a *payment.GatewayError or payment.ErrUnknownOutcome, wrapped with the function id:
//
//	no connection was made, or the door turned us away     GatewayError: nothing was sent or read
//	OK, and the answer makes sense                         no error
//	NG                                                     GatewayError by the table in errors.go
//	NG for trouble at the service or a card company,       ErrUnknownOutcome from SaveCard, Charge, Commit and Refund,
//	no answer, status 5xx, HTML, an answer cut short         since trouble can come before the effect and after it;
//	                                                       GatewayError "trouble" from the others: asking again is harmless
//
// Nothing is sent twice: there is no retry in here, and the HTTP client resends nothing that may have arrived.
//
// After an unknown SaveCard a card may be kept under the customer code: delete it, or save again under the same code.
// After an unknown Charge, Lookup's "none" is final once requestLife has passed since the call, because the service
// refuses what arrives later. A charge that arrives before then is only authorised: nothing is settled without Commit.
//
// # What no public document confirms
//
//   - MG01-00101 is documented with tracking_id. After a lost answer only the order id is known, so Lookup sends order_id
//     in the place after it. A service that knows no such field refuses the request, which never reads as "none".
//   - The amounts in its answer, amount and refund_amount. Where either is missing, Lookup tells neither, and only Settlements does.
//   - Whether ST02-00303 after ST02-00307 gives back the rest.
//   - The list of a day. The service's payment management tool lets merchants download sales and refunds as CSV; its columns are not
//     public. Settlements asks the configured address with ?date=YYYYMMDD and Basic authentication, for CSV in Shift_JIS whose
//     first row names the columns; those it needs are in settlements.go. An adapter in front of another source has to write this.
//   - The fields of TA02-00201 and its verdict, res_tds_result.
//   - The length of item_name; 40 characters is what other merchants keep to.
package sbps
