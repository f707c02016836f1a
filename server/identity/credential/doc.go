// Package credential keeps what members prove their identity with, and changes it. It owns the
// tables former_passwords, account_tokens, factors and backup_codes, and the columns of accounts
// for the password's hash and the preferred factor.
//
// A member changes what they log in with by proving it once more:
//
//	password    ChangePassword  the present one          EnablePassword  a mailed code and a recent login
//	            ForgotPassword ─▶ job MailReset ─▶ link ─▶ ResetPassword (does not sign in)
//	address     StartEmailEdit ─▶ code to the new one ─▶ ChangeEmail ─▶ link to the former one ─▶ UndoEmailChange
//	            VerifyEmail     a mailed code
//	user ID     ChangeUserID    the password
//
// Each mails the member in its transaction. A new password ends the links that set one, and what
// session.Distrust ends; a new address ends those links, and what session.EndAll ends.
//
// Undoing gives the address back, not the account. The link asks for the present password, or for
// the one in force at the change, whose hash it keeps and which then counts again. Without a
// password the address comes back unproved: no reset link, login code or mailed factor goes there
// before the member, logged in with an external account, verifies it. Where no way to log in would
// be left, or a mailed link has set the password (the former mailbox's own word), there is no link
// and only the store helps. External accounts linked since the change are unlinked.
//
// A second factor is enabled by proving it; the first one waits for the backup codes:
//
//	Email  a verified address     ┐              ┌▶ the first: BackupPage ─▶ SaveBackupCodes ─▶ enabled
//	SMS    a code to the number   ├▶ EnableFactor┤
//	OTP    a password of the app  ┘              └▶ any other: enabled
//
// ProveFactor and SpendFactor are the only way to accept one at a login. Every enabled factor is
// asked for, also one that the store offers no more or cannot send: then another one, a backup code
// or the store helps. The mailbox alone is one factor: after a mailed link has set the password, no
// mailed code counts; where mail is the only kind, none counts for a day. A member with a phone as
// a factor is told of the reset by a message, too.
//
// Promises:
//
//   - A code, a time step and a backup code work once: one conditional UPDATE uses them up, in the
//     transaction that signs in. Secrets of apps and flows are sealed, backup codes stored as MACs.
//     Wrong tries are counted per account; a right first factor does not take them back.
//   - A mailed link holds 256 random bits, is stored as a hash, and works once and for a limited
//     time. Asking for another ends it.
//   - A login that shows a common password obliges the account to set a new one
//     (RequireNewPassword), however the member logs in next.
//   - ForgotPassword does the same for every address: two counts and one job. Strangers
//     cannot use up the count of a browser that the account knows; a member who is refused in
//     another one has a working link in the mailbox.
//   - Passwords are compared exactly as sent. Each is counted before it is hashed, right ones too.
package credential
