package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/refund"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/staff/acts"
)

// Stuck are the charges whose outcome has been open for an hour. With them are the refunds that
// have been open as long, or that the provider refused and the staff have not asked for again. The
// oldest come first.
func (s *Service) Stuck(ctx context.Context) (charges []*ent.Charge, refunds []*ent.Refund, err error) {
	client, before := s.Store.Client(ctx), s.Clock.Now().Add(-alarming)
	charges, err = client.Charge.Query().Where(charge.StateIn(live...), charge.CreatedAtLTE(before)).
		Order(charge.ByCreatedAt(), charge.ByID()).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	rows, err := client.Refund.Query().Where(refund.Or(
		refund.And(refund.StateIn(refundsOpen...), refund.CreatedAtLTE(before)), refund.And(refund.StateEQ(refund.StateRefused), refund.Not(IsReversed())))).
		Order(refund.ByCreatedAt(), refund.ByID()).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rows {
		if r.State == refund.StateRefused {
			again, err := client.Refund.Query().Where(refund.ChargeID(r.ChargeID), refund.KindEQ(r.Kind), refund.IDGT(r.ID)).Exist(ctx)
			if err != nil {
				return nil, nil, err
			}
			if again {
				continue
			}
		}
		refunds = append(refunds, r)
	}
	return charges, refunds, nil
}

// Decision is what the staff found out, at the provider, of what is open here.
type Decision struct {
	By acts.Decision
	ID uuid.UUID
	As string // of a charge: settled, declined (the card was refused) or released (given up); of a refund: done or refused; else empty
}

// Decide ends a stuck charge or refund as the staff say it ended. What follows is the same as if
// the provider had told it. It is an error unless its outcome has been open for an hour. Fault: not
// found.
func (s *Service) Decide(ctx context.Context, in Decision) error {
	var decided *ent.Charge
	err := in.By.Do(ctx, acts.Act{Kind: acts.ChargeDecided, Target: acts.Target{Type: "refund", ID: in.ID.String()}}, func(ctx context.Context, act *acts.Act) error {
		c, err := s.Store.Client(ctx).Charge.Query().Where(charge.ID(in.ID)).ForUpdate().Only(ctx)
		switch {
		case ent.IsNotFound(err):
			return s.decideRefund(ctx, in, act)
		case err != nil:
			return err
		}
		decided, err = s.decideCharge(ctx, c, in, act)
		return err
	})
	if err == nil && decided != nil {
		s.applied(ctx, decided)
	}
	return err
}

// changed is what an act keeps of a state that it changes.
type changed struct {
	Before string `json:"before"`
	After  string `json:"after"`
	Amount int    `json:"amount,omitempty"` // yen
}

// notFound is the fault for an error of reading a row that is not there; any other error stays.
func notFound(err error) error {
	if ent.IsNotFound(err) {
		return fault.NotFound()
	}
	return err
}

func (s *Service) decideCharge(ctx context.Context, c *ent.Charge, in Decision, act *acts.Act) (*ent.Charge, error) {
	act.AccountID, act.Target.Type, act.Details = c.AccountID, "charge", changed{string(c.State), in.As, c.Amount}
	if err := in.By.Still(ctx); err != nil {
		return nil, err
	}
	v := verdict{state: charge.State(in.As), tracking: c.TrackingID, release: true}
	switch v.state {
	case charge.StateSettled:
		v.release = false
	case charge.StateDeclined:
		v.reason = gateway.ReasonDeclined
	case charge.StateReleased:
		v.reason = gateway.ReasonTrouble
	default:
		return nil, fault.Invalid(fault.InvalidChoice, "as").Because(fmt.Errorf("a charge ends settled, declined or released, not %q", in.As))
	}
	if err := s.undecided("charge", c.ID, IsLive(c), string(c.State), c.CreatedAt); err != nil {
		return nil, err
	}
	settled, err := s.settle(ctx, c, v)
	if err != nil || settled != nil {
		return settled, err
	}
	row, err := s.overtaken(ctx, c, v)
	if err == nil && row.State != v.state && (row.State != charge.StateOrphaned || v.state != charge.StateSettled) {
		err = already(fmt.Errorf("charge %s has become %s meanwhile", row.ID, row.State), string(row.State))
	}
	return nil, err
}

func (s *Service) decideRefund(ctx context.Context, in Decision, act *acts.Act) error {
	r, err := s.Store.Client(ctx).Refund.Query().Where(refund.ID(in.ID)).ForUpdate().Only(ctx)
	if err != nil {
		return notFound(err)
	}
	act.AccountID, act.Details = r.AccountID, changed{string(r.State), in.As, r.Amount}
	if err := in.By.Still(ctx); err != nil {
		return err
	}
	state := refund.State(in.As)
	if state != refund.StateDone && state != refund.StateRefused {
		return fault.Invalid(fault.InvalidChoice, "as").Because(fmt.Errorf("a refund ends done or refused, not %q", in.As))
	}
	if err := s.undecided("refund", r.ID, isOpen(r), string(r.State), r.CreatedAt); err != nil {
		return err
	}
	if state == refund.StateDone {
		return s.refundDone(ctx, r)
	}
	return s.refundRefused(ctx, r, &gateway.Error{Reason: gateway.ReasonRejected})
}

func (s *Service) undecided(kind string, id uuid.UUID, open bool, state string, since time.Time) error {
	switch {
	case !open:
		return already(fmt.Errorf("%s %s is %s: there is nothing to decide", kind, id, state), state)
	case s.Clock.Now().Sub(since) < alarming:
		return fault.Precondition(fault.TooEarly).Because(fmt.Errorf("%s %s is not an hour old: it may still be under way", kind, id))
	}
	return nil
}

// already is the fault of what is over: ALREADY_DONE.
func already(cause error, state string) error {
	return fault.Precondition(fault.AlreadyDone).With(map[string]any{"state": state}).Because(cause)
}

// OpenEvents are what providers told us and the staff have to see to, or that has been open for an
// hour; oldest first. What they tell of months has a list of its own (package providerbilling).
func (s *Service) OpenEvents(ctx context.Context) ([]*ent.GatewayEvent, error) {
	return s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil(), gatewayevent.KindNotIn(EventMonth, EventQuestion),
		gatewayevent.Or(gatewayevent.EscalatedAtNotNil(), gatewayevent.ReceivedAtLTE(s.Clock.Now().Add(-alarming)))).
		Order(gatewayevent.ByReceivedAt(), gatewayevent.ByID()).All(ctx)
}

// CloseEvent ends an event that the staff have seen to. It changes nothing else. It is an error
// when the event is closed already. Fault: not found.
func (s *Service) CloseEvent(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	return by.Do(ctx, acts.Act{Kind: acts.EventClosed, Target: acts.Target{Type: "event", ID: id.String()}}, func(ctx context.Context, act *acts.Act) error {
		e, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.ID(id)).ForUpdate().Only(ctx)
		switch {
		case err != nil:
			return notFound(err)
		case e.AppliedAt != nil:
			return already(fmt.Errorf("event %s is closed since %s", id, e.AppliedAt), "closed")
		}
		if act.AccountID, err = s.memberOf(ctx, e); err != nil {
			return err
		}
		act.Details = map[string]any{"kind": e.Kind, "amount": e.Amount}
		return e.Update().SetAppliedAt(s.Clock.Now()).ClearNextCheckAt().SetShown("").Exec(ctx)
	})
}

// memberOf is the member of the event's charge; zero when it is of none that is there.
func (s *Service) memberOf(ctx context.Context, e *ent.GatewayEvent) (member uuid.UUID, err error) {
	if e.ChargeID == nil {
		return member, nil
	}
	c, err := s.Store.Client(ctx).Charge.Get(ctx, *e.ChargeID)
	if err != nil {
		return member, ent.MaskNotFound(err)
	}
	return c.AccountID, nil
}
