package purchase

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/planchange"
	"kaiin/ent/refund"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/money/audit"
	domain "kaiin/server/money/subscription"
)

// races is how often a change of plan meets what else moves its contract.
const races = 50

// meeting is a contract whose plan is changed while something else happens to it.
type meeting struct {
	*shop
	member  actor.Actor
	row     *ent.Subscription
	shown   *PlanChangePage
	before  int        // yen that the provider had settled
	refused fault.Code // what was said of the change; empty: it was taken
}

// meets has the change and the other act happen at once: the change a millisecond later each time,
// and the other act after half of the times. The first and the last time one comes after the other.
func (m *meeting) meets(t *testing.T, n int, other func() error) {
	t.Helper()
	change := func() {
		_, err := m.ChangePlan(context.Background(), m.member, m.row.ID.String(), PlanChange{PlanID: "annual", Shown: m.shown.Shown})
		m.refused = code(err)
	}
	act := func() {
		if err := other(); err != nil {
			t.Errorf("the other act: %v", err)
		}
	}
	switch n {
	case 0:
		change()
		act()
	case races - 1:
		act()
		change()
	default:
		var group sync.WaitGroup
		group.Go(func() { wait(n); change() })
		group.Go(func() { wait(races / 2); act() })
		group.Wait()
	}
}

func wait(milliseconds int) { time.Sleep(time.Duration(milliseconds) * time.Millisecond) }

// settled is what the provider has settled since the change was shown, in yen.
func (m *meeting) settled() int {
	_, yen := m.Gateway.Settled()
	return yen - m.before
}

// renews has the contract looked after on its payment day.
func (m *meeting) renews(t *testing.T) *ent.Subscription {
	t.Helper()
	m.at(t, m.shop.row(t, m.row).NextSettlementDay)
	if err := m.Subscription.Renew(t.Context(), m.row.ID); err != nil {
		t.Error(err)
	}
	return m.shop.row(t, m.row)
}

// agrees fails unless both sides say the same of the change: it was refused for the reason and left
// nothing, or it was taken, mailed once and kept. It answers what is kept; nil: nothing.
func (m *meeting) agrees(t *testing.T, reasons ...fault.Code) *ent.PlanChange {
	t.Helper()
	all := m.client(t).PlanChange.Query().Where(planchange.SubscriptionID(m.row.ID)).AllX(t.Context())
	mails := m.Mails(t, m.member, "plan-change-taken")
	if m.refused == "" && len(all) == 1 && mails == 1 {
		return all[0]
	}
	for _, reason := range reasons {
		if m.refused == reason && len(all) == 0 && mails == 0 {
			return nil
		}
	}
	t.Errorf("the change: %q, %d are kept, %d mails", m.refused, len(all), mails)
	return nil
}

// A change of plan meets what else moves its contract, fifty times each: its renewal, its
// cancellation, and the hold after a payment that the provider took back. Each time one of the two
// comes first, what is charged is what was shown, no term is charged twice, and the book is right.
func TestAChangeOfPlanMeetsWhatElseMovesTheContract(t *testing.T) {
	t.Parallel()
	for name, meet := range map[string]func(*testing.T, *meeting, int){"the renewal": meetRenewal, "the cancellation": meetCancellation, "the hold": meetHold} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.group(t, "weekly", "annual")
			seen := map[fault.Code]int{}
			for n := range races {
				m := &meeting{shop: s}
				m.member, m.row = s.holder(t, "weekly")
				var err error
				if m.shown, err = s.PlanChangeConfirmPage(t.Context(), m.member, m.row.ID.String(), "annual"); err != nil {
					t.Fatal(err)
				}
				m.before = m.settled()
				meet(t, m, n)
				seen[m.refused]++
				periods := map[int]int{}
				for _, b := range s.client(t).Bill.Query().Where(bill.SubscriptionID(m.row.ID), bill.StateEQ(bill.StatePaid)).AllX(t.Context()) {
					periods[b.Period]++
				}
				for period, paid := range periods {
					if paid != 1 {
						t.Errorf("term %d is paid %d times", period, paid)
					}
				}
				if t.Failed() {
					t.Fatalf("time %d of %d, until now %v", n, races, seen)
				}
			}
			if seen[""] == 0 || seen[""] == races {
				t.Errorf("one side is always first: %v", seen)
			}
			book := &audit.Checker{Store: s.Env.Store, Clock: s.Env.Clock, Lookup: s.Env.Payment.Providers.Lookup}
			_, err := book.Run(t.Context(), func(f audit.Finding) error { t.Errorf("%+v", f); return nil })
			if err != nil {
				t.Fatal(err)
			}
			t.Log(seen)
		})
	}
}

// meetRenewal has the change come around midnight, when the payment day begins.
func meetRenewal(t *testing.T, m *meeting, n int) {
	midnight := m.row.NextSettlementDay.Start()
	m.Env.Clock.Advance(midnight.Sub(m.Env.Clock.Now()) - races/2*time.Millisecond)
	m.meets(t, n, func() error {
		time.Sleep(midnight.Sub(m.Env.Clock.Now()))
		return m.Subscription.Renew(context.Background(), m.row.ID)
	})
	after := m.shop.row(t, m.row)
	if after.Period == 1 { // it was locked by the change
		after = m.renews(t)
	}
	plan, yen := "weekly", 300
	if kept := m.agrees(t, fault.SubscriptionRenewingPlan, fault.PriceChanged); kept != nil {
		plan, yen = "annual", m.shown.First.Amount
		if kept.AppliedAt == nil || kept.UndoneAt != nil {
			t.Errorf("%+v", kept)
		}
	}
	if got := m.settled(); got != yen || after.PlanID != plan || after.NextPlanID != "" || after.Period != 2 || m.watches(t, m.row) != plan {
		t.Errorf("%d yen, want %d of %s; watches %s, %+v", got, yen, plan, m.watches(t, m.row), after)
	}
}

// meetCancellation has the member cancel in another tab. A choice that was taken before ends with
// the contract.
func meetCancellation(t *testing.T, m *meeting, n int) {
	id := m.row.ID.String()
	if _, err := m.Subscription.CancelPage(t.Context(), m.member, id, ""); err != nil {
		t.Fatal(err)
	}
	m.meets(t, n, func() error {
		_, err := m.Subscription.Cancel(context.Background(), m.member, id, domain.CancelInput{})
		return err
	})
	cancelled := domain.Status(m.shop.row(t, m.row).Status)
	after := m.renews(t)
	if kept := m.agrees(t, fault.PlanChangeCancelled); kept != nil && (kept.AppliedAt != nil || kept.UndoneAt == nil) {
		t.Errorf("%+v", kept)
	}
	if mails := m.Mails(t, m.member, "contract-cancelled"); cancelled != domain.CancelRequest || domain.Status(after.Status) != domain.Cancelled || mails != 1 ||
		after.NextPlanID != "" || m.settled() != 0 || m.sold(t, "annual") != 0 {
		t.Errorf("it was %s, %d yen, %d mails, %d of the other plan are sold, %+v", cancelled, m.settled(), mails, m.sold(t, "annual"), after)
	}
}

// meetHold has the provider take the payment back. What is owed is then paid for the present plan,
// and a choice that was taken counts from the payment day after it.
func meetHold(t *testing.T, m *meeting, n int) {
	m.meets(t, n, func() error { return m.takesBack(context.Background()) })
	kept := m.agrees(t, fault.PlanChangeUnpaid)
	next, plan, yen := "", "weekly", 300
	if kept != nil {
		next, plan, yen = "annual", "annual", m.shown.First.Amount
	}
	held := m.shop.row(t, m.row)
	if domain.Status(held.Status) != domain.Hold || held.NextPlanID != next || held.PlanID != "weekly" || m.settled() != -300 {
		t.Errorf("%d yen, %+v", m.settled(), held)
	}
	m.at(t, m.Env.Clock.Today().AddDays(1))
	if _, err := m.Subscription.Retry(t.Context(), m.member, m.row.ID.String()); err != nil {
		t.Fatal(err)
	}
	paid := m.shop.row(t, m.row)
	if domain.Status(paid.Status) != domain.HoldReleased || paid.PlanID != "weekly" || m.settled() != 0 {
		t.Errorf("paid anew: %d yen, %+v", m.settled(), paid)
	}
	if after := m.renews(t); m.settled() != yen || after.PlanID != plan || after.NextPlanID != "" || m.watches(t, m.row) != plan {
		t.Errorf("%d yen, want %d of %s, %+v", m.settled(), yen, plan, after)
	}
}

// takesBack has the provider take the payment of the contract's first term back.
func (m *meeting) takesBack(ctx context.Context) error {
	client, now := m.Env.Store.Client(ctx), m.Env.Clock.Now()
	c, err := client.Charge.Query().Where(charge.AccountID(m.member.AccountID), charge.StateEQ(charge.StateSettled)).Only(ctx)
	if err != nil {
		return err
	}
	if err := m.Gateway.Refund(ctx, c.TrackingID, c.Amount); err != nil {
		return err
	}
	return m.Env.Store.Tx(ctx, func(ctx context.Context) error {
		r, err := m.Env.Store.Client(ctx).Refund.Create().SetChargeID(c.ID).SetAccountID(c.AccountID).SetKind(refund.KindRefund).SetAmount(c.Amount).
			SetTrackingID(c.TrackingID).SetRequestKey(uuid.NewString()).SetState(refund.StateDone).SetDoneAt(now).SetReason("reversed").
			SetAskedBy("provider").SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
		if err != nil {
			return err
		}
		return m.Env.Billing.Refunded(ctx, c, r)
	})
}
