// Package account is who the members are. It owns the tables accounts, external_accounts
// and consents.
//
//	Create ─▶ active ─▶ (suspended by staff) ─▶ Leave: withdrawn, for good
//
// It holds the forms of what identifies a member (email address, user ID), the profile and the
// store's rules for it, the consents, the links to external accounts, and Lock: what must not
// happen after leaving takes it first. LockOwn is for what a member does to the account in a
// session, and what must not happen after the session has ended.
//
// Promises:
//
//   - Email addresses and user IDs are compared without case. One active account has each;
//     those who have left lose theirs to the next member who registers them.
//   - An external account is known by its type and the provider's subject, never by its address
//     (RFC 9700).
//   - Leaving deletes what was registered. What stays says that logging in is prohibited,
//     and finds payment records.
//
// What is not here: proving who somebody is and changing what one logs in with (package
// credential), signing up, and sessions.
package account
