package purchase

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/order"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/refund"
	"kaiin/ent/subscriptionprice"
	"kaiin/server/actor"
	"kaiin/server/audit"
	"kaiin/server/clock"
	"kaiin/server/fault"
	"kaiin/server/paths"
	"kaiin/server/payment"
	"kaiin/server/payment/paymenttest"
	"kaiin/server/step"
	domain "kaiin/server/subscription"
)

// carrier is a shop with a provider that charges each month by itself.
type carrier struct {
	*shop
	provider *paymenttest.Monthly
}

const auSimple = string(paymentmethod.PaymentMethodTypeSbpsAuSimple)

func withCarrier(t *testing.T) *carrier {
	t.Helper()
	s := setup(t, nil)
	s.Env.Payment.Claims = s.Subscription.Claim
	s.Env.Payment.BankReturn, s.Env.Payment.NoticeBase = "https://member.example.jp/payment/tds/", "https://member.example.jp/payment/notice/"
	s.Env.Payment.Contracted = s.Subscription.PaidWith
	return &carrier{s, s.NewMonthly()}
}

// asks orders the plan and is sent to the provider.
func (c *carrier) asks(t *testing.T, member actor.Actor, planID string) payment.FormRequest {
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

func keyOf(address string) string {
	back := address[len("https://member.example.jp/payment/tds/"):]
	return back[:len(back)-len("/ok")]
}

// buys is a member with a contract that the provider charges.
func (c *carrier) buys(t *testing.T) (member actor.Actor, row *ent.Subscription, reference string) {
	t.Helper()
	member = c.Member(t)
	form := c.asks(t, member, "standard")
	reference = c.provider.Agrees(form)
	if next, err := c.ReturnFromBank(t.Context(), keyOf(form.ReturnURL)); err != nil || next != complete(c.order(t, member)) {
		t.Fatalf("the return leads to %v, %v", paths.Of(next), err)
	}
	return member, c.row(t, *c.order(t, member).SubscriptionID), reference
}

func (c *carrier) row(t *testing.T, id uuid.UUID) *ent.Subscription {
	t.Helper()
	return c.client(t).Subscription.GetX(t.Context(), id)
}

func (c *carrier) at(t *testing.T, day string) {
	t.Helper()
	d, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	c.until(d.Start().Add(12 * time.Hour))
}

func (c *carrier) tells(t *testing.T, lines ...payment.ProviderCharge) {
	t.Helper()
	if _, err := c.Env.Payment.TakeMonths(t.Context(), paymenttest.Lines(lines...)); err != nil {
		t.Fatal(err)
	}
	c.work(t)
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
		months := paymenttest.Jobs[payment.MonthArgs](t, c.Env.Store, "payment.month")
		for _, job := range months {
			if err := c.Env.Payment.ApplyMonth(t.Context(), job.EventID); err != nil {
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
	checker := &audit.Checker{Store: c.Env.Store, Clock: c.Env.Clock, Lookup: c.Env.Payment.Providers.Lookup, Month: c.Env.Payment.Providers.Month}
	_, err := checker.Run(t.Context(), func(f audit.Finding) error {
		t.Errorf("%s: %s %s: %s", f.Kind, f.Table, f.ID, f.Detail)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// agreements are those that the provider would still charge.
func (c *carrier) agreements() int { return c.provider.Cards() }

func TestAProviderThatChargesByItself(t *testing.T) { // F-204
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t) // on 15 May
	o, method := c.order(t, member), c.client(t).PaymentMethod.GetX(t.Context(), *row.PaymentMethodID)
	if o.State != order.StateCompleted || row.Biller != "provider" || row.DueAt == nil || !row.DueAt.Equal(day(t, "2026-05-30").Start()) {
		t.Fatalf("%s, charged by %s, looked after at %v", o.State, row.Biller, row.DueAt)
	}
	if method.State != paymentmethod.StateActive || method.Reference != reference {
		t.Fatalf("the method is %s, %q", method.State, method.Reference)
	}
	if c.Mails(t, member, "order-completed") != 1 {
		t.Errorf("%d mails about the order", c.Mails(t, member, "order-completed"))
	}
	// Its method pays for nothing else, and is not deleted.
	if _, err := c.Form(t.Context(), member, "limited", Form{MethodID: method.ID.String()}); !isCode(err, fault.PaymentMethodNotForPlan) {
		t.Errorf("another contract is paid with it: %v", err)
	}
	if err := c.Env.Payment.Delete(t.Context(), member, method.ID.String()); !isCode(err, fault.PaymentMethodInUse) {
		t.Errorf("it is deleted: %v", err)
	}

	c.at(t, "2026-06-01") // told before the bill exists: it waits
	june := c.provider.Takes(reference, "202606", 1100)
	c.tells(t, june, june)
	if row = c.row(t, row.ID); row.Period != 1 {
		t.Fatalf("in period %d before its day", row.Period)
	}
	c.at(t, "2026-06-15")
	c.work(t)
	if row = c.row(t, row.ID); row.Period != 2 || row.Status != string(domain.OngoingContract) || row.NextSettlementDay != day(t, "2026-07-15") {
		t.Fatalf("%s in period %d, next %s", row.Status, row.Period, row.NextSettlementDay)
	}
	c.tells(t, june)
	c.right(t)

	c.at(t, "2026-07-15") // told after its day
	c.work(t)
	if row = c.row(t, row.ID); row.Period != 2 || !domain.Status(row.Status).Contracted() {
		t.Fatalf("%s in period %d, and nothing was told", row.Status, row.Period)
	}
	c.at(t, "2026-07-20")
	c.work(t)
	if waiting, err := c.Subscription.Unanswered(t.Context()); err != nil || len(waiting) != 1 {
		t.Errorf("%d bills wait for an answer, %v", len(waiting), err)
	}
	c.tells(t, c.provider.Takes(reference, "202607", 1100))
	if row = c.row(t, row.ID); row.Period != 3 || row.NextSettlementDay != day(t, "2026-08-15") {
		t.Fatalf("in period %d, next %s", row.Period, row.NextSettlementDay)
	}
	c.right(t)

	c.at(t, "2026-08-01") // it could not take the month: on hold at once, and asked no more
	c.tells(t, c.provider.Refuses(reference, "202608", 1100))
	c.at(t, "2026-08-15")
	c.work(t)
	row = c.row(t, row.ID)
	if row.Status != string(domain.Hold) || row.Biller != "ours" || c.agreements() != 0 || c.Mails(t, member, "renewal-failed") != 1 {
		t.Fatalf("%s, charged by %s, %d agreements, %d mails", row.Status, row.Biller, c.agreements(), c.Mails(t, member, "renewal-failed"))
	}
	c.right(t)
	card := c.Card(t, member)
	if _, err := c.Subscription.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String()); err != nil {
		t.Fatal(err)
	}
	if row = c.row(t, row.ID); row.Status != string(domain.HoldReleased) || row.Period != 4 {
		t.Errorf("%s in period %d after a card paid", row.Status, row.Period)
	}
	c.right(t)
	if n := c.client(t).Charge.Query().Where(charge.OriginEQ(charge.OriginProvider), charge.StateEQ(charge.StateSettled)).CountX(t.Context()); n != 3 {
		t.Errorf("%d charges of the provider", n)
	}
	if n := c.provider.Calls(paymenttest.Charge); n != 0 {
		t.Errorf("it was asked %d times to charge", n)
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

// What belongs to no term that is owed goes back, once.
func TestMoneyOfAMonthThatNobodyOwes(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name string
		ends func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription)
	}{
		{"cancelled in time", func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription) { c.cancels(t, row) }},
		{"cancelled once the month has begun", func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription) {
			c.at(t, "2026-06-03")
			c.cancels(t, row)
			if c.work(t); c.agreements() != 0 {
				t.Error("the agreement goes on")
			}
		}},
		{"changed to a card", func(t *testing.T, c *carrier, member actor.Actor, row *ent.Subscription) {
			if _, err := c.Subscription.ChangeMethod(t.Context(), member, row.ID.String(), c.Card(t, member).ID.String()); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			c := withCarrier(t)
			member, row, reference := c.buys(t)
			k.ends(t, c, member, row)
			c.at(t, "2026-06-05")
			c.work(t)
			june := c.provider.Takes(reference, "202606", 1100)
			c.tells(t, june)
			c.tells(t, june)
			if e := c.provider.Entry(reference + "202606"); e.Kept() != 0 {
				t.Errorf("%d yen are kept", e.Kept())
			}
			if n := c.client(t).Refund.Query().CountX(t.Context()); n != 1 || c.Mails(t, member, "refunded") != 1 {
				t.Errorf("%d refunds, %d mails", n, c.Mails(t, member, "refunded"))
			}
			if c.agreements() != 0 {
				t.Error("the agreement goes on")
			}
			c.at(t, "2026-06-16")
			c.work(t)
			c.right(t)
		})
	}
}

// So does what it took for a later month while it told nothing of the one that is owed, or could not take it (seen by modeltest).
func TestMoneyOfALaterMonthThatNobodyOwes(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(t *testing.T, c *carrier, row *ent.Subscription, reference string){
		"cancelled": func(t *testing.T, c *carrier, row *ent.Subscription, _ string) { c.cancels(t, row) },
		"held": func(t *testing.T, c *carrier, _ *ent.Subscription, reference string) {
			c.tells(t, c.provider.Refuses(reference, "202606", 1100))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := withCarrier(t)
			_, row, reference := c.buys(t)
			c.at(t, "2026-06-15") // nothing is told of June
			c.work(t)
			c.at(t, "2026-07-05")
			c.tells(t, c.provider.Takes(reference, "202607", 1100))
			if e := c.provider.Entry(reference + "202607"); e.Kept() != 1100 {
				t.Fatalf("%d yen are kept while the contract goes on", e.Kept())
			}
			ends(t, c, c.row(t, row.ID), reference)
			c.work(t)
			if e := c.provider.Entry(reference + "202607"); e.Kept() != 0 || c.agreements() != 0 {
				t.Errorf("%d yen are kept, %d agreements go on", e.Kept(), c.agreements())
			}
			c.right(t)
		})
	}
}

func (c *carrier) cancels(t *testing.T, row *ent.Subscription) {
	t.Helper()
	if err := c.Subscription.CancelByLink(t.Context(), actor.Actor{}, c.Subscription.LeaveLink(row)); err != nil {
		t.Fatal(err)
	}
}

// A cancellation is taken back until the provider has been told.
func TestUndoUntilTheProviderIsTold(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	member, row, reference := c.buys(t)
	c.cancels(t, row)
	c.work(t)
	if _, err := c.Subscription.Undo(t.Context(), member, row.ID.String()); err != nil || c.agreements() != 1 {
		t.Fatalf("%v, %d agreements", err, c.agreements())
	}
	c.at(t, "2026-06-15")
	c.tells(t, c.provider.Takes(reference, "202606", 1100))
	if row = c.row(t, row.ID); row.Period != 2 {
		t.Fatalf("in period %d", row.Period)
	}
	c.cancels(t, row)
	c.at(t, "2026-06-29")
	c.work(t)
	if c.agreements() != 0 {
		t.Fatal("the provider was not told in time")
	}
	if _, err := c.Subscription.Undo(t.Context(), member, row.ID.String()); !isCode(err, fault.SubscriptionAgreementEnded) {
		t.Errorf("it is taken back: %v", err)
	}
	c.at(t, "2026-07-15")
	c.work(t)
	if row = c.row(t, row.ID); row.Status != string(domain.Cancelled) {
		t.Errorf("it is %s", row.Status)
	}
	c.right(t)
}

// An amount that is not owed pays nothing, and a month of which nothing is told is never charged.
func TestQuestions(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.at(t, "2026-06-15")
	c.work(t)
	other := payment.ProviderCharge{Provider: paymenttest.MonthlyName, Reference: "nobody's", Month: "202606", Amount: 1100, Result: payment.ProviderChargeSettled, At: c.Env.Clock.Now()}
	c.tells(t, c.provider.Takes(reference, "202606", 1), other)
	questions, err := c.Env.Payment.Questions(t.Context())
	if err != nil || len(questions) != 2 {
		t.Fatalf("%d questions, %v", len(questions), err)
	}
	if row = c.row(t, row.ID); row.Period != 1 {
		t.Fatal("another amount paid")
	}
	for _, q := range questions {
		if err := c.Env.Payment.AnswerQuestion(t.Context(), q.ID, "hanako", "seen there"); err != nil {
			t.Error(err)
		}
		if err := c.Env.Payment.AnswerQuestion(t.Context(), q.ID, "hanako", "seen there"); !isCode(err, fault.CodeNotFound) {
			t.Errorf("a second answer: %v", err)
		}
	}
	c.at(t, "2026-07-16") // the month is over: it is waived, and what comes for it goes back
	c.work(t)
	if row = c.row(t, row.ID); row.Period != 2 || !domain.Status(row.Status).Contracted() {
		t.Fatalf("%s in period %d", row.Status, row.Period)
	}
	if n := c.client(t).Bill.Query().Where(bill.StateEQ(bill.StateWaived)).CountX(t.Context()); n != 1 {
		t.Errorf("%d bills are waived", n)
	}
	c.tells(t, c.provider.Takes(reference, "202607", 1100))
	if row = c.row(t, row.ID); row.Period != 3 {
		t.Errorf("in period %d", row.Period)
	}
	c.right(t)
	if n := c.client(t).Charge.Query().Where(charge.OriginEQ(charge.OriginOurs)).CountX(t.Context()); n != 0 {
		t.Errorf("%d charges of ours", n)
	}
}

// The member does not agree, or not in time.
func TestAnOrderAtTheProviderThatIsNotPaid(t *testing.T) {
	t.Parallel()
	t.Run("left", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member := c.Member(t)
		form := c.asks(t, member, "standard")
		next, err := c.ReturnFromBank(t.Context(), keyOf(form.CancelURL))
		if o := c.order(t, member); err != nil || o.State != order.StateDeclined || paths.Of(next) != paths.Of(step.PlanForm("standard")) {
			t.Fatalf("%s, %v, %v", o.State, paths.Of(next), err)
		}
		c.nothingBought(t, member, "standard", fault.PaymentDeclined)
		c.provider.Agrees(form) // after all, in another tab
		if _, err := c.ReturnFromBank(t.Context(), keyOf(form.ReturnURL)); err != nil {
			t.Fatal(err)
		}
		c.work(t)
		if e := c.provider.Entry(form.OrderID); e.Kept() != 0 || c.agreements() != 0 {
			t.Errorf("%d yen are kept, %d agreements", e.Kept(), c.agreements())
		}
		c.right(t)
		c.asks(t, member, "standard") // and may order again
	})
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		c := withCarrier(t)
		member := c.Member(t)
		form := c.asks(t, member, "standard")
		page, err := c.CompletePage(t.Context(), member, "standard") // where the back button leads
		if err != nil || !page.Pending || paths.Of(page.Abandon) != paths.BankReturn+keyOf(form.CancelURL)+"/ng" {
			t.Fatalf("%+v, %v", page, err)
		}
		if _, err := c.ReturnFromBank(t.Context(), keyOf(form.ReturnURL)); err != nil { // an outstanding one decides nothing
			t.Fatal(err)
		}
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
		line := payment.ProviderCharge{Provider: paymenttest.MonthlyName, Reference: reference, OrderID: form.OrderID, Month: "202605", Amount: 1100, Result: payment.ProviderChargeSettled, At: c.Env.Clock.Now()}
		c.tells(t, line)
		if e := c.provider.Entry(form.OrderID); e.Kept() != 0 || c.agreements() != 0 {
			t.Errorf("%d yen are kept, %d agreements", e.Kept(), c.agreements())
		}
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
	t.Run("a key of nobody", func(t *testing.T) {
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

// However the results of months come, in whatever order, doubled and with gaps, each month is paid once at the most, what is not owed
// goes back, and the checker finds nothing.
func TestMonthsInAnyOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1)) // #nosec G404 -- a test that can be repeated
			c := withCarrier(t)
			_, row, reference := c.buys(t)
			var late []payment.ProviderCharge
			months := []string{"202606", "202607", "202608", "202609", "202610", "202611"}
			taken := map[string]bool{}
			for i, month := range months {
				c.at(t, month[:4]+"-"+month[4:]+"-01")
				c.work(t)
				if c.agreements() > 0 {
					switch random.IntN(5) {
					case 0: // nothing is told, and nothing was taken
					case 1:
						late = append(late, c.provider.Refuses(reference, month, 1100))
					default:
						taken[month] = true
						late = append(late, c.provider.Takes(reference, month, 1100))
					}
				}
				if random.IntN(8) == 0 && i > 1 && domain.Status(c.row(t, row.ID).Status).Remains() {
					c.cancels(t, c.row(t, row.ID))
				}
				random.Shuffle(len(late), func(i, j int) { late[i], late[j] = late[j], late[i] })
				for len(late) > 0 && random.IntN(3) > 0 {
					c.tells(t, late[0], late[0])
					if random.IntN(2) == 0 {
						late = late[1:]
					}
				}
				c.at(t, month[:4]+"-"+month[4:]+"-17")
				c.work(t)
				c.right(t)
			}
			c.tells(t, late...)
			c.at(t, "2027-01-20")
			c.work(t)
			c.right(t)
			for month := range taken {
				e := c.provider.Entry(reference + month)
				paid := c.client(t).Charge.Query().Where(charge.TrackingID(e.TrackingID), charge.StateEQ(charge.StateSettled)).CountX(t.Context())
				if want := map[bool]int{true: 1100, false: 0}[paid == 1]; paid > 1 || e.Kept() != want {
					t.Errorf("%s: %d charges are settled with it and %d yen are kept", month, paid, e.Kept())
				}
			}
			if n := c.client(t).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil()).CountX(t.Context()); n != 0 {
				t.Errorf("%d results were never applied", n)
			}
		})
	}
}

// The provider takes one amount for ever: a contract with a new price ends before that, unless its member chooses another way to pay.
func TestANewPriceEndsIt(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, row, reference := c.buys(t)
	c.client(t).SubscriptionPrice.Update().Where(subscriptionprice.SubscriptionID(row.ID)).SetToPeriod(2).ExecX(t.Context())
	c.client(t).SubscriptionPrice.Create().SetSubscriptionID(row.ID).SetFromPeriod(3).SetListAmount(1500).SetTaxRate(10).SetCreatedAt(c.Env.Clock.Now()).ExecX(t.Context())
	c.at(t, "2026-06-15")
	c.tells(t, c.provider.Takes(reference, "202606", 1100))
	c.at(t, "2026-06-29")
	c.work(t)
	if row = c.row(t, row.ID); c.agreements() != 0 || row.Period != 2 || !domain.Status(row.Status).Contracted() {
		t.Fatalf("%d agreements, %s in period %d", c.agreements(), row.Status, row.Period)
	}
	c.at(t, "2026-07-15")
	c.work(t)
	if row = c.row(t, row.ID); row.Status != string(domain.Terminated) {
		t.Errorf("it is %s", row.Status)
	}
}

// A month that goes back in parts, some of which we asked for, is in the book once, in whatever order and however often it is told.
func TestAMonthGivenBackInParts(t *testing.T) {
	t.Parallel()
	c := withCarrier(t)
	_, _, reference := c.buys(t)
	c.at(t, "2026-06-15")
	june := c.provider.Takes(reference, "202606", 1100)
	c.tells(t, june)
	paid := c.client(t).Charge.Query().Where(charge.InitiatorEQ(charge.InitiatorMerchant)).OnlyX(t.Context())
	part := func(yen int, after time.Duration) payment.ProviderCharge {
		line := june
		line.Result, line.Amount, line.At = payment.ProviderChargeRefunded, yen, june.At.Add(after)
		return line
	}
	booked := func(want ...int) {
		t.Helper()
		var got []int
		for _, r := range c.client(t).Refund.Query().Order(refund.ByID()).AllX(t.Context()) {
			got = append(got, r.Amount)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("given back %v, want %v", got, want)
		}
	}
	for _, key := range []string{"a", "b"} {
		_, err := c.Env.Payment.Refund(t.Context(), payment.Refund{ChargeID: paid.ID, Amount: 100, Key: key, Reason: "test", AskedBy: "hanako"})
		if err != nil {
			t.Fatal(err)
		}
		c.work(t)
	}
	ours := []payment.ProviderCharge{part(100, time.Hour), part(100, 2*time.Hour)}
	for range 2 {
		c.tells(t, ours...)
		booked(100, 100)
	}
	theirs := []payment.ProviderCharge{part(300, 3*time.Hour), part(50, 4*time.Hour)}
	if err := c.provider.Refund(t.Context(), june.TrackingID, 350); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c.tells(t, append(theirs, ours...)...)
		booked(50, 100, 100, 300)
	}
	if n := c.client(t).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d lines are open", n)
	}
	c.right(t)
}
