package subscription

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/clock"
	"kaiin/server/entitlement"
)

// Agreement is what a member has ordered.
type Agreement struct {
	AccountID  uuid.UUID
	OrderID    uuid.UUID
	PlanID     string
	MethodID   *uuid.UUID
	Basis      Basis
	ReContract bool
	ChargeID   *uuid.UUID // of the first term; nil with a free trial
}

func (a Agreement) event() Event {
	switch {
	case a.ReContract:
		return Recontract
	case a.Basis.TrialDays > 0:
		return StartTrial
	default:
		return Contract
	}
}

// Begin starts a contract and lets the member watch. It must be called in the transaction that records the order's
// outcome; an order begins one contract at most.
func (s *Service) Begin(ctx context.Context, a Agreement) (*ent.Subscription, error) {
	status, err := none.step(a.event())
	if err != nil {
		return nil, err
	}
	now, client, at := s.Clock.Now(), s.Store.Client(ctx), a.Basis.Opening()
	row, err := client.Subscription.Create().SetAccountID(a.AccountID).SetPlanID(a.PlanID).SetOrderID(a.OrderID).
		SetNillablePaymentMethodID(a.MethodID).SetStatus(string(status)).
		SetOriginalPrice(a.Basis.Price).SetBillingAmount(a.Basis.Price).SetTaxRate(a.Basis.TaxRate).
		SetRenewSpan(a.Basis.Span.Count).SetRenewSpanUnit(subscription.RenewSpanUnit(a.Basis.Span.Unit)).
		SetTerm(at.Term).SetAnchorDay(a.Basis.Anchor()).SetFirstPaymentDay(a.Basis.Anchor()).
		SetTermStart(at.TermStart).SetNextSettlementDay(at.NextSettlement).
		SetNillableForceStopRenewAt(lastMoment(a.Basis.LastRenewal)).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	until := watchUntil(at.NextSettlement)
	err = s.Entitlement.Give(ctx, entitlement.Grant{
		AccountID: a.AccountID, PlanID: a.PlanID, OrderID: a.OrderID, SubscriptionID: &row.ID, ExpiresAt: &until,
	})
	if err != nil {
		return nil, err
	}
	return row, s.keep(ctx, row, a.event(), none, a.ChargeID)
}

// watchUntil is how long a contract entitles to watch that is next charged on the day: to the end of that day, because the
// charge takes place in the course of it and must not interrupt a film.
func watchUntil(settlement clock.Day) time.Time { return settlement.AddDays(1).Start() }

// lastMoment is the end of the day, or nil for no day.
func lastMoment(day clock.Day) *time.Time {
	if day.IsZero() {
		return nil
	}
	at := day.AddDays(1).Start().Add(-time.Microsecond)
	return &at
}
