// Package people keeps who works for the store and what proves it. It owns the tables
// staff_members, staff_sessions and staff_invites. They are no accounts: nothing of a member opens
// the desk, and nothing of the desk a member's pages.
//
//	Invite ─▶ a link, for an hour ─▶ StartEnrolling ─▶ Enrol: password and app ─▶ a session      built in
//	     └──▶ the address, for a week ─▶ LeaveForIssuer ─▶ ReturnFromIssuer ─▶ a session        by the company's issuer
//	Login, ReturnFromIssuer ─▶ a session ─▶ Resume, once per request ─▶ Logout
//	                           Confirm, LeaveForIssuer(again): proved once more, a new token
//	SetRoles, Disable, Reset ─▶ all sessions of the person end
//
// With an issuer in the settings people log in by it alone, else by password and authenticator app
// alone. There is no choice.
//
// Promises:
//
//   - A person is one issuer and subject there, which the first login binds: within a week of the
//     invitation, with that address, which the issuer has verified. From then on the address
//     decides nothing. The issuer's groups count for nothing: roles are kept here.
//   - Built in, password and code are both asked for, always. The answer is the same for an
//     unknown address, a wrong password, a wrong code and somebody who was disabled, and takes as
//     much work. A code counts once, and each try is counted before the secrets are looked at.
//     Nothing is mailed that lets anybody in.
//   - A session is 256 random bits, kept as a hash. It ends after 12 hours, after 30 minutes
//     without a request, and whenever its person is disabled, gets other roles or another proof.
//     Resume reads the roles anew for each request.
//   - Logins, those that failed, logouts and every decision are acts (package acts). Without its
//     act none of them happens.
//   - No person decides on themselves or gives a scope that they do not hold, no program decides
//     at all, and the last owner who can log in stays one: decisions run one after the other, and
//     who decides is read again. All owners are mailed. Commands may give every role, since a
//     person who runs them holds the database. A reset by them alone may leave no owner who can
//     log in, as the last one may have lost the app.
//
// Which requests may be of the staff at all is decided by package staffnet.
package people
