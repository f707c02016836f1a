package payment

import (
	"context"

	"kaiin/ent"
	"kaiin/ent/charge"
)

// verdict is what is to be recorded of a charge.
type verdict struct {
	state    charge.State
	tracking string // of the transaction it rests on; empty when there was none
	reason   Reason
	code     string
}

// record concludes the charge and tells its owner, in one transaction. A refusal counts only while the charge rests on no
// other transaction than the refused one; money that has moved counts always. When another process was faster, its
// outcome stands.
func (s *Service) record(ctx context.Context, c *ent.Charge, v verdict) (*ent.Charge, error) {
	var row *ent.Charge
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		row = nil
		now, client := s.Clock.Now(), s.Store.Client(ctx)
		update := client.Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...)).
			SetState(v.state).SetErrorCode(v.code).SetUpdatedAt(now)
		if v.state == charge.StateSettled {
			update.SetTrackingID(v.tracking).SetSettledAt(now)
		} else {
			update.Where(charge.TrackingIDIn("", v.tracking))
		}
		n, err := update.Save(ctx)
		if err != nil || n == 0 {
			return err
		}
		if row, err = client.Charge.Get(ctx, c.ID); err != nil {
			return err
		}
		return s.notify(ctx, Outcome{Charge: row, Reason: v.reason})
	})
	if err != nil {
		return c, err
	}
	if row == nil {
		return s.reconcile(ctx, c, v)
	}
	reached(row, pointSettled)
	return row, nil
}

// reconcile returns what another process recorded first. Money that moved although the charge had been given up goes back.
func (s *Service) reconcile(ctx context.Context, c *ent.Charge, v verdict) (*ent.Charge, error) {
	row, err := s.Store.Client(ctx).Charge.Get(ctx, c.ID)
	if err != nil || v.state != charge.StateSettled || row.State == charge.StateSettled {
		return row, err
	}
	return row, s.release(ctx, v.tracking)
}

// markUnknown records that the outcome is unknown and sends a job to find out. Someone who finds it unknown again gets the cause.
func (s *Service) markUnknown(ctx context.Context, c *ent.Charge, cause error) (*ent.Charge, error) {
	if c.State == charge.StateUnknown {
		return c, cause
	}
	var row *ent.Charge
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		client := s.Store.Client(ctx)
		n, err := client.Charge.Update().Where(charge.ID(c.ID), charge.StateEQ(charge.StateAttempting)).
			SetState(charge.StateUnknown).SetUpdatedAt(s.Clock.Now()).Save(ctx)
		if err != nil {
			return err
		}
		if row, err = client.Charge.Get(ctx, c.ID); err != nil || n == 0 {
			return err
		}
		if err := s.Store.Enqueue(ctx, ResolveArgs{ChargeID: c.ID}, nil); err != nil {
			return err
		}
		return s.notify(ctx, Outcome{Charge: row})
	})
	if err != nil {
		return c, err
	}
	return row, nil
}

func (s *Service) notify(ctx context.Context, o Outcome) error {
	owner, err := s.owner(o.Charge)
	if err != nil {
		return err
	}
	return owner(ctx, o)
}
