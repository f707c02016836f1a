package subscription

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/money/billing"
)

func TestFind(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	ctx, n := store.CountStatements(t.Context())
	v, err := w.Find(ctx, member, row.ID.String())
	if err != nil || v.Plan.ID != "standard" || v.Method == nil || n.Load() > 6 {
		t.Errorf("%+v, %v, %d statements", v, err, n.Load())
	}
	ended, other := *row, w.Member(t)
	for name, c := range map[string]struct {
		a  actor.Actor
		id string
	}{
		"another's":  {other, row.ID.String()},
		"no id":      {member, "x"},
		"unknown id": {member, uuid.NewString()},
	} {
		if _, err := w.Find(t.Context(), c.a, c.id); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.Store.Client(t.Context()).Subscription.UpdateOneID(ended.ID).SetStatus(string(Cancelled)).ExecX(t.Context())
	if _, err := w.Find(t.Context(), member, row.ID.String()); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("ended: %v", err)
	}
}

// U-3: My Page tells of each running contract what its own page tells.
func TestHome(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	for _, status := range []Status{OngoingContract, Hold, CancelRequest} {
		w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(status)).SetHeldAt(w.Clock.Now()).SetCancelRequestedAt(w.Clock.Now()).ExecX(t.Context())
		page, err := w.Page(t.Context(), member, row.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		ctx, n := store.CountStatements(t.Context())
		home, err := w.Home(ctx, member.AccountID)
		if err != nil || len(home) != 1 || home[0].Outlook != page.Outlook || home[0].Row.ID != row.ID || n.Load() > 6 {
			t.Errorf("%s: %+v, %v, %d statements; want %+v", status, home, err, n.Load(), page.Outlook)
		}
	}
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(Cancelled)).ExecX(t.Context())
	for _, owner := range []uuid.UUID{member.AccountID, w.Member(t).AccountID, uuid.Nil} {
		if home, err := w.Home(t.Context(), owner); err != nil || len(home) != 0 {
			t.Errorf("none runs: %+v, %v", home, err)
		}
	}
}

func TestView(t *testing.T) { // F-182 S-072 S-078
	day := clock.Date(2026, 6, 15)
	for _, c := range []struct {
		name        string
		status      Status
		now         time.Time
		renewing    bool
		cancellable bool
		end         string
		trialEnd    string
	}{
		{"before the day", OngoingContract, day.Start().Add(-time.Microsecond), false, true, "", ""},
		{"on the day", OngoingContract, day.Start().Add(time.Microsecond), true, false, "", ""},
		{"held", Hold, day.Start().Add(time.Hour), false, true, "", ""},
		{"in its trial", NewTrialContract, day.Start().Add(-time.Hour), false, true, "", "2026-06-14"},
		{"cancelled", CancelRequest, day.Start().Add(-time.Hour), false, false, "2026-06-14", ""},
		{"cancelled in its trial", TrialCancelRequest, day.Start().Add(-time.Hour), false, false, "2026-06-14", "2026-06-14"},
	} {
		v := View{Row: &ent.Subscription{Status: string(c.status), NextSettlementDay: day}, Now: c.now}
		if v.Renewing() != c.renewing || v.Cancellable() != c.cancellable || v.EndDay().String() != c.end || v.TrialEndDay().String() != c.trialEnd {
			t.Errorf("%s: renewing %v, cancellable %v, ends %s, free until %s", c.name, v.Renewing(), v.Cancellable(), v.EndDay(), v.TrialEndDay())
		}
	}
	if v := (View{Row: &ent.Subscription{Status: string(Hold), NextSettlementDay: day}, Debt: billing.Debt{Paying: true}}); v.Cancellable() {
		t.Error("a held contract that is being charged may be cancelled")
	}
}

// A member watches while the contract runs, also to its end, and not while it waits for a payment.
func TestWhereAContractIsWatched(t *testing.T) { // U-2
	t.Parallel()
	w := setup(t, "2026-05-15")
	const address = "https://watch.example/"
	for status, want := range map[Status]string{
		NewContract: address, NewTrialContract: address, OngoingContract: address, CancelRequest: address, TrialCancelRequest: address, HoldReleased: address,
		Hold: "", TrialHold: "", HoldCancelRequest: "", TrialHoldCancelRequest: "",
	} {
		v := View{Row: &ent.Subscription{Status: string(status)}, Plan: &ent.Plan{WatchURL: address}}
		if got, err := w.watchURL(t.Context(), v); err != nil || got.In("en") != want {
			t.Errorf("%s: %q, %v", status, got, err)
		}
	}
}

func TestPlans(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	ctx, n := store.CountStatements(t.Context())
	shelf, err := w.Plans(ctx, member)
	if err != nil || len(shelf.Contracts) != 1 || shelf.Contracts[0].Method == nil || n.Load() > 7 {
		t.Fatalf("%+v, %v, %d statements", shelf, err, n.Load())
	}
	for _, o := range shelf.Plans {
		if o.Plan.ID == "standard" {
			t.Error("a plan under contract is offered a second time")
		}
		if o.Plan.ID == "trial" && o.Offer.FreeTrialDays != 14 {
			t.Errorf("%+v", o.Offer)
		}
	}
	visitor, err := w.Plans(t.Context(), actor.Actor{})
	if err != nil || len(visitor.Contracts) != 0 || len(visitor.Plans) != len(shelf.Plans)+1 {
		t.Errorf("a visitor sees %d contracts and %d plans, %v", len(visitor.Contracts), len(visitor.Plans), err)
	}
	for _, o := range append(visitor.Plans, shelf.Plans...) {
		if o.Plan.ID == "ended" {
			t.Error("a plan whose sale is over is listed to somebody who does not hold it")
		}
	}
	w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPublished(false).ExecX(t.Context())
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(CancelRequest)).ExecX(t.Context())
	shelf, err = w.Plans(t.Context(), member)
	if err != nil || len(shelf.Contracts) != 1 || shelf.Contracts[0].Plan == nil || shelf.Contracts[0].Method != nil {
		t.Errorf("a contract whose plan is no longer sold: %+v, %v", shelf, err)
	}
}
