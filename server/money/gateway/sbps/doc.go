// Package sbps speaks the XML API of SB Payment Service for cards, and for carriers and wallets the
// API, the forms and the result notices. It holds no rule of the product, keeps nothing and logs
// nothing.
//
// Cards (Client):
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
// Carriers and wallets (Carrier), each a provider of its own. 40x and 311 are the method: d払い 401,
// au 402, SoftBank 405, PayPay 311.
//
//	Form          D01-1; A01-1 for au simple
//	Notice        the result of a form: OK agrees, or ends what the form ends; NG and CN refuse; PY is pending
//	Charge        ST01-00104-40x on the agreement's tracking id; au simple: refused, not sent
//	Commit        ST02-00201-40x; with the setting "automatic sales" nothing but a look
//	Refund        ST02-00303-40x; parts for au and PayPay alone, and the month for au simple (cancel_target_month)
//	Lookup        MG01-00101-40x
//	Forget        ST02-00309 (401, 402), ST02-00302 (au simple); nothing for 405 and 311, whose agreements a form ends
//	Settlements   the same list, its rows of the method
//	Month         MG01-00101-402 with the month
//	ReadResults   the file of months that au charged by itself
//
// What au charges by itself has no tracking id for each month. Ours is the agreement's with the
// month behind it: 00000000000001/202701. The look-up by order id does not tell the month: it is
// last month when something was sold then, else this one.
//
// A form carries in free1 a seal over what makes it ours (seal), and in free2 the provider's name.
// The notice repeats them.
//
// # How a call can end
//
// Every error is either a *gateway.Error or gateway.ErrUnknownOutcome, wrapped with the
// function id:
//
//	no connection was made, or the door turned us away     Error: nothing was sent or read
//	OK, and the answer makes sense                         no error
//	NG                                                     Error by the table in errors.go
//	NG for trouble at the service or a card company,       ErrUnknownOutcome from SaveCard, Charge, Commit and Refund,
//	no answer, status 5xx, HTML, an answer cut short         since trouble can come before the effect and after it;
//	                                                       Error "trouble" from the others: asking again is harmless
//
// Nothing is sent twice, by this package or by the HTTP client, if it may have arrived.
//
// After an unknown SaveCard a card may be kept under the customer code: delete it, or save again
// under the same code. After an unknown Charge, Lookup's "none" is final once requestLife has
// passed since the call: the service refuses what arrives later. A charge that arrives before is
// only authorised: nothing is settled without Commit.
//
// # What no public document confirms
//
//   - That MG01-00101 finds a charge by order_id, which is all we know after a lost answer and is
//     sent in the place after tracking_id. A service without that field refuses the request, which
//     never reads as "none".
//   - The amounts in its answer, amount and refund_amount. Where one is missing, Lookup tells
//     neither, and only Settlements does.
//   - Whether ST02-00303 after ST02-00307 gives back the rest.
//   - The list of a day, as merchants download it from the payment management tool. Settlements
//     asks the configured address with ?date=YYYYMMDD and Basic authentication, for CSV in
//     Shift_JIS whose first row names the columns (settlements.go). An adapter in front of another
//     source has to write this.
//   - The fields of TA02-00201 and its verdict, res_tds_result.
//   - The length of item_name; 40 characters is what other merchants keep to.
//   - The address of D01-1, which the service tells each merchant (SBPS_AGREEMENT_URL).
//   - The spelling of pay_method: documents have both paypay and PayPay (pay_method=…).
//   - pay_type, auto_charge_type, div_settele and camp_type of A01-1 for au simple: 1, 0, 0 and 1
//     as other merchants send them (pay_type=… and so on). The first month is charged at once.
//   - The function by which PayPay is charged: ST01-00104-311 as carriers have it (charge=…).
//   - That the merchant settles carriers itself: sales may be automatic (sales=automatic).
//   - Which fields the result of D01-1 repeats: those it sent, in the order of A02-1. A field that
//     does not come adds nothing to the hash.
//   - How often a notice is sent that was not answered by OK. Its key is the same each time.
//   - How au tells of the months that it charges by itself. A notice about one repeats A01-1 with
//     the agreement's id in tracking_id. A file is CSV in Shift_JIS; its first row names the
//     columns マーチャントID, サービスID, 受注ID, トラッキングID (of the agreement), 対象年月 (YYYYMM), 処理区分 (売上 settled,
//     失敗 declined, 解約 ended, 返金 refunded), 金額, エラーコード, 処理日時 (YYYY/MM/DD hh:mm:ss), in any order.
//   - That MG01-00101 finds such a month by cancel_target_month. A service without that field
//     refuses the request, which never reads as an answer. Type 27 of a refusal, documented for
//     refunds, is taken for "nothing was taken". If the service looks no months up, `kaiin
//     verify-ledger --provider` finds provider-does-not-tell for each: compare the file then
//     (`kaiin settlement import --dry-run` tells what is not in the book). No look-up tells of a
//     month of an agreement that we do not know.
//   - Whether the look-up of a carrier takes an order id, and tells payment_status as that
//     of cards.
//   - What SbpsSoftbankYahoo is: 405 under a name of its own. In the list of a day free2 tells the
//     two apart (自由欄2).
package sbps
