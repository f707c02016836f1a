package subscription

import (
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/entitlement"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
	"kaiin/server/staff/acts/actstest"
)

// chooses has the contract be of the plan from its next term on.
func (w *world) chooses(t *testing.T, row *ent.Subscription, planID string) {
	t.Helper()
	client := w.Store.Client(t.Context())
	p := client.Plan.GetX(t.Context(), planID)
	client.PlanChange.Create().SetAccountID(row.AccountID).SetSubscriptionID(row.ID).SetFromPlanID(row.PlanID).SetPlanID(p.ID).
		SetPlanVersionID(*p.VersionID).SetPrice(p.Price).SetFromDay(row.NextSettlementDay).SetCreatedAt(w.Clock.Now()).ExecX(t.Context())
	client.Subscription.UpdateOneID(row.ID).SetNextPlanID(p.ID).SetNextPlanVersionID(*p.VersionID).SetNextPrice(p.Price).ExecX(t.Context())
}

// A payment that the provider takes back holds the contract of its present plan: what is shown and
// paid is of that, and the choice counts from the next payment day after it.
func TestAChoiceWaitsForAHold(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.work(t)
	w.chooses(t, w.row(t, row.ID), "annual")
	w.at(t, "2026-06-20")
	w.reverses(t, row, 2)
	page, err := w.Page(t.Context(), member, row.ID.String())
	if err != nil || page.Outlook.Course != CourseHeld || page.Outlook.Amount != 1100 || page.Coming != nil {
		t.Errorf("%+v, %v", page.Outlook, err)
	}
	w.at(t, "2026-06-25")
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	if got := w.row(t, row.ID); got.PlanID != "standard" || got.NextSettlementDay.String() != "2026-07-25" || got.NextPlanID != "annual" {
		t.Errorf("%+v", got)
	}
	page, err = w.Page(t.Context(), member, row.ID.String())
	if err != nil || page.Outlook.Amount != 9800 || page.Outlook.Day.String() != "2026-07-25" {
		t.Errorf("%+v, %v", page.Outlook, err)
	}
	w.at(t, "2026-07-25")
	w.work(t)
	got := w.row(t, row.ID)
	if count, yen := w.Gateway.Settled(); count != 3 || yen != 1100+1100+9800 || got.PlanID != "annual" || got.NextSettlementDay.String() != "2027-07-25" {
		t.Errorf("%d charges of %d yen, %+v", count, yen, got)
	}
}

// heldWithAChoice is a contract of standard whose second term was taken back on the 20th of June,
// when annual was chosen from the 15th of July on.
func (w *world) heldWithAChoice(t *testing.T) (*ent.Subscription, actor.Actor) {
	t.Helper()
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.work(t)
	w.chooses(t, w.row(t, row.ID), "annual")
	w.at(t, "2026-06-20")
	w.reverses(t, row, 2)
	return row, member
}

// A hold takes nothing from what was agreed on: the page names the choice, and its member takes it
// back as long as it waits, once.
func TestAChoiceIsTakenBackOnHold(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.heldWithAChoice(t)
	page, err := w.Page(t.Context(), member, row.ID.String())
	if err != nil || page.Waiting == nil || page.Waiting.ID != "annual" {
		t.Fatalf("%+v, %v", page, err)
	}
	w.at(t, "2026-07-16") // after the day of the change
	for range 2 {
		if _, err := w.KeepPlan(t.Context(), member, row.ID.String()); err != nil {
			t.Fatal(err)
		}
	}
	got, told := w.row(t, row.ID), accounttest.Mail[notify.PlanChangeUndone](t, w.Env.Account, member.Email)
	if Status(got.Status) != Hold || got.NextPlanID != "" || w.Mails(t, member, "plan-change-undone") != 1 || !told.Held || told.Impossible {
		t.Errorf("%+v, %+v", got, told)
	}
	if page, err := w.Page(t.Context(), member, row.ID.String()); err != nil || page.Waiting != nil {
		t.Errorf("%+v, %v", page.Waiting, err)
	}
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	w.at(t, "2026-08-16")
	w.work(t)
	if _, yen := w.Gateway.Settled(); yen != 3*1100 || w.row(t, row.ID).PlanID != "standard" {
		t.Errorf("%d yen, %+v", yen, w.row(t, row.ID))
	}
}

// A contract that is released before the day of the change is changed on it, as was agreed, and the
// mail of the release says so. From the day on it could not be taken back before it is charged: it
// is dropped, and the contract goes on as it is.
func TestAReleaseKeepsAChoiceUntilItsDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		day, plan, next string
		yen, dropped    int
	}{
		{"2026-07-14", "annual", "2026-07-15", 1100 + 9800, 0},
		{"2026-07-15", "standard", "2026-07-15", 1100 + 1100, 1},
		{"2026-07-17", "standard", "2026-07-17", 1100 + 1100, 1},
	} {
		w := setup(t, "2026-05-15")
		row, member := w.heldWithAChoice(t)
		w.at(t, c.day)
		if err := w.ReleaseByStaff(t.Context(), Release{ContractID: row.ID, By: actstest.By(w.Store)}); err != nil {
			t.Fatal(err)
		}
		told := accounttest.Mail[notify.ContractReleased](t, w.Env.Account, member.Email)
		if told.NextPayment.String() != c.next || (told.NextPlanName != "") != (c.dropped == 0) || w.Mails(t, member, "plan-change-undone") != c.dropped {
			t.Errorf("%s: %+v, %d mails", c.day, told, w.Mails(t, member, "plan-change-undone"))
		}
		if c.dropped > 0 {
			if told := accounttest.Mail[notify.PlanChangeUndone](t, w.Env.Account, member.Email); !told.Late || told.Amount != 1100 || told.NextPayment.String() != c.next {
				t.Errorf("%s: %+v", c.day, told)
			}
		}
		if c.dropped == 0 {
			w.at(t, "2026-07-15")
		}
		w.work(t)
		if _, yen := w.Gateway.Settled(); yen != c.yen || w.row(t, row.ID).PlanID != c.plan {
			t.Errorf("%s: %d yen, %+v", c.day, yen, w.row(t, row.ID))
		}
	}
}

// Every mail about a contract names the plan that is charged next, if another one was chosen, and
// no plan that the store has stopped meanwhile.
func TestMailsNameThePlanThatIsChargedNext(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	for _, stopped := range []bool{false, true} {
		row, member := w.contract(t, "standard", nil)
		w.chooses(t, row, "annual")
		if stopped {
			w.stops(t, "annual", "2026-06-10")
		}
		if err := w.ExtendByStaff(t.Context(), Extension{By: actstest.By(w.Store), ContractID: row.ID, Days: 10}); err != nil {
			t.Fatal(err)
		}
		told := accounttest.Mail[notify.ContractExtended](t, w.Env.Account, member.Email)
		if named := told.NextPlanName == "プラン annual"; named == stopped || told.NextPayment.String() != "2026-06-25" {
			t.Errorf("stopped %v: %+v", stopped, told)
		}
	}
}

// What sells monthly plans alone pays neither for a yearly plan that comes nor for one that waits
// for the end of a hold.
func TestWhatIsPaidMonthlyPaysNoPlanThatWaits(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.Env.Payment.Providers[0].Kinds[0].Monthly = true
	w.at(t, "2026-06-15")
	w.work(t)
	change := func(want fault.Code) {
		t.Helper()
		page, err := w.MethodPage(t.Context(), member, row.ID.String())
		if err != nil || page.Monthly() != (want == "") {
			t.Errorf("monthly %v, %v", page.Monthly(), err)
		}
		_, err = w.ChangeMethod(t.Context(), member, row.ID.String(), w.Card(t, member).ID.String())
		if f, ok := fault.As(err); ok != (want != "") || ok && (len(f.Fields) != 1 || f.Fields[0].Code != want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
	w.chooses(t, w.row(t, row.ID), "annual")
	w.at(t, "2026-06-20")
	change(fault.PaymentMethodNotForPlan)
	w.reverses(t, row, 2)
	change(fault.PaymentMethodNotForPlan)
	if _, err := w.KeepPlan(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	change("")
}

// A discount that is left ends with the plan it was given for; the history keeps what was paid.
func TestADiscountEndsWithItsPlan(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", half)
	w.chooses(t, row, "weekly")
	w.at(t, "2026-06-15")
	w.work(t)
	if got, want := w.agreed(t, row), "1-1:1100-550half 2-:300-0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := w.billed(t, row); got != "2 2026-06-15:300" {
		t.Error(got)
	}
	if story := w.story(t, row.ID); story != "Contract PlanSwitched Renewed" {
		t.Error(story)
	}
}

// The first charge of another plan is refused: it is tried again, held and paid like any other, for
// that plan.
func TestTheFirstChargeOfAnotherPlanIsRefused(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.chooses(t, row, "annual")
	w.at(t, "2026-06-15")
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
	w.work(t)
	owed := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID), bill.Period(2)).OnlyX(t.Context())
	watches := w.Store.Client(t.Context()).Entitlement.Query().Where(entitlement.SubscriptionID(row.ID)).OnlyX(t.Context())
	if owed.PlanID != "annual" || owed.Amount != 9800 || watches.PlanID != "annual" || Status(w.row(t, row.ID).Status) != Hold {
		t.Errorf("%+v, %+v", owed, watches)
	}
	w.at(t, "2026-06-20")
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	if _, yen := w.Gateway.Settled(); yen != 9800 || w.row(t, row.ID).NextSettlementDay.String() != "2027-06-20" {
		t.Errorf("%d yen, %+v", yen, w.row(t, row.ID))
	}
}

// stops has the store renew the plan no more after the day; "" takes that back.
func (w *world) stops(t *testing.T, planID, day string) {
	t.Helper()
	u := w.Store.Client(t.Context()).Plan.UpdateOneID(planID)
	if d, err := clock.ParseDay(day); err == nil {
		u.SetForceStopRenewAt(*lastMoment(d)).ExecX(t.Context())
	} else {
		u.ClearForceStopRenewAt().ExecX(t.Context())
	}
	_ = w.Env.Catalog.CountSales(t.Context(), planID, 0)
}

// A plan that the store stops before its first day is not changed to: the contract goes on as it
// is, which its member is told, and it is charged for that.
func TestAChosenPlanThatIsStoppedIsDropped(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.chooses(t, row, "annual")
	w.stops(t, "annual", "2026-06-10")
	page, err := w.Page(t.Context(), member, row.ID.String())
	if err != nil || page.Coming != nil || page.Outlook.Course != CourseCharged || page.Outlook.Amount != 1100 {
		t.Errorf("%+v, %v", page, err)
	}
	w.at(t, "2026-06-15")
	w.work(t)
	got := w.row(t, row.ID)
	if _, yen := w.Gateway.Settled(); yen != 1100 || got.PlanID != "standard" || got.NextPlanID != "" || !Status(got.Status).Contracted() {
		t.Errorf("%d yen, %+v", yen, got)
	}
	if n := w.Mails(t, member, "plan-change-undone"); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// A plan that another contract of the member is of by then is not changed to, either.
func TestAChosenPlanThatIsHeldByThenIsDropped(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.chooses(t, row, "annual")
	w.contract(t, "annual", func(a *Agreement) { a.AccountID = member.AccountID })
	w.at(t, "2026-06-15")
	w.work(t)
	if got := w.row(t, row.ID); got.PlanID != "standard" || got.NextPlanID != "" || got.NextSettlementDay.String() != "2026-07-15" {
		t.Errorf("%+v", got)
	}
	if n := w.Mails(t, member, "plan-change-undone"); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// The last day that was shown with the plan stays, whatever the store decides later; only an
// earlier one is news.
func TestTheLastDayOfAChosenPlanIsTheOneThatWasShown(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.stops(t, "annual", "2028-06-30")
	shown := w.Store.Client(t.Context()).Plan.GetX(t.Context(), "annual").ForceStopRenewAt
	w.chooses(t, row, "annual")
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetNillableNextForceStopRenewAt(shown).ExecX(t.Context())
	stopped := func() string {
		t.Helper()
		view, err := w.Find(t.Context(), member, row.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		return view.Stopped().String()
	}
	none := clock.Day{}.String()
	if got := stopped(); got != none {
		t.Errorf("what was shown is said to be new: %s", got)
	}
	w.stops(t, "annual", "2027-06-30")
	if got := stopped(); got != "2027-06-30" {
		t.Errorf("an earlier day: %s", got)
	}
	w.stops(t, "annual", "")
	w.at(t, "2026-06-15")
	w.work(t)
	got := w.row(t, row.ID)
	if got.PlanID != "annual" || got.ForceStopRenewAt == nil || !got.ForceStopRenewAt.Equal(*shown) || got.NextForceStopRenewAt != nil {
		t.Errorf("%+v", got)
	}
}

// What was applied is not said to be taken back.
func TestAnAppliedChangeIsNotTakenBack(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if _, err := w.KeepPlan(t.Context(), member, row.ID.String()); err != nil {
		t.Errorf("nothing was chosen: %v", err)
	}
	w.chooses(t, row, "annual")
	w.at(t, "2026-06-15")
	w.work(t)
	if _, err := w.KeepPlan(t.Context(), member, row.ID.String()); !fault.Is(err, fault.SubscriptionRenewingPlan) {
		t.Errorf("%v", err)
	}
}

// A held contract that is cancelled owes what it owed: the page that takes the cancellation back
// says so.
func TestAChoiceWaitsForACancelledHold(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.work(t)
	w.chooses(t, w.row(t, row.ID), "annual")
	w.at(t, "2026-06-20")
	w.reverses(t, row, 2)
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(HoldCancelRequest)).SetCancelRequestedAt(w.Clock.Now()).ExecX(t.Context())
	page, err := w.UndoPage(t.Context(), member, row.ID.String())
	if err != nil || page.Coming != nil || page.View.Next.Amount != 1100 {
		t.Errorf("%+v, %v", page.View.Next, err)
	}
}

// No plan is chosen for a term that has begun, though the next charge was moved past that day.
func TestNoPlanIsChosenForATermThatHasBegun(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	client := w.Store.Client(t.Context())
	client.Plan.UpdateOneID("standard").SetPlanGroup("unlimited").ExecX(t.Context())
	_ = w.Env.Catalog.CountSales(t.Context(), "standard", 0)
	d, _ := clock.ParseDay("2026-06-18")
	row = client.Subscription.UpdateOneID(row.ID).SetNextSettlementDay(d).SaveX(t.Context())
	for day, want := range map[string]fault.Code{"2026-06-14": "", "2026-06-17": fault.SubscriptionRenewingPlan} {
		v, err := w.view(t.Context(), row)
		if err != nil {
			t.Fatal(err)
		}
		if w.at(t, day); !(want == "" && w.switchable(v) == nil || fault.Is(w.switchable(v), want)) {
			t.Errorf("%s: %v", day, w.switchable(v))
		}
	}
}

// A free plan is billed anew, and not at what the plan before it cost.
func TestAFreePlanIsNotChargedWhatWasOwedBefore(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	client := w.Store.Client(t.Context())
	standard := client.Plan.GetX(t.Context(), "standard")
	if _, err := w.Env.Billing.Owe(t.Context(), billOf(row, standard, basisOf(row, standard, []Price{{Term: 1, List: 1100}}).Term(2))); err != nil {
		t.Fatal(err)
	}
	client.Plan.UpdateOneID("annual").SetPrice(0).ExecX(t.Context())
	_ = w.Env.Catalog.CountSales(t.Context(), "annual", 0)
	w.chooses(t, row, "annual")
	w.at(t, "2026-06-15")
	w.work(t)
	got := w.row(t, row.ID)
	if count, yen := w.Gateway.Settled(); count != 0 || yen != 0 || got.PlanID != "annual" || got.NextSettlementDay.String() != "2027-06-15" {
		t.Errorf("%d charges of %d yen, %+v", count, yen, got)
	}
}

// Once the days of grace are over there is nothing to watch, although the contract is not on hold.
func TestNothingIsWatchedAfterTheDaysOfGrace(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetWatchURL("https://watch.example/").ExecX(t.Context())
	_ = w.Env.Catalog.CountSales(t.Context(), "standard", 0)
	for _, c := range []struct {
		day   string
		watch bool
	}{{"2026-06-15", true}, {"2026-07-10", false}} {
		w.at(t, c.day)
		view, err := w.Find(t.Context(), member, row.ID.String())
		if err != nil || (len(view.WatchURL) > 0) != c.watch {
			t.Errorf("%s: %q, %v", c.day, view.WatchURL, err)
		}
		holdings, err := w.Holdings(t.Context(), member.AccountID)
		if err != nil {
			t.Fatal(err)
		}
		if own, err := w.Own(t.Context(), holdings, view.Plan); err != nil || (len(own.WatchURL) > 0) != c.watch {
			t.Errorf("%s, on the page of the plan: %q, %v", c.day, own.WatchURL, err)
		}
	}
}

// A member with a plan of the group is offered the change to the others: without free days, and
// whatever the limit of contracts is.
func TestPlansOfAGroupAreOfferedAsAChange(t *testing.T) { // U-1
	t.Parallel()
	w := setup(t, "2026-05-15")
	_, member := w.contract(t, "standard", nil)
	for _, id := range []string{"standard", "trial"} {
		w.Store.Client(t.Context()).Plan.UpdateOneID(id).SetPlanGroup("unlimited").ExecX(t.Context())
		_ = w.Env.Catalog.CountSales(t.Context(), id, 0)
	}
	shelf, err := w.Plans(t.Context(), member)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range shelf.Plans {
		if o.Plan.ID == "trial" && (o.Offer.Availability != catalog.Changeable || o.Offer.FreeTrialDays != 0) {
			t.Errorf("%+v", o.Offer)
		}
		if o.Plan.ID == "annual" && o.Offer.Availability != catalog.Available {
			t.Errorf("outside the group: %+v", o.Offer)
		}
	}
}
