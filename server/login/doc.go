// Package login proves who asks, and keeps it for as long as a session lives. It owns the tables sessions and login_events.
//
// What it proves today: that a member knows the password of an account. Codes by mail, second factors, external accounts
// and the bot check are proved by nothing here, hence no mode that needs them is offered (see offered).
//
//	visitor ──Begin──▶ session without account ──Login, SignUp──▶ new session of the account ──Logout──▶ ended
//
// Promises:
//
//   - The cookie sid is 256 random bits, stored as a hash. Every login, sign-up and logout ends the session it came with,
//     and its token is dead from that statement on.
//   - A member's session ends after 7 days without a request and 30 days after it began; a visitor's after a day. Those of
//     an account that is not active are dead at once.
//   - An unknown identifier, an account without a password and a wrong password cost the same and read the same.
//   - Tries are counted before the password is looked at, in transactions of their own, so that many tries at once are
//     counted as many (account.Guesses). That a suspended or withdrawn account is one is told only to who knows its password.
package login
