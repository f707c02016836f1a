package records

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/fault"
)

// mostMembers is of how many members it is said that something of theirs waits for the staff.
const mostMembers = 5_000

// MembersWithMatters are the members of whom something waits for the staff, in no order. Fault:
// TOO_BROAD, where there are too many.
func (s *Service) MembersWithMatters(ctx context.Context) (all []uuid.UUID, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, kind := range MatterKinds {
		parts = append(parts, matters[kind])
	}
	query := fmt.Sprintf(`SELECT DISTINCT account_id FROM (%s) AS m (kind, id, since, state, provider, amount, account_id, charge_id, contract_id, checks, left_over)
		WHERE account_id IS NOT NULL LIMIT %d`, strings.Join(parts, "\nUNION ALL\n"), mostMembers+1)
	err = s.read(ctx, func(ctx context.Context) error {
		rows, err := s.Store.Query(ctx, query, s.Clock.Now().Add(-stuckAfter), pq.Array(s.Payment.Providers.EndingByForm()), s.Clock.Today().AddDays(-settings.Contracts.Retry()))
		if err != nil {
			return err
		}
		all, err = scanned(rows, func(id *uuid.UUID) []any { return []any{id} })
		return err
	})
	if err == nil && len(all) > mostMembers {
		err = fault.BadRequest(fault.TooBroad)
	}
	return all, err
}
