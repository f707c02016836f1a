// Package passcode sends codes by mail and SMS and takes them back. It owns the table auth_codes.
//
//	Allow ─▶ Send ─▶ (the member reads it) ─▶ Try ─▶ Spend, in the transaction of what the code is good for
//
// A code proves one address, once, for one purpose, in the session that asked for it; five wrong tries or a new code end it
// . One conditional UPDATE decides who spends it. Codes are stored as MACs bound to their scope.
package passcode
