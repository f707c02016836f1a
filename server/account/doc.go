// Package account is who the members are. It owns the tables accounts, consents, auth_codes, flows and throttles.
//
// Signing up by e-mail is a flow bound to the browser's session. What was typed is kept sealed in flows: the password only
// as its hash, everything for 60 minutes from the moment the address was proved.
//
//	policy (when the store has the step) ─▶ e-mail ─▶ PIN code ─▶ form ─▶ confirm ─▶ complete
//	 ConsentAtSignup                    StartSignup  ProveEmail  ConfirmSignup  Signup
//
// A step out of order, or after the time is up, answers a broken flow that starts again at /signup.
//
// Promises:
//
//   - An address that has an account is treated like any other up to its PIN code. Only who has read that mail learns that
//     the address is taken.
//   - A code proves one address, once, for one purpose, in the session that asked for it; five wrong tries or a new code
//     end it. One conditional UPDATE decides who spends it.
//   - Counts of tries are kept by Throttle (so many in a window) and CountGuess (growing waits). Both commit on their own, so
//     that nothing that fails later takes them back.
//   - E-mail addresses and user IDs are compared without case, passwords exactly as sent.
//   - Hashing passwords is expensive on purpose and happens in a PasswordPool that refuses work rather than let it pile up.
//
// What is not here: sessions and proving who one is (package login), changing what was registered, and withdrawal.
package account
