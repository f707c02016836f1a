package records

import (
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/acts/actstest"
)

// allSorts are contracts in all sorts of states, with their members.
func (d *desk) allSorts(t *testing.T) map[*ent.Subscription]actor.Actor {
	t.Helper()
	all := map[*ent.Subscription]actor.Actor{}
	client := d.Store.Client(t.Context())
	begin := func(plan string, start string, change func(*ent.SubscriptionUpdateOne)) *ent.Subscription {
		t.Helper()
		row, member := d.begin(t, plan, func(a *subscription.Agreement) {
			if start != "" {
				a.Basis.Start, _ = clock.ParseDay(start)
			}
		})
		if change != nil {
			u := client.Subscription.UpdateOneID(row.ID)
			change(u)
			u.ExecX(t.Context())
		}
		all[row] = member
		return row
	}
	d.at(t, "2026-06-10")
	begin("standard", "", nil)
	begin("weekly", "", nil)
	begin("trial", "", nil)
	d.at(t, "2026-06-29")
	refused := begin("standard", "2026-05-29", nil)
	d.env.Gateway.Next(paymenttest.Charge, paymenttest.Declined, paymenttest.TimeoutAfter)
	if err := d.Subscription.Renew(t.Context(), refused.ID); err != nil {
		t.Fatal(err)
	}
	unknown := begin("standard", "2026-05-29", nil)
	if err := d.Subscription.Renew(t.Context(), unknown.ID); err != nil {
		t.Fatal(err)
	}
	begin("standard", "2026-05-29", nil) // due today
	begin("standard", "2026-05-30", func(u *ent.SubscriptionUpdateOne) {
		u.SetStatus(string(subscription.Hold)).SetHeldAt(d.Clock.Now())
	})
	begin("standard", "2026-05-30", func(u *ent.SubscriptionUpdateOne) {
		u.SetStatus(string(subscription.CancelRequest)).SetResumeStatus(string(subscription.NewContract)).SetCancelRequestedAt(d.Clock.Now())
	})
	begin("standard", "2026-05-30", func(u *ent.SubscriptionUpdateOne) {
		u.SetForceStopRenewAt(clock.Date(2026, 6, 1).Start())
	})
	begin("standard", "2026-05-10", func(u *ent.SubscriptionUpdateOne) { u.SetStatus(string(subscription.Cancelled)).ClearDueAt() })
	begin("standard", "2026-05-10", func(u *ent.SubscriptionUpdateOne) { u.SetStatus(string(subscription.Terminated)).ClearDueAt() })
	return all
}

// The desk reads of each contract what its member is told, in a few statements for all of them.
func TestOutlooksAreWhatMembersAreTold(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-31")
	allSorts := d.allSorts(t)
	var ids []uuid.UUID
	for row := range allSorts {
		ids = append(ids, row.ID)
	}
	var outlooks map[uuid.UUID]subscription.Outlook
	if n := statements(t, func(ctx context.Context) (err error) {
		outlooks, err = d.Outlooks(ctx, ids)
		return err
	}); n > 6 { // four, and what may have to be read of plans and settings
		t.Errorf("%d statements", n)
	}
	courses := map[subscription.Course]bool{}
	for row, member := range allSorts {
		page, err := d.Subscription.Page(t.Context(), member, row.ID.String())
		told, found := outlooks[row.ID]
		switch {
		case fault.Is(err, fault.CodeNotFound): // it has ended
			if found {
				t.Errorf("one that has ended: %+v", told)
			}
		case err != nil:
			t.Fatal(err)
		case !found || told != page.Outlook:
			t.Errorf("%+v, and its member is told %+v", told, page.Outlook)
		}
		courses[told.Course] = true
	}
	if len(courses) < 6 { // with that of those that have none
		t.Errorf("only %v", courses)
	}
}

// What the desk is told to be in the way of an act is what the act would meet.
func TestBlockedByIsWhatAnAttemptMeets(t *testing.T) {
	t.Parallel()
	attempts := map[subscription.Intent]func(*desk, context.Context, acts.Decision, uuid.UUID) error{
		subscription.IntentCancel: func(d *desk, ctx context.Context, by acts.Decision, id uuid.UUID) error {
			return d.Subscription.EndByStaff(ctx, subscription.Ending{By: by, ContractID: id, AtTerm: true})
		},
		subscription.IntentEnd: func(d *desk, ctx context.Context, by acts.Decision, id uuid.UUID) error {
			return d.Subscription.EndByStaff(ctx, subscription.Ending{By: by, ContractID: id})
		},
		subscription.IntentUndo: func(d *desk, ctx context.Context, by acts.Decision, id uuid.UUID) error {
			return d.Subscription.UndoByStaff(ctx, by, id)
		},
		subscription.IntentExtend: func(d *desk, ctx context.Context, by acts.Decision, id uuid.UUID) error {
			return d.Subscription.ExtendByStaff(ctx, subscription.Extension{By: by, ContractID: id, Days: 1})
		},
		subscription.IntentPause: func(d *desk, ctx context.Context, by acts.Decision, id uuid.UUID) error {
			return d.Subscription.PauseRetries(ctx, by, id, d.Clock.Today().AddDays(1))
		},
		subscription.IntentRetry: func(d *desk, ctx context.Context, by acts.Decision, id uuid.UUID) error {
			return d.Subscription.RetryByStaff(ctx, by, id)
		},
	}
	for _, intent := range subscription.Intents() {
		t.Run(string(intent), func(t *testing.T) {
			t.Parallel()
			d := setup(t, "2026-05-31")
			met := map[fault.Code]int{}
			for row := range d.allSorts(t) {
				row = d.Store.Client(t.Context()).Subscription.GetX(t.Context(), row.ID)
				if intent == subscription.IntentRetry && row.HeldAt != nil {
					continue // it is made by hand, and owes no bill
				}
				said := fault.Code("")
				why, err := d.BlockedBy(t.Context(), row.ID, intent)
				if err != nil {
					t.Fatal(err)
				}
				if why != nil {
					said = why.Code
				}
				code := fault.Code("")
				err = attempts[intent](d, t.Context(), actstest.By(d.Store), row.ID)
				if f, refused := fault.As(err); refused {
					code = f.Code
				} else if err != nil {
					t.Fatal(err)
				}
				if said != code {
					t.Errorf("of one that is %s %q is said, and it meets %v", row.Status, said, err)
				}
				met[code]++
			}
			if met[""] == 0 || len(met) < 2 {
				t.Errorf("only %v", met)
			}
		})
	}
	d := setup(t, "2026-05-31")
	if _, err := d.BlockedBy(t.Context(), uuid.New(), subscription.IntentEnd); !fault.Is(err, fault.CodeNotFound) {
		t.Error(err)
	}
}

// A page of what is charged next goes on where the one before ended; together they are what the
// dry run lists.
func TestUpcomingIsTheDryRunInPages(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-31")
	allSorts := d.allSorts(t)
	until := clock.Date(2026, 12, 31)
	var want []subscription.Upcoming
	if err := d.Subscription.Upcoming(t.Context(), until, func(u subscription.Upcoming) error {
		want = append(want, u)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	list := func(in ContractFilter) []subscription.Upcoming {
		return walked(t, CursorOf, func() {}, func(ctx context.Context, p keyset.Page) ([]subscription.Upcoming, bool, error) {
			return d.Upcoming(ctx, until, in, p)
		})
	}
	if got := list(ContractFilter{}); len(want) < 40 || !slices.Equal(got, want) {
		t.Errorf("%d are listed, and the dry run has %d", len(got), len(want))
	}
	for row, member := range allSorts {
		of := slices.DeleteFunc(slices.Clone(want), func(u subscription.Upcoming) bool { return u.ContractID != row.ID })
		if got := list(ContractFilter{AccountIDs: []uuid.UUID{member.AccountID}}); !slices.Equal(got, of) {
			t.Errorf("of a %s: %d, want %d", row.Status, len(got), len(of))
		}
	}
	weekly := slices.DeleteFunc(slices.Clone(want), func(u subscription.Upcoming) bool { return u.PlanID != "weekly" })
	if got := list(ContractFilter{PlanIDs: []string{"weekly"}}); len(weekly) < 20 || !slices.Equal(got, weekly) {
		t.Errorf("of the weekly plan: %d, want %d", len(got), len(weekly))
	}
	for day, ok := range map[clock.Day]bool{d.Clock.Today().AddDays(-1): false, d.Clock.Today(): true, d.Clock.Today().AddMonths(24): true, d.Clock.Today().AddMonths(24).AddDays(1): false} {
		if _, _, err := d.Upcoming(t.Context(), day, ContractFilter{}, keyset.Page{First: 1}); ok != (err == nil) || !ok && !fault.Is(err, fault.InvalidFormat) {
			t.Errorf("until %s: %v", day, err)
		}
	}
}

// A contract is shown with its prices, its last cancellation, and what is owed for its next
// period.
func TestAContractIsShownWithWhatBelongsToIt(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-31")
	row, member := d.begin(t, "standard", func(a *subscription.Agreement) {
		a.Basis.Prices = []subscription.Price{{Term: 1, List: 1100, Discount: 300, Campaign: "spring"}, {Term: 4, List: 1200}}
	})
	c, err := d.Contract(t.Context(), row.ID)
	if err != nil {
		t.Fatal(err)
	}
	if c.PlanName.In("ja") == "" || c.MethodType != "SbpsCredit" || c.CardSuffix != "4242" || c.Owed != nil || c.Cancellation != nil || c.AccountID != member.AccountID {
		t.Errorf("%+v", c)
	}
	if len(c.Prices) != 2 || c.Prices[0].Discount != 300 || *c.Prices[0].To != 3 || c.Prices[1].From != 4 || c.Prices[1].To != nil || c.Prices[0].CampaignID != "spring" {
		t.Errorf("%+v", c.Prices)
	}
	d.at(t, "2026-06-10")
	if _, err := d.Subscription.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Subscription.Cancel(t.Context(), member, row.ID.String(), subscription.CancelInput{}); err != nil {
		t.Fatal(err)
	}
	before := Version(c)
	if c, err = d.Contract(t.Context(), row.ID); err != nil || c.Cancellation == nil || c.Cancellation.By != "member" || c.Cancellation.UndoneAt != nil || clock.DayOf(c.Cancellation.At) != d.Clock.Today() {
		t.Fatalf("%+v %v", c.Cancellation, err)
	}
	if Version(c) == before {
		t.Error("a cancelled contract has the version of one that goes on")
	}
	if names := Changed(c, before); !slices.Contains(names, "cancellation") || !slices.Contains(names, "status") || slices.Contains(names, "planName") || slices.Contains(names, "id") {
		t.Errorf("what changed is said to be %q", names)
	}
	if names := append(Changed(c, Version(c)), Changed(c, "another")...); len(names) > 0 {
		t.Errorf("nothing, or what is not known, is said to be %q", names)
	}
	if found, err := d.ContractOfReceipt(t.Context(), c.Cancellation.Receipt); err != nil || found.ID != row.ID {
		t.Error(found.ID, err)
	}
	refused, _ := d.begin(t, "standard", func(a *subscription.Agreement) { a.Basis.Start = clock.Date(2026, 5, 10) })
	d.env.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if err := d.Subscription.Renew(t.Context(), refused.ID); err != nil {
		t.Fatal(err)
	}
	c, err = d.Contract(t.Context(), refused.ID)
	if err != nil || c.Owed == nil || c.Owed.State != "open" || c.Owed.NextAt == nil || c.Owed.Tried != 1 || c.Owed.Since == nil {
		t.Errorf("%+v %v", c.Owed, err)
	}
}

// The version of a charge changes with its state, and not with how often it was asked for.
func TestVersionsChangeWithWhatIsShown(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	d.exec(t, fill(1, 20, since)...)
	version := func() string {
		c, err := d.Charge(t.Context(), named("charge", 1))
		if err != nil {
			t.Fatal(err)
		}
		return Version(c)
	}
	first := version()
	d.exec(t, `UPDATE charges SET checks = checks + 1, updated_at = now(), next_check_at = now()`)
	if version() != first {
		t.Error("it changes with each look")
	}
	d.exec(t, `UPDATE charges SET state = 'declined'`)
	if version() == first {
		t.Error("it does not change with the state")
	}
	other, _ := d.Charge(t.Context(), named("charge", 3))
	if Version(other) == version() {
		t.Error("two charges have one version")
	}
}
