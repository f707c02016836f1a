// Package oidc is the OpenID provider: other apps ask members for access, and get tokens for what they allow. It owns the tables
// oidc_clients, oidc_keys, oidc_grants, oidc_requests, oidc_families, oidc_tokens and oidc_devices.
//
//	authorize (or par) ─▶ request ─▶ login, factor, sign-up, account, consent: steps as elsewhere ─▶ family with a code ─▶ the app
//	token: code ─▶ access (and refresh) token of the family; refresh ─▶ the next pair; device ─▶ a family the member allowed elsewhere
//	userinfo, introspect: token ─▶ family ─▶ account, as they stand now
//
// A family is all that descends from one answer to an app: its code, its tokens, and what they may do. Whatever ends access ends
// families, in the transaction of its cause, and all of their tokens are dead with that statement: a grant that is revoked, a member who
// leaves, sessions that end, a client that is disabled, a code or a refresh token that comes twice.
//
// Promises:
//
//   - Codes and refresh tokens are spent by a conditional UPDATE, whose row count decides. Used ones are marked and stay as long as their
//     family. A refresh token that its own client sends again within the window of grace, as after a lost answer, works once more.
//   - Tokens are 256 random bits, stored as hashes. An app proves itself before anything is looked up for it.
//   - A statement or two an operation: clients and keys are held in memory, tokens with their family and account are one row.
//
// fosite stays inside: requests are parsed and clients authenticated by it, its errors are answered as they are. The handlers of its
// grants are not used (RFC 6749 4.1.3, 6): they look tokens up before they know the client, delete what has to be remembered, and ask
// for a statement for each of code, PKCE and OpenID session, which here are one row.
package oidc
