// Package delivery carries messages to the outside: mails over SMTP, short messages over Twilio.
// It holds the adapters of notify's ports Mailer and Texter and knows nothing of what the
// messages say.
//
// Answers of a server are of three kinds, by what they are about:
//
//	the mailbox or number   there is none, it is disabled: refused for good
//	us                      our sender, our password, our reputation, the text: tried again, and an ERROR in the log once a message
//	neither                 it is away, busy, full: tried again
package delivery
