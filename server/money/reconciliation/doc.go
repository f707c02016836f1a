// Package reconciliation compares what the providers say they took and gave back with the book.
//
// It owns no table: lines of lists are gateway events, which package payment keeps for it
// (payment.KeepEvent).
//
//	first scan from ten o'clock on ─▶ job of the day ─▶ the last days, and older ones not compared as a whole ─▶ sales that we do not know
//
// The book may lack what the provider has: the staff acted there, or the database was restored. Of
// a line of a list (Reconcile):
//
//	sale of an open charge             ─▶ the charge is looked up; its day is compared again
//	sale of a charge that was given up ─▶ the money goes back
//	sale that no charge knows          ─▶ told, and waits for its charge for the store's days; then it goes back (GiveUnknownBack)
//	refund that no row knows           ─▶ written into the book
//	another amount                     ─▶ left to the staff
//	charge that is in no list         ─▶ told, once both lists in which it could be are complete
//
// What goes back by itself has an order id of our form, and is on one day no more than the store
// allows. More than that waits for the staff.
//
// Each line is kept once, however often its list is read: lists overlap, grow, and are read by two
// processes at once. A day is done when its lists are complete and none of its charges is open
// (keepDay); after an outage the days that were left out are caught up, while the provider keeps
// their lists.
package reconciliation
