package entitlement

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/entitlement"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
)

// MostDays is more than anything is extended by, with whatever approval.
const MostDays = 366

// Extendable is the rental with the id, locked until the transaction ends, and the day from which
// on it would be extended: the one after its last, or today where it is over. Faults: not found;
// NOTHING_TO_EXTEND for what has no end of its own, or was ended before it.
func (s *Service) Extendable(ctx context.Context, id uuid.UUID) (row *ent.Entitlement, from clock.Day, err error) {
	row, err = s.Store.Client(ctx).Entitlement.Query().Where(entitlement.ID(id)).ForUpdate().Only(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil, from, fault.NotFound()
	case err != nil:
		return nil, from, err
	case row.SubscriptionID != nil || row.ExpiresAt == nil || row.RevokedAt != nil:
		return row, from, fault.Precondition(fault.NothingToExtend)
	}
	from = clock.DayOf(*row.ExpiresAt)
	if today := s.Clock.Today(); from.Before(today) {
		from = today
	}
	return row, from, nil
}

// Extend lets the member watch the rental until the day begins.
func (s *Service) Extend(ctx context.Context, row *ent.Entitlement, to clock.Day) error {
	return s.changed(ctx, row.AccountID, row.Update().SetExpiresAt(to.Start()).ClearLapseToldAt().Exec(ctx))
}

// OverDays reports whether the person may not give the member so many days alone, of a contract or
// a rental: at a time, or with what anybody gave them within 30 days. A lock that holds until the
// transaction ends has what is split counted as a whole.
func (s *Service) OverDays(ctx context.Context, by acts.Decision, accountID uuid.UUID, days int) (bool, error) {
	if !by.IsAlone() {
		return false, nil
	}
	all, err := s.Settings.Get(ctx)
	if err != nil {
		return false, err
	}
	limits := all.Staff.Limits
	if days > limits.Extend() {
		return true, nil
	}
	if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('days of ' || $1, 0))`, accountID.String()); err != nil {
		return false, err
	}
	given, err := by.Sum(ctx, acts.Sum{Kinds: []acts.Kind{acts.ContractExtended, acts.EntitlementExtended}, Of: "days", Account: accountID, Per: 30 * 24 * time.Hour})
	return given+days > limits.ExtendMember(), err
}
