package audit_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/order"
	"kaiin/server/money/audit"
	"kaiin/server/money/billing"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
)

// world sells contracts and films as the shop does, without its pages.
type world struct {
	*paymenttest.Env
	contracts *subscription.Service
	checker   *audit.Checker
	agreed    map[uuid.UUID]subscription.Agreement // by order
}

func setup(t *testing.T) *world {
	t.Helper()
	return worldOf(paymenttest.Setup(t, "2026-05-15", nil))
}

func worldOf(env *paymenttest.Env) *world {
	w := &world{Env: env, agreed: map[uuid.UUID]subscription.Agreement{}}
	env.Gateway.Clock = env.Clock
	w.contracts = &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Catalog.Settings, Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing,
		Entitlement: env.Entitlement, Secrets: env.Secrets, Notify: env.Notify,
	}
	env.Billing.Contracts, env.Billing.Orders, env.Payment.Contracts, env.ProviderBilling.Contracts = w.contracts, w, w.contracts, w.contracts
	w.checker = &audit.Checker{Store: env.Store, Clock: env.Clock, Lookup: env.Payment.Providers.Lookup}
	return w
}

// Unknown and Settled are what becomes of the orders of these tests.
func (w *world) Unknown(context.Context, *ent.Bill) error { return nil }

func (w *world) GivenUp(context.Context, *ent.Bill) error { return nil }

func (w *world) Reversed(context.Context, *ent.Bill, *ent.Charge) (bool, error) { return false, nil }

func (w *world) Returned(ctx context.Context, b *ent.Bill) error {
	return w.Entitlement.Return(ctx, b.AccountID, *b.OrderID)
}

func (w *world) Settled(ctx context.Context, o billing.Outcome) (bool, error) {
	client := w.Store.Client(ctx)
	if !o.Paid() {
		return false, client.Order.UpdateOneID(*o.Bill.OrderID).SetState(order.StateDeclined).Exec(ctx)
	}
	return true, w.complete(ctx, o.Bill)
}

func (w *world) complete(ctx context.Context, b *ent.Bill) error {
	a := w.agreed[*b.OrderID]
	a.Bill = b
	row, err := w.contracts.Begin(ctx, a)
	if err != nil {
		return err
	}
	if err := w.Billing.Belongs(ctx, b, row.ID); err != nil {
		return err
	}
	return w.Store.Client(ctx).Order.UpdateOneID(*b.OrderID).SetState(order.StateCompleted).SetSubscriptionID(row.ID).Exec(ctx)
}

// sold is a contract with what came of it so far.
type sold struct {
	account, contract uuid.UUID
	bill              *ent.Bill
	charge            *ent.Charge // nil for a trial
}

// sell begins a contract of the plan, paid today.
func (w *world) sell(t *testing.T, planID string) sold {
	t.Helper()
	member, client := w.Member(t), w.Store.Client(t.Context())
	card := w.Card(t, member)
	p, err := w.Catalog.FindPlan(t.Context(), planID)
	if err != nil {
		t.Fatal(err)
	}
	basis, today := subscription.BasisOf(p, w.Clock.Today(), p.FreeTrialDays), w.Clock.Today()
	id := uuid.Must(uuid.NewV7())
	client.Order.Create().SetID(id).SetAccountID(member.AccountID).SetSessionID(member.SessionID).SetPlanID(p.ID).SetPaymentMethodID(card.ID).
		SetTokenHash(id[:]).SetState(order.StateCharging).SetAmount(basis.DueNow()).SetPrice(p.Price).SetTaxRate(p.TaxRate).
		SetTerms(json.RawMessage("{}")).SetCreatedAt(w.Clock.Now()).SetExpiresAt(w.Clock.Now().Add(time.Hour)).ExecX(t.Context())
	w.agreed[id] = subscription.Agreement{AccountID: member.AccountID, OrderID: id, PlanID: p.ID, MethodID: &card.ID, Basis: basis}
	in := billing.New{AccountID: member.AccountID, OrderID: &id, Start: today, End: basis.Anchor().AddDays(-1), Plan: p, TaxRate: p.TaxRate}
	if p.FreeTrialDays == 0 {
		first := basis.Term(1)
		in.Period, in.End, in.List = 1, first.End, first.Amount
	}
	var started payment.Started
	var owed *ent.Bill
	err = w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		if owed, err = w.Billing.Owe(ctx, in); err != nil || owed.Amount == 0 {
			if err == nil {
				err = w.complete(ctx, owed)
			}
			return err
		}
		started, err = w.Billing.Attempt(ctx, owed, billing.Try{
			Method: card, ProviderOrderID: "o" + strings.ReplaceAll(id.String(), "-", ""), Initiator: charge.InitiatorMember, GiveUpAt: w.Clock.Now().Add(time.Hour),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s := sold{account: member.AccountID, bill: owed}
	if started.ID != uuid.Nil {
		if s.charge, err = w.Payment.Execute(t.Context(), started); err != nil {
			t.Fatal(err)
		}
	}
	if o := client.Order.GetX(t.Context(), id); o.SubscriptionID != nil {
		s.contract = *o.SubscriptionID
	}
	return s
}

// work does what a worker does until nothing is due.
func (w *world) work(t *testing.T) {
	t.Helper()
	for range 30 {
		renewals, err := w.contracts.Due(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Payment.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, job := range paymenttest.Jobs[subscription.RenewArgs](t, w.Store, subscription.RenewArgs{}.Kind()) {
			_ = w.contracts.Renew(t.Context(), job.SubscriptionID)
		}
		resolves := paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())
		for _, job := range resolves {
			_, _ = w.Payment.Resolve(t.Context(), job.ChargeID)
		}
		refunds := paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind())
		for _, job := range refunds {
			_ = w.Payment.CarryOut(t.Context(), job.RefundID)
		}
		if renewals+len(resolves)+len(refunds) == 0 {
			return
		}
	}
	t.Fatal("there is always more to do")
}

// check is what the checker finds.
func (w *world) check(t *testing.T) (all []audit.Finding, counts audit.Counts) {
	t.Helper()
	counts, err := w.checker.Run(t.Context(), func(f audit.Finding) error {
		all = append(all, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all, counts
}
