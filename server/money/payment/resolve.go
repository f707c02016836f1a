package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

const (
	// Patience is how long a charge may be under way before Due takes it for abandoned. It is
	// longer than all calls of a charge can take together.
	Patience = 90 * time.Second
	batch    = 500
)

// ResolveArgs is the job that finds out what became of a charge, and applies an outcome that was
// left unapplied.
type ResolveArgs struct {
	ChargeID uuid.UUID `json:"charge_id"`
}

// resolveJob has few tries, since their waits grow: after an outage Due sets the pace, and no
// member is left in the dark long after the provider has come back.
var resolveJob = store.Job[ResolveArgs]{Queue: store.QueueMoney, Tries: 4, Timeout: jobLimit, Unique: store.AmongUnfinished}

func (ResolveArgs) Kind() string                 { return "payment.resolve" }
func (ResolveArgs) InsertOpts() river.InsertOpts { return resolveJob.InsertOpts() }

// resolveOrFail is Resolve for a job. A charge whose outcome stays unknown is an error, so that the
// job comes back; while no calls go to the provider, Due sets the pace.
func (s *Service) resolveOrFail(ctx context.Context, id uuid.UUID) error {
	c, err := s.Resolve(ctx, id)
	if gateway.IsCircuitOpen(err) {
		return nil
	}
	if err == nil && IsLive(c) {
		err = fmt.Errorf("the outcome of charge %s is still unknown", c.ID)
	}
	return err
}

// Resolve asks the provider what became of a charge and goes on from there. A concluded charge is
// applied, if it was not, and answered as it is.
func (s *Service) Resolve(ctx context.Context, id uuid.UUID) (*ent.Charge, error) {
	ctx = context.WithoutCancel(ctx)
	c, err := s.Store.Client(ctx).Charge.Get(ctx, id)
	if err != nil {
		return c, err
	}
	if !IsLive(c) {
		if err := s.settledLate(ctx, c); err != nil {
			return c, err
		}
		return c, s.Apply(ctx, c.ID)
	}
	failpoint.Reached(pointResolving)
	row, err := s.resolve(ctx, c)
	if IsLive(row) && !s.Clock.Now().Before(c.GiveUpAt.Add(gateway.InFlight)) {
		err = errors.Join(err, s.decideWithout(ctx, row))
	}
	return row, err
}

// resolve is Resolve for a charge whose outcome is open.
func (s *Service) resolve(ctx context.Context, c *ent.Charge) (*ent.Charge, error) {
	return s.lookup(ctx, c, func() (*ent.Charge, error) {
		switch over := c.GiveUpAt.Add(gateway.InFlight); {
		case isUsed(c):
			return s.markUnknown(ctx, c, fmt.Errorf("the order id of charge %s was used, and its provider does not find it", c.ID))
		case !s.Clock.Now().Before(over):
			return s.record(ctx, c, verdict{state: charge.StateReleased, tracking: c.TrackingID, reason: gateway.ReasonTrouble})
		case s.givenUp(c): // a last request may still be on its way
			return s.markUnknown(ctx, c, fmt.Errorf("charge %s is given up at %s", c.ID, over))
		case c.Origin == charge.OriginProvider: // the member may still be on its page; we ask for nothing
			return s.markUnknown(ctx, c, fmt.Errorf("charge %s is not known to its provider yet", c.ID))
		default:
			return s.again(ctx, c)
		}
	})
}

// lookup asks the provider for the order and acts on the answer; nothing is what to do when it
// knows of none.
func (s *Service) lookup(ctx context.Context, c *ent.Charge, nothing func() (*ent.Charge, error)) (*ent.Charge, error) {
	if !lookupFirst {
		return nothing()
	}
	var t gateway.Transaction
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.gateway(c).Lookup(ctx, c.ProviderOrderID, knownAs(c))
		return err
	})
	if gateway.IsCircuitOpen(err) {
		return c, errors.Join(err, s.later(ctx, c, err))
	}
	if err != nil {
		return s.markUnknown(ctx, c, err)
	}
	if t.Amount != 0 && t.Amount != c.Amount {
		err := fmt.Errorf("charge %s is %d yen and the provider knows it as %d yen", c.ID, c.Amount, t.Amount)
		slog.ErrorContext(ctx, "a charge's amount differs", "alarm", logs.ChargeDiffers, "charge", c.ID, "ours", c.Amount, "theirs", t.Amount)
		return s.markUnknown(ctx, c, err)
	}
	switch {
	case t.WasTaken(): // also when it is forgotten with its refund, which the list of its day tells
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: t.TrackingID})
	case t.State == gateway.TransactionAuthorized:
		return s.commit(ctx, c, t.TrackingID)
	case t.State == gateway.TransactionCanceled:
		return s.record(ctx, c, verdict{state: charge.StateReleased, tracking: t.TrackingID, reason: gateway.ReasonTrouble})
	default:
		return nothing()
	}
}

// lookAt looks a transaction of the charge up.
func (s *Service) lookAt(ctx context.Context, c *ent.Charge, tracking string) (t gateway.Transaction, err error) {
	if tracking == "" {
		tracking = knownAs(c)
	}
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.gateway(c).Lookup(ctx, c.ProviderOrderID, tracking)
		return err
	})
	return t, err
}

// Due finds charges and refunds that no worker is at any more, outcomes and notices that are not
// applied yet, and cards whose owner never authenticated, and gives each a job; enqueued says how
// many. Call it again until that is 0.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		now := s.Clock.Now()
		rows, err := s.Store.Client(ctx).Charge.Query().
			Where(store.Among(charge.FieldState, live...), charge.NextCheckAtLTE(now)).
			Order(charge.ByNextCheckAt()).Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
		if err != nil {
			return err
		}
		if err := s.checkAgain(ctx, rows, now); err != nil {
			return err
		}
		unapplied, err := s.Store.Client(ctx).Charge.Query().
			Where(store.Among(charge.FieldState, concluded...), charge.AppliedAtIsNil(), charge.UpdatedAtLTE(now.Add(-Patience))).
			Order(charge.ByUpdatedAt()).Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).IDs(ctx)
		if err != nil {
			return err
		}
		if len(unapplied) > 0 {
			if err := s.Store.Client(ctx).Charge.Update().Where(charge.IDIn(unapplied...)).SetUpdatedAt(now).Exec(ctx); err != nil {
				return err
			}
		}
		var jobs []river.JobArgs
		for _, id := range slices.Concat(rowIDs(rows), unapplied) {
			jobs = append(jobs, ResolveArgs{ChargeID: id})
		}
		if err := s.Store.EnqueueMany(ctx, jobs...); err != nil {
			return err
		}
		refunds, err := s.dueRefunds(ctx)
		if err != nil {
			return err
		}
		notices, err := s.dueNotices(ctx)
		if err != nil {
			return err
		}
		forgotten, err := s.dropAbandoned(ctx)
		enqueued = len(rows) + len(unapplied) + refunds + notices + forgotten
		return err
	})
	if enqueued > 0 {
		failpoint.Reached(pointSwept)
	}
	return enqueued, err
}

// checkAgain sets when the charges are looked at again if their jobs fail.
func (s *Service) checkAgain(ctx context.Context, rows []*ent.Charge, now time.Time) error {
	after := map[time.Duration][]*ent.Charge{}
	for _, row := range rows {
		wait := max(Patience, pause(row.Checks))
		after[wait] = append(after[wait], row)
	}
	for wait, rows := range after {
		err := s.Store.Client(ctx).Charge.Update().Where(charge.IDIn(rowIDs(rows)...)).SetNextCheckAt(now.Add(wait)).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

func rowIDs(rows []*ent.Charge) []uuid.UUID {
	var ids []uuid.UUID
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}

// concluded are the states of a charge whose outcome is known and can be applied.
var concluded = []charge.State{charge.StateSettled, charge.StateDeclined, charge.StateReleased}

// Giving up counts by time alone: a provider that does not answer keeps no member waiting longer
// than give_up_at. The owner of the bill then goes on as if the charge had not been made. The
// charge stays open and is asked for; what proves to be settled goes back.

// decideWithout has the bill of a charge that is given up decided without its outcome.
func (s *Service) decideWithout(ctx context.Context, c *ent.Charge) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error { return s.Ledger.GivenUp(ctx, c) })
}

// Unanswered reports whether a charge of the bill, made with the method, is open.
func (s *Service) Unanswered(ctx context.Context, billID, methodID uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Charge.Query().
		Where(charge.BillID(billID), charge.PaymentMethodID(methodID), charge.StateIn(live...)).Exist(ctx)
}

// Abandon gives up the open charge of the bill now, because it is not to be settled any more: what
// is authorised is released, and what is settled goes back. It joins the caller's transaction.
func (s *Service) Abandon(ctx context.Context, billID uuid.UUID) error {
	now := s.Clock.Now()
	return s.Store.Client(ctx).Charge.Update().Where(charge.BillID(billID), charge.StateIn(live...), charge.GiveUpAtGT(now)).
		SetGiveUpAt(now).SetUpdatedAt(now).Exec(ctx)
}

// IsOutcomeWaiting reports whether the bill was paid, and what that means has not been carried
// out yet.
func (s *Service) IsOutcomeWaiting(ctx context.Context, billID uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Charge.Query().Where(charge.BillID(billID), charge.StateEQ(charge.StateSettled), charge.AppliedAtIsNil()).Exist(ctx)
}
