// Package paypalnvp speaks PayPal's Classic API in name-value pairs: billing agreements and charges
// on them. It holds no rule of the product, keeps nothing and logs nothing.
//
//	Ask           SetExpressCheckout over nothing; the member approves at the checkout page
//	Agreed        GetExpressCheckoutDetails, to see whether the member agreed, then CreateBillingAgreement
//	Forget        BillAgreementUpdate to Canceled
//	Charge        DoReferenceTransaction, PAYMENTACTION Authorization; INVNUM is our order id, MSGSUBID is derived from it
//	Commit        DoCapture, complete
//	Refund        DoVoid of an authorisation, RefundTransaction of what was captured
//	Lookup        TransactionSearch by INVNUM, then GetTransactionDetails of each transaction found
//	Settlements   TransactionSearch of a day, in halves while it finds as many as it may; Detail: GetTransactionDetails of a line. CUSTOM tells
//	              our charges from those of the REST API and of others
//
// # How a call can end
//
// Every error is either a *gateway.Error or gateway.ErrUnknownOutcome, wrapped with the method:
//
//	no connection was made, status 401, 403, 404, 429    Error: nothing was carried out
//	ACK Success                                          no error, if the answer makes sense
//	ACK SuccessWithWarning                               the same, unless the code is one of the table, as 11452 is
//	ACK Failure or FailureWithWarning                    Error by the table of codes in errors.go
//	an internal error of PayPal, no answer, another      ErrUnknownOutcome from Agreed, Charge, Commit and Refund;
//	status, HTML, an answer cut short                    Error "trouble" from the others: asking again is harmless
//
// An answer without ACK, or that ends in the middle of its last pair, is none: what every answer
// has must be there (TIMESTAMP, CORRELATIONID, ACK, VERSION, BUILD), each once. Nothing is sent
// twice in here.
//
// MSGSUBID makes PayPal give the answer of the first message when one comes again with the same id,
// so that no charge, capture or refund is made twice even where a message arrives twice. INVNUM is
// a second bolt where the account refuses used invoice numbers.
//
// # What no public document confirms
//
//   - How soon TransactionSearch finds what was charged a moment ago, and that it finds exact
//     invoice numbers only. Each transaction found is read, and one with another INVNUM left out.
//   - Whether yen may be written with decimals: we send "980", and read "980" as well as "980.00".
//   - How long MSGSUBID is remembered.
//   - The version of the API: PAYPAL_NVP_VERSION, 124.0 unless set. The kind of
//     agreement: PAYPAL_NVP_BILLING_TYPE.
//   - That a member who ends the agreement at PayPal is told by more than code 10201 at the next
//     charge: Classic notifies by IPN, which is not read here.
package paypalnvp
