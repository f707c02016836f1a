package purchase

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/entitlement"
	"kaiin/ent/plan"
	"kaiin/ent/planchange"
	"kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/flow"
	"kaiin/server/base/spoken"
	"kaiin/server/money/evidence"
	"kaiin/server/money/payment/paymenttest"
	domain "kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// group makes the plans exclude each other.
func (s *shop) group(t *testing.T, plans ...string) {
	t.Helper()
	s.client(t).Plan.Update().Where(plan.IDIn(plans...)).SetPlanGroup("unlimited").ExecX(t.Context())
	if err := s.Env.Catalog.CountSales(t.Context(), plans[0], 0); err != nil { // which forgets what is in memory
		t.Fatal(err)
	}
}

// asks gives the plan a question that has to be answered.
func (s *shop) asks(t *testing.T, planID string) {
	t.Helper()
	const survey = `{"questions":[{"questionId":"q","questionType":"text","required":true}]}`
	s.client(t).Plan.UpdateOneID(planID).SetSurvey([]byte(survey)).ExecX(t.Context())
}

// holder is a member who has bought the plan today.
func (s *shop) holder(t *testing.T, planID string) (actor.Actor, *ent.Subscription) {
	t.Helper()
	member := s.Member(t)
	if _, err := s.buy(t, member, planID, s.form(t, member, planID)); err != nil {
		t.Fatal(err)
	}
	return member, s.client(t).Subscription.Query().Where(subscription.AccountID(member.AccountID)).OnlyX(t.Context())
}

// change reads the conditions and agrees to them.
func (s *shop) change(t *testing.T, member actor.Actor, row *ent.Subscription, planID string) (*PlanChangePage, error) {
	t.Helper()
	page, err := s.PlanChangeConfirmPage(t.Context(), member, row.ID.String(), planID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.ChangePlan(t.Context(), member, row.ID.String(), PlanChange{PlanID: planID, Shown: page.Shown})
	return page, err
}

func (s *shop) at(t *testing.T, day clock.Day) {
	t.Helper()
	s.Env.Clock.Advance(day.Start().Add(12 * time.Hour).Sub(s.Env.Clock.Now()))
}

func (s *shop) row(t *testing.T, row *ent.Subscription) *ent.Subscription {
	t.Helper()
	return s.client(t).Subscription.GetX(t.Context(), row.ID)
}

// watches is the plan that the contract entitles to watch.
func (s *shop) watches(t *testing.T, row *ent.Subscription) string {
	t.Helper()
	return s.client(t).Entitlement.Query().Where(entitlement.SubscriptionID(row.ID)).OnlyX(t.Context()).PlanID
}

// What is shown of the change is what is charged on the payment day, and not before; from then on
// the contract is of the plan. Dearer and cheaper, of another length, and out of a free trial. U-1
func TestAChangeOfPlanCountsFromTheNextPaymentDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		day      clock.Day
		yen      int
		next     clock.Day
	}{
		{"standard", "annual", clock.Date(2026, 6, 15), 9800, clock.Date(2027, 6, 15)},
		{"annual", "standard", clock.Date(2027, 5, 15), 1100, clock.Date(2027, 6, 15)},
		{"standard", "weekly", clock.Date(2026, 6, 15), 300, clock.Date(2026, 6, 22)},
		{"trial", "standard", clock.Date(2026, 5, 29), 1100, clock.Date(2026, 6, 29)},
	} {
		t.Run(c.from+" to "+c.to, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.group(t, "standard", "trial", "annual", "weekly")
			member, row := s.holder(t, c.from)
			_, before := s.Gateway.Settled()
			page, err := s.change(t, member, row, c.to)
			if err != nil || page.First.Amount != c.yen || page.First.Start != c.day || page.First.Next != c.next {
				t.Fatalf("%+v, %v", page.First, err)
			}
			if _, yen := s.Gateway.Settled(); yen != before || s.watches(t, row) != c.from || s.row(t, row).PlanID != c.from {
				t.Errorf("it counts before its day: %d yen, %s", yen-before, s.watches(t, row))
			}
			if _, err := s.change(t, member, row, c.to); err == nil { // its page leads away now
				t.Log("the same once more")
			}
			done, err := s.PlanChangedPage(t.Context(), member, row.ID.String())
			if err != nil || !done.Next.None() || done.View.Next.Amount != c.yen {
				t.Errorf("%+v, %v", done, err)
			}
			s.at(t, c.day)
			if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
				t.Fatal(err)
			}
			after := s.row(t, row)
			if _, yen := s.Gateway.Settled(); yen-before != c.yen || after.PlanID != c.to || after.NextSettlementDay != c.next || after.NextPlanID != "" || s.watches(t, row) != c.to {
				t.Errorf("%d yen, %+v, watches %s", yen-before, after, s.watches(t, row))
			}
			owed := s.client(t).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(after.Period)).OnlyX(t.Context())
			if owed.PlanID != c.to || owed.Amount != c.yen || owed.State != bill.StatePaid {
				t.Errorf("%+v", owed)
			}
			if s.Mails(t, member, "plan-change-taken") != 1 || s.Mails(t, member, "renewed") != 1 {
				t.Errorf("%d and %d mails", s.Mails(t, member, "plan-change-taken"), s.Mails(t, member, "renewed"))
			}
			chosen := s.client(t).PlanChange.Query().Where(planchange.SubscriptionID(row.ID)).OnlyX(t.Context())
			if kept, err := s.Evidence.Find(t.Context(), member, chosen.ID.String()); err != nil || kept.HTML == "" || chosen.AppliedAt == nil || chosen.Price != c.yen {
				t.Errorf("%+v, %+v, %v", chosen, kept, err)
			}
			if _, err := s.Evidence.Verify(t.Context(), func(f evidence.Finding) { t.Error(f) }); err != nil {
				t.Fatal(err)
			}
			s.at(t, c.next)
			if err := s.Subscription.Renew(t.Context(), row.ID); err != nil || s.row(t, row).Period != after.Period+1 {
				t.Errorf("the term after it: %v, %+v", err, s.row(t, row))
			}
			if _, yen := s.Gateway.Settled(); yen-before != 2*c.yen {
				t.Errorf("the term after it: %d yen", yen-before)
			}
		})
	}
}

// A change is taken back until the day before, and replaced by another one; then the contract goes
// on as it was.
func TestAChangeOfPlanIsTakenBack(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member, row := s.holder(t, "standard")
	for _, to := range []string{"annual", "weekly", "annual"} {
		if _, err := s.change(t, member, row, to); err != nil {
			t.Fatal(err)
		}
	}
	if open := s.client(t).PlanChange.Query().Where(planchange.UndoneAtIsNil()).OnlyX(t.Context()); open.PlanID != "annual" || s.sold(t, "weekly") != 0 || s.sold(t, "annual") != 1 {
		t.Errorf("%+v, %d and %d sold", open, s.sold(t, "weekly"), s.sold(t, "annual"))
	}
	s.at(t, clock.Date(2026, 6, 14))
	for range 2 {
		if _, err := s.Subscription.KeepPlan(t.Context(), member, row.ID.String()); err != nil {
			t.Fatal(err)
		}
	}
	if s.Mails(t, member, "plan-change-undone") != 1 || s.sold(t, "annual") != 0 {
		t.Errorf("%d mails, %d sold", s.Mails(t, member, "plan-change-undone"), s.sold(t, "annual"))
	}
	if _, err := s.change(t, member, row, "weekly"); err != nil {
		t.Fatal(err)
	}
	s.at(t, clock.Date(2026, 6, 15))
	if _, err := s.Subscription.KeepPlan(t.Context(), member, row.ID.String()); code(err) != fault.SubscriptionRenewingPlan {
		t.Errorf("on the payment day: %v", err)
	}
	if _, err := s.ChangePlan(t.Context(), member, row.ID.String(), PlanChange{PlanID: "annual"}); code(err) != fault.SubscriptionRenewingPlan {
		t.Errorf("on the payment day: %v", err)
	}
}

// What was chosen is charged, whatever the store makes of the plan until then. What was shown and
// is no longer so is not agreed on.
func TestThePriceOfAChangeIsTheOneThatWasShown(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member, row := s.holder(t, "standard")
	page, err := s.PlanChangeConfirmPage(t.Context(), member, row.ID.String(), "annual")
	if err != nil {
		t.Fatal(err)
	}
	dearer := func(yen int) {
		s.client(t).Plan.UpdateOneID("annual").SetPrice(yen).ExecX(t.Context())
		_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
	}
	dearer(12000)
	in := PlanChange{PlanID: "annual", Shown: page.Shown}
	if _, err := s.ChangePlan(t.Context(), member, row.ID.String(), in); code(err) != fault.PriceChanged || s.row(t, row).NextPlanID != "" {
		t.Errorf("a price that was not shown: %v", err)
	}
	if _, err := s.change(t, member, row, "annual"); err != nil {
		t.Fatal(err)
	}
	dearer(15000)
	s.client(t).Plan.UpdateOneID("annual").SetPublished(false).SetSalesEndAt(s.Env.Clock.Now()).ExecX(t.Context())
	_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
	contract, err := s.Subscription.Page(t.Context(), member, row.ID.String())
	if err != nil || contract.Outlook.Amount != 12000 || contract.Outlook.Day != clock.Date(2026, 6, 15) || contract.Outlook.End != clock.Date(2027, 6, 14) {
		t.Errorf("%+v, %v", contract.Outlook, err)
	}
	_, before := s.Gateway.Settled()
	s.at(t, clock.Date(2026, 6, 15))
	if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	if _, yen := s.Gateway.Settled(); yen-before != 12000 {
		t.Errorf("%d yen", yen-before)
	}
}

// What cannot be changed says why, and nothing is changed.
func TestWhatKeepsAPlanFromBeingChanged(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member, row := s.holder(t, "standard")
	id := row.ID.String()
	try := func(what string, who actor.Actor, in PlanChange, want fault.Code) {
		t.Helper()
		_, err := s.ChangePlan(t.Context(), who, id, in)
		got := code(err)
		if f, ok := fault.As(err); ok && len(f.Fields) > 0 {
			got = f.Fields[0].Code
		}
		if got != want || s.row(t, row).NextPlanID != "" {
			t.Errorf("%s: %s, %v", what, got, err)
		}
	}
	try("no plan", member, PlanChange{}, fault.PlanNotSelected)
	try("its own plan", member, PlanChange{PlanID: "standard"}, fault.ProductUnavailable)
	try("a plan of no group", member, PlanChange{PlanID: "trial"}, fault.ProductUnavailable)
	try("no such plan", member, PlanChange{PlanID: "none"}, fault.ProductUnavailable)
	try("nothing shown", member, PlanChange{PlanID: "annual"}, fault.PriceChanged)
	try("another member's", s.Member(t), PlanChange{PlanID: "annual"}, fault.CodeNotFound)

	put := func(change func(*ent.SubscriptionUpdateOne)) {
		u := s.client(t).Subscription.UpdateOneID(row.ID)
		change(u)
		u.ExecX(t.Context())
	}
	put(func(u *ent.SubscriptionUpdateOne) { u.SetStatus(string(domain.CancelRequest)) })
	try("cancelled", member, PlanChange{PlanID: "annual"}, fault.PlanChangeCancelled)
	put(func(u *ent.SubscriptionUpdateOne) { u.SetStatus(string(domain.Hold)).SetHeldAt(s.Env.Clock.Now()) })
	try("on hold", member, PlanChange{PlanID: "annual"}, fault.PlanChangeUnpaid)
	put(func(u *ent.SubscriptionUpdateOne) {
		u.SetStatus(string(domain.OngoingContract)).ClearHeldAt().SetBiller(subscription.BillerProvider)
	})
	try("charged by a provider", member, PlanChange{PlanID: "annual"}, fault.PlanNotChangeable)
	put(func(u *ent.SubscriptionUpdateOne) { u.SetBiller(subscription.BillerOurs) })

	s.at(t, clock.Date(2026, 6, 15))
	s.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	try("tried again", member, PlanChange{PlanID: "annual"}, fault.PlanChangeUnpaid)
}

// A member has one plan of a group at a time: the form, its page and the button say so. Plans
// outside the group are sold as ever.
func TestPlansOfAGroupExcludeEachOther(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member := s.Member(t)
	late := s.form(t, member, "annual") // before the other one is bought, in another tab
	if _, err := s.buy(t, member, "standard", s.form(t, member, "standard")); err != nil {
		t.Fatal(err)
	}
	page, err := s.FormPage(t.Context(), member, "annual", "")
	if err != nil || page.Sibling == nil || page.Sibling.Plan.ID != "standard" || page.Sibling.Blocked != nil {
		t.Errorf("%+v, %v", page.Sibling, err)
	}
	if confirm, err := s.ConfirmPage(t.Context(), member, "annual"); err != nil || confirm.Sibling == nil {
		t.Errorf("%+v, %v", confirm, err)
	}
	if _, err := s.Form(t.Context(), member, "annual", Form{MethodID: s.Card(t, member).ID.String()}); code(err) != fault.PlanGroupHeld {
		t.Errorf("the form: %v", err)
	}
	if _, err := s.Purchase(t.Context(), member, "annual", withTDS(late)); code(err) != fault.PlanGroupHeld {
		t.Errorf("the button: %v", err)
	}
	if _, err := s.buy(t, member, "trial", s.form(t, member, "trial")); err != nil {
		t.Errorf("outside the group: %v", err)
	}
	if page, err := s.FormPage(t.Context(), s.Member(t), "annual", ""); err != nil || page.Sibling != nil {
		t.Errorf("a member without a plan: %+v, %v", page.Sibling, err)
	}
}

// A plan of the group with a question that has to be answered is sold beside the others, in both
// orders: the form and the confirm page tell of the contract that goes on, until it is cancelled,
// and neither contract is changed to the other plan.
func TestAPlanThatAsksIsSoldBesideItsGroup(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"standard", "weekly"}, {"weekly", "standard"}} {
		t.Run(c[0]+" first", func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			member, held := s.holder(t, c[0])
			s.asks(t, "weekly")
			s.group(t, "standard", "weekly", "annual")
			answers := map[string][]string{"q": {"yes"}}
			if c[1] != "weekly" {
				answers = nil
			}
			page, err := s.FormPage(t.Context(), member, c[1], "")
			if err != nil || page.Sibling != nil || page.Beside == nil || page.Beside.Row.ID != held.ID || page.Offer.Availability != catalog.Available {
				t.Fatalf("%+v, %+v, %v", page.Beside, page.Offer, err)
			}
			shelf, err := s.Subscription.Plans(t.Context(), member)
			if i := slices.IndexFunc(shelf.Plans, func(o domain.Offered) bool { return o.Plan.ID == c[1] }); err != nil || i < 0 || !shelf.Plans[i].Offer.Open() {
				t.Errorf("the list of plans: %+v, %v", shelf.Plans, err)
			}
			if _, err := s.ChangePlan(t.Context(), member, held.ID.String(), PlanChange{PlanID: c[1], Shown: "x"}); err == nil {
				t.Error("the contract is changed to it")
			}
			token, err := s.Form(t.Context(), member, c[1], Form{MethodID: s.Card(t, member).ID.String(), Answers: answers})
			if err != nil {
				t.Fatal(err)
			}
			if confirm, err := s.ConfirmPage(t.Context(), member, c[1]); err != nil || confirm.Sibling != nil || confirm.Beside == nil || confirm.Beside.Row.ID != held.ID {
				t.Errorf("%+v, %v", confirm, err)
			}
			if _, err := s.buy(t, member, c[1], token); err != nil {
				t.Fatal(err)
			}
			if count, _ := s.Gateway.Settled(); count != 2 || s.row(t, held).PlanID != c[0] {
				t.Errorf("%d charges, %+v", count, s.row(t, held))
			}
			excluded, err := s.FormPage(t.Context(), member, "annual", "")
			if err != nil || excluded.Sibling == nil || excluded.Sibling.Plan.ID != "standard" || excluded.Beside != nil {
				t.Errorf("a third plan: %+v, %+v, %v", excluded.Sibling, excluded.Beside, err)
			}
		})
	}
}

// A contract that ends with its term is no double payment that has to be told of.
func TestACancelledContractIsNotToldOf(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, held := s.holder(t, "standard")
	s.asks(t, "weekly")
	s.group(t, "standard", "weekly")
	s.client(t).Subscription.UpdateOneID(held.ID).SetStatus(string(domain.CancelRequest)).ExecX(t.Context())
	if page, err := s.FormPage(t.Context(), member, "weekly", ""); err != nil || page.Sibling != nil || page.Beside != nil {
		t.Errorf("%+v, %v", page.Beside, err)
	}
}

// Fifty at once around the payment day: what is charged is what the contract then is of, once.
func TestAChangeOfPlanAgainstTheRenewal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		act  func(*shop, actor.Actor, string, string) error
	}{
		{"choose", func(s *shop, a actor.Actor, id, shown string) error {
			_, err := s.ChangePlan(context.Background(), a, id, PlanChange{PlanID: "annual", Shown: shown})
			return err
		}},
		{"keep", func(s *shop, a actor.Actor, id, _ string) error {
			_, err := s.Subscription.KeepPlan(context.Background(), a, id)
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.group(t, "standard", "annual")
			member, row := s.holder(t, "standard")
			page, err := s.PlanChangeConfirmPage(t.Context(), member, row.ID.String(), "annual")
			if err != nil {
				t.Fatal(err)
			}
			if c.name == "keep" {
				if _, err := s.change(t, member, row, "annual"); err != nil {
					t.Fatal(err)
				}
			}
			_, before := s.Gateway.Settled()
			s.Env.Clock.Advance(clock.Date(2026, 6, 15).Start().Add(-150 * time.Millisecond).Sub(s.Env.Clock.Now()))
			outcomes := faulttest.Races(50, func(i int) error {
				time.Sleep(time.Duration(i) * 6 * time.Millisecond)
				if i%2 == 0 {
					return s.Subscription.Renew(context.Background(), row.ID)
				}
				return c.act(s, member, row.ID.String(), page.Shown)
			})
			s.at(t, clock.Date(2026, 6, 15))
			if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
				t.Fatal(err)
			}
			after := s.row(t, row)
			want := map[string]int{"standard": 1100, "annual": 9800}[after.PlanID]
			if _, yen := s.Gateway.Settled(); yen-before != want || after.Period != 2 || after.NextPlanID != "" || s.watches(t, row) != after.PlanID {
				t.Errorf("%d yen, %+v, watches %s, %v", yen-before, after, s.watches(t, row), outcomes)
			}
		})
	}
}

// Two tabs that choose and take back at once: one choice is open at most, and what is sold is
// counted as often.
func TestManyChoicesAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member, row := s.holder(t, "standard")
	id := row.ID.String()
	shown := map[string]string{}
	for _, p := range []string{"annual", "weekly"} {
		page, err := s.PlanChangeConfirmPage(t.Context(), member, id, p)
		if err != nil {
			t.Fatal(err)
		}
		shown[p] = page.Shown
	}
	outcomes := faulttest.Races(40, func(i int) (err error) {
		switch i % 4 {
		case 0, 1:
			p := []string{"annual", "weekly"}[i%4]
			_, err = s.ChangePlan(context.Background(), member, id, PlanChange{PlanID: p, Shown: shown[p]})
		case 2:
			_, err = s.Subscription.KeepPlan(context.Background(), member, id)
		default:
			_, err = s.Subscription.SwitchPage(context.Background(), member, id)
		}
		return err
	})
	for got := range outcomes { // that another choice is replaced was not shown
		if !slices.Contains([]string{"", string(fault.TooManyRequests), string(fault.PriceChanged)}, got) {
			t.Errorf("%v", outcomes)
		}
	}
	open := s.client(t).PlanChange.Query().Where(planchange.UndoneAtIsNil()).AllX(t.Context())
	after := s.row(t, row)
	if len(open) > 1 || s.sold(t, "annual")+s.sold(t, "weekly") != len(open) || (after.NextPlanID != "") != (len(open) == 1) {
		t.Errorf("%d open, %d and %d sold, %+v", len(open), s.sold(t, "annual"), s.sold(t, "weekly"), after)
	}
	if len(open) == 1 && open[0].PlanID != after.NextPlanID {
		t.Errorf("%s is open and %s is next", open[0].PlanID, after.NextPlanID)
	}
}

// A choice ends with its contract.
func TestAChoiceEndsWithItsContract(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual")
	member, row := s.holder(t, "standard")
	if _, err := s.change(t, member, row, "annual"); err != nil {
		t.Fatal(err)
	}
	err := s.Env.Store.Tx(t.Context(), func(ctx context.Context) error {
		_, _, err := s.Subscription.Stop(ctx, member.AccountID, true)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := s.client(t).PlanChange.Query().OnlyX(t.Context())
	if after := s.row(t, row); after.NextPlanID != "" || ended.UndoneAt == nil || s.sold(t, "annual") != 0 {
		t.Errorf("%+v, %+v, %d sold", after, ended, s.sold(t, "annual"))
	}
}

// After a change, what is compared with the store's prices is the price that was agreed on, and not
// that of the plan that was left: neither a new price of the plan nor one that is announced while
// the first charge is tried again changes what that charge is.
func TestTheFirstChargeOfAnotherPlanIsTheAgreedOne(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual")
	member, row := s.holder(t, "standard")
	if _, err := s.change(t, member, row, "annual"); err != nil {
		t.Fatal(err)
	}
	put := func(change func(*ent.PlanUpdateOne)) {
		u := s.client(t).Plan.UpdateOneID("annual")
		change(u)
		u.ExecX(t.Context())
		_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
	}
	put(func(u *ent.PlanUpdateOne) { u.SetPrice(12000) })
	_, before := s.Gateway.Settled()
	s.at(t, clock.Date(2026, 6, 15))
	s.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	put(func(u *ent.PlanUpdateOne) { u.SetRepriceFrom(clock.Date(2027, 1, 1)) })
	view, err := s.Subscription.Find(t.Context(), member, row.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	r, ok := view.Repricing(s.Env.Clock.Today())
	if !ok || r.Was != 9800 || r.From.Amount != 12000 || r.Replaces {
		t.Fatalf("%+v, %v", r, ok)
	}
	tx := func(act func(ctx context.Context) error) {
		if err := s.Env.Store.Tx(t.Context(), act); err != nil {
			t.Fatal(err)
		}
	}
	tx(func(ctx context.Context) error { return s.Subscription.Reprice(ctx, s.row(t, row), r) })
	put(func(u *ent.PlanUpdateOne) { u.SetRepriceFrom(clock.Day{}) })
	s.at(t, clock.Date(2026, 6, 16))
	if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	if _, yen := s.Gateway.Settled(); yen-before != 9800 || s.Mails(t, member, "price-kept") != 0 {
		t.Errorf("%d yen, %d mails", yen-before, s.Mails(t, member, "price-kept"))
	}
}

// What another contract of the member is of, or is going to be, is not offered and not chosen.
func TestAPlanIsChosenForOneContractOnly(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, row := s.holder(t, "standard")
	if _, err := s.buy(t, member, "trial", s.form(t, member, "trial")); err != nil {
		t.Fatal(err)
	}
	other := s.client(t).Subscription.Query().Where(subscription.AccountID(member.AccountID), subscription.PlanID("trial")).OnlyX(t.Context())
	s.group(t, "standard", "trial", "annual", "weekly") // they were held before there was a group
	if _, err := s.change(t, member, row, "weekly"); err != nil {
		t.Fatal(err)
	}
	page, err := s.PlanChangePage(t.Context(), member, other.ID.String())
	if err != nil || len(page.Options) != 1 || page.Options[0].Plan.ID != "annual" {
		t.Errorf("%+v, %v", page.Options, err)
	}
	for _, id := range []string{"standard", "weekly"} {
		_, err := s.ChangePlan(t.Context(), member, other.ID.String(), PlanChange{PlanID: id})
		if f, ok := fault.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Code != fault.ProductUnavailable {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// The page of a plan that the member has is about that contract, though they have another plan of
// the group, too.
func TestAPlanThatIsHeldHasNoSibling(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, _ := s.holder(t, "standard")
	if _, err := s.buy(t, member, "trial", s.form(t, member, "trial")); err != nil {
		t.Fatal(err)
	}
	s.group(t, "standard", "trial") // they were held before there was a group
	for _, id := range []string{"standard", "trial"} {
		page, err := s.FormPage(t.Context(), member, id, "")
		if err != nil || page.Sibling != nil || page.Own == nil || page.Own.Plan.ID != id {
			t.Errorf("%s: %+v, %+v, %v", id, page.Sibling, page.Own, err)
		}
		if _, err := s.Form(t.Context(), member, id, Form{MethodID: s.Card(t, member).ID.String()}); code(err) != fault.DoubleBillingDetected {
			t.Errorf("%s is sold again: %v", id, err)
		}
	}
}

// A change is offered, on the page of the contract and before it is cancelled, where there is a
// plan that it can be changed to.
func TestAChangeIsOfferedWhereThereIsAPlan(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Subscription.Flow = &flow.Service{Store: s.Env.Store, Clock: s.Env.Clock, Secrets: s.Env.Secrets}
	s.group(t, "standard", "annual")
	member, row := s.holder(t, "standard")
	offered := func(want bool) {
		t.Helper()
		_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
		page, err := s.Subscription.Page(t.Context(), member, row.ID.String())
		if err != nil || page.Switches != want {
			t.Errorf("its page: %v, %v", page.Switches, err)
		}
		leaving, err := s.Subscription.CancelPage(t.Context(), member, row.ID.String(), "")
		if err != nil || leaving.Switches != want {
			t.Errorf("the cancellation: %v, %v", leaving.Switches, err)
		}
	}
	offered(true)
	s.client(t).Plan.UpdateOneID("annual").SetSalesLimit(0).ExecX(t.Context())
	offered(false)
	s.client(t).Plan.UpdateOneID("annual").ClearSalesLimit().ExecX(t.Context())
	s.Env.Payment.Providers[0].Kinds[0].Monthly = true
	offered(false) // what it is paid with sells monthly plans alone
	s.Env.Payment.Providers[0].Kinds[0].Monthly = false
	offered(true)
	if _, err := s.change(t, member, row, "annual"); err != nil {
		t.Fatal(err)
	}
	offered(false) // it is chosen
}

// A member who chooses a plan after another one is told that the other one is taken back.
func TestAChangeThatReplacesAnotherSaysSo(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member, row := s.holder(t, "standard")
	said := func() bool {
		t.Helper()
		page, err := s.PlanChangeConfirmPage(t.Context(), member, row.ID.String(), "weekly")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(page.Terms.Items[0].Text, "承っている「プラン annual」への変更は取り消されます。")
	}
	if said() {
		t.Error("nothing was chosen before")
	}
	if _, err := s.change(t, member, row, "annual"); err != nil {
		t.Fatal(err)
	}
	if !said() {
		t.Error("the former choice is replaced without a word")
	}
}

// The contract leads to what is in force, whatever the store makes of the group, and apart from
// that to what is agreed on for later.
func TestAContractLeadsToWhatIsAgreedOn(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual", "weekly")
	member, row := s.holder(t, "standard")
	chosen := func(plan string) uuid.UUID {
		t.Helper()
		if _, err := s.change(t, member, row, plan); err != nil {
			t.Fatal(err)
		}
		return s.client(t).PlanChange.Query().Where(planchange.AppliedAtIsNil(), planchange.UndoneAtIsNil()).OnlyX(t.Context()).ID
	}
	agreed := func(inForce, coming uuid.UUID) {
		t.Helper()
		page, err := s.Subscription.Page(t.Context(), member, row.ID.String())
		if err != nil || page.Agreed != inForce || page.Chosen != coming {
			t.Errorf("%s in force, %s to come, %v", page.Agreed, page.Chosen, err)
		}
	}
	agreed(row.OrderID, uuid.Nil)
	first := chosen("weekly")
	agreed(row.OrderID, first)
	s.at(t, clock.Date(2026, 6, 15))
	if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	agreed(first, uuid.Nil)
	agreed(first, chosen("annual"))
	s.client(t).Plan.Update().SetPlanGroup("").ExecX(t.Context())
	_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
	if _, err := s.Subscription.KeepPlan(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	agreed(first, uuid.Nil)
}

// A change that cannot be had is not offered: the plan's page says why.
func TestASiblingThatCannotBeHadSaysWhy(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual")
	member, _ := s.holder(t, "standard")
	page, err := s.FormPage(t.Context(), member, "annual", "")
	if err != nil || page.Sibling == nil || page.Sibling.Blocked != nil || page.Offer.Availability != catalog.Changeable {
		t.Errorf("%+v, %+v, %v", page.Sibling, page.Offer, err)
	}
	s.client(t).Plan.UpdateOneID("annual").SetSalesLimit(0).ExecX(t.Context())
	_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
	page, err = s.FormPage(t.Context(), member, "annual", "")
	if err != nil || page.Sibling == nil || page.Sibling.Blocked == nil || page.Sibling.Blocked.Code != fault.PlanChangeImpossible || page.Offer.Availability != catalog.SoldOut {
		t.Errorf("%+v, %+v, %v", page.Sibling, page.Offer, err)
	}
}

// Another tab in another language changes no price. The last day that was shown is kept.
func TestAChangeIsAgreedOnInTheLanguageItWasShownIn(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.group(t, "standard", "annual")
	member, row := s.holder(t, "standard")
	stop := clock.Date(2030, 1, 1).Start()
	s.client(t).Plan.UpdateOneID("annual").SetForceStopRenewAt(stop).ExecX(t.Context())
	_ = s.Env.Catalog.CountSales(t.Context(), "annual", 0)
	member.Locale = "ja"
	page, err := s.PlanChangeConfirmPage(t.Context(), member, row.ID.String(), "annual")
	if err != nil {
		t.Fatal(err)
	}
	member.Locale = "en"
	if _, err := s.ChangePlan(t.Context(), member, row.ID.String(), PlanChange{PlanID: "annual", Shown: page.Shown}); err != nil {
		t.Fatal(err)
	}
	chosen := s.client(t).PlanChange.Query().Where(planchange.SubscriptionID(row.ID)).OnlyX(t.Context())
	if kept, err := s.Evidence.Find(t.Context(), member, chosen.ID.String()); err != nil || kept.Locale != "ja" {
		t.Errorf("%+v, %v", kept, err)
	}
	if at := s.row(t, row).NextForceStopRenewAt; at == nil || !at.Equal(stop) {
		t.Errorf("it ends at %v", at)
	}
}

// Money that was taken is found by the numbers that mails and pages have.
func TestMoneyIsFoundByTheNumbersOfMails(t *testing.T) { // U-18
	t.Parallel()
	s := setup(t, nil)
	member, row := s.holder(t, "standard")
	b := s.client(t).Bill.Query().Where(bill.AccountID(member.AccountID)).OnlyX(t.Context())
	for _, number := range []string{
		spoken.Of(spoken.Order, row.OrderID), strings.ToLower(spoken.Of(spoken.Order, row.OrderID)), spoken.Of(spoken.Invoice, b.ID), row.OrderID.String(), b.ID.String(),
	} {
		charges, err := s.Env.Billing.TakenFor(t.Context(), number)
		if err != nil || len(charges) != 1 || charges[0].BillID != b.ID {
			t.Errorf("%s: %v, %v", number, charges, err)
		}
	}
	for _, number := range []string{spoken.Of(spoken.Invoice, row.OrderID), spoken.Of(spoken.ReturnInvoice, b.ID), "C-2222-2222-2222"} {
		if charges, err := s.Env.Billing.TakenFor(t.Context(), number); code(err) != fault.CodeNotFound {
			t.Errorf("%s: %v, %v", number, charges, err)
		}
	}
}
