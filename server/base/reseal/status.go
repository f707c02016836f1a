package reseal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/secret"
)

// Status is what hangs on which secret.
type Status struct {
	InUse   string   `json:"inUse"`  // the id of the key of the secret in use
	Former  []string `json:"former"` // those of the former ones that are configured
	Columns []Count  `json:"columns"`
}

// Count are the values of a column that are still read.
type Count struct {
	Table  string         `json:"table"`
	Column string         `json:"column"`
	Keys   map[string]int `json:"keys"`   // by the ids of their keys; "" is without one
	Needed int            `json:"needed"` // those that need a former secret, or may
	Lost   int            `json:"lost"`   // those that no configured secret opens
	// Waits is whether the values cannot be sealed anew. The last of those that may need a former
	// secret runs out at Ends, where that is known.
	Waits bool       `json:"waits"`
	Ends  *time.Time `json:"ends,omitempty"`
}

// MayRetire reports whether no value needs a former secret.
func (s *Status) MayRetire() bool {
	return !slices.ContainsFunc(s.Columns, func(c Count) bool { return c.Needed > 0 })
}

// Status counts the values of all columns. It opens those that are not sealed with the secret in
// use, where it can, and changes none.
func (r *Rotation) Status(ctx context.Context) (*Status, error) {
	ids := r.Secrets.IDs()
	status := &Status{InUse: ids[0], Former: ids[1:]}
	for _, c := range r.Columns {
		one, err := r.count(ctx, c)
		if err == nil && c.Reseal != nil && len(one.Keys) > 0 {
			one.Needed, one.Lost, err = r.try(ctx, c)
		}
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", c.Table, c.Name, err)
		}
		status.Columns = append(status.Columns, one)
	}
	return status, nil
}

// count counts by the headers of the values.
func (r *Rotation) count(ctx context.Context, c Column) (Count, error) {
	one := Count{Table: c.Table, Column: c.Name, Keys: map[string]int{}, Waits: c.Reseal == nil}
	ends := "NULL::timestamptz"
	if c.Ends != "" {
		ends = pq.QuoteIdentifier(c.Ends)
	}
	rows, err := r.Store.Query(ctx, fmt.Sprintf(`SELECT header, count(*), max(ends) FROM (
			SELECT %s AS ends, CASE WHEN substring(%[2]s FOR length($2::bytea)) = $2 THEN substring(%[2]s FOR %[3]d) ELSE '' END AS header FROM %[4]s%[5]s
		) AS value GROUP BY header`, ends, c.value(), secret.HeaderSize, pq.QuoteIdentifier(c.Table), c.where()), r.Clock.Now(), secret.Mark())
	if err != nil {
		return one, err
	}
	defer func() { _ = rows.Close() }()
	known := r.Secrets.IDs()
	for rows.Next() {
		var header []byte
		var n int
		var end *time.Time
		if err := rows.Scan(&header, &n, &end); err != nil {
			return one, err
		}
		id := secret.KeyID(header)
		one.Keys[id] += n
		switch {
		case id == known[0]:
		case id != "" && !slices.Contains(known, id):
			one.Lost += n
		default:
			one.Needed += n
			if end != nil && (one.Ends == nil || one.Ends.Before(*end)) {
				one.Ends = end
			}
		}
	}
	return one, rows.Err()
}

// try opens the values that are not sealed with the secret in use.
func (r *Rotation) try(ctx context.Context, c Column) (opened, lost int, err error) {
	for last, more := uuid.Nil, true; more; {
		rows, err := r.take(ctx, c, last, batch, "")
		if err != nil {
			return 0, 0, err
		}
		for _, row := range rows {
			last = row.id
			if _, err := c.Reseal(r.Secrets, row.by, row.sealed); err != nil {
				lost++
			} else {
				opened++
			}
		}
		more = len(rows) == batch
	}
	return opened, lost, nil
}
