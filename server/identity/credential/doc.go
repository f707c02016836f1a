// Package credential keeps what members prove with who they are, and changes it. It owns the tables
// former_passwords, account_tokens, factors and backup_codes, and the columns of accounts that hold
// the password's hash and the preferred factor.
//
// What a member logs in with is changed by proving it once more:
//
//	password    ChangePassword  the present one          EnablePassword  a mailed code and a recent login
//	            ForgotPassword ─▶ job MailReset ─▶ link ─▶ ResetPassword (does not sign in)
//	address     StartEmailEdit ─▶ code to the new one ─▶ ChangeEmail ─▶ link to the former one ─▶ UndoEmailChange
//	            VerifyEmail     a mailed code
//	user ID     ChangeUserID    the password
//
// Undoing gives the address back, not the account. The link asks for a password, the present one or
// the one in force at the change, whose hash is kept with it; that one counts again. Where there
// was none, the address comes back as an unproved one: no reset link, no login code and no mailed
// factor goes there until the member, logged in with an external account, verifies it. Where that
// would leave no way to log in there is no link, and only the store helps; nor is there one where a
// mailed link has set the password, which is the former mailbox's own word. External accounts that
// were linked since the change are unlinked.
//
// Each tells the member by mail, in the transaction that changes it. A new password ends the links
// that set one, and what session.Distrust ends; a new address ends those links, and what
// session.EndAll ends.
//
// Second factors are enabled by proving them; the first one waits until the backup codes are
// saved:
//
//	Email  a verified address     ┐              ┌▶ the first: BackupPage ─▶ SaveBackupCodes ─▶ enabled
//	SMS    a code to the number   ├▶ EnableFactor┤
//	OTP    a password of the app  ┘              └▶ any other: enabled
//
// DisableFactor of the last one takes backup codes, trusted devices and the preferred kind with it
// . ProveFactor and SpendFactor are the only way to accept one at a login.
//
// The mailbox alone is one factor. A password that a mailed link has set is not followed by a
// mailed code: another kind of factor or a backup code is asked for; where mail is the only kind, a
// mailed code counts again after a day. The member is told of the reset by mail and, with a phone
// as a factor, by a message. Every enabled factor is asked for, also one that the store offers no
// more or cannot send: then only another one, a backup code or the store helps.
//
// Promises:
//
//   - A second factor works once: a code, a time step and a backup code are each used up by one
//     conditional UPDATE, in the transaction that signs in. Secrets of apps and what waits in flows
//     are sealed, backup codes are stored as MACs. Wrong tries are counted per account, and a right
//     first factor does not take them back.
//   - A mailed link holds 256 random bits, is stored as a hash, works once and for a limited time;
//     asking for another ends it.
//   - A password that everybody tries first has to be changed once a login has shown it
//     (RequireNewPassword). The duty is the
//     account's: no other way of logging in lifts it, only a new password does.
//   - What is done for a forgotten password is the same for every address: two counts and one job
//     . Strangers cannot use up the count of a browser that the account knows; in any other
//     a member who is refused has a working link in the mailbox.
//   - Passwords are compared exactly as sent. Hashing them is expensive on purpose: each is counted
//     before, right passwords too, and it happens in a PasswordPool that refuses work rather than
//     let it pile up, and in which members and strangers, and among them networks, take turns.
package credential
