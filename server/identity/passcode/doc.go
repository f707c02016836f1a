// Package passcode sends codes by mail and SMS and takes them back. It owns the table auth_codes.
//
//	Allow ─▶ Send ─▶ (the member reads it) ─▶ Try ─▶ Spend, in the transaction of what the code is good for
//
// A code proves one address, once, for one purpose, in the session that asked for it; five wrong
// tries or a new code end it. One conditional UPDATE decides who spends it. Codes are
// stored as MACs bound to their scope.
//
// Every code is counted before it is sent, and each purpose is counted on its own, so that no
// errand uses up what another one needs. Under what it is counted depends on what has been
// proved before:
//
//	nothing: signUp, login                      per mailbox and purpose 20 a day; per network 1,000 a day
//	  login, once a mailbox has had its 20      per mailbox and network one an hour; per mailbox 100 a day
//	  login, in a browser the account knows     per browser 20 a day, and nothing else
//	the account: every other purpose            per account and purpose 20 a day
//	  withdraw                                  per session 20 a day, so that no other device can keep a member from leaving
//	  mailEdit, phoneSetting, whose target      also per account and target 5 a day, per mailbox or number and purpose 20 a day
//	  is unproved
//
// A code that could not be delivered is no code: its page says that none was sent, and who asks for
// another one is told why first.
//
// So strangers, who can only type an address, use up neither a second factor nor a step-up nor a
// withdrawal, and a member alone does not use up another person's number. The most a mailbox gets
// by strangers' doing is 60 codes a day, 20 for each of signUp, login and mailEdit, beside a login
// code an hour for each of their networks, 100 a day, since a code may be the only way in, and
// beside the links for a forgotten password (package credential). What follows a plus sign in an
// address does not make another mailbox.
package passcode
