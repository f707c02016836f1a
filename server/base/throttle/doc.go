// Package throttle counts how often something is tried, by what is tried and by which caller. It
// owns the table throttles.
//
//	Count       so many in a window: mails, codes, links, new sessions
//	CountGuess  guesses of a secret: so many at once, then growing waits; Forget starts anew after the right one
//
// This package holds no limits. Each is beside what it guards: those of passwords and login codes
// in login/guesses.go, those of the codes that are sent in passcode/budget.go.
//
// A key is what is counted, a colon, and for whom ("verify-user-id:203.0.113.7"). The whom is
// stored only as a MAC. Keys are compared by bytes, whatever order of texts the database has: what
// is counted under one thing is a range of the index.
//
// What visitors leave in the tables is bounded by counts per network: 190 MB a day at the very
// most. Tries to log in and forms of sign-ups are the larger part. Counters says what is
// counted under which key. e2e/contract/stored_test.go has what visitors write for each. Where
// several things are counted the network comes first, so that a network that has used up its count
// adds no row, not even one that counts something else.
//
// Both counts commit on their own, before the work they guard begins, so that nothing that fails
// later takes them back and many tries at once count as many. So neither may be called inside a
// transaction; Forget may.
package throttle
