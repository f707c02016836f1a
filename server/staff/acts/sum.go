package acts

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

// Sum is which numbers of acts are added up: what their details call by the name.
type Sum struct {
	Kinds   []Kind
	Of      string
	Account uuid.UUID // those about the member; zero: those of the same caller, and what they approved for a program
	Per     time.Duration
}

// Sum adds up what was done in the time before now. A limit holds a lock meanwhile, so that no two
// are counted at a time.
func (d Decision) Sum(ctx context.Context, of Sum) (total int, err error) {
	s := d.acts
	whose, args := `a.account_id = $5`, []any{pq.Array(of.Kinds), Done, s.Clock.Now().Add(-of.Per), Floor(of.Per), of.Account}
	if of.Account == uuid.Nil {
		whose = `(a.name = $5 AND a.through = $6 AND a.staff_id IS NOT DISTINCT FROM $7 OR a.through = $8 AND a.approver_id = $7)`
		args = append(args[:4], d.said.By, d.through, d.staffID(), throughProgram)
	}
	rows, err := s.Store.Query(ctx, `SELECT a.id, a.detail_hash, x.sealed FROM acts AS a JOIN act_details AS x ON x.id = a.id
		WHERE a.kind = ANY ($1) AND a.outcome = $2 AND a.at > $3 AND a.id > $4 AND `+whose, args...)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id uuid.UUID
		var hash, sealed []byte
		if err := rows.Scan(&id, &hash, &sealed); err != nil {
			return 0, err
		}
		var numbers map[string]json.RawMessage
		if err := json.Unmarshal(s.details(id, hash, sealed), &numbers); err != nil {
			return 0, fmt.Errorf("act %s: %w", id, err)
		}
		var n int
		if err := json.Unmarshal(numbers[of.Of], &n); err != nil {
			return 0, fmt.Errorf("act %s does not say %s: %w", id, of.Of, err)
		}
		total += n
	}
	return total, rows.Err()
}
