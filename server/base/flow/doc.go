// Package flow keeps what a browser has done of an errand of several pages: a sign-up, a login that
// waits for its second factor, a change of the address. It owns the table flows.
//
// A flow belongs to one session and one kind, is stored sealed, and ends by itself. One that must
// not hang on a session is named by the hash of a cookie of its own (package passkey). Spend
// decides by the number of deleted rows: of several transactions that try, one goes on.
package flow
