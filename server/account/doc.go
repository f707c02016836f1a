// Package account knows who the members are. It owns the tables accounts, consents, auth_codes, flows, throttles,
// account_tokens, former_passwords, factors and backup_codes.
//
// Signing up by e-mail is a flow bound to the browser's session. What was typed is kept sealed in flows: the password only
// as its hash, everything for 60 minutes from the moment the address was proved.
//
//	policy (when the store has the step) ─▶ e-mail ─▶ PIN code ─▶ form ─▶ confirm ─▶ complete
//	 ConsentAtSignup                    StartSignup  ProveEmail  ConfirmSignup  Signup
//
// A step out of order, or after the time is up, answers a broken flow that starts again at /signup.
//
// What a member logs in with is changed by proving it once more:
//
//	password    ChangePassword  the present one          EnablePassword  a mailed code and a recent login
//	            ForgotPassword ─▶ job MailReset ─▶ link ─▶ ResetPassword (signs nobody in)
//	address     StartEmailEdit ─▶ code to the new one ─▶ ChangeEmail ─▶ link to the former one ─▶ UndoEmailChange
//	            VerifyEmail     a mailed code
//	user ID     ChangeUserID    the password
//
// Each tells the member by mail, in the transaction that changes it. A new password ends the account's other sessions, its
// trusted devices and the links that set one; a new address ends the other sessions and those links.
//
// Second factors are enabled by proving them; the first one waits until the backup codes are saved:
//
//	Email  a verified address     ┐              ┌▶ the first: BackupPage ─▶ SaveBackupCodes ─▶ enabled
//	SMS    a code to the number   ├▶ EnableFactor┤
//	OTP    a password of the app  ┘              └▶ any other: enabled
//
// DisableFactor of the last one takes backup codes, trusted devices and the preferred type with it. CheckFactor is the only
// place that accepts one.
//
// Promises:
//
//   - An address that has an account is treated like any other up to its PIN code. Only a visitor who has read that mail learns that
//     the address is taken.
//   - A code proves one address, once, for one purpose, in the session that asked for it; five wrong tries or a new code
//     end it. One conditional UPDATE decides who spends it.
//   - A second factor works once: a code, a time step and a backup code are each used up by one conditional UPDATE, in the
//     transaction that signs in. Secrets of apps and what waits in flows are sealed, backup codes are stored as MACs. Wrong tries
//     are counted per account, and a right first factor does not take them back.
//   - A mailed link holds 256 random bits, is stored as a hash, works once and for so long; who asks for another ends the former.
//   - What is done for a forgotten password is the same for every address: two counts and one job.
//   - Counts of tries are kept by Throttle (so many in a window) and CountGuess (growing waits). Both commit on their own, so
//     that nothing that fails later takes them back.
//   - E-mail addresses and user IDs are compared without case, passwords exactly as sent.
//   - Hashing passwords is expensive on purpose and happens in a PasswordPool that refuses work rather than let it pile up.
//
// What is not here: sessions and proving who one is (package login), changing the rest of what was registered, and leaving, of
// which only the account's own end stands here (Close, and Lock, which whatever must not happen afterwards takes first).
package account
