// Package sbps speaks the XML API of SB Payment Service for cards. It implements payment.Gateway, holds no rule of the
// product, keeps nothing and logs nothing.
//
//	SaveCard      MG02-00131, or MG02-00132 when the customer has a card; then MG02-00104 to see what was saved
//	DeleteCard    MG02-00103
//	Authenticate  TA02-00101 with the saved card; Verdict TA02-00201
//	Charge        ST01-00118 after 3-D Secure, ST01-00131 with the saved card otherwise
//	Commit        ST02-00101; the merchant's setting must be "automatic sales", so that no capture follows
//	Refund        ST02-00303, which also cancels an authorisation
//	Lookup        MG01-00101
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
//   - The fields of TA02-00201 and its verdict, res_tds_result.
//   - The length of item_name; 40 characters is what other merchants keep to.
package sbps
