// Package sandbox is the outside world in one process, for people who build on Kaiin and for tests:
// the payment service, the external identity providers, the mailbox, the telephone, the bot check,
// the video service, other companies' apps, and the clock.
//
//	product ──SMTP──▶ mail/ ─────▶ inbox ──────▶ GET /inbox.json, page
//	product ──form──▶ sms/ ──────▶ inbox (Twilio; its outcomes are told there)
//	product ──XML───▶ sbps/ ─────▶ charges ────▶ GET /ledger.json, page
//	browser ────────▶ sbps/ (token scripts, 3-D Secure page, the pages of carriers; these have a page of their own, /carriers)
//	browser, product ▶ paypal/ (REST, name-value pairs, the page of approval, webhooks; its own page is /paypal)
//	browser, product ▶ idp/ (LINE, Google, Yahoo! JAPAN, Facebook; what /next can do to them is told there)
//	browser, product ▶ captcha/ (reCAPTCHA, Turnstile; their outcomes are told there)
//	browser, product ▶ streaks/ (video service; its outcomes are told there)
//	browser, product ▶ app/ (two apps to which members of the product log in: /app and /tv)
//	tests   ──JSON──▶ control API: /next (outcome/), /clock, /settings, /reset
//	                      /clock ──bearer──▶ product /internal/sandbox/clock
//
// What the product needs to find all of it, addresses and credentials, is Environment; `kaiin
// sandbox --environment` prints it.
//
// The sandbox speaks the real wire formats and holds no rule of the product; nothing in the product
// knows it, except that in development the product's clock follows the one here. Production
// configurations are refused.
//
// # Control API
//
// Bodies are JSON with the content type application/json. A fault is answered with
// {"code","message"}.
//
//	GET    /inbox.json?to=ADDRESS  mails to the address, or short messages to the number (all without it), newest first
//	DELETE /inbox.json             throws them away
//	GET    /ledger.json            charges and refunds of all payment providers, oldest first (see package ledger for the statuses)
//	GET    /kept.json              {order id: yen settled and not given back}
//	GET    /calls.json             the latest calls of the payment API with the reason of each refusal, newest first
//	POST   /next                   {service, outcome, times?, function?, delay?}: script what comes next
//	GET    /next                   what is scripted and still waits
//	DELETE /next                   forget it
//	GET    /clock                  {now, offsetSeconds}
//	POST   /clock                  {advance: "720h"} or {set: "2027-01-31T00:00:00+09:00"}
//	GET    /settings               {tdsReturn: "get"}
//	POST   /settings               {tdsReturn: "get"|"post"}: how browsers come back from 3-D Secure
//	POST   /reset                  forget mails, charges, cards, tokens, calls, settings and the queue; the clock stays
//
// # Outcomes of /next for the service sbps
//
//	ok              approved as usual; only takes its place in line             next authorisation
//	decline         the issuer says no (10123999)                               next authorisation
//	hard_decline    the issuer says that the card was reported lost (10170999)  same
//	duplicate       the call is delivered twice: it takes effect, and the       same
//	                answer is the one to the second delivery (10196999)
//	timeout_before  no effect; the connection is dropped after delay            next authorisation, commit, capture or refund
//	timeout_after   takes effect; the connection is dropped after delay         same
//	late            no answer; takes effect after delay, until when the order    same
//	                id is spent and nothing is found under it
//	http_500        no effect; status 500 with HTML                             same
//	slow            takes effect; the answer comes after delay                  same
//	cut             takes effect; the answer ends in the middle                 same
//	doubled         takes effect; the answer comes twice in one body            same
//	misencoded      takes effect; the answer is in UTF-8 and says Shift_JIS     same
//	wrong_amount    the amount told is a yen too high                           next look-up
//	no_amount       no amounts are told                                         same
//	challenge_ok    the card holder is asked                                    next 3-D Secure request
//	challenge_fail  the card holder is asked and cannot pass                    same
//	return_post     the browser comes back by POST                              same
//	agreement_cancelled  the member has ended the agreement at the carrier (L3) next charge by a carrier
//	maintenance     the carrier takes nothing at this hour (35)                 same
//	notice_after, notice_late  the notice comes after the browser's return, by  next notice of a form
//	                delay, 500ms and 3s unless given
//	notice_lost, notice_doubled, notice_bad_hash, notice_misencoded,            same
//	notice_other_merchant, notice_wrong_amount (of a purchase)
//
// A decline of a carrier is type L4. The function monthly hits the next month that a carrier
// charges by itself, with decline, agreement_cancelled, wrong_amount or notice_lost: then the file
// of results has no row of it. What the member does at the carrier is told by
// POST: /sbps/contracts/{id}/end ends an agreement, /sbps/notices/{n}/resend sends a notice again;
// /sbps/contracts.json, /sbps/notices.json and /sbps/results.csv?month=YYYYMM tell what there is.
//
// The field function ("ST02-00101-101") makes any of them but those of 3-D Secure wait for that
// function; a decline of a function that asks no issuer is refused with 10126999 and has no
// effect. With the function list.csv, timeouts, http_500, slow, cut, doubled, misencoded and
// wrong_amount hit the next list of a day's sales and refunds. The delay is 200ms, for slow and
// late 3s, unless given.
//
// # Outcomes of /next for the service paypal
//
//	decline, hard_decline  the instrument is declined; the account is locked           next authorisation
//	agreement_cancelled    the member has ended the agreement at PayPal                same
//	pending                PayPal holds the capture back, until somebody at /paypal    next capture
//	                       completes or denies it
//	wrong_amount           the amount told is a yen too high                           next look-up
//	too_many               status 429, or code 10014                                   next call that moves money
//	expired_token          the access token is over (status 401)                       same
//	timeout_before, timeout_after, http_500, slow, cut, doubled, misencoded, duplicate as for sbps
//	failed_after           takes effect; status 500                                    same
//	webhook_doubled        sent twice                                                  next notice
//	webhook_reordered      sent after the one that follows                             same
//	webhook_bad_signature, webhook_other_id, webhook_foreign_cert: the signature is of another body, for another webhook, with a
//	                       certificate that lies elsewhere                             same
//	webhook_late           sent after delay, 3s unless given                           same
//	webhook_lost           not sent; /paypal can send it again                         same
//
// The field function names any function of package paypal. Notices are sent to
// SANDBOX_PAYPAL_NOTICE_URL; without it they are only kept: GET /paypal/notices.json. What the
// member and PayPal do by themselves is told by POST: /paypal/wallets/{id}/end ends an agreement,
// /paypal/payments/{id}/complete, deny, dispute, resolve, refund-part and reverse act on a payment,
// /paypal/notices/{n}/resend sends a notice again, and /paypal/wallets.json lists what members have
// agreed to.
//
// # Moving the clock
//
// The clock never goes backwards. POST /clock moves it here first and then tells the product, and
// answers when the product has done everything that became due. When the product cannot be reached
// or refuses (status 4xx), the move is taken back and the answer is 502. When it was reached and
// failed on the way, the move stays, since the product has lived in the new time; the answer is 502
// with moved true, and {"advance":"0s"} tells it again.
package sandbox
