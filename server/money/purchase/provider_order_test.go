package purchase

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent/gatewayevent"
	"kaiin/ent/order"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

// declined checks that the order has failed, and that its form is next.
func (c *carrier) declined(t *testing.T, member actor.Actor, next step.Step) {
	t.Helper()
	if o := c.order(t, member); o.State != order.StateDeclined || paths.Of(next) != paths.Of(step.PlanForm("standard")) {
		t.Fatalf("%s, %v", o.State, paths.Of(next))
	}
}

// The member does not agree, or not in time.
func TestAnOrderAtTheProviderThatIsNotPaid(t *testing.T) {
	t.Parallel()
	t.Run("left", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member, form := c.ordered(t)
		c.declined(t, member, c.back(t, form.CancelURL))
		c.nothingBought(t, member, "standard", fault.PaymentDeclined)
		c.provider.Agrees(form) // after all, in another tab
		c.back(t, form.ReturnURL)
		c.work(t)
		c.keepsNothing(t, form.OrderID)
		c.right(t)
		c.asks(t, member, "standard") // and may order again
	})
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member, form := c.ordered(t)
		page, err := c.CompletePage(t.Context(), member, "standard") // where the back button leads
		if err != nil || !page.Pending || paths.Of(page.Abandon) != paths.BankReturn+keyOf(form.CancelURL)+"/ng" {
			t.Fatalf("%+v, %v", page, err)
		}
		c.back(t, form.ReturnURL) // an outstanding one decides nothing
		if o := c.order(t, member); o.State != order.StateUnknown {
			t.Fatalf("the order is %s", o.State)
		}
		for range 30 {
			c.Env.Clock.Advance(5 * time.Minute)
			c.work(t)
		}
		o := c.order(t, member)
		if o.State != order.StateDeclined || c.client(t).PaymentMethod.GetX(t.Context(), *o.PaymentMethodID).State != paymentmethod.StateDeleted {
			t.Fatalf("the order is %s", o.State)
		}
		reference := c.provider.Agrees(form) // what the file then tells of it goes back
		line := c.settled(reference, "202605")
		line.OrderID = form.OrderID
		c.tells(t, line)
		c.keepsNothing(t, form.OrderID)
		c.right(t)
	})
	t.Run("twice", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member := c.Member(t)
		token, err := c.Form(t.Context(), member, "standard", Form{MethodID: auSimple})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if r, err := c.Purchase(t.Context(), member, "standard", Purchase{Token: token}); err != nil || r.Form == nil {
				t.Fatalf("%+v, %v", r, err)
			}
		}
		if forms := c.provider.Forms; len(forms) != 2 || forms[0].OrderID != forms[1].OrderID {
			t.Fatalf("asked for %v", forms)
		}
		if n := c.client(t).Charge.Query().CountX(t.Context()); n != 1 {
			t.Errorf("%d charges", n)
		}
	})
	t.Run("not for this plan", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member := c.Member(t)
		for _, plan := range []string{"trial", "annual", "weekly", "film", "rental"} {
			if _, err := c.Form(t.Context(), member, plan, Form{MethodID: auSimple}); !isCode(err, fault.PaymentMethodNotForPlan) {
				t.Errorf("%s: %v", plan, err)
			}
		}
		if n := c.client(t).PaymentMethod.Query().CountX(t.Context()); n != 0 {
			t.Errorf("%d methods", n)
		}
	})
	t.Run("an unknown key", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member := c.Member(t)
		key := keyOf(c.asks(t, member, "standard").CancelURL)
		forged := key[:40] + "AAAA" + key[44:]
		if _, err := c.ReturnFromBank(t.Context(), forged); !isCode(err, fault.CodeNotFound) {
			t.Errorf("%v", err)
		}
		if o := c.order(t, member); o.State != order.StateCharging {
			t.Errorf("the order is %s", o.State)
		}
	})
}

// The provider declines the member on its page: nothing is bought, and the form says so.
func TestTheProviderDeclinesTheOrder(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, form := c.ordered(t)
	own := c.client(t).Charge.Query().OnlyX(t.Context())
	if err := c.Env.Payment.NotPaid(t.Context(), own, "402L4999"); err != nil { // its notice
		t.Fatal(err)
	}
	c.declined(t, member, c.back(t, form.ReturnURL))
	c.work(t)
	if c.agreements() != 0 || c.client(t).Subscription.Query().CountX(t.Context()) != 0 {
		t.Errorf("%d agreements", c.agreements())
	}
	c.right(t)
}

// The page of the provider is opened on the last day of a month and agreed to on the next: the day
// of the order is over, and its money goes back, once, though the file then tells of it.
func TestAgreedToAfterTheTurnOfTheMonth(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	c.until(day(t, "2026-06-01").Start().Add(-time.Minute))
	_, form := c.ordered(t)
	c.Env.Clock.Advance(5 * time.Minute)
	reference := c.provider.Agrees(form)
	c.back(t, form.ReturnURL)
	c.work(t)
	own := c.client(t).Charge.Query().OnlyX(t.Context())
	for _, month := range []string{"202605", "202606"} { // whichever month the provider counts it to
		line := c.settled(reference, month)
		line.TrackingID, line.OrderID = own.TrackingID, form.OrderID
		c.tells(t, line)
	}
	c.Env.Clock.Advance(2 * time.Hour)
	c.work(t)
	c.keepsNothing(t, form.OrderID)
	if n := c.client(t).Charge.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d charges are in the book, and the provider made one", n)
	}
	if n := c.client(t).Refund.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d refunds", n)
	}
	c.questions(t, 0)
	c.right(t)
}

// A member agrees, and what the file tells of the month comes before we have heard of it: it waits
// for the order, and is no question.
func TestAMonthIsToldBeforeItsOrder(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, form := c.ordered(t)
	reference := c.provider.Agrees(form)
	line := c.settled(reference, "202605")
	line.OrderID = form.OrderID
	if _, err := c.Env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(line)); err != nil {
		t.Fatal(err)
	}
	event := c.client(t).GatewayEvent.Query().OnlyX(t.Context())
	c.provider.Next(paymenttest.Lookup, paymenttest.Trouble) // the provider does not tell what became of the order
	if err := c.Env.ProviderBilling.ApplyMonth(t.Context(), event.ID); err == nil {
		t.Error("it is not tried again")
	}
	c.questions(t, 0)
	if err := c.Env.ProviderBilling.ApplyMonth(t.Context(), event.ID); err != nil {
		t.Fatal(err)
	}
	c.work(t)
	if o := c.order(t, member); o.State != order.StateCompleted {
		t.Errorf("the order is %s", o.State)
	}
	if e := c.client(t).GatewayEvent.Query().Where(gatewayevent.ID(event.ID)).OnlyX(t.Context()); e.AppliedAt == nil {
		t.Error("it is not applied")
	}
	if n := c.client(t).Charge.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d charges", n)
	}
	c.right(t)
}

// The form, its verification, the confirm page and the conditions name one day of the next payment:
// that on which the provider takes it.
func TestTheDayOfTheNextPaymentIsTheProviders(t *testing.T) { // S-053 F-204
	t.Parallel()
	c := withCarrier(t)
	member := c.Member(t)
	card := c.Card(t, member)
	page, err := c.FormPage(t.Context(), member, "standard", "")
	if err != nil {
		t.Fatal(err)
	}
	if next, ok := page.Deal.OrderedNext(); !ok || next != day(t, "2026-06-01") || len(page.Ordered) != 1 || page.Deal.ChargeDay(page.Deal.Basis.Term(2)) != day(t, "2026-06-15") {
		t.Errorf("the form names %s, %v", next, ok)
	}
	for method, want := range map[string]string{auSimple: "2026-06-01", card.ID.String(): "2026-06-15"} {
		deal, err := c.Verify(t.Context(), member, "standard", method, "")
		if err != nil || deal.ChargeDay(deal.Basis.Term(2)) != day(t, want) {
			t.Errorf("verified with %s: %+v, %v", method, deal, err)
		}
		if _, err := c.Form(t.Context(), member, "standard", Form{MethodID: method}); err != nil {
			t.Fatal(err)
		}
		confirm, err := c.ConfirmPage(t.Context(), member, "standard")
		if err != nil || confirm.Deal.ChargeDay(confirm.Deal.Basis.Term(2)) != day(t, want) {
			t.Errorf("confirmed with %s: %+v, %v", method, confirm, err)
		}
		for _, item := range confirm.Terms.Items {
			if item.Key == "payment" && !strings.Contains(item.Text, map[string]string{"2026-06-01": "2026年6月1日", "2026-06-15": "2026年6月15日"}[want]) {
				t.Errorf("the conditions say %s", item.Text)
			}
		}
	}
	for _, plan := range []string{"trial", "annual", "film"} {
		if page, err := c.FormPage(t.Context(), member, plan, ""); err != nil {
			t.Error(err)
		} else if _, ok := page.Deal.OrderedNext(); ok || len(page.Ordered) != 0 {
			t.Errorf("%s is offered", plan)
		}
	}
}
