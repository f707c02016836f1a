// Package captcha plays the services that tell people from programs: Google reCAPTCHA and
// Cloudflare Turnstile.
//
//	browser ──▶ GET  /recaptcha/api.js?render=KEY   /turnstile/v0/api.js
//	        ──▶ POST /recaptcha/token               /turnstile/v0/token        sitekey, action ──▶ {"token"}
//	product ──▶ POST /recaptcha/api/siteverify      /turnstile/v0/siteverify   secret, response ──▶ {"success", …}
//
// Every caller is a person. A token names the host of the page that asked for it (its Origin),
// works once, and is valid for two minutes at reCAPTCHA and five at Turnstile. reCAPTCHA's execute
// makes tokens of v3, with a score and an action, and wants the site key the script was loaded
// with; its render makes tokens of v2, without. Without a secret nothing is here.
//
// # Outcomes of POST /next for the service bot-check, each for the next siteverify
//
//	fail            no person
//	low_score       a success with the score 0.1                only a token that has a score
//	wrong_hostname  a success on another host
//	reuse           the token was looked at before (timeout-or-duplicate)
//	http_500        status 500 with HTML
//	timeout         no answer; the connection is dropped after delay, 200ms unless given
package captcha
