package audit

import (
	"context"

	"github.com/google/uuid"
)

// campaigns compares the uses that each counts with the orders that have one: those that are
// being charged, and those that are complete. A campaign's id is no UUID: the finding names it in
// its detail.
func (c *Checker) campaigns(ctx context.Context, counts Counts, report func(Finding) error) error {
	rows, err := c.Store.DB.QueryContext(ctx, `SELECT c.id, c.use_count, count(o.id) FROM campaigns c
		LEFT JOIN orders o ON o.campaign_id = c.id AND o.campaign_id <> '' AND o.state IN ('charging', 'unknown', 'completed')
		GROUP BY c.id, c.use_count ORDER BY c.id`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	f := findings{table: "campaigns"}
	for rows.Next() {
		var id string
		var counted, used int
		if err := rows.Scan(&id, &counted, &used); err != nil {
			return err
		}
		counts["campaigns"]++
		if counted != used {
			f.add(UsesDiffer, uuid.Nil, "%s counts %d uses, and %d orders have one", id, counted, used)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, finding := range f.all {
		if err := report(finding); err != nil {
			return err
		}
	}
	return nil
}
