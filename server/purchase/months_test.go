package purchase

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/order"
	"kaiin/server/audit"
	"kaiin/server/clock"
	"kaiin/server/paths"
	"kaiin/server/payment"
	"kaiin/server/payment/paymenttest"
	"kaiin/server/step"
	domain "kaiin/server/subscription"
)

// The month in which a term begins pays it: for each month one term, also where the day of the order is not in every month, and where the day
// turns in Tokyo before it does in UTC.
func TestWhichMonthPaysWhichTerm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ordered string // in Tokyo
		months  []string
		terms   []string // first days of the terms that they pay
	}{
		{"2027-01-29 12:00:00", []string{"202702", "202703", "202704"}, []string{"2027-02-28", "2027-03-29", "2027-04-29"}},
		{"2027-01-30 12:00:00", []string{"202702", "202703", "202704"}, []string{"2027-02-28", "2027-03-30", "2027-04-30"}},
		{"2027-01-31 23:59:30", []string{"202702", "202703", "202704"}, []string{"2027-02-28", "2027-03-31", "2027-04-30"}},
		{"2027-02-01 00:00:00", []string{"202703", "202704", "202705"}, []string{"2027-03-01", "2027-04-01", "2027-05-01"}},
		{"2027-12-31 12:00:00", []string{"202801", "202802", "202803"}, []string{"2028-01-31", "2028-02-29", "2028-03-31"}},
		{"2028-01-29 12:00:00", []string{"202802", "202803", "202804"}, []string{"2028-02-29", "2028-03-29", "2028-04-29"}},
		{"2028-02-29 00:00:00", []string{"202803", "202804", "202805"}, []string{"2028-03-29", "2028-04-29", "2028-05-29"}},
	} {
		t.Run(c.ordered, func(t *testing.T) {
			t.Parallel()
			w := withCarrier(t)
			at, err := time.ParseInLocation(time.DateTime, c.ordered, clock.Tokyo)
			if err != nil {
				t.Fatal(err)
			}
			w.until(at)
			member, row, reference := w.buys(t)
			own := payment.ProviderCharge{ // what the file tells of the order's own charge pays nothing else
				Provider: paymenttest.MonthlyName, Reference: reference, TrackingID: w.client(t).Charge.Query().OnlyX(t.Context()).TrackingID,
				Month: at.Format("200601"), Amount: 1100, Result: payment.ProviderChargeSettled, At: at,
			}
			w.tells(t, own)
			for i, month := range c.months {
				first := day(t, c.terms[i])
				_, _, before := first.Date()
				w.until(first.AddDays(1 - before).Start()) // the first moment of the month
				w.work(t)
				page, err := w.Subscription.Page(t.Context(), member, row.ID.String())
				if err != nil || page.Outlook.Start != first || page.Outlook.Course != domain.CourseCollected && first.After(w.Env.Clock.Today()) {
					t.Fatalf("the page tells %+v, %v", page.Outlook, err)
				}
				w.tells(t, w.provider.Takes(reference, month, 1100))
				if first.After(w.Env.Clock.Today()) {
					w.until(first.Start().Add(-time.Second))
					if w.work(t); w.row(t, row.ID).Period != i+1 {
						t.Fatalf("%s pays before its term begins", month)
					}
				}
				w.until(first.Start())
				w.work(t)
				row = w.row(t, row.ID)
				paid := w.client(t).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(row.Period)).OnlyX(t.Context())
				if row.Period != i+2 || paid.State != bill.StatePaid || paid.PeriodStart != first || row.TermStart != first {
					t.Fatalf("%s: in period %d, whose bill from %s is %s", month, row.Period, paid.PeriodStart, paid.State)
				}
			}
			w.right(t)
			if n := w.client(t).Refund.Query().CountX(t.Context()); n != 0 {
				t.Errorf("%d refunds", n)
			}
		})
	}
}

// What is told a week late pays its term all the same, and a question that it was is none any more.
func TestAMonthThatIsToldAWeekLate(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t)
	c.at(t, "2026-06-01")
	june := c.provider.Takes(reference, "202606", 1100)
	for _, d := range []string{"2026-06-15", "2026-06-18", "2026-06-22"} {
		c.at(t, d)
		c.work(t)
		if row = c.row(t, row.ID); row.Period != 1 || row.Status != string(domain.NewContract) {
			t.Fatalf("on %s: %s in period %d", d, row.Status, row.Period)
		}
		if page, err := c.Subscription.Page(t.Context(), member, row.ID.String()); err != nil || page.Outlook.Course != domain.CourseChecking || page.Renewing() != (d == "2026-06-15") {
			t.Errorf("on %s the page tells %+v, %v", d, page, err)
		}
	}
	if waiting, err := c.Subscription.Unanswered(t.Context()); err != nil || len(waiting) != 1 {
		t.Errorf("%d bills wait, %v", len(waiting), err)
	}
	c.tells(t, june)
	if row = c.row(t, row.ID); row.Period != 2 || row.TermStart != day(t, "2026-06-15") || row.NextSettlementDay != day(t, "2026-07-15") {
		t.Errorf("in period %d from %s", row.Period, row.TermStart)
	}
	if waiting, err := c.Subscription.Unanswered(t.Context()); err != nil || len(waiting) != 0 {
		t.Errorf("%d bills wait, %v", len(waiting), err)
	}
	if c.Mails(t, member, "renewed") != 1 || c.Mails(t, member, "renewal-failed") != 0 {
		t.Errorf("%d receipts, %d mails of a refusal", c.Mails(t, member, "renewed"), c.Mails(t, member, "renewal-failed"))
	}
	c.right(t)
}

// A member agrees, and what the file tells of the month comes before we have heard of it: it waits for the order, and is no question.
func TestAMonthIsToldBeforeItsOrder(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member := c.Member(t)
	form := c.asks(t, member, "standard")
	reference := c.provider.Agrees(form)
	line := payment.ProviderCharge{
		Provider: paymenttest.MonthlyName, Reference: reference, OrderID: form.OrderID, Month: "202605", Amount: 1100, Result: payment.ProviderChargeSettled, At: c.Env.Clock.Now(),
	}
	if _, err := c.Env.Payment.TakeMonths(t.Context(), paymenttest.Lines(line)); err != nil {
		t.Fatal(err)
	}
	event := c.client(t).GatewayEvent.Query().OnlyX(t.Context())
	c.provider.Next(paymenttest.Lookup, paymenttest.Trouble) // the provider does not tell what became of the order
	if err := c.Env.Payment.ApplyMonth(t.Context(), event.ID); err == nil {
		t.Error("it is not tried again")
	}
	if questions, err := c.Env.Payment.Questions(t.Context()); err != nil || len(questions) != 0 {
		t.Errorf("%d questions, %v", len(questions), err)
	}
	if err := c.Env.Payment.ApplyMonth(t.Context(), event.ID); err != nil {
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

// The page of the provider is opened on the last day of a month and agreed to on the next: the day of the order is over, and its money goes
// back, once, though the file then tells of it.
func TestAgreedToAfterTheTurnOfTheMonth(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	c.until(day(t, "2026-06-01").Start().Add(-time.Minute))
	member := c.Member(t)
	form := c.asks(t, member, "standard")
	c.Env.Clock.Advance(5 * time.Minute)
	reference := c.provider.Agrees(form)
	if _, err := c.ReturnFromBank(t.Context(), keyOf(form.ReturnURL)); err != nil {
		t.Fatal(err)
	}
	c.work(t)
	own := c.client(t).Charge.Query().OnlyX(t.Context())
	for _, month := range []string{"202605", "202606"} { // whichever month the provider counts it to
		c.tells(t, payment.ProviderCharge{
			Provider: paymenttest.MonthlyName, Reference: reference, TrackingID: own.TrackingID, OrderID: form.OrderID, Month: month, Amount: 1100, Result: payment.ProviderChargeSettled, At: c.Env.Clock.Now(),
		})
	}
	c.Env.Clock.Advance(2 * time.Hour)
	c.work(t)
	if e := c.provider.Entry(form.OrderID); e.Kept() != 0 || c.agreements() != 0 {
		t.Errorf("%d yen are kept, %d agreements", e.Kept(), c.agreements())
	}
	if n := c.client(t).Charge.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d charges are in the book, and the provider made one", n)
	}
	if n := c.client(t).Refund.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d refunds", n)
	}
	if questions, err := c.Env.Payment.Questions(t.Context()); err != nil || len(questions) != 0 {
		t.Errorf("%d questions, %v", len(questions), err)
	}
	c.right(t)
}

// The provider declines the member on its page: nothing is bought, and the form says so.
func TestTheProviderDeclinesTheOrder(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member := c.Member(t)
	form := c.asks(t, member, "standard")
	own := c.client(t).Charge.Query().OnlyX(t.Context())
	if err := c.Env.Payment.NotPaid(t.Context(), own, "402L4999"); err != nil { // its notice
		t.Fatal(err)
	}
	next, err := c.ReturnFromBank(t.Context(), keyOf(form.ReturnURL))
	if o := c.order(t, member); err != nil || o.State != order.StateDeclined || paths.Of(next) != paths.Of(step.PlanForm("standard")) {
		t.Errorf("%s, %v, %v", o.State, paths.Of(next), err)
	}
	c.work(t)
	if c.agreements() != 0 || c.client(t).Subscription.Query().CountX(t.Context()) != 0 {
		t.Errorf("%d agreements", c.agreements())
	}
	c.right(t)
}

// The checker asks the provider for its months, too: of those in the book, and of those of which nothing is told.
func TestTheCheckerAsksForMonths(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.at(t, "2026-06-15")
	c.tells(t, c.provider.Takes(reference, "202606", 1100))
	c.work(t)
	c.right(t)
	look := func() (found []string) {
		t.Helper()
		checker := &audit.Checker{Store: c.Env.Store, Clock: c.Env.Clock, Lookup: c.Env.Payment.Providers.Lookup, Month: c.Env.Payment.Providers.Month}
		if _, err := checker.Run(t.Context(), func(f audit.Finding) error {
			found = append(found, string(f.Kind)+" "+f.Table+" "+f.Detail)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return found
	}
	finds := func(what, kind, detail string) {
		t.Helper()
		if found := look(); len(found) != 1 || !strings.HasPrefix(found[0], kind) || !strings.Contains(found[0], detail) {
			t.Errorf("%s: %q", what, found)
		}
	}
	june := c.client(t).Charge.Query().Where(charge.OriginEQ(charge.OriginProvider), charge.InitiatorEQ(charge.InitiatorMerchant)).OnlyX(t.Context())
	june.Update().SetAmount(1000).ExecX(t.Context())
	c.client(t).Bill.UpdateOneID(june.BillID).SetListAmount(1000).SetAmount(1000).ExecX(t.Context())
	finds("another amount", "provider-differs charges", "month 202606 of "+reference)
	june.Update().SetAmount(1100).ExecX(t.Context())
	c.client(t).Bill.UpdateOneID(june.BillID).SetListAmount(1100).SetAmount(1100).ExecX(t.Context())
	c.provider.Next(paymenttest.Lookup, paymenttest.OK, paymenttest.Trouble)
	finds("no answer", "provider-does-not-tell charges", "month 202606")

	july := c.provider.Takes(reference, "202607", 1100)
	c.at(t, "2026-07-15")
	c.work(t)
	if found := look(); len(found) != 0 {
		t.Errorf("on its day: %q", found)
	}
	c.at(t, "2026-07-18")
	finds("taken and not told", "provider-differs bills", "nothing is known of month 202607")
	c.tells(t, july)
	c.right(t)

	c.at(t, "2026-08-15")
	c.provider.Takes(reference, "202608", 1100)
	c.tells(t, c.provider.Refuses(reference, "202608", 1100))
	c.work(t)
	finds("told as refused, and taken", "provider-differs charges", "month 202608 of "+reference+" as settled")
	if row = c.row(t, row.ID); row.Status != string(domain.Hold) {
		t.Errorf("it is %s", row.Status)
	}
}

// The form, its verification, the confirm page and the conditions name one day of the next payment: that on which the provider takes it.
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
