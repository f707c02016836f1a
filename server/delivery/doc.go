// Package delivery carries messages to the outside: mails over SMTP. It is an adapter of notify's port Mailer and knows
// nothing of what the messages say.
package delivery
