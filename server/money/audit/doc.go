// Package audit checks that the book of money is right: bills, charges, refunds, contracts, their
// prices and what members may watch say the same, and the provider says it too. It reads and never
// writes, in batches, so that a large book takes no more memory than a small one; every batch is
// one moment of the database, so that what happens meanwhile is no finding. It owns no table.
package audit
