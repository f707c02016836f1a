package payment

import (
	"context"
	"errors"
	"log/slog"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/predicate"
	"kaiin/ent/refund"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

// NoticeArgs is the job that acts on a notice.
type NoticeArgs struct {
	EventID uuid.UUID `json:"event_id"`
}

// noticeJob has one try: Due sets the pace.
var noticeJob = store.Job[NoticeArgs]{Queue: store.QueueMoney, Tries: 1, Timeout: jobLimit, Unique: store.AmongUnfinished}

func (NoticeArgs) Kind() string                 { return "payment.notice" }
func (NoticeArgs) InsertOpts() river.InsertOpts { return noticeJob.InsertOpts() }

// noticeResult is what follows for a notice that was acted on.
type noticeResult int

const (
	retry      noticeResult = iota // what it is about is not known, or does not show at the provider yet
	handled                        // there is nothing more to do
	needsStaff                     // the staff have to act on it
)

// How often a notice is looked at before it is left to the staff: of one that is about nothing
// we know, for an hour and a half; of one that something keeps us from acting on, for a day and
// a half.
const (
	unknownTries = 8
	failedTries  = 40
)

// Act does what follows from a notice, in any order with others and once, however often it is
// called. What the notice says is never
// believed: it tells what to ask the provider for.
func (s *Service) Act(ctx context.Context, id uuid.UUID) error {
	ctx = context.WithoutCancel(ctx)
	e, err := s.Store.Client(ctx).GatewayEvent.Get(ctx, id)
	if err != nil || e.AppliedAt != nil || e.EscalatedAt != nil {
		return err
	}
	failpoint.Reached(pointNoticeActing)
	became, cause := s.follow(ctx, e)
	failpoint.Reached(pointNoticeActed)
	now := s.Clock.Now()
	update := s.Store.Client(ctx).GatewayEvent.Update().Where(gatewayevent.ID(e.ID), gatewayevent.AppliedAtIsNil()).AddTries(1)
	tries := unknownTries
	if cause != nil {
		became, tries = retry, failedTries
	}
	switch {
	case became == handled:
		update.SetAppliedAt(now).ClearNextCheckAt().SetShown("")
	case became == needsStaff:
		update.SetEscalatedAt(now).ClearNextCheckAt()
	case e.Tries+1 >= tries:
		slog.ErrorContext(ctx, "a notice is about nothing that we know, or nothing could be done about it: see `kaiin events --open`", "alarm", logs.NoticeUnclear,
			"event", e.ID, "provider", e.Provider, "kind", e.Kind, "order", e.ProviderOrderID, "transaction", e.TrackingID, "error", cause)
		update.SetEscalatedAt(now).ClearNextCheckAt()
	default:
		update.SetNextCheckAt(now.Add(pause(e.Tries)))
	}
	if err := update.Exec(ctx); err != nil || !gateway.IsCircuitOpen(cause) {
		return errors.Join(err, cause)
	}
	return nil
}

// follow does what follows from a notice, by what it is about.
func (s *Service) follow(ctx context.Context, e *ent.GatewayEvent) (noticeResult, error) {
	if s.Providers.Named(e.Provider).Bills && gateway.NoticeKind(e.Kind) != gateway.NoticeEnded {
		return s.followBilling(ctx, e)
	}
	switch gateway.NoticeKind(e.Kind) {
	case gateway.NoticeAgreed, gateway.NoticeRefused:
		return s.applyJoin(ctx, e)
	case gateway.NoticeEnded:
		return s.applyEnded(ctx, e)
	}
	c, err := s.chargeOf(ctx, e)
	if err != nil || c == nil {
		return retry, err
	}
	switch gateway.NoticeKind(e.Kind) {
	case gateway.NoticeSettled, gateway.NoticeDeclined, gateway.NoticePending:
		return s.applyOutcome(ctx, e, c)
	case gateway.NoticeRefunded, gateway.NoticeReversed:
		return s.applyReturned(ctx, e, c)
	case gateway.NoticeDisputed:
		return s.applyDispute(ctx, e, c)
	case gateway.NoticeDisputeEnded:
		return s.applyDisputeEnded(ctx, e, c)
	}
	return handled, nil
}

// chargeOf is the charge that a notice is about, which it is then known by; nil when we know
// of none.
func (s *Service) chargeOf(ctx context.Context, e *ent.GatewayEvent) (*ent.Charge, error) {
	var by predicate.Charge
	switch {
	case e.ProviderOrderID != "":
		by = charge.ProviderOrderID(e.ProviderOrderID)
	case e.TrackingID != "":
		by = charge.TrackingID(e.TrackingID)
	default:
		return nil, nil
	}
	c, err := s.Store.Client(ctx).Charge.Query().Where(charge.Provider(e.Provider), by).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil || e.ChargeID != nil {
		return c, err
	}
	return c, s.Store.Client(ctx).GatewayEvent.UpdateOneID(e.ID).SetChargeID(c.ID).Exec(ctx)
}

// applyJoin is for methods that are joined by a form.
func (s *Service) applyJoin(ctx context.Context, e *ent.GatewayEvent) (noticeResult, error) {
	agreed := gateway.NoticeKind(e.Kind) == gateway.NoticeAgreed
	found, err := s.linked(ctx, e.Provider, e.ProviderOrderID, agreed, gateway.Agreement{Reference: e.Reference, Shown: e.Shown})
	if err != nil || !found {
		return retry, err
	}
	return handled, nil
}

// applyEnded takes the method out of the wallet. A notice that we ended it ourselves finds it there
// no more.
func (s *Service) applyEnded(ctx context.Context, e *ent.GatewayEvent) (noticeResult, error) {
	if e.Reference == "" {
		return retry, nil
	}
	ids, err := s.Store.Client(ctx).PaymentMethod.Query().
		Where(paymentmethod.Provider(e.Provider), paymentmethod.Reference(e.Reference)).IDs(ctx)
	if err != nil || len(ids) == 0 {
		return retry, err
	}
	for _, id := range ids {
		if err := s.end(ctx, id); err != nil {
			return retry, err
		}
	}
	return handled, nil
}

// applyOutcome has the charge looked up. One that is being carried out just now comes to its end
// by itself.
func (s *Service) applyOutcome(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge) (_ noticeResult, err error) {
	told := gateway.NoticeKind(e.Kind)
	if IsLive(c) {
		underWay := c.State != charge.StateUnknown && c.NextCheckAt != nil && s.Clock.Now().Before(*c.NextCheckAt)
		if !underWay {
			if c, err = s.Resolve(ctx, c.ID); c == nil {
				return retry, err
			}
		}
		switch {
		case IsLive(c) && told == gateway.NoticePending: // it says no more than that
			return handled, nil
		case IsLive(c), err != nil:
			return retry, err
		}
	}
	switch {
	case told != gateway.NoticeSettled:
		return handled, nil
	case e.Amount != 0 && e.Amount != c.Amount:
		slog.ErrorContext(ctx, "a notice tells another amount than the charge's: see `kaiin events --open`", "alarm", logs.NoticeDiffers,
			"event", e.ID, "charge", c.ID, "ours", c.Amount, "theirs", e.Amount)
		return needsStaff, nil
	case c.SettledAt == nil || e.TrackingID != "" && c.TrackingID != e.TrackingID:
		return handled, s.takenAnyway(ctx, e, c)
	}
	return handled, nil
}

// takenAnyway has money go back that the provider took for a charge that is given up, or a
// second time.
func (s *Service) takenAnyway(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge) error {
	t, err := s.lookAt(ctx, c, e.TrackingID)
	if err != nil || t.State != gateway.TransactionSettled || c.SettledAt != nil && t.TrackingID == c.TrackingID {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		known, err := s.Store.Client(ctx).Refund.Query().Where(refund.ChargeID(c.ID), refund.KindEQ(refund.KindRelease),
			refund.TrackingIDIn("", t.TrackingID)).Exist(ctx)
		if err != nil || known {
			return err
		}
		slog.ErrorContext(ctx, "the provider took money for a charge that is given up, or a second time: it goes back", "alarm", logs.ChargeTakenTwice, "event", e.ID, "charge", c.ID)
		return s.release(ctx, c, t.TrackingID)
	})
}

// applyReturned writes into the book what went back without our asking for it, as the provider then
// has it.
func (s *Service) applyReturned(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge) (_ noticeResult, err error) {
	if IsLive(c) {
		if c, err = s.Resolve(ctx, c.ID); err != nil || IsLive(c) {
			return retry, err
		}
	}
	if c.SettledAt == nil {
		return handled, nil // what was taken for it went back, or nothing was
	}
	t, err := s.lookAt(ctx, c, c.TrackingID)
	if err != nil {
		return retry, err
	}
	back := t.Refunded
	if t.State == gateway.TransactionCanceled {
		back = c.Amount
	}
	if back == 0 {
		return retry, nil
	}
	reversed := gateway.NoticeKind(e.Kind) == gateway.NoticeReversed
	return handled, s.Store.Tx(ctx, func(ctx context.Context) error {
		client := s.Store.Client(ctx)
		c, err := client.Charge.Query().Where(charge.ID(c.ID)).ForUpdate().Only(ctx)
		if err != nil {
			return err
		}
		left, err := s.Left(ctx, c)
		yen := back - (c.Amount - left)
		if err != nil || yen <= 0 {
			return err
		}
		what, reason := "the provider gave back more of a charge than we asked for", "noticed"
		if reversed {
			what, reason = "the provider took the money of a charge back", reversedByProvider
		}
		slog.ErrorContext(ctx, what, "alarm", logs.ChargeReturned, "event", e.ID, "charge", c.ID, "amount", yen)
		return s.wentBack(ctx, c, yen, reason+"-"+e.ID.String(), reason)
	})
}

// applyDispute leaves a dispute to the staff, unless it has ended since.
func (s *Service) applyDispute(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge) (noticeResult, error) {
	over, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ChargeID(c.ID), gatewayevent.Kind(string(gateway.NoticeDisputeEnded)),
		gatewayevent.HappenedAtGTE(*e.HappenedAt)).Exist(ctx)
	if err != nil || over {
		return handled, err
	}
	slog.ErrorContext(ctx, "a member disputes a charge at the provider: see to it there, and `kaiin events --open`", "alarm", logs.ChargeDisputed,
		"event", e.ID, "charge", c.ID, "amount", e.Amount)
	return needsStaff, nil
}

func (s *Service) applyDisputeEnded(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge) (noticeResult, error) {
	return handled, s.Store.Client(ctx).GatewayEvent.Update().Where(gatewayevent.ChargeID(c.ID), gatewayevent.Kind(string(gateway.NoticeDisputed)),
		gatewayevent.AppliedAtIsNil(), gatewayevent.HappenedAtLTE(*e.HappenedAt)).SetAppliedAt(s.Clock.Now()).ClearNextCheckAt().Exec(ctx)
}

// dueNotices gives a job to notices that no worker is acting on any more.
func (s *Service) dueNotices(ctx context.Context) (int, error) {
	now := s.Clock.Now()
	rows, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.NextCheckAtLTE(now)).
		Order(gatewayevent.ByNextCheckAt()).Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
	if err != nil {
		return 0, err
	}
	var jobs []river.JobArgs
	for _, row := range rows {
		if err := row.Update().SetNextCheckAt(now.Add(max(Patience, pause(row.Tries)))).Exec(ctx); err != nil {
			return 0, err
		}
		jobs = append(jobs, NoticeArgs{EventID: row.ID})
	}
	return len(rows), s.Store.EnqueueMany(ctx, jobs...)
}
