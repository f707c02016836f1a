package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/predicate"
	"kaiin/ent/refund"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

// The authors of refunds that no member of the staff asked for.
const (
	bySystem   = "system"
	byProvider = "provider" // it has told of money that it had given back
)

// reversedByProvider is the reason of a refund by which the provider took the money back, as after
// a dispute. In what the staff ask for, it is a word like others.
const reversedByProvider = "reversed"

// Reversed reports whether the provider took the refund's money back, without our asking for it.
func Reversed(r *ent.Refund) bool { return r.AskedBy == byProvider && r.Reason == reversedByProvider }

// IsReversed finds the refunds that Reversed tells of.
func IsReversed() predicate.Refund {
	return refund.And(refund.AskedBy(byProvider), refund.Reason(reversedByProvider))
}

// IsReversedSQL is IsReversed for a statement of SQL, whose refund has the name.
func IsReversedSQL(refund string) string {
	return fmt.Sprintf(`(%[1]s.asked_by = '%[2]s' AND %[1]s.reason = '%[3]s')`, refund, byProvider, reversedByProvider)
}

// Left is what may still be given back of the charge, which the caller has locked.
func (s *Service) Left(ctx context.Context, c *ent.Charge) (yen int, err error) {
	known, err := s.Store.Client(ctx).Refund.Query().
		Where(refund.ChargeID(c.ID), refund.KindEQ(refund.KindRefund), refund.StateNEQ(refund.StateRefused)).All(ctx)
	yen = c.Amount
	for _, r := range known {
		yen -= r.Amount
	}
	return yen, err
}

// LeftSQL is Left for a statement of SQL, whose charge has the name.
func LeftSQL(charge string) string {
	return fmt.Sprintf(`%[1]s.amount - coalesce((SELECT sum(amount) FROM refunds WHERE charge_id = %[1]s.id AND kind = 'refund' AND state <> 'refused'), 0)`, charge)
}

// giveBack refunds what is left of a charge that was wanted no more when it proved to be settled.
func (s *Service) giveBack(ctx context.Context, c *ent.Charge) error {
	left, err := s.Left(ctx, c)
	if err != nil || left == 0 {
		return err
	}
	_, err = s.owe(ctx, c, refund.KindRefund, Refund{
		Amount: left, Key: "orphan-" + c.ID.String(), Reason: "orphaned", AskedBy: bySystem,
	}, c.TrackingID)
	return err
}

// release gives an authorisation back, or money that moved on a transaction that no charge rests
// on. Without a tracking id it looks once more what there is, when no worker can be at the charge
// any more: a request may still have been on its way.
func (s *Service) release(ctx context.Context, c *ent.Charge, tracking string) error {
	_, err := s.owe(ctx, c, refund.KindRelease, Refund{
		Amount: c.Amount, Key: "release-" + cmp.Or(tracking, c.ID.String()), Reason: "released", AskedBy: bySystem,
	}, tracking)
	if store.Violates(err, "refunds_request_key") {
		return nil // somebody else saw the same
	}
	return err
}

// listedLate is the reason of a release of money that only the provider's list tells of.
const listedLate = "listed late"

// wentBack writes that money of the charge, which the caller has locked, has gone back without our
// asking for it.
func (s *Service) wentBack(ctx context.Context, c *ent.Charge, yen int, key, reason string) error {
	now := s.Clock.Now()
	row, err := s.Store.Client(ctx).Refund.Create().SetChargeID(c.ID).SetAccountID(c.AccountID).SetKind(refund.KindRefund).SetAmount(yen).
		SetTrackingID(c.TrackingID).SetRequestKey(key).SetState(refund.StateDone).SetDoneAt(now).
		SetReason(reason).SetAskedBy(byProvider).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return err
	}
	return s.Ledger.Refunded(ctx, c, row)
}

// CameBack books that the provider gave back what it had taken back of the bill's charges, and
// answers how many yen. Those rows count as refused: the money did not go back after all.
func (s *Service) CameBack(ctx context.Context, billID uuid.UUID) (yen int, err error) {
	client := s.Store.Client(ctx)
	charges, err := client.Charge.Query().Where(charge.BillID(billID)).ForUpdate().IDs(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := client.Refund.Query().Where(refund.ChargeIDIn(charges...), IsReversed(), refund.StateEQ(refund.StateDone)).All(ctx)
	for _, r := range rows {
		yen += r.Amount
		err = errors.Join(err, r.Update().SetState(refund.StateRefused).ClearDoneAt().SetUpdatedAt(s.Clock.Now()).Exec(ctx))
	}
	return yen, err
}

func (s *Service) owe(ctx context.Context, c *ent.Charge, kind refund.Kind, in Refund, tracking string) (*ent.Refund, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("refund of charge %s recorded outside a transaction", c.ID)
	}
	client, now := s.Store.Client(ctx), s.Clock.Now()
	known, err := client.Refund.Query().Where(refund.RequestKey(in.Key)).Only(ctx)
	if err == nil || !ent.IsNotFound(err) {
		return known, err
	}
	row, err := client.Refund.Create().SetChargeID(c.ID).SetAccountID(c.AccountID).SetKind(kind).SetAmount(in.Amount).
		SetTrackingID(tracking).SetRequestKey(in.Key).SetState(refund.StateAttempting).SetReason(in.Reason).SetAskedBy(in.AskedBy).
		SetNextCheckAt(now.Add(Patience)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	if tracking == "" {
		return row, nil // Due comes to it
	}
	return row, s.Store.Enqueue(ctx, RefundArgs{RefundID: row.ID}, nil)
}

// RefundArgs is the job that gives money back.
type RefundArgs struct {
	RefundID uuid.UUID `json:"refund_id"`
}

var refundJob = store.Job[RefundArgs]{Queue: store.QueueMoney, Tries: 4, Timeout: jobLimit, Unique: store.AmongUnfinished}

func (RefundArgs) Kind() string                 { return "payment.refund" }
func (RefundArgs) InsertOpts() river.InsertOpts { return refundJob.InsertOpts() }

// CarryOut brings a refund to its end. What the provider has given back already is told from what
// it says it has given back before, so refunds of one charge are carried out one after another. An
// error means that the refund is still open.
func (s *Service) CarryOut(ctx context.Context, id uuid.UUID) error {
	ctx = context.WithoutCancel(ctx)
	row, c, err := s.claim(ctx, id)
	if err != nil || row == nil {
		return err
	}
	failpoint.Reached(pointRefundAttempted)
	done, err := s.back(ctx, row, c)
	if err == nil && done {
		failpoint.Reached(pointRefundedAtGateway)
		err = s.refundDone(ctx, row)
		failpoint.Reached(pointRefundDone)
		return err
	}
	var refusal *gateway.Error
	switch {
	case !errors.As(err, &refusal):
		return s.refundOpen(ctx, row, "", err)
	case refusal.Reason == gateway.ReasonTrouble, refusal.Reason == gateway.ReasonPending: // nothing happened
		return s.refundOpen(ctx, row, refund.StateAttempting, err)
	default:
		return s.refundRefused(ctx, row, refusal)
	}
}

// claim takes the refund up, for one caller at a time; nil when it is over, somebody else is at it,
// or it is another one's turn.
func (s *Service) claim(ctx context.Context, id uuid.UUID) (row *ent.Refund, c *ent.Charge, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, c = nil, nil
		client, now := s.Store.Client(ctx), s.Clock.Now()
		r, err := client.Refund.Get(ctx, id)
		if err != nil || !isOpen(r) {
			return err
		}
		if c, err = client.Charge.Query().Where(charge.ID(r.ChargeID)).ForUpdate().Only(ctx); err != nil {
			return err
		}
		if r, err = client.Refund.Get(ctx, id); err != nil || !isOpen(r) {
			return err
		}
		first := refund.Or(refund.StateEQ(refund.StateUnknown), refund.IDLT(r.ID))
		if r.State == refund.StateUnknown {
			first = refund.And(refund.StateEQ(refund.StateUnknown), refund.IDLT(r.ID))
		}
		waits, err := client.Refund.Query().Where(refund.ChargeID(c.ID), refund.StateIn(refundsOpen...),
			refund.Or(refund.ClaimedUntilGT(now), refund.And(refund.IDNEQ(r.ID), first))).Exist(ctx)
		if err != nil || waits {
			return err
		}
		row, err = r.Update().SetClaimedUntil(now.Add(Patience)).SetNextCheckAt(now.Add(Patience)).Save(ctx)
		return err
	})
	return row, c, err
}

var refundsOpen = []refund.State{refund.StateAttempting, refund.StateUnknown}

func isOpen(r *ent.Refund) bool {
	return r.State == refund.StateAttempting || r.State == refund.StateUnknown
}

// back asks the provider to give the money back, unless it has.
func (s *Service) back(ctx context.Context, r *ent.Refund, c *ent.Charge) (done bool, err error) {
	if r.Kind == refund.KindRelease && r.TrackingID != c.TrackingID {
		return true, s.outside(ctx, func(ctx context.Context) error { return s.gateway(c).Refund(ctx, r.TrackingID, 0) })
	}
	var t gateway.Transaction
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.gateway(c).Lookup(ctx, c.ProviderOrderID, cmp.Or(r.TrackingID, knownAs(c)))
		return err
	})
	if err != nil {
		return false, fmt.Errorf("the look-up: %v", err) // a refusal to tell is no refusal to give back
	}
	now := s.Clock.Now()
	switch {
	case t.State == gateway.TransactionCanceled:
		return true, nil
	case t.State == gateway.TransactionNone && r.Kind == refund.KindRelease:
		if r.TrackingID == "" && now.Sub(r.CreatedAt) < gateway.InFlight {
			return false, errors.New("a request to charge may still be on its way")
		}
		return true, nil
	}
	if err := s.asTaken(ctx, r, c, t); err != nil {
		return false, err
	}
	tracking := cmp.Or(r.TrackingID, t.TrackingID)
	if r.Kind == refund.KindRelease {
		return true, s.outside(ctx, func(ctx context.Context) error { return s.gateway(c).Refund(ctx, tracking, 0) })
	}
	part := r.Amount < c.Amount
	switch {
	case r.State != refund.StateUnknown:
	case part && t.Amount == 0:
		return false, errors.New("an answer was lost and the provider does not tell how much it has given back: see there, then `kaiin charges --decide`")
	case t.Refunded >= r.Before+r.Amount:
		return true, nil
	case part && now.Sub(r.UpdatedAt) < gateway.InFlight:
		return false, errors.New("the request before may still be on its way")
	}
	// From here on the provider may have been asked: what it had given back before tells whether it
	// did what we ask for.
	err = s.Store.Client(ctx).Refund.Update().Where(refund.ID(r.ID), refund.StateIn(refundsOpen...)).
		SetState(refund.StateUnknown).SetBefore(t.Refunded).SetUpdatedAt(now).Exec(ctx)
	if err != nil {
		return false, err
	}
	failpoint.Reached(pointRefundAsked)
	amount := r.Amount
	if !part {
		amount = 0
	}
	return true, s.outside(ctx, func(ctx context.Context) error { return s.gateway(c).Refund(ctx, tracking, amount) })
}

// asTaken books a whole charge that a provider made by itself, and what goes back of it, with the
// sum that the provider has taken: all of that goes back, whatever was told of it.
func (s *Service) asTaken(ctx context.Context, r *ent.Refund, c *ent.Charge, t gateway.Transaction) error {
	if c.Origin != charge.OriginProvider || r.Kind != refund.KindRefund || r.Amount != c.Amount || t.Amount == 0 || t.Amount == c.Amount {
		return nil
	}
	err := s.Store.Tx(ctx, func(ctx context.Context) error { return s.Correct(ctx, c.ID, t.Amount) })
	if err == nil {
		r.Amount, c.Amount = t.Amount, t.Amount
	}
	return err
}

func (s *Service) refundDone(ctx context.Context, r *ent.Refund) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		client, now := s.Store.Client(ctx), s.Clock.Now()
		n, err := client.Refund.Update().Where(refund.ID(r.ID), refund.StateIn(refundsOpen...)).SetState(refund.StateDone).
			SetDoneAt(now).ClearNextCheckAt().SetUpdatedAt(now).Save(ctx)
		if err = over(r, n, err); err != nil || r.Kind == refund.KindRelease && r.Reason != listedLate {
			return err
		}
		c, err := client.Charge.Get(ctx, r.ChargeID)
		if err != nil {
			return err
		}
		return s.Ledger.Refunded(ctx, c, r)
	})
}

func (s *Service) refundRefused(ctx context.Context, r *ent.Refund, refusal *gateway.Error) error {
	slog.ErrorContext(ctx, "the provider refused to give money back: see to it there", "alarm", logs.RefundRefused, "refund", r.ID, "charge", r.ChargeID, "error", refusal)
	n, err := s.Store.Client(ctx).Refund.Update().Where(refund.ID(r.ID), refund.StateIn(refundsOpen...)).SetState(refund.StateRefused).
		SetErrorCode(refusal.Code).ClearNextCheckAt().SetUpdatedAt(s.Clock.Now()).Save(ctx)
	return over(r, n, err)
}

// over is the error of a change that found no open refund: somebody else has ended it.
func over(r *ent.Refund, changed int, err error) error {
	if err == nil && changed == 0 {
		err = fmt.Errorf("refund %s has ended meanwhile", r.ID)
	}
	return err
}

// refundOpen sets when it is tried again, and says once that it has been tried for an hour; state
// is its new state, "" to keep the old one.
func (s *Service) refundOpen(ctx context.Context, r *ent.Refund, state refund.State, cause error) error {
	now := s.Clock.Now()
	if r.UpdatedAt.Sub(r.CreatedAt) < alarming && now.Sub(r.CreatedAt) >= alarming {
		slog.ErrorContext(ctx, "money could not be given back for an hour: see `kaiin charges --open`", "alarm", logs.RefundStuck, "refund", r.ID, "error", cause)
	}
	update := s.Store.Client(ctx).Refund.Update().Where(refund.ID(r.ID), refund.StateIn(refundsOpen...)).
		AddChecks(1).SetNextCheckAt(now.Add(pause(r.Checks))).ClearClaimedUntil().SetUpdatedAt(now)
	if state != "" {
		update.SetState(state)
	}
	return errors.Join(update.Exec(ctx), cause)
}

// dueRefunds gives a job to refunds that no worker is at any more.
func (s *Service) dueRefunds(ctx context.Context) (int, error) {
	now := s.Clock.Now()
	rows, err := s.Store.Client(ctx).Refund.Query().Where(store.Among(refund.FieldState, refundsOpen...), refund.NextCheckAtLTE(now)).
		Order(refund.ByNextCheckAt()).Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
	if err != nil {
		return 0, err
	}
	var jobs []river.JobArgs
	for _, row := range rows {
		if err := row.Update().SetNextCheckAt(now.Add(max(Patience, pause(row.Checks)))).Exec(ctx); err != nil {
			return 0, err
		}
		jobs = append(jobs, RefundArgs{RefundID: row.ID})
	}
	return len(rows), s.Store.EnqueueMany(ctx, jobs...)
}
