package purchase

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/money/audit"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/providerbilling"
	domain "kaiin/server/money/subscription"
	"kaiin/server/transport/paths"
)

// carrier is a shop with a provider that charges each month by itself.
type carrier struct {
	*shop
	provider *paymenttest.Monthly
}

const auSimple = string(gateway.SbpsAuSimple)

func withCarrier(t *testing.T) *carrier {
	t.Helper()
	s := setup(t, nil)
	s.Env.Payment.BankReturn, s.Env.Payment.NoticeBase = "https://member.example.jp/payment/tds/", "https://member.example.jp/payment/notice/"
	return &carrier{s, s.NewMonthly()}
}

// asks orders the plan and is sent to the provider.
func (c *carrier) asks(t *testing.T, member actor.Actor, planID string) gateway.FormRequest {
	t.Helper()
	token, err := c.Form(t.Context(), member, planID, Form{MethodID: auSimple})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Purchase(t.Context(), member, planID, Purchase{Token: token})
	if err != nil || r.Form == nil || !r.Pending || !r.Next.None() {
		t.Fatalf("the order answers %+v, %v", r, err)
	}
	return c.provider.Forms[len(c.provider.Forms)-1]
}

// ordered is a member who is sent to the provider with an order.
func (c *carrier) ordered(t *testing.T) (member actor.Actor, form gateway.FormRequest) {
	t.Helper()
	member = c.Member(t)
	return member, c.asks(t, member, "standard")
}

// back is the browser's return from the provider.
func (c *carrier) back(t *testing.T, address string) step.Step {
	t.Helper()
	next, err := c.ReturnFromBank(t.Context(), keyOf(address))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func keyOf(address string) string {
	back := address[len("https://member.example.jp/payment/tds/"):]
	return back[:len(back)-len("/ok")]
}

// buys is a member with a contract that the provider charges.
func (c *carrier) buys(t *testing.T) (member actor.Actor, row *ent.Subscription, reference string) {
	t.Helper()
	member, form := c.ordered(t)
	reference = c.provider.Agrees(form)
	if next := c.back(t, form.ReturnURL); next != complete(c.order(t, member)) {
		t.Fatalf("the return leads to %v", paths.Of(next))
	}
	return member, c.row(t, *c.order(t, member).SubscriptionID), reference
}

func (c *carrier) cancels(t *testing.T, row *ent.Subscription) {
	t.Helper()
	member, err := c.Subscription.Account.Find(t.Context(), row.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Subscription.CancelByLink(t.Context(), actor.Actor{}, c.Subscription.LeaveLink(row, *member.Email)); err != nil {
		t.Fatal(err)
	}
}

func (c *carrier) row(t *testing.T, id uuid.UUID) *ent.Subscription {
	t.Helper()
	return c.client(t).Subscription.GetX(t.Context(), id)
}

// at is noon of the day.
func (c *carrier) at(t *testing.T, date string) {
	t.Helper()
	c.until(day(t, date).Start().Add(12 * time.Hour))
}

// on has the workers do what there is to do at noon of the day.
func (c *carrier) on(t *testing.T, date string) {
	t.Helper()
	c.at(t, date)
	c.work(t)
}

func (c *carrier) tells(t *testing.T, lines ...gateway.ProviderCharge) {
	t.Helper()
	if _, err := c.Env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(lines...)); err != nil {
		t.Fatal(err)
	}
	c.work(t)
}

// takes has the provider take the money of the month, and tell so.
func (c *carrier) takes(t *testing.T, reference, month string) {
	t.Helper()
	c.tells(t, c.provider.Takes(reference, month, 1100))
}

// settled is what the provider tells of a month that it took the money of.
func (c *carrier) settled(reference, month string) gateway.ProviderCharge {
	return gateway.ProviderCharge{
		Provider: paymenttest.MonthlyName, Reference: reference, Month: month, Amount: 1100, Result: gateway.ProviderChargeSettled, At: c.Env.Clock.Now(),
	}
}

// work does what the workers do until there is nothing to do.
func (c *carrier) work(t *testing.T) {
	t.Helper()
	for range 40 {
		n, err := c.Subscription.Due(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Env.Payment.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, job := range paymenttest.Jobs[domain.RenewArgs](t, c.Env.Store, "subscription.renew") {
			if err := c.Subscription.Renew(t.Context(), job.SubscriptionID); err != nil {
				t.Error(err)
			}
		}
		months := paymenttest.Jobs[providerbilling.MonthArgs](t, c.Env.Store, "payment.month")
		for _, job := range months {
			if err := c.Env.ProviderBilling.ApplyMonth(t.Context(), job.EventID); err != nil {
				t.Error(err)
			}
		}
		for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, c.Env.Store, "payment.resolve") {
			_, _ = c.Env.Payment.Resolve(t.Context(), job.ChargeID)
		}
		c.carryOut(t)
		forgets := paymenttest.Jobs[payment.ForgetArgs](t, c.Env.Store, "payment.forget")
		for _, job := range forgets {
			if err := c.Env.Payment.Forget(t.Context(), job.MethodID); err != nil {
				t.Error(err)
			}
		}
		if n+len(months)+len(forgets) == 0 {
			return
		}
	}
	t.Fatal("there is always more to do")
}

// right reports what the checker finds.
func (c *carrier) right(t *testing.T) {
	t.Helper()
	if found := c.wrong(t); len(found) > 0 {
		t.Errorf("%q", found)
	}
}

// wrong is what the checker finds: what it is, its table, and its details.
func (c *carrier) wrong(t *testing.T) (found []string) {
	t.Helper()
	checker := &audit.Checker{Store: c.Env.Store, Clock: c.Env.Clock, Lookup: c.Env.Payment.Providers.Lookup, Month: c.Env.Payment.Providers.Month}
	_, err := checker.Run(t.Context(), func(f audit.Finding) error {
		found = append(found, string(f.Kind)+" "+f.Table+" "+f.Detail)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// agreements are those that the provider would still charge.
func (c *carrier) agreements() int { return c.provider.Cards() }

// unanswered checks how many months wait for what the provider tells of them.
func (c *carrier) unanswered(t *testing.T, want int) {
	t.Helper()
	if waiting, err := c.Subscription.Unanswered(t.Context()); err != nil || len(waiting) != want {
		t.Errorf("%d bills wait, %v", len(waiting), err)
	}
}

// questions are those that are left to the staff.
func (c *carrier) questions(t *testing.T, want int) []*ent.GatewayEvent {
	t.Helper()
	list, err := c.Env.ProviderBilling.Questions(t.Context())
	if err != nil || len(list) != want {
		t.Fatalf("%d questions, %v", len(list), err)
	}
	return list
}

// keepsNothing checks that the provider has given the money back, and will take no more.
func (c *carrier) keepsNothing(t *testing.T, order string) {
	t.Helper()
	if e := c.provider.Entry(order); e.Kept() != 0 || c.agreements() != 0 {
		t.Errorf("%d yen are kept, %d agreements go on", e.Kept(), c.agreements())
	}
}

func day(t *testing.T, s string) clock.Day {
	t.Helper()
	d, err := clock.ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func isCode(err error, want fault.Code) bool {
	f, ok := fault.As(err)
	if !ok {
		return false
	}
	if f.Code == want {
		return true
	}
	for _, field := range f.Fields {
		if field.Code == want {
			return true
		}
	}
	return false
}
