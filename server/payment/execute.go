package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"kaiin/ent"
	"kaiin/ent/charge"
)

// Execute brings a recorded attempt to its end: a fresh one straight through the gateway, any other by looking it up first.
// It answers the charge as it then stands; an open one is an answer, and a job keeps looking. An error means that the
// charge is still open: Due comes back to it.
func (s *Service) Execute(ctx context.Context, started Started) (*ent.Charge, error) {
	ctx = context.WithoutCancel(ctx)
	if !started.Fresh {
		return s.Resolve(ctx, started.ID)
	}
	c, err := s.Store.Client(ctx).Charge.Get(ctx, started.ID)
	if err != nil {
		return nil, err
	}
	reached(c, pointAttempted)
	return s.authorise(ctx, c)
}

// authorise asks the provider for the amount. Nothing is settled by it.
func (s *Service) authorise(ctx context.Context, c *ent.Charge) (*ent.Charge, error) {
	request, err := s.request(ctx, c)
	if err != nil {
		return c, err
	}
	var tracking string
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		tracking, err = s.gateway(c).Charge(ctx, request)
		return err
	})
	var refusal *GatewayError
	switch {
	case err == nil:
		reached(c, pointAuthorised)
		return s.commit(ctx, c, tracking)
	case !errors.As(err, &refusal):
		return s.markUnknown(ctx, c, err)
	case refusal.Reason == ReasonDuplicate:
		return s.lookup(ctx, c, func() (*ent.Charge, error) {
			// The id is used and nothing is known of it: the first request may still be in flight. Nothing is concluded from that
			// before the charge is given up.
			return s.markUnknown(ctx, c, err)
		})
	case refusal.Reason == ReasonPending:
		return s.markUnknown(ctx, c, err)
	case c.Initiator == charge.InitiatorMerchant && isLeftAlone(err):
		return c, s.later(ctx, c, err) // nothing was sent, hence nothing is unknown
	case c.Initiator == charge.InitiatorMerchant && (refusal.Reason == ReasonTrouble || refusal.Reason == ReasonRejected):
		return s.markUnknown(ctx, c, err) // not the member's fault: no reason to hold the contract
	default:
		return s.record(ctx, c, verdict{state: charge.StateDeclined, reason: refusal.Reason, code: refusal.Code})
	}
}

// commit keeps the tracking id and then, only then, has the provider settle.
func (s *Service) commit(ctx context.Context, c *ent.Charge, tracking string) (*ent.Charge, error) {
	kept, err := s.track(ctx, c, tracking)
	if err != nil {
		return c, err
	}
	if !kept {
		return s.releaseLate(ctx, c, tracking)
	}
	reached(c, pointTracked)
	if s.givenUp(c) {
		return s.record(ctx, c, verdict{state: charge.StateReleased, tracking: tracking, reason: ReasonTrouble, release: true})
	}
	err = s.outside(ctx, func(ctx context.Context) error { return s.gateway(c).Commit(ctx, tracking) })
	var refusal *GatewayError
	switch {
	case err == nil:
		reached(c, pointCommitted)
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: tracking})
	case !errors.As(err, &refusal), refusal.Reason == ReasonTrouble, refusal.Reason == ReasonPending:
		return s.markUnknown(ctx, c, err)
	default:
		return s.commitRefused(ctx, c, tracking, refusal)
	}
}

// commitRefused finds out whether the charge had been settled before; if not, the authorisation goes back.
func (s *Service) commitRefused(ctx context.Context, c *ent.Charge, tracking string, refusal *GatewayError) (*ent.Charge, error) {
	var t Transaction
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.gateway(c).Lookup(ctx, c.ProviderOrderID, knownAs(c))
		return err
	})
	if err != nil {
		return s.markUnknown(ctx, c, err)
	}
	if t.State == TransactionSettled {
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: tracking})
	}
	return s.record(ctx, c, verdict{
		state: charge.StateDeclined, tracking: tracking, reason: refusal.Reason, code: refusal.Code, release: t.State == TransactionAuthorized,
	})
}

// track keeps the tracking id, unless the charge has been concluded meanwhile or belongs to another transaction.
func (s *Service) track(ctx context.Context, c *ent.Charge, tracking string) (kept bool, err error) {
	n, err := s.Store.Client(ctx).Charge.Update().
		Where(charge.ID(c.ID), charge.StateIn(live...), restsOn(tracking)).
		SetTrackingID(tracking).SetState(charge.StateAuthorized).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	return n == 1, err
}

// releaseLate serves a caller that another one overtook: the authorisation it holds is given back, unless the charge was
// settled with it.
func (s *Service) releaseLate(ctx context.Context, c *ent.Charge, tracking string) (*ent.Charge, error) {
	row, err := s.Store.Client(ctx).Charge.Get(ctx, c.ID)
	if err != nil || row.TrackingID == tracking {
		return row, err
	}
	return row, s.Store.Tx(ctx, func(ctx context.Context) error { return s.release(ctx, row, tracking) })
}

// givenUp reports whether nobody wants the charge settled any more.
func (s *Service) givenUp(c *ent.Charge) bool { return !s.Clock.Now().Before(c.GiveUpAt) }

// keepRef keeps the provider's own name for the order, so that it is found again when the answer is lost.
func (s *Service) keepRef(ctx context.Context, c *ent.Charge, ref string) error {
	n, err := s.Store.Client(ctx).Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...)).SetProviderRef(ref).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	if err == nil && n == 0 {
		err = fmt.Errorf("charge %s was concluded meanwhile", c.ID)
	}
	if err == nil {
		c.ProviderRef = ref
		reached(c, pointNamed)
	}
	return err
}

// knownAs is by what the provider finds the charge where it does not find it by our order id.
func knownAs(c *ent.Charge) string { return cmp.Or(c.TrackingID, c.ProviderRef) }

// request builds the call from what the database holds, so that a resumed charge asks for exactly the same.
func (s *Service) request(ctx context.Context, c *ent.Charge) (ChargeRequest, error) {
	client := s.Store.Client(ctx)
	method, err := client.PaymentMethod.Get(ctx, c.PaymentMethodID)
	if err != nil {
		return ChargeRequest{}, err
	}
	r := ChargeRequest{
		OrderID: callID(c), Kept: kept(method), ItemID: "renewal", ItemName: c.PlanName, Amount: c.Amount, Tax: c.Tax, KeptAs: c.ProviderRef,
		Keep: func(ref string) error { return s.keepRef(ctx, c, ref) },
	}
	if c.Initiator == charge.InitiatorMember {
		r.ItemID = "order"
	}
	if c.AuthenticationID != nil {
		challenge, err := client.CardAuthentication.Get(ctx, *c.AuthenticationID)
		if err != nil {
			return r, err
		}
		r.AuthenticationID = challenge.ProviderID
	}
	return r, nil
}
