// Package sandbox is the outside world in one process, for people who build on Kaiin and for tests: the payment
// service, the external identity providers, the mailbox, the telephone, the bot check, and the clock.
//
//	product ──SMTP──▶ mail/ ─────▶ inbox ──────▶ GET /inbox.json, page
//	product ──form──▶ sms/ ──────▶ inbox (Twilio; its outcomes are told there)
//	product ──XML───▶ sbps/ ─────▶ charges ────▶ GET /ledger.json, page
//	browser ────────▶ sbps/ (token scripts, 3-D Secure page)
//	browser, product ▶ idp/ (LINE, Google, Yahoo! JAPAN, Facebook; what /next can do to them is told there)
//	browser, product ▶ captcha/ (reCAPTCHA, Turnstile; their outcomes are told there)
//	tests   ──JSON──▶ control API: /next (outcome/), /clock, /settings, /reset
//	                      /clock ──bearer──▶ product /internal/sandbox/clock
//
// What the product needs to find all of it, addresses and credentials, is Environment; `kaiin sandbox --environment` prints it.
//
// The sandbox speaks the real wire formats and holds no rule of the product; nothing in the product knows it, except
// that in development the product's clock follows the one here. Production configurations are refused.
//
// # Control API
//
// Bodies are JSON with the content type application/json. A fault is answered with {"code","message"}.
//
//	GET    /inbox.json?to=ADDRESS  mails to the address, or short messages to the number (all without it), newest first
//	DELETE /inbox.json             throws them away
//	GET    /ledger.json            charges and refunds, oldest first (see package ledger for the statuses)
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
//	duplicate       the call is delivered twice: it takes effect, and the       next authorisation
//	                answer is the one to the second delivery (10196999)
//	timeout_before  no effect; the connection is dropped after delay            next authorisation, commit, capture or refund
//	timeout_after   takes effect; the connection is dropped after delay         same
//	http_500        no effect; status 500 with HTML                             same
//	slow            takes effect; the answer comes after delay                  same
//	challenge_ok    the card holder is asked                                    next 3-D Secure request
//	challenge_fail  the card holder is asked and cannot pass                    same
//	return_post     the browser comes back by POST                              same
//
// The field function ("ST02-00101-101") makes any of the first seven wait for that function; a decline of a function
// that asks no issuer is refused with 10126999 and has no effect. The delay is 200ms, for slow 3s, unless given.
//
// # Moving the clock
//
// The clock never goes backwards. POST /clock moves it here first and then tells the product, and answers when the
// product has done everything that became due. When the product cannot be reached or refuses (status 4xx), the move is
// taken back and the answer is 502. When it was reached and failed on the way, the move stands, since the product
// has lived in the new time; the answer is 502 with moved true, and {"advance":"0s"} tells it again.
package sandbox
