// Package spoken makes the numbers by which a member and the store speak of a thing on the phone.
// It owns no table of the database.
//
//	K-7QXM-2PZC-HT5W   a cancellation (kaiyaku): chosen at random, and kept in its row
//	C-…                an order (chūmon)
//	S-…                an invoice (seikyūsho): of a bill
//	H-…                a return invoice (henkan): of a refund
//
// The last three are the last 60 bits of the row's id, written in 32 letters, so every row has one
// and none keeps it. Those bits of an id are random, and a unique index on them (orders_number,
// bills_number, refunds_number) proves that no two rows of a kind have the same number.
package spoken
