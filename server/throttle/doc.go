// Package throttle counts how often something is tried, by what is tried and by which caller. It owns the table throttles.
//
//	Count       so many in a window: mails, codes, links, new sessions
//	CountGuess  guesses of a secret: so many at once, then growing waits; Forget starts anew after the right one
//
// A key is what is counted, a colon, and for whom ("verify-user-id:203.0.113.7"). The whom is stored only as a MAC.
// Keys are compared by bytes, whatever order of texts the database has: what is counted under one thing is a range of the index.
//
// Both counts commit on their own, before the work they guard begins, so that nothing that fails later takes them back and many
// tries at once count as many. Hence neither may be called inside a transaction; Forget may.
package throttle
