package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/charge"
)

// Execute brings a recorded attempt to its end: a fresh one straight through the gateway, any other by looking it up first.
// It answers the charge as it then stands; state unknown is an answer, and a job keeps looking. An error means that the
// charge is still open: Scan comes back to it.
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
		tracking, err = s.Gateway.Charge(ctx, request)
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
			// The id is used and nothing came of it: an earlier try was refused before we could record that.
			return s.record(ctx, c, verdict{state: charge.StateDeclined, reason: ReasonDeclined, code: refusal.Code})
		})
	case c.OrderID == nil && (refusal.Reason == ReasonTrouble || refusal.Reason == ReasonRejected):
		return c, fmt.Errorf("renewal charge %s stays open: %w", c.ID, err) // not the member's fault: no reason to hold the contract
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
	err = s.outside(ctx, func(ctx context.Context) error { return s.Gateway.Commit(ctx, tracking) })
	var refusal *GatewayError
	switch {
	case err == nil:
		reached(c, pointCommitted)
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: tracking})
	case !errors.As(err, &refusal), refusal.Reason == ReasonTrouble:
		return s.markUnknown(ctx, c, err)
	default:
		return s.commitRefused(ctx, c, tracking, refusal)
	}
}

// commitRefused finds out whether the charge had been settled before; if not, it gives the authorisation back.
func (s *Service) commitRefused(ctx context.Context, c *ent.Charge, tracking string, refusal *GatewayError) (*ent.Charge, error) {
	var t Transaction
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.Gateway.Lookup(ctx, c.ProviderOrderID)
		return err
	})
	if err != nil {
		return s.markUnknown(ctx, c, err)
	}
	if t.State == TransactionSettled {
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: tracking})
	}
	if t.State == TransactionAuthorized {
		if err := s.release(ctx, tracking); err != nil {
			return s.markUnknown(ctx, c, err)
		}
	}
	return s.record(ctx, c, verdict{state: charge.StateDeclined, tracking: tracking, reason: refusal.Reason, code: refusal.Code})
}

// track keeps the tracking id, unless the charge has been concluded meanwhile or belongs to another transaction.
func (s *Service) track(ctx context.Context, c *ent.Charge, tracking string) (kept bool, err error) {
	n, err := s.Store.Client(ctx).Charge.Update().
		Where(charge.ID(c.ID), charge.StateIn(live...), restsOn(tracking)).
		SetTrackingID(tracking).SetUpdatedAt(s.Clock.Now()).Save(ctx)
	return n == 1, err
}

// releaseLate serves a caller that another one overtook: the authorisation it holds is given back, unless the charge was
// settled with it.
func (s *Service) releaseLate(ctx context.Context, c *ent.Charge, tracking string) (*ent.Charge, error) {
	row, err := s.Store.Client(ctx).Charge.Get(ctx, c.ID)
	if err != nil || row.TrackingID == tracking {
		return row, err
	}
	return row, s.release(ctx, tracking)
}

func (s *Service) release(ctx context.Context, tracking string) error {
	return s.outside(ctx, func(ctx context.Context) error { return s.Gateway.Refund(ctx, tracking) })
}

// request builds the call from what the database holds, so that a resumed charge asks for exactly the same.
func (s *Service) request(ctx context.Context, c *ent.Charge) (ChargeRequest, error) {
	client := s.Store.Client(ctx)
	method, err := client.PaymentMethod.Get(ctx, c.PaymentMethodID)
	if err != nil {
		return ChargeRequest{}, err
	}
	r := ChargeRequest{
		OrderID: callID(c), CustomerCode: method.CustomerCode, ItemID: "renewal", ItemName: c.PlanName,
		Amount: c.Amount, Tax: c.Tax,
	}
	if c.OrderID == nil {
		return r, nil
	}
	r.ItemID = "order"
	r.AuthenticationID, err = s.orderAuthentication(ctx, *c.OrderID)
	return r, err
}

// orderAuthentication is the provider's id of the order's 3-D Secure authentication; empty when it had none.
func (s *Service) orderAuthentication(ctx context.Context, orderID uuid.UUID) (string, error) {
	row, err := s.Store.Client(ctx).CardAuthentication.Query().
		Where(cardauthentication.OrderID(orderID), cardauthentication.StateEQ(cardauthentication.StateSucceeded)).
		Order(ent.Desc(cardauthentication.FieldCreatedAt)).First(ctx)
	if ent.IsNotFound(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return row.ProviderID, nil
}
