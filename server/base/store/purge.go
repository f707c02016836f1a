package store

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"

	"kaiin/server/base/telemetry"
)

// batch is how many rows are deleted or emptied in one transaction: few enough that no other
// transaction waits long for their locks.
const batch = 500

// DeleteBefore deletes the rows of a table whose moment, a column, is before a time, and for which
// all of the conditions hold. The conditions are SQL without arguments. They have to be those of a
// partial index on the column; without conditions the column has to begin an index: then what is
// read depends on what is deleted, however large the table is.
//
// Rows go in batches, each a transaction of its own, so it must not be called inside one. Rows that
// somebody else has locked, such as another server that does the same, are left to the next call.
// What was deleted before a fault stays deleted.
func (s *Store) DeleteBefore(ctx context.Context, table, moment string, before time.Time, conditions ...string) error {
	return s.inBatches(ctx, "DELETE FROM "+pq.QuoteIdentifier(table), table, moment, conditions, before, batch)
}

// ClearBefore empties columns of the rows that DeleteBefore would delete, and stores in the column
// done that it did so at a time. One of the conditions has to be that done is empty.
func (s *Store) ClearBefore(ctx context.Context, table, moment string, before time.Time, columns []string, done string, at time.Time, conditions ...string) error {
	set := pq.QuoteIdentifier(done) + " = $3"
	for _, column := range columns {
		set += ", " + pq.QuoteIdentifier(column) + " = NULL"
	}
	return s.inBatches(ctx, "UPDATE "+pq.QuoteIdentifier(table)+" SET "+set, table, moment, conditions, before, batch, at)
}

// inBatches does what a statement says to the rows of a table, batch by batch.
func (s *Store) inBatches(ctx context.Context, do, table, moment string, conditions []string, args ...any) error {
	if InTx(ctx) {
		return fmt.Errorf("%s purged in batches inside a transaction", table)
	}
	statement := do + before(table, moment, conditions)
	for {
		count(ctx)
		result, err := s.DB.ExecContext(ctx, statement, args...)
		if err != nil {
			return fmt.Errorf("purge %s: %w", table, err)
		}
		n, err := result.RowsAffected()
		telemetry.Purged.Add(ctx, int(n), table)
		if err != nil || n < batch {
			return err
		}
	}
}

// before are the rows of one batch. They are found by their place in the table, which does not move
// while they are locked, and in the order of the index, which makes PostgreSQL use it whatever it
// believes of the time $1.
func before(table, moment string, conditions []string) string {
	table, moment = pq.QuoteIdentifier(table), pq.QuoteIdentifier(moment)
	also := ""
	for _, condition := range conditions {
		also += " AND " + condition
	}
	return fmt.Sprintf(` WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM %[1]s WHERE %[2]s < $1%[3]s ORDER BY %[2]s LIMIT $2 FOR UPDATE SKIP LOCKED))`, table, moment, also)
}
