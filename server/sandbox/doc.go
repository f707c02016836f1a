// Package sandbox is the outside world in one process, for people who build on Kaiin and for tests:
// the payment service, the external identity providers, the mailbox, the telephone, the bot check,
// the video service, other companies' apps, and the clock.
//
//	product ──SMTP──▶ mail/ ─────▶ inbox ──────▶ GET /inbox.json, page
//	product ──form──▶ sms/ ──────▶ inbox (Twilio)
//	product ──XML───▶ sbps/ ─────▶ charges ────▶ GET /ledger.json, page
//	browser ────────▶ sbps/ (token scripts, 3-D Secure page, the pages of carriers; their own page is /carriers)
//	browser, product ▶ paypal/ (REST, name-value pairs, the page of approval, webhooks; its own page is /paypal)
//	browser, product ▶ idp/ (LINE, Google, Yahoo! JAPAN, Facebook), captcha/ (reCAPTCHA, Turnstile), streaks/ (videos)
//	browser, product ▶ app/ (two apps to which members of the product log in: /app and /tv)
//	tests   ──JSON──▶ control API: /next (outcome/), /clock, /settings, /reset
//	                      /clock ──bearer──▶ product /internal/sandbox/clock
//
// It speaks the real wire formats and holds no rule of the product. Nothing in the product knows
// it, except that in development the product's clock follows the one here. Production
// configurations are refused. Environment is what the product needs to find it: `kaiin sandbox
// --environment` prints that.
//
// # Control API
//
// Bodies are JSON with its content type. A fault is answered with {"code","message"}.
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
// # Outcomes of /next
//
// One hits the first call that it fits. Package outcome says what those do that it names, and the
// packages sms, idp, captcha and streaks which ones they have. For the service sbps they are:
//
//	authorisation     ok, decline (10123999), hard_decline (10170999), duplicate (10196999)
//	authorisation, commit, capture, refund
//	                  timeout_before, timeout_after, http_500, slow, cut, doubled, misencoded (UTF-8 that says Shift_JIS)
//	                  late: until it takes effect the order id is spent and nothing is found under it
//	look-up           wrong_amount (a yen too high), no_amount
//	3-D Secure        challenge_ok, challenge_fail, return_post
//	carrier's charge  agreement_cancelled (the member has ended the agreement, L3), maintenance (nothing at this hour, 35)
//	notice of a form  notice_after, notice_late (after the browser's return, by delay: 500ms, 3s), notice_lost, notice_doubled,
//	                  notice_bad_hash, notice_misencoded, notice_other_merchant, notice_wrong_amount (of a purchase)
//
// A decline of a carrier is type L4. The function monthly hits the next month that a carrier
// charges by itself, with decline, agreement_cancelled, wrong_amount or notice_lost: then the file
// of results has no row of it. The function list.csv hits the next list of a day's sales and
// refunds, with timeouts, http_500, slow, cut, doubled, misencoded and wrong_amount. Another
// function ("ST02-00101-101") makes any of them but those of 3-D Secure wait for it; a decline of
// one that asks no issuer is refused with 10126999 and has no effect. The delay is 200ms, for slow
// and late 3s, unless given.
//
// What the member does at the carrier is told by POST: /sbps/contracts/{id}/end ends an agreement,
// /sbps/notices/{n}/resend sends a notice again. /sbps/contracts.json, /sbps/notices.json and
// /sbps/results.csv?month=YYYYMM tell what there is.
//
// For the service paypal they are timeout_before, timeout_after, http_500, slow, cut, doubled,
// misencoded and duplicate as for sbps, and:
//
//	authorisation  decline (of the instrument), hard_decline (the account is locked), agreement_cancelled
//	capture        pending: PayPal holds it back, until somebody at /paypal completes or denies it
//	look-up        wrong_amount
//	what moves money  too_many (429, or code 10014), expired_token (401), failed_after (takes effect, status 500)
//	notice         webhook_doubled, webhook_reordered (after the one that follows), webhook_late (by delay, 3s),
//	               webhook_lost (/paypal can send it again), webhook_bad_signature (of another body),
//	               webhook_other_id (for another webhook), webhook_foreign_cert (its certificate lies elsewhere)
//
// The function is any of package paypal. Notices are sent to SANDBOX_PAYPAL_NOTICE_URL; without it
// they are only kept: GET /paypal/notices.json. What the member and PayPal do by themselves is told
// by POST: /paypal/wallets/{id}/end ends an agreement, /paypal/payments/{id}/complete, deny,
// dispute, resolve, refund-part and reverse act on a payment, /paypal/notices/{n}/resend sends a
// notice again. /paypal/wallets.json lists what members have agreed to.
//
// # Moving the clock
//
// The clock never goes backwards. POST /clock moves it here, then tells the product, and answers
// when the product has done everything that became due. When the product cannot be reached or
// refuses (status 4xx), the move is taken back and the answer is 502. When it failed on the way,
// the move stays, since the product has lived in the new time: the answer is 502 with moved true,
// and {"advance":"0s"} tells it again.
package sandbox
