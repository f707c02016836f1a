package store

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"
)

// batch is how many rows DeleteBefore deletes in one transaction: few enough that nobody waits for their locks.
const batch = 500

// DeleteBefore deletes the rows of a table whose moment, a column, is before a time, and for which all of the conditions hold.
// The conditions are SQL without arguments. They have to be those of a partial index on the column; without conditions the column
// has to begin an index: then what is read depends on what is deleted, however large the table is.
//
// Rows go in batches, each a transaction of its own, so it must not be called inside one. Rows that somebody else has locked,
// such as another server that does the same, are left to the next call. What was deleted before a fault stays deleted.
func (s *Store) DeleteBefore(ctx context.Context, table, moment string, before time.Time, conditions ...string) error {
	if InTx(ctx) {
		return fmt.Errorf("%s deleted in batches inside a transaction", table)
	}
	statement := deleteBefore(table, moment, conditions)
	for {
		count(ctx)
		result, err := s.DB.ExecContext(ctx, statement, before, batch)
		if err != nil {
			return fmt.Errorf("delete from %s: %w", table, err)
		}
		if n, err := result.RowsAffected(); err != nil || n < batch {
			return err
		}
	}
}

// deleteBefore is the statement of one batch. Rows are found by their place in the table, which does not move while they are
// locked. They are found in the order of the index, which makes PostgreSQL use it whatever it believes of the time $1.
func deleteBefore(table, moment string, conditions []string) string {
	table, moment = pq.QuoteIdentifier(table), pq.QuoteIdentifier(moment)
	also := ""
	for _, condition := range conditions {
		also += " AND " + condition
	}
	return fmt.Sprintf(`DELETE FROM %[1]s WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM %[1]s WHERE %[2]s < $1%[3]s ORDER BY %[2]s LIMIT $2 FOR UPDATE SKIP LOCKED))`, table, moment, also)
}
