// Package login proves who asks: by password, mailed code, second factor and external account, once
// more where a recent proof is needed, and keeps the history of tries. It owns the tables
// login_events and external_requests; what it leads to is a session of package session.
//
// A login has one proof, or two where the account has a second factor:
//
//	Login (password)                                 ┌─ no factor, or a trusted device ───────────────┐
//	RequestCode ─▶ mail ─▶ Login (code)     ──▶ Enter ┤                                                ├──▶ new session
//	an external account                              └─ factor ─▶ flow "multiFactor" ─▶ GiveFactor ───┘
//	Confirm, of a member once more
//
// Promises:
//
//   - Every login ends the session it came with; so does the step to the second factor, for a
//     visitor. A member who proves once more who they are, by whatever way, keeps theirs under a
//     new token: no app is logged out by it, least of all the one that asked for it.
//   - A visit to an external provider is bound to its browser by a secret of its own, which no
//     visit takes over from another.
//   - An unknown identifier, an account without a password and a wrong password cost the same and
//     read the same; so do all identifiers where a code is asked for, because a job finds out who
//     is meant, and where one is entered, because where no account may have one an unknown code
//     is kept.
//   - Tries are counted before the secret is looked at, in transactions of their own, so that many
//     tries at once are counted as many (throttle.Guesses). That an account is suspended or
//     withdrawn is only told to a caller who has given its password. A browser that the account
//     knows has a count of its own: others' guesses do not keep the member out of it. So has a
//     member's session, at the member's own account alone: at any other a member guesses like a
//     stranger. All ways to log in share their counts; an address and a user ID do not, since a
//     refusal would tell that they are one account (guesses.go).
//   - What visitors send is kept only in lengths that an address or a path can have.
//   - A code, a second factor and a login that waits for one each work once: what they are good for
//     happens in the transaction that uses them up. A mailed code and a mailed second factor prove
//     the same and never count as two.
//   - Each thing is read once: a login with a second factor costs at most 8 statements, and 12 for
//     the factor.
//   - Where a member proves once more who they are, a proof counts for 15 minutes, unless what
//     needs it says since when it must have been given (step.ProvedSince): then an older one is
//     asked for again, however fresh it is. By an external account a member proves it with a new
//     login there: LINE, Yahoo! JAPAN and Facebook are asked for one, and where the ID token says
//     when it was, one from before is refused. Google cannot be made to ask again, and Facebook
//     does not say whether it did: there the proof may be no more than that the browser is still
//     logged in.
//   - What comes next is a step (package step), never an address; a login for another app keeps its
//     errand in the flow.
package login
