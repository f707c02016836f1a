// Package botcheck asks Google reCAPTCHA or Cloudflare Turnstile whether a person sits at the
// browser: the adapters of login's port HumanCheck.
//
//	browser ──script──▶ vendor ──token──▶ browser ──login──▶ Human ──token, secret──▶ siteverify ──▶ verdict
//
// A visitor counts as a person with a token that the vendor calls a success, that was made on this
// site's host name, for a login (by reCAPTCHA v2 and Turnstile only when it names what for), and by
// reCAPTCHA v3 with a score of at least 0.5. A vendor that cannot be reached, answers nonsense or
// does not know our secret is an error, so that login lets no visitor pass.
//
// The addresses of both are written in developers.google.com/recaptcha and
// developers.cloudflare.com/turnstile.
package botcheck
