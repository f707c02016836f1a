// Package delivery carries messages to the outside: mails over SMTP, short messages over Twilio. It holds the adapters of
// notify's ports Mailer and Texter and knows nothing of what the messages say.
package delivery
