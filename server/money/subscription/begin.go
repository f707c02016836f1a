package subscription

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/money/entitlement"
)

// Agreement is what a member has ordered.
type Agreement struct {
	AccountID  uuid.UUID
	OrderID    uuid.UUID
	PlanID     string
	MethodID   *uuid.UUID
	ByProvider bool   // the provider of the method charges each month by itself
	CampaignID string // empty: none
	Basis      Basis
	ReContract bool
	Bill       *ent.Bill // of the first term, or of the free trial
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

// Begin starts a contract and lets the member watch. It must be called in the transaction that
// records the order's outcome; an order begins one contract at most.
func (s *Service) Begin(ctx context.Context, a Agreement) (*ent.Subscription, error) {
	status, err := none.step(a.event())
	if err != nil {
		return nil, err
	}
	now, client, at := s.Clock.Now(), s.Store.Client(ctx), a.Basis.Opening()
	biller := subscription.BillerOurs
	if a.ByProvider {
		biller = subscription.BillerProvider
	}
	row, err := client.Subscription.Create().SetBiller(biller).SetAccountID(a.AccountID).SetPlanID(a.PlanID).SetOrderID(a.OrderID).
		SetNillablePaymentMethodID(a.MethodID).SetCampaignID(a.CampaignID).SetStatus(string(status)).
		SetRenewSpan(a.Basis.Span.Count).SetRenewSpanUnit(subscription.RenewSpanUnit(a.Basis.Span.Unit)).
		SetPeriod(at.Term).SetAnchorDay(a.Basis.Anchor()).SetFirstPaymentDay(a.Basis.Anchor()).
		SetTermStart(at.TermStart).SetNextSettlementDay(at.NextSettlement).SetPaidThrough(at.NextSettlement.AddDays(-1)).
		SetDueAt(firstLook(&ent.Subscription{Biller: biller}, at.NextSettlement)).SetRemindAt(morning(s.Clock.Today().AddDays(1))).SetNillableForceStopRenewAt(lastMoment(a.Basis.LastRenewal)).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.price(ctx, row.ID, a.Basis); err != nil {
		return nil, err
	}
	grace, err := s.grace(ctx)
	if err != nil {
		return nil, err
	}
	until := watchUntil(at.NextSettlement, grace)
	err = s.Entitlement.Give(ctx, entitlement.Grant{
		AccountID: a.AccountID, PlanID: a.PlanID, OrderID: a.OrderID, SubscriptionID: &row.ID, ExpiresAt: &until,
	})
	if err != nil {
		return nil, err
	}
	return row, s.keep(ctx, row, a.event(), none, a.Bill)
}

// watchUntil is how long a contract entitles to watch that is next charged on the day: to the end
// of that day, because the charge takes place in the course of it and must not interrupt a film,
// and for the days of grace after it, because a delay of ours must not either. When the contract is
// held or ends, viewing ends at once.
func watchUntil(settlement clock.Day, grace int) time.Time {
	return settlement.AddDays(1 + grace).Start()
}

// grace is the store's days of grace.
func (s *Service) grace(ctx context.Context) (days int, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return 0, err
	}
	return settings.Contracts.Grace(), nil
}

// lastMoment is the end of the day, or nil for no day.
func lastMoment(day clock.Day) *time.Time {
	if day.IsZero() {
		return nil
	}
	at := day.AddDays(1).Start().Add(-time.Microsecond)
	return &at
}
