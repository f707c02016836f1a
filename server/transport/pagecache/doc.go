// Package pagecache keeps pages that are the same for everybody, each for a moment and with a nonce
// of its own in every answer, so that a crowd costs about as much as one visitor. It owns no table
// and does not look at visitors: its caller decides which requests get the same page, and makes the
// page of nothing but the key.
//
//	Get(key) ─┬─ kept, or on its way ──────▶ wait until it is there ─┐
//	          └─ neither, and there is room ─▶ ask, for no visitor ────┴─▶ Page ─▶ Serve: the text, each hole filled with a nonce
//
// How long. A page counts from the moment it was asked for, not from when it came, and no visitor
// who comes after Life gets it.
//
// One asks for all. What asks belongs to no visitor: if the one who came first leaves, the others
// still get the page. If there was nothing to keep (an error, a cookie, a page too large), Get
// answers nil to everybody until Life is over, and each goes the way without a cache: nothing but a
// page is kept, and no visitor pays twice for what cannot be shared.
//
// How much. MaxPages and MaxBytes bound what is kept. What finds no room is not kept; nothing is
// thrown out for it before its time, so that no caller can push out what others need.
//
// The nonce. A page is made with a nonce that was drawn for it alone and is sent to no visitor.
// Wherever it is in the text there is a hole. The text between the holes is compressed once, as a
// deflate stream that is complete at each hole and never refers back into one; an answer is these
// pieces with the visitor's nonce stored between them, and the checksum over both. So an answer
// costs a copy, whether its visitor takes gzip or not, and a visitor who reads slowly shares the
// pieces with all others.
package pagecache
