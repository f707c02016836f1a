package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"regexp"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
)

// returning has ent send the change of one row, and the reading of the row after it, as one
// statement: UPDATE … RETURNING. By itself ent begins a transaction and sends two. Outside of
// Store.Tx database/sql may send a statement again whose connection broke before its answer: what
// must not happen twice, such as a counter or what compares before it sets, belongs in Store.Tx.
type returning struct{ dialect.Driver }

// Tx is what ent calls before it changes a row.
func (d returning) Tx(context.Context) (dialect.Tx, error) { return &change{Driver: d.Driver}, nil }

// change is a transaction that begins with its second statement.
type change struct {
	dialect.Driver
	update string // is held back until the row is read
	args   any
	tx     dialect.Tx
}

var (
	ofOneRow = regexp.MustCompile(`^UPDATE .* WHERE "id" = \$\d+( AND .*)?$`)
	reading  = regexp.MustCompile(`^SELECT (.*) FROM "\w+" WHERE "id" = \$1$`)
)

func (c *change) Exec(ctx context.Context, query string, args, v any) error {
	result, wanted := v.(*sql.Result)
	if c.tx == nil && c.update == "" && wanted && ofOneRow.MatchString(query) {
		c.update, c.args, *result = query, args, driver.RowsAffected(1) // else the row is not found when it is read
		return nil
	}
	tx, err := c.begun(ctx)
	if err != nil {
		return err
	}
	return tx.Exec(ctx, query, args, v)
}

func (c *change) Query(ctx context.Context, query string, args, v any) error {
	rows, read := v.(*entsql.Rows), reading.FindStringSubmatch(query)
	if c.update == "" || read == nil {
		tx, err := c.begun(ctx)
		if err != nil {
			return err
		}
		return tx.Query(ctx, query, args, v)
	}
	update := c.update + " RETURNING " + read[1]
	c.update = ""
	if err := c.Driver.Query(ctx, update, c.args, rows); err != nil {
		return err
	}
	rows.ColumnScanner = only{rows.ColumnScanner}
	return nil
}

// begun is the transaction, in which what was held back has been sent.
func (c *change) begun(ctx context.Context) (dialect.Tx, error) {
	if c.tx == nil {
		tx, err := c.Driver.Tx(ctx)
		if err != nil {
			return nil, err
		}
		c.tx = tx
	}
	if update := c.update; update != "" {
		c.update = ""
		return c.tx, c.tx.Exec(ctx, update, c.args, nil)
	}
	return c.tx, nil
}

// Commit ends what was begun. ent reads each row that it changes, so nothing is held back any more.
func (c *change) Commit() error {
	if c.tx == nil {
		return nil
	}
	return c.tx.Commit()
}

func (c *change) Rollback() error {
	if c.tx == nil {
		return nil
	}
	return c.tx.Rollback()
}

// only are rows among which is one at most. Once it is read, PostgreSQL has committed the change,
// or has said why not.
type only struct{ entsql.ColumnScanner }

func (o only) Scan(into ...any) error {
	if err := o.ColumnScanner.Scan(into...); err != nil {
		return err
	}
	o.Next()
	return o.Err()
}
