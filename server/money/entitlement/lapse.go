package entitlement

import (
	"context"

	"github.com/google/uuid"
)

// lapseBatch is how many entitlements that are over are told of at once.
const lapseBatch = 500

// Due tells the listeners of what has run out because its time is over, in batches, and says of how
// many. Any number of calls at once share the work. What was revoked before is told already.
func (s *Service) Due(ctx context.Context) (lapsed int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		var accounts []uuid.UUID
		if accounts, err = s.lapse(ctx); err != nil {
			return err
		}
		lapsed = len(accounts)
		told := map[uuid.UUID]bool{}
		for _, id := range accounts {
			if told[id] {
				continue
			}
			told[id] = true
			if err := s.changed(ctx, id, nil); err != nil {
				return err
			}
		}
		return nil
	})
	return lapsed, err
}

// lapse marks a batch of what is over, and answers whose each of it was.
func (s *Service) lapse(ctx context.Context) (accounts []uuid.UUID, err error) {
	rows, err := s.Store.Query(ctx, `UPDATE entitlements SET lapse_told_at = $1 WHERE id = ANY (ARRAY(
			SELECT id FROM entitlements WHERE expires_at <= $1 AND lapse_told_at IS NULL AND revoked_at IS NULL
			ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
		RETURNING account_id`, s.Clock.Now(), lapseBatch)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		accounts = append(accounts, id)
	}
	return accounts, rows.Err()
}
