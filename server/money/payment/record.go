package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
	"kaiin/server/base/telemetry"
	"kaiin/server/money/gateway"
)

// verdict is what is to be recorded of a charge.
type verdict struct {
	state    charge.State
	tracking string // of the transaction it rests on; empty when there was none
	reason   gateway.Reason
	code     string
	release  bool // what is authorised goes back
}

// record concludes the charge, with its bill, in one transaction that no other part can prevent,
// and then has the outcome applied. A refusal counts only while the charge rests on no other
// transaction than the refused one; money that has moved counts always. When another process was
// faster, its outcome counts.
func (s *Service) record(ctx context.Context, c *ent.Charge, v verdict) (*ent.Charge, error) {
	row, err := s.settle(ctx, c, v)
	if err != nil {
		return c, err
	}
	if row == nil {
		return s.overtaken(ctx, c, v)
	}
	s.applied(ctx, row)
	return row, nil
}

// applied has the outcome applied that was just recorded; a job repeats what fails.
func (s *Service) applied(ctx context.Context, row *ent.Charge) {
	telemetry.Charges.Add(ctx, 1, row.Initiator.String(), row.State.String())
	reached(row, pointSettled)
	if err := s.Apply(ctx, row.ID); err != nil {
		slog.ErrorContext(ctx, "the outcome of a charge waits to be applied", "alarm", logs.ChargeNotApplied, "charge", row.ID, "error", err)
	}
	reached(row, pointApplied)
}

// settle is record without the outcome being applied; nil when another process was faster.
func (s *Service) settle(ctx context.Context, c *ent.Charge, v verdict) (row *ent.Charge, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row = nil
		now, client := s.Clock.Now(), s.Store.Client(ctx)
		update := client.Charge.UpdateOneID(c.ID).Where(charge.StateIn(live...)).
			SetState(v.state).SetReason(string(v.reason)).SetErrorCode(v.code).ClearNextCheckAt().SetUpdatedAt(now)
		if v.state == charge.StateSettled {
			update.SetTrackingID(v.tracking).SetSettledAt(now)
		} else {
			update.Where(charge.TrackingIDIn("", v.tracking))
		}
		concluded, err := update.Save(ctx)
		if err != nil {
			return ent.MaskNotFound(err)
		}
		if v.release {
			if err := s.release(ctx, concluded, v.tracking); err != nil {
				return err
			}
		}
		if err := s.joins(ctx, concluded); err != nil {
			return err
		}
		if err := s.Ledger.Recorded(ctx, outcomeOf(concluded)); err != nil {
			return err
		}
		failpoint.Reached(pointRecording)
		row = concluded
		return nil
	})
	return row, err
}

// overtaken returns what another process recorded first. Money that moved although the charge had
// been concluded goes back.
func (s *Service) overtaken(ctx context.Context, c *ent.Charge, v verdict) (*ent.Charge, error) {
	row, err := s.Store.Client(ctx).Charge.Get(ctx, c.ID)
	if err != nil || v.state != charge.StateSettled || row.SettledAt != nil {
		return row, err
	}
	return row, s.Store.Tx(ctx, func(ctx context.Context) error {
		return errors.Join(s.agreedLate(ctx, row, v.tracking), s.release(ctx, row, v.tracking))
	})
}

// Apply carries out what the outcome means for the order or the contract, once. What does not fit
// any more is given back.
func (s *Service) Apply(ctx context.Context, id uuid.UUID) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		now := s.Clock.Now()
		row, err := s.Store.Client(ctx).Charge.UpdateOneID(id).Where(charge.AppliedAtIsNil(), charge.StateNotIn(live...)).
			SetAppliedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return ent.MaskNotFound(err)
		}
		wanted, err := s.Ledger.Applied(ctx, outcomeOf(row))
		if err != nil {
			return err
		}
		if row.State == charge.StateSettled && !wanted {
			if err := errors.Join(s.giveBack(ctx, row), s.disjoins(ctx, row), row.Update().SetState(charge.StateOrphaned).Exec(ctx)); err != nil {
				return err
			}
		}
		if gateway.Reason(row.Reason) == gateway.ReasonEnded {
			if err := s.Store.Enqueue(ctx, EndArgs{MethodID: row.PaymentMethodID}, nil); err != nil {
				return err
			}
		}
		failpoint.Reached(pointApplying)
		return nil
	})
}

// markUnknown records that the outcome is open and sets when it is asked for next, with growing
// pauses. The error is the cause when the outcome was open before.
func (s *Service) markUnknown(ctx context.Context, c *ent.Charge, cause error) (*ent.Charge, error) {
	var row *ent.Charge
	first := c.State == charge.StateAttempting || c.State == charge.StateAuthorized
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		client, now := s.Store.Client(ctx), s.Clock.Now()
		n, err := client.Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...)).SetState(charge.StateUnknown).
			AddChecks(1).SetNextCheckAt(nextCheck(c, now)).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		if row, err = client.Charge.Get(ctx, c.ID); err != nil || n == 0 || !first {
			return err
		}
		if err := s.Store.Enqueue(ctx, ResolveArgs{ChargeID: c.ID}, nil); err != nil {
			return err
		}
		return s.Ledger.Recorded(ctx, outcomeOf(row))
	})
	if err != nil {
		return c, err
	}
	failpoint.Reached(pointUnknown)
	if first {
		telemetry.Charges.Add(ctx, 1, c.Initiator.String(), charge.StateUnknown.String())
	}
	s.alert(ctx, c, cause)
	if !first && IsLive(row) {
		return row, cause
	}
	return row, nil
}

// later sets when an open charge is looked at again whose provider was not asked, since its circuit
// is open.
func (s *Service) later(ctx context.Context, c *ent.Charge, cause error) error {
	at := s.Clock.Now().Add(Patience)
	var open *gateway.CircuitOpen
	if errors.As(cause, &open) && open.Until.After(at) {
		at = open.Until
	}
	return s.Store.Client(ctx).Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...)).SetNextCheckAt(at).Exec(ctx)
}

// pauses are how long to wait before a charge's outcome is asked for again; the last one for ever.
var pauses = []time.Duration{Patience, Patience, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 20 * time.Minute, 40 * time.Minute, time.Hour}

func pause(checks int) time.Duration { return pauses[min(checks, len(pauses)-1)] }

// nextCheck is after the pause, but no later than when the charge may be released: a member who
// left the provider's page needs no help.
func nextCheck(c *ent.Charge, now time.Time) time.Time {
	next, over := now.Add(pause(c.Checks)), c.GiveUpAt.Add(gateway.InFlight)
	if over.After(now) && over.Before(next) {
		return over
	}
	return next
}

// alarming is the age at which an open charge is somebody's business.
const alarming = time.Hour

// alert says once that a charge has been open for an hour: at the first check after that.
func (s *Service) alert(ctx context.Context, c *ent.Charge, cause error) {
	if before := c.UpdatedAt.Sub(c.CreatedAt); before < alarming && s.Clock.Now().Sub(c.CreatedAt) >= alarming {
		slog.ErrorContext(ctx, "the outcome of a charge has been unknown for an hour: see `kaiin charges --open`", "alarm", logs.ChargeStuck, "charge", c.ID, "error", cause)
	}
}
