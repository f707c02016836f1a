// Package oidc is the OpenID provider: other apps ask members for access, and get tokens for what
// they allow. It owns the tables oidc_clients, oidc_keys, oidc_grants, oidc_requests,
// oidc_families, oidc_tokens and oidc_devices.
//
//	authorize (or par) ─▶ request ─▶ login, factor, sign-up, account, consent: steps as elsewhere ─▶ family with a code ─▶ the app
//	token: code ─▶ access (and refresh) token of the family; refresh ─▶ the next pair; device ─▶ a family the member allowed elsewhere
//	userinfo, introspect: token ─▶ family ─▶ account, as they are now
//	the desk: token ─▶ family ─▶ program of the staff, as its registration is now
//
// A family is all that descends from one answer to an app: its code, its tokens, and what they may
// do. Whatever ends access ends families, in the transaction of its cause, and all of their tokens
// are dead with that statement: a grant that is revoked, a member who leaves, sessions that end, a
// client that is disabled, a code or a refresh token that comes twice.
//
// Promises:
//
//   - Codes and refresh tokens are spent by a conditional UPDATE, whose row count decides. Used
//     ones are marked and stay as long as their family. A refresh token that its own client sends
//     again within the window of grace, as after a lost answer, works once more, until one of the
//     tokens that it gave was used: then it was stolen, and the family ends. Of the siblings that
//     it gave, the first that is used ends the others: one that comes at the same time gives
//     nothing, one that comes later was stolen, too. A refresh writes the row of its family anew,
//     and gives nothing where that is not the row that it decided by: of two at once the later
//     one decides again, under a lock.
//   - Without offline_access what an app has is valid as long as its session, by time as well: a
//     session that ran out is as dead for apps as one that was ended, although its end is
//     announced by the next purge only.
//     A member who proves once more who they are, as prompt=login asks for, keeps the session, and
//     apps keep their sid and their tokens.
//   - A request belongs to the browser that brought it, by a cookie of its own: its key opens
//     nothing elsewhere. What a request changes here, such as who is logged in, a form of our page
//     changes, and no link.
//   - A request that wants a new proof (prompt=login, max_age) leads to a page that asks for one
//     from after the request, however fresh the last one is. One that meets a policy that has
//     changed leads to that first; what apps were given before goes on.
//   - A claim that is asked for by name asks the member for the scope that hands it over, if the
//     app may have it.
//   - What the staff do is never among the scopes that members are asked for. A program of theirs
//     has such scopes by its registration, asks for those that its task needs, and may do what its
//     token and its registration both say, from its own networks. No resource server learns of its
//     tokens.
//   - Tokens are 256 random bits, stored as hashes. An app proves itself before anything is looked
//     up for it.
//   - A statement or two an operation: clients and keys are held in memory, tokens with their
//     family and account are one row.
//
// fosite stays inside: requests are parsed and clients authenticated by it, its errors are answered
// as they are. The handlers of its grants are not used (RFC 6749 4.1.3, 6): they look tokens up
// before they know the client, delete what has to be remembered, and ask for a statement for each
// of code, PKCE and OpenID session, which here are one row.
package oidc
