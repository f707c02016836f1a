package store

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Replace swaps all rows of a table for others in a transaction of its own: readers see the old ones until it commits. It is
// for tables too large for inserts; row returns the values of the i-th of n, in the order of the columns. COPY speaks past
// ent, hence past its hooks and defaults too.
func (s *Store) Replace(ctx context.Context, table string, columns []string, n int, row func(i int) ([]any, error)) error {
	conn, err := s.DB.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	return conn.Raw(func(driver any) error {
		return pgx.BeginFunc(ctx, driver.(*stdlib.Conn).Conn(), func(tx pgx.Tx) error {
			name := pgx.Identifier{table}
			if _, err := tx.Exec(ctx, "DELETE FROM "+name.Sanitize()); err != nil {
				return err
			}
			copied, err := tx.CopyFrom(ctx, name, columns, pgx.CopyFromSlice(n, row))
			if err == nil && copied != int64(n) {
				err = fmt.Errorf("%s: %d of %d rows copied", table, copied, n)
			}
			return err
		})
	})
}
