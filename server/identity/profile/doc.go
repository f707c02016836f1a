// Package profile keeps the people who use an account, for the TV app. It owns the table profiles.
// Which one is current is kept with the session (package session).
//
//	Create ─▶ Update … ─▶ Remove       only in a profile that is not restricted
//	Switch ─▶ the session's current profile
//
// Promises:
//
//   - Every account has its main profile, which has no row, is never restricted, and is the current
//     one of a session that begins: a login has just proved that it is the member. So a member who
//     has forgotten the PIN is not locked out: they log out and in, and set another.
//   - To a restricted profile account and purchase pages and actions are closed (P-016, A-198),
//     wherever they are asked for: package graph does so in one place for pages, their data, /zapi
//     and GraphQL, actor.NeedsFresh for what goes round it, package oidc for other apps. Open stay
//     what a visitor may see and do, logging out, the list of profiles and switching.
//   - A profile that is not restricted is switched to with the member's PIN, where one is set.
//     Tries count together with those of apps (package pin): five, whatever asks. A restricted one
//     takes none.
//   - What was removed opens nothing: sessions that it is current in stay as closed as in a
//     restricted profile until they switch, except the one that removed it, which goes on in the
//     main one. So it does not matter whether a switch or a removal comes first.
//   - Profiles are few, and no two of an account have the same name: one that is made twice, as its
//     answer was lost, is one.
//   - They are deleted when their member leaves.
package profile
