package subscription

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/shop/catalog"
)

// Service runs contracts. The composition root makes it the owner of their bills
// (billing.Service.Contracts).
type Service struct {
	Store           *store.Store
	Clock           *clock.Clock
	Catalog         *catalog.Service
	Settings        *settings.Service
	Flow            *flow.Service
	Account         *account.Service
	Payment         *payment.Service
	ProviderBilling *providerbilling.Service
	Billing         *billing.Service
	Entitlement     *entitlement.Service
	Throttle        *throttle.Service
	Secrets         *secret.Box
	Notify          *notify.Service
}

// Jobs adds the jobs of this package to the workers.
func (s *Service) Jobs(workers *river.Workers) {
	renewJob.Add(workers, func(ctx context.Context, job *river.Job[RenewArgs]) error {
		return s.Renew(ctx, job.Args.SubscriptionID)
	})
}

// lock reads the contract and keeps others from changing it until the transaction ends.
func (s *Service) lock(ctx context.Context, id uuid.UUID) (*ent.Subscription, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("contract %s locked outside a transaction", id)
	}
	return s.Store.Client(ctx).Subscription.Query().Where(subscription.ID(id)).ForUpdate().Only(ctx)
}

// apply moves the contract to the status that the event leads to; change sets what else the event
// changes. The step is kept for good.
func (s *Service) apply(ctx context.Context, row *ent.Subscription, e Event, b *ent.Bill, change func(*ent.SubscriptionUpdateOne)) (*ent.Subscription, error) {
	to, err := Status(row.Status).step(e)
	if err != nil {
		return nil, fmt.Errorf("contract %s: %w", row.ID, err)
	}
	now := s.Clock.Now()
	update := row.Update().SetStatus(string(to)).SetUpdatedAt(now)
	if !to.Contracted() {
		update.SetEndedAt(now).ClearDueAt().ClearRemindAt()
	}
	change(update)
	after, err := update.Save(ctx)
	if err != nil {
		return nil, err
	}
	return after, s.keep(ctx, after, e, Status(row.Status), b)
}

func (s *Service) keep(ctx context.Context, row *ent.Subscription, e Event, from Status, b *ent.Bill) error {
	create := s.Store.Client(ctx).SubscriptionEvent.Create().SetSubscriptionID(row.ID).SetEvent(string(e)).
		SetFromStatus(string(from)).SetToStatus(row.Status).SetPeriod(row.Period).SetCreatedAt(s.Clock.Now())
	if b != nil {
		create.SetBillID(b.ID)
	}
	return create.Exec(ctx)
}

// notify sends the member a mail that the function writes in their language. p is the plan that the
// contract's next term is of, which is the chosen one unless the store has stopped that. Someone
// without an address gets none.
func (s *Service) notify(ctx context.Context, row *ent.Subscription, write func(about notify.Contract, p *ent.Plan, method string) notify.Message) error {
	member, memberErr := s.Account.Find(ctx, row.AccountID)
	p, planErr := s.Catalog.PlanOfContract(ctx, row.PlanID)
	next := p
	if planErr == nil && chose(row) {
		var to *ent.Plan
		if to, planErr = s.Catalog.PlanOfContract(ctx, row.NextPlanID); planErr == nil {
			if _, ok := basisOf(row, p, nil).chosen(row, to); ok {
				next = to
			}
		}
	}
	method, methodErr := s.method(ctx, row)
	if err := errors.Join(memberErr, planErr, methodErr); err != nil {
		return err
	}
	if member.Email == nil {
		return nil
	}
	to := notify.To{AccountID: member.ID, Address: *member.Email, Locale: member.Locale}
	about := notify.Contract{ContractID: row.ID.String(), PlanName: text(p.Name, member.Locale), LeaveToken: s.LeaveLink(row, *member.Email)}
	if next != p {
		about.NextPlanName = text(next.Name, member.Locale)
	}
	return s.Notify.Send(ctx, to, write(about, next, payment.Label(method, member.Locale)))
}

// method is what the contract is paid with.
func (s *Service) method(ctx context.Context, row *ent.Subscription) (*ent.PaymentMethod, error) {
	if row.PaymentMethodID == nil {
		return payment.CodeOnly(), nil
	}
	return s.Payment.Method(ctx, *row.PaymentMethodID)
}
