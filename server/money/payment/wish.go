package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/fault"
	"kaiin/server/staff/acts"
)

// Refund is a wish to give a charge back.
type Refund struct {
	ChargeID uuid.UUID
	Amount   int // yen; 0: all that is left
	Key      string
	Reason   string // of what the staff ask, and who asks: those of their decision
	AskedBy  string

	// EvenSo lets a person of the desk ask for what somebody else asked for just now.
	EvenSo bool
	// Over decides, in the transaction, about more yen of the charge than one person may give back:
	// it has a second person asked, or says that it goes on. Nil: such a wish is refused.
	Over func(ctx context.Context, act *acts.Act, c *ent.Charge, yen, left int) (goesOn bool, err error)
	// With is what ends with the refund, in the transaction; nil: nothing. Ends says that in the
	// act.
	With func(ctx context.Context, c *ent.Charge) error
	Ends string
}

// Refund records that money of a settled charge is to be given back; a job carries it out. The same
// key gives the same row, however often it is asked. Only the staff asks. Where Over had a
// second person asked instead, the row is nil.
//
// Faults: not found; CHARGE_NOT_SETTLED; REFUND_EXCEEDS_LEFT; REFUND_WHOLE_ONLY where a part is
// wanted and the charge's provider gives back none; REFUNDED_JUST_NOW; LIMIT_EXCEEDED without Over,
// and after sixty within an hour where something ends with it.
// It is an error when the key is another wish's.
func (s *Service) Refund(ctx context.Context, by acts.Decision, in Refund) (row *ent.Refund, err error) {
	if in.Key == "" {
		return nil, fmt.Errorf("refund of charge %s without a key", in.ChargeID)
	}
	in.Reason, in.AskedBy = by.Reason(), by.By()
	act := acts.Act{Kind: acts.RefundAsked, Target: acts.Target{Type: "charge", ID: in.ChargeID.String()}, Details: map[string]any{"amount": in.Amount}}
	if in.With != nil { // it ends something, as decisions do that are counted
		ending := acts.BoundedAt
		ending.With = []acts.Kind{acts.ContractEnded}
		act.Limits = []acts.Limit{ending}
	}
	err = by.Do(ctx, act, func(ctx context.Context, act *acts.Act) error {
		row, err = s.refund(ctx, by, in, act)
		return err
	})
	if err != nil {
		return nil, err
	}
	return row, nil
}

func (s *Service) refund(ctx context.Context, by acts.Decision, in Refund, act *acts.Act) (*ent.Refund, error) {
	if err := by.Decider().LockLimits(ctx); err != nil {
		return nil, err
	}
	client := s.Store.Client(ctx)
	c, err := client.Charge.Query().Where(charge.ID(in.ChargeID)).ForUpdate().Only(ctx)
	if err != nil {
		return nil, notFound(err)
	}
	act.AccountID = c.AccountID
	if err := by.Still(ctx); err != nil {
		return nil, err
	}
	row, err := client.Refund.Query().Where(refund.RequestKey(in.Key)).Only(ctx)
	switch {
	case err == nil && (row.ChargeID != c.ID || in.Amount != 0 && in.Amount != row.Amount):
		return nil, fmt.Errorf("request %q is for %d yen of charge %s", in.Key, row.Amount, row.ChargeID)
	case !ent.IsNotFound(err):
		act.Unchanged = err == nil
		return row, err
	}
	left, err := s.Refundable(ctx, c, in.Amount)
	if err != nil {
		return nil, err
	}
	if in.Amount == 0 {
		in.Amount = left
	}
	if err := s.justNow(ctx, by, in); err != nil {
		return nil, err
	}
	details := map[string]any{"amount": in.Amount, "left": left - in.Amount}
	if in.With != nil {
		details["ends"] = in.Ends
	}
	act.Details = details
	if by.IsAlone() {
		over, err := s.overLimits(ctx, by.Decider(), c, in.Amount)
		if err != nil {
			return nil, err
		}
		if over && in.Over == nil {
			return nil, fault.Precondition(fault.LimitExceeded).Because(fmt.Errorf("%d yen are more than one person gives back alone", in.Amount))
		}
		if over || by.OnlyProposes() {
			goesOn, err := in.Over(ctx, act, c, in.Amount, left)
			if err != nil || !goesOn {
				return nil, err
			}
		}
	}
	if row, err = s.owe(ctx, c, refund.KindRefund, in, c.TrackingID); err == nil && in.With != nil {
		err = in.With(ctx, c)
	}
	return row, err
}

// Refundable is what is left to give back of the charge, once it is known that so many yen of it,
// or 0 for all that is left, could be given back now. Faults are those of Refund.
func (s *Service) Refundable(ctx context.Context, c *ent.Charge, yen int) (left int, err error) {
	left, err = s.Left(ctx, c)
	switch {
	case err != nil:
	case c.State != charge.StateSettled && c.State != charge.StateOrphaned:
		err = fault.Precondition(fault.ChargeNotSettled).With(map[string]any{"state": string(c.State)}).
			Because(fmt.Errorf("charge %s is %s and cannot be given back", c.ID, c.State))
	case yen > 0 && yen < c.Amount && s.Providers.Named(c.Provider).WholeOnly:
		err = fault.Precondition(fault.RefundWholeOnly).With(map[string]any{"amount": c.Amount}).
			Because(fmt.Errorf("charge %s was taken through %s, which gives back no part of a charge: only all %d yen of it", c.ID, c.Provider, c.Amount))
	case yen < 0 || left == 0 || yen > left:
		err = fault.Precondition(fault.RefundExceedsLeft).With(map[string]any{"left": left}).Because(fmt.Errorf("%d yen of charge %s are left to give back", left, c.ID))
	}
	return left, err
}

// sameWish is how long the same refund, asked for by somebody else, is taken for the same wish.
const sameWish = 10 * time.Minute

// justNow refuses what somebody else has asked for within the last minutes, unless the person says
// that both are meant.
func (s *Service) justNow(ctx context.Context, by acts.Decision, in Refund) error {
	if by.Staff() == nil || in.EvenSo {
		return nil
	}
	same, err := s.Store.Client(ctx).Refund.Query().Where(refund.ChargeID(in.ChargeID), refund.Amount(in.Amount), refund.KindEQ(refund.KindRefund),
		refund.StateNEQ(refund.StateRefused), refund.CreatedAtGT(s.Clock.Now().Add(-sameWish)), refund.Not(refund.RequestKeyHasPrefix(by.Namespace()))).
		Order(ent.Desc(refund.FieldID)).First(ctx)
	switch {
	case ent.IsNotFound(err):
		return nil
	case err != nil:
		return err
	}
	return fault.Conflict(fault.RefundedJustNow).With(map[string]any{"refundId": same.ID.String()})
}

// The times in which refunds are counted against a limit.
const (
	limitOfPerson = 24 * time.Hour
	limitOfMember = 30 * 24 * time.Hour
)

// overLimits reports whether the person may not give so many yen of the charge back alone. It is
// called under the lock of the person's limits, and keeps the member's, so that what is split among
// wishes, charges or people is counted as a whole.
func (s *Service) overLimits(ctx context.Context, by acts.Decision, c *ent.Charge, yen int) (bool, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return false, err
	}
	limits := settings.Staff.Limits
	if yen > limits.Refund() {
		return true, nil
	}
	since := s.Clock.Now().Add(-limitOfPerson)
	charges, err := by.TargetsSince(ctx, acts.RefundAsked, since)
	if err != nil {
		return false, err
	}
	approved, err := by.ProgramsApproved(ctx, acts.RefundAsked, since)
	if err != nil {
		return false, err
	}
	var byPerson, toMember int
	theirs, of := `(starts_with(request_key, $3) OR request_key = ANY ($4))`, by.Namespace()
	if by.Staff() == nil { // the keys of commands do not say who asks
		theirs, of = `asked_by = $3 AND $4::text[] IS NOT NULL`, by.By()
	}
	err = s.Store.QueryRow(ctx, `SELECT coalesce(sum(amount), 0) FROM refunds WHERE charge_id = ANY($1::uuid[]) AND created_at > $2 AND `+theirs+` AND state <> 'refused'`,
		pq.Array(charges), since, of, pq.Array(append([]string{}, approved...))).Scan(&byPerson)
	if err != nil || byPerson+yen > limits.RefundDay() {
		return true, err
	}
	if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('refunds of ' || $1, 0))`, c.AccountID.String()); err != nil {
		return false, err
	}
	err = s.Store.QueryRow(ctx, `SELECT coalesce(sum(amount), 0) FROM refunds WHERE account_id = $1 AND created_at > $2 AND kind = 'refund' AND state <> 'refused' AND asked_by NOT IN ($3, $4)`,
		c.AccountID, s.Clock.Now().Add(-limitOfMember), bySystem, byProvider).Scan(&toMember)
	return toMember+yen > limits.RefundMember(), err
}

// FindRefund is the refund with the id, FindCharge the charge. Fault: not found.
func (s *Service) FindRefund(ctx context.Context, id uuid.UUID) (*ent.Refund, error) {
	row, err := s.Store.Client(ctx).Refund.Get(ctx, id)
	return row, notFound(err)
}

func (s *Service) FindCharge(ctx context.Context, id uuid.UUID) (*ent.Charge, error) {
	row, err := s.Store.Client(ctx).Charge.Get(ctx, id)
	return row, notFound(err)
}

// Wished is the refund that was asked for under the key. Fault: not found.
func (s *Service) Wished(ctx context.Context, key string) (*ent.Refund, error) {
	row, err := s.Store.Client(ctx).Refund.Query().Where(refund.RequestKey(key)).Only(ctx)
	return row, notFound(err)
}
