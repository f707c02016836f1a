package reseal

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// Rotation seals the columns of a database anew.
type Rotation struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
	Columns []Column
	Batch   int // rows of a transaction; 0 is 100
}

// Done is what came of a column.
type Done struct {
	Table    string `json:"table"`
	Column   string `json:"column"`
	Resealed int    `json:"resealed"`
	Lost     int    `json:"lost"` // sealed with a secret that is not configured
}

const batch = 100

// pointBatch is after a batch is committed.
const pointBatch = "secrets.rotated"

// Failpoints are the points of this package.
var Failpoints = []string{pointBatch}

// Rotate seals everything that is not sealed with the secret in use anew, and answers what came of
// each column. After an error it goes on where it stopped when it is called again.
func (r *Rotation) Rotate(ctx context.Context) ([]Done, error) {
	var all []Done
	for _, c := range r.Columns {
		if c.Reseal == nil {
			continue
		}
		done := Done{Table: c.Table, Column: c.Name}
		for last, more := uuid.Nil, true; more; {
			found, err := r.batch(ctx, c, last)
			if err != nil {
				return append(all, done), fmt.Errorf("%s.%s: %w", c.Table, c.Name, err)
			}
			done.Resealed, done.Lost = done.Resealed+found.resealed, done.Lost+found.lost
			last, more = found.last, found.more
			failpoint.Reached(pointBatch)
		}
		all = append(all, done)
	}
	return all, nil
}

// turned is what a batch did.
type turned struct {
	resealed, lost int
	last           uuid.UUID
	more           bool
}

// value is a row that is not sealed with the secret in use.
type value struct {
	id     uuid.UUID
	sealed []byte
	by     []string
}

// batch seals the next rows after one, and keeps others from changing them meanwhile.
func (r *Rotation) batch(ctx context.Context, c Column, after uuid.UUID) (did turned, err error) {
	most := r.Batch
	if most == 0 {
		most = batch
	}
	err = r.Store.Tx(ctx, func(ctx context.Context) error {
		did = turned{last: after}
		rows, err := r.take(ctx, c, after, most, "FOR UPDATE")
		if err != nil {
			return err
		}
		for _, row := range rows {
			did.last = row.id
			fresh, err := c.Reseal(r.Secrets, row.by, row.sealed)
			if err != nil {
				did.lost++
				continue
			}
			statement := fmt.Sprintf("UPDATE %s SET %s = $2 WHERE id = $1", pq.QuoteIdentifier(c.Table), pq.QuoteIdentifier(c.Name))
			if err := r.Store.Exec(ctx, statement, row.id, fresh); err != nil {
				return err
			}
			did.resealed++
		}
		did.more = len(rows) == most
		return nil
	})
	return did, err
}

// take reads the next rows after one that are not sealed with the secret in use.
func (r *Rotation) take(ctx context.Context, c Column, after uuid.UUID, most int, lock string) ([]value, error) {
	by := make([]string, len(c.By))
	for i, column := range c.By {
		by[i] = pq.QuoteIdentifier(column) + "::text"
	}
	rows, err := r.Store.Query(ctx, fmt.Sprintf(`SELECT id, %s, ARRAY[%s]::text[] FROM %s%s AND id > $2 AND substring(%[1]s FOR %[5]d) <> $3
		ORDER BY id LIMIT $4 %[6]s`, c.value(), strings.Join(by, ", "), pq.QuoteIdentifier(c.Table), c.where(), secret.HeaderSize, lock),
		r.Clock.Now(), after, r.Secrets.Header(), most)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []value
	for rows.Next() {
		var v value
		if err := rows.Scan(&v.id, &v.sealed, pq.Array(&v.by)); err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, rows.Err()
}
