package subscription

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/entitlement"
	"kaiin/server/notify"
	"kaiin/server/payment"
	"kaiin/server/store"
)

// Service runs contracts. The composition root makes Settled the owner of renewal charges (payment.Service.Renewals).
type Service struct {
	Store       *store.Store
	Clock       *clock.Clock
	Catalog     *catalog.Service
	Account     *account.Service
	Payment     *payment.Service
	Entitlement *entitlement.Service
	Notify      *notify.Service
}

// Jobs adds the jobs of this package to the workers.
func (s *Service) Jobs(workers *river.Workers) {
	river.AddWorker(workers, &renewWorker{service: s})
}

// lock reads the contract and keeps others from changing it until the transaction ends.
func (s *Service) lock(ctx context.Context, id uuid.UUID) (*ent.Subscription, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("contract %s locked outside a transaction", id)
	}
	return s.Store.Client(ctx).Subscription.Query().Where(subscription.ID(id)).ForUpdate().Only(ctx)
}

// apply moves the contract to the status that the event leads to; change sets what else the event changes. The step is kept for good.
func (s *Service) apply(ctx context.Context, row *ent.Subscription, e Event, chargeID *uuid.UUID, change func(*ent.SubscriptionUpdateOne)) (*ent.Subscription, error) {
	to, err := Status(row.Status).step(e)
	if err != nil {
		return nil, fmt.Errorf("contract %s: %w", row.ID, err)
	}
	now := s.Clock.Now()
	update := row.Update().SetStatus(string(to)).SetUpdatedAt(now).ClearRenewingSince()
	if !to.Contracted() {
		update.SetEndedAt(now)
	}
	change(update)
	after, err := update.Save(ctx)
	if err != nil {
		return nil, err
	}
	return after, s.keep(ctx, after, e, Status(row.Status), chargeID)
}

func (s *Service) keep(ctx context.Context, row *ent.Subscription, e Event, from Status, chargeID *uuid.UUID) error {
	return s.Store.Client(ctx).SubscriptionEvent.Create().SetSubscriptionID(row.ID).SetEvent(string(e)).
		SetFromStatus(string(from)).SetToStatus(row.Status).SetTerm(row.Term).SetNillableChargeID(chargeID).
		SetCreatedAt(s.Clock.Now()).Exec(ctx)
}

// notify sends the member a mail that the function writes in their language. Someone without an address gets none.
func (s *Service) notify(ctx context.Context, row *ent.Subscription, write func(locale string, p *ent.Plan, method string) notify.Message) error {
	member, memberErr := s.Account.Find(ctx, row.AccountID)
	p, planErr := s.Catalog.PlanOfContract(ctx, row.PlanID)
	method, methodErr := s.method(ctx, row)
	if err := errors.Join(memberErr, planErr, methodErr); err != nil {
		return err
	}
	if member.Email == nil {
		return nil
	}
	to := notify.To{AccountID: member.ID, Address: *member.Email, Locale: member.Locale}
	return s.Notify.Send(ctx, to, write(member.Locale, p, payment.Label(method, member.Locale)))
}

// method is what the contract is paid with; nil when it has none.
func (s *Service) method(ctx context.Context, row *ent.Subscription) (*ent.PaymentMethod, error) {
	if row.PaymentMethodID == nil {
		return nil, nil
	}
	return s.Payment.Method(ctx, *row.PaymentMethodID)
}
