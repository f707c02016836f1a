// Package pin keeps the PIN that protects a member's profile in the TV app. It owns the table pins.
//
//	My Page   Set ─▶ hash, mail to the member
//	TV app    Check ─▶ right, wrong, or no PIN is set
//
// Promises:
//
//   - No reader of the database sees a PIN: a salted slow hash is kept, no answer and no
//     log holds the digits.
//   - Of ten thousand PINs five may be tried, then one after each growing wait, however many ask at
//     once and through however many apps; as many by switching profiles on the site, which no app
//     uses up. A right one and a new one start anew; so a member who has forgotten it sets another
//     and need not wait.
//   - It is deleted when its member leaves. A suspended member has no token to check it with.
//
// A PIN is replaced, not removed.
package pin
