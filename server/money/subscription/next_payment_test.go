package subscription

import (
	"context"
	"testing"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/payment/paymenttest"
)

// planStops has the store stop renewing the plan after the day.
func (w *world) planStops(t *testing.T, planID, day string) {
	t.Helper()
	d, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	w.Store.Client(t.Context()).Plan.UpdateOneID(planID).SetForceStopRenewAt(*lastMoment(d)).ExecX(t.Context())
}

// The receipt of a renewal names the next payment, unless the plan or the contract stops before it.
func TestAReceiptNamesNoPaymentAfterTheStop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		contract, plan   string // the last day of renewals
		held             bool
		next, nextIfHeld string
	}{
		{name: "goes on", next: "2026-07-15", nextIfHeld: "2026-07-20"},
		{name: "the contract stops", contract: "2026-07-14"},
		{name: "the plan stops", plan: "2026-07-14"},
		{name: "the plan stops before the contract", contract: "2027-01-01", plan: "2026-07-14"},
		{name: "it stops on the day of the payment", plan: "2026-07-20", next: "2026-07-15", nextIfHeld: "2026-07-20"},
	} {
		for _, held := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				w := setup(t, "2026-05-15")
				row, member := w.contract(t, "standard", func(a *Agreement) {
					if c.contract != "" {
						stopOn(c.contract)(a)
					}
				})
				if c.plan != "" {
					w.planStops(t, "standard", c.plan)
				}
				want := c.next
				w.at(t, "2026-06-15")
				if held {
					want = c.nextIfHeld
					w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
					w.work(t)
					w.at(t, "2026-06-20")
					if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
						t.Fatal(err)
					}
				} else {
					w.work(t)
				}
				got := accounttest.Mail[notify.Renewed](t, w.Env.Account, member.Email)
				if got.Released != held || got.NextPayment.String() != want && (want != "" || !got.NextPayment.IsZero()) {
					t.Errorf("the receipt names %s, not %q (released: %v)", got.NextPayment, want, got.Released)
				}
			})
		}
	}
}

// The page of a contract names no payment that is not going to be: not of one that is cancelled,
// nor of a held one that cannot be paid any more.
func TestTheOutlookNamesNoPaymentAfterTheStop(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	cancelled, member := w.contract(t, "standard", nil)
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		row, err := w.lock(ctx, cancelled.ID)
		if err != nil {
			return err
		}
		_, err = w.apply(ctx, row, CancelRequested, nil, func(u *ent.SubscriptionUpdateOne) { u.SetResumeStatus(cancelled.Status) })
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := w.Page(t.Context(), member, cancelled.ID.String())
	if err != nil || page.Outlook != (Outlook{Course: CourseEnds, Day: clock.Date(2026, 6, 14)}) || !nextPayment(page.Row, page.Plan).IsZero() {
		t.Errorf("cancelled: %+v, %v", page.Outlook, err)
	}
	held, other := w.contract(t, "standard", stopOn("2026-06-20"))
	w.at(t, "2026-06-15")
	w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
	w.work(t)
	for _, c := range []struct {
		today string
		want  Outlook
	}{
		{"2026-06-20", Outlook{CourseHeld, clock.Date(2026, 6, 20), clock.Day{}, clock.Date(2026, 6, 20), clock.Date(2026, 7, 19), 1100, 100}},
		{"2026-06-21", Outlook{Course: CourseEnds, Day: clock.Date(2026, 7, 14)}},
	} {
		w.at(t, c.today)
		if page, err := w.Page(t.Context(), other, held.ID.String()); err != nil || page.Outlook != c.want || (page.NoRetry == nil) != (c.want.Course == CourseHeld) {
			t.Errorf("on %s: %+v, %v, %v", c.today, page.Outlook, page.NoRetry, err)
		}
	}
}

// The mail that a contract is on hold names the last day on which paying makes it go on, as its
// page does; where the renewals have stopped by then, the day on which it ends.
func TestTheMailOfAHoldNamesNoDayAfterTheStop(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, stop  string // the plan's last day of renewals
		tries       int    // that are refused before the last one
		until, ends string
	}{
		{name: "goes on", until: "2026-07-14"},
		{name: "it stops after the hold", stop: "2026-07-20", until: "2026-07-14"},
		{name: "it stops in the hold", stop: "2026-06-20", until: "2026-06-20"},
		{name: "it stops on the day", stop: "2026-06-15", until: "2026-06-15"},
		{name: "it stopped while the charge was tried again", stop: "2026-06-16", tries: 2, ends: "2026-07-16"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, "standard", nil)
			if c.stop != "" {
				w.planStops(t, "standard", c.stop)
			}
			w.Gateway.Next(paymenttest.Charge, append(refusals(c.tries), paymenttest.HardDeclined)...)
			for i := range c.tries + 1 {
				w.at(t, clock.Date(2026, 6, 15+i).String())
				w.work(t)
			}
			got := accounttest.Mail[notify.RenewalFailed](t, w.Env.Account, member.Email)
			for what, day := range map[string][2]string{"until": {got.Until.String(), c.until}, "ends": {got.Ends.String(), c.ends}} {
				if day[1] != "" && day[0] != day[1] {
					t.Errorf("%s %s, not %s", what, day[0], day[1])
				}
			}
			if got.Until.IsZero() != (c.until == "") || got.Ends.IsZero() != (c.ends == "") {
				t.Errorf("until %s, ends %s", got.Until, got.Ends)
			}
			page, err := w.Page(t.Context(), member, row.ID.String())
			if want := c.until + c.ends; err != nil || page.Outlook.Day.String() != want {
				t.Errorf("the page names %s, not %s: %v", page.Outlook.Day, want, err)
			}
		})
	}
}
