// Package records is what the desk of the staff reads of contracts and money: contracts, bills,
// charges, refunds, orders, what providers told, what is open, and jobs. It owns no table and
// changes nothing. The caller checks whether it may read, and writes the act of it.
//
//	a filter ─▶ find: the ids of a page, by the index of what narrows it most ─▶ detail: each row by its id
//	ids      ────────────────────────────────────────────────────────────────▶ detail
//
// Every list is ordered by time and id, newest first, and is one statement, however many rows it
// has. So is what is read for many rows together, by their ids or those of what they belong to.
// PostgreSQL is left no choice of an index: a statement is written anew for what a filter names,
// so that it reads the same under a plan for any arguments. What no index narrows (amounts, and a
// few more) needs something beside it that one does, or few days; else it is TOO_BROAD, as is what
// takes longer than the limit of a statement that the store has.
//
// All is read in transactions that can change nothing, on the connections of the service's own
// store. Services that are asked join them.
//
// Rows hold what is shown, and no token or reference by which a provider would move money. Version
// tells whether a row still is what was shown.
package records
