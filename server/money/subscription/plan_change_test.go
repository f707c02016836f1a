package subscription

import (
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/entitlement"
	"kaiin/server/money/payment/paymenttest"
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
