// Package ledger holds the shape in which every pretended payment provider reports what it moved.
//
// A charge is one entry for its whole life; only its status changes. A refund is an entry of its
// own, so a charge that was settled and then paid back still reads as settled: anyone who counts
// settled charges counts every time a card was really charged, also when the money went back later.
package ledger
