package billing

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/server/staff/acts"
)

// OverLimits reports whether the person may not waive the bill alone. The limits are those of
// refunds, which are counted apart: of one bill, of the person within a day, and of the member
// within 30 days. Locks that hold until the transaction ends have what is split counted as a whole.
func (s *Service) OverLimits(ctx context.Context, by acts.Decision, b *ent.Bill) (bool, error) {
	if !by.IsAlone() {
		return false, nil
	}
	by = by.Decider()
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return false, err
	}
	limits := settings.Staff.Limits
	if b.Amount > limits.Refund() {
		return true, nil
	}
	if err := by.LockLimits(ctx); err != nil {
		return false, err
	}
	byPerson, err := by.Sum(ctx, acts.Sum{Kinds: []acts.Kind{acts.BillWaived}, Of: "yen", Per: 24 * time.Hour})
	if err != nil || byPerson+b.Amount > limits.RefundDay() {
		return true, err
	}
	if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('waived of ' || $1, 0))`, b.AccountID.String()); err != nil {
		return false, err
	}
	ofMember, err := by.Sum(ctx, acts.Sum{Kinds: []acts.Kind{acts.BillWaived}, Of: "yen", Account: b.AccountID, Per: 30 * 24 * time.Hour})
	return ofMember+b.Amount > limits.RefundMember(), err
}
