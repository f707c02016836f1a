package subscription

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment/paymenttest"
)

func TestRenewal(t *testing.T) { // S-085 S-086 A-133
	t.Parallel()
	for _, c := range []struct {
		name, plan string
		change     func(*Agreement)
		status     Status // the contract is put into before its billing day; empty: as begun
		outcomes   []paymenttest.Outcome
		today      string // the days on which the worker comes

		want    Status
		story   string
		term    int
		next    string
		settled int // transactions
		yen     int
		mail    string
	}{
		{name: "not due yet", plan: "standard", today: "2026-06-14", want: NewContract, story: "Contract", term: 1, next: "2026-06-15"},
		{name: "renewed on its billing day", plan: "standard", today: "2026-06-15", want: OngoingContract, story: "Contract Renewed",
			term: 2, next: "2026-07-15", settled: 1, yen: 1100, mail: "renewed"},
		{name: "trial becomes paid", plan: "trial", today: "2026-05-29", want: TrialToPaid, story: "StartTrial TrialConverted",
			term: 1, next: "2026-06-29", settled: 1, yen: 980, mail: "renewed"},
		{name: "trial is still free the day before", plan: "trial", today: "2026-05-28", want: NewTrialContract, story: "StartTrial", next: "2026-05-29"},
		{name: "declined", plan: "standard", outcomes: refusals(1), today: "2026-06-15", want: NewContract, story: "Contract RenewalRefused",
			term: 1, next: "2026-06-16", mail: "renewal-refused"},
		{name: "declined, then paid", plan: "standard", outcomes: refusals(1), today: "2026-06-15 2026-06-16", want: OngoingContract,
			story: "Contract RenewalRefused Renewed", term: 2, next: "2026-07-15", settled: 1, yen: 1100, mail: "renewed"},
		{name: "declined for days", plan: "standard", outcomes: refusals(4), today: "2026-06-15 2026-06-16 2026-06-17 2026-06-18", want: Hold,
			story: "Contract RenewalRefused RenewalRefused RenewalRefused RenewalFailed", term: 1, next: "2026-06-18", mail: "renewal-failed"},
		{name: "declined after the trial", plan: "trial", outcomes: refusals(4), today: "2026-05-29 2026-05-30 2026-05-31 2026-06-01", want: TrialHold,
			story: "StartTrial RenewalRefused RenewalRefused RenewalRefused TrialConversionFailed", next: "2026-06-01", mail: "renewal-failed"},
		{name: "lost for good", plan: "standard", outcomes: []paymenttest.Outcome{paymenttest.HardDeclined}, today: "2026-06-15", want: Hold,
			story: "Contract RenewalFailed", term: 1, next: "2026-06-15", mail: "renewal-failed"},
		{name: "held for too long", plan: "standard", outcomes: []paymenttest.Outcome{paymenttest.HardDeclined}, today: "2026-06-15 2026-07-14 2026-07-15",
			want: HoldCancelled, story: "Contract RenewalFailed HoldExpired", term: 1, next: "2026-06-15", mail: "hold-ended"},
		{name: "timeout after the charge", plan: "standard", outcomes: []paymenttest.Outcome{paymenttest.TimeoutAfter}, today: "2026-06-15", want: OngoingContract,
			story: "Contract Renewed", term: 2, next: "2026-07-15", settled: 1, yen: 1100, mail: "renewed"},
		{name: "M-02: three terms behind", plan: "standard", today: "2026-08-20", want: OngoingContract, story: "Contract RenewedLate",
			term: 4, next: "2026-09-20", settled: 1, yen: 1100, mail: "renewed"},
		{name: "M-02: a trial and two terms behind", plan: "trial", today: "2026-07-01", want: TrialToPaid, story: "StartTrial RenewedLate",
			term: 2, next: "2026-08-01", settled: 1, yen: 980, mail: "renewed"},
		{name: "re-contract", plan: "standard", change: func(a *Agreement) { a.ReContract = true }, today: "2026-06-15", want: OngoingContract,
			story: "Recontract Renewed", term: 2, next: "2026-07-15", settled: 1, yen: 1100, mail: "renewed"},
		{name: "cancelled", plan: "standard", status: CancelRequest, today: "2026-06-15", want: Cancelled, story: "Contract TermEnded", term: 1, next: "2026-06-15"},
		{name: "cancelled in its trial", plan: "trial", status: TrialCancelRequest, today: "2026-05-29", want: TrialCancelled, story: "StartTrial TermEnded", next: "2026-05-29"},
		{name: "cancelled while held", plan: "standard", status: HoldCancelRequest, today: "2026-06-15", want: HoldCancelled, story: "Contract TermEnded", term: 1, next: "2026-06-15"},
		{name: "held waits for its member", plan: "standard", status: Hold, today: "2026-06-13", want: Hold, story: "Contract", term: 1, next: "2026-06-15"},
		{name: "last term before the plan stops", plan: "standard", change: stopOn("2026-06-15"), today: "2026-06-15", want: OngoingContract,
			story: "Contract Renewed", term: 2, next: "2026-07-15", settled: 1, yen: 1100, mail: "renewed"},
		{name: "the plan has stopped", plan: "standard", change: stopOn("2026-06-15"), today: "2026-06-15 2026-07-15", want: Terminated,
			story: "Contract Renewed RenewalStopped", term: 2, next: "2026-07-15", settled: 1, yen: 1100},
		{name: "nothing to charge", plan: "standard", change: func(a *Agreement) { a.Basis.Price = 0 }, today: "2026-06-15", want: OngoingContract,
			story: "Contract Renewed", term: 2, next: "2026-07-15", mail: "renewed"},
		{name: "without a payment method", plan: "standard", change: func(a *Agreement) { a.MethodID = nil }, today: "2026-06-15", want: Hold,
			story: "Contract RenewalFailed", term: 1, next: "2026-06-15", mail: "renewal-failed"},
		{name: "yearly", plan: "annual", today: "2027-05-15", want: OngoingContract, story: "Contract Renewed", term: 2, next: "2028-05-15", settled: 1, yen: 9800, mail: "renewed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, member := w.contract(t, c.plan, c.change)
			if c.status != "" {
				w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetStatus(string(c.status)).SetHeldAt(w.Clock.Now()).ExecX(t.Context())
				if c.status == Hold {
					if err := w.Env.Entitlement.Revoke(t.Context(), row.AccountID, row.ID); err != nil {
						t.Fatal(err)
					}
				}
			}
			w.Gateway.Next(paymenttest.Charge, c.outcomes...)
			for _, day := range strings.Fields(c.today) {
				w.at(t, day)
				w.work(t)
			}
			got := w.row(t, row.ID)
			if Status(got.Status) != c.want || got.Period != c.term || got.NextSettlementDay.String() != c.next {
				t.Errorf("%s, term %d, next charge on %s", got.Status, got.Period, got.NextSettlementDay)
			}
			if count, yen := w.Gateway.Settled(); count != c.settled || yen != c.yen {
				t.Errorf("%d transactions of %d yen", count, yen)
			}
			if story := w.story(t, row.ID); story != c.story {
				t.Errorf("story: %s", story)
			}
			if c.mail != "" && w.Mails(t, member, c.mail) != 1 {
				t.Errorf("%d mails %s", w.Mails(t, member, c.mail), c.mail)
			}
			if until := w.watchableUntil(t, row.ID); until.After(w.Clock.Now()) != (c.want.Group() == GroupContract || c.want.Group() == GroupTrial) {
				t.Errorf("a contract %s can be watched until %s", got.Status, until)
			}
			if ended := !c.want.Contracted(); ended != (got.EndedAt != nil) {
				t.Errorf("ended at %v", got.EndedAt)
			}
		})
	}
}

func refusals(n int) []paymenttest.Outcome {
	return slices.Repeat([]paymenttest.Outcome{paymenttest.Declined}, n)
}

func stopOn(day string) func(*Agreement) {
	return func(a *Agreement) { a.Basis.LastRenewal, _ = clock.ParseDay(day) }
}

// What ends with a contract is its own: another member goes on watching.
func TestRenewingOneContractChangesNoOther(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	ends, _ := w.contract(t, "standard", nil)
	w.Store.Client(t.Context()).Subscription.UpdateOneID(ends.ID).SetStatus(string(CancelRequest)).ExecX(t.Context())
	goesOn, _ := w.contract(t, "standard", nil)
	other, _ := w.contract(t, "annual", nil)
	until := w.watchableUntil(t, other.ID)
	w.at(t, "2026-06-15")
	w.work(t)
	if got := w.watchableUntil(t, goesOn.ID); !got.After(w.Clock.Now()) {
		t.Errorf("what was renewed may be watched until %v", got)
	}
	if got := w.watchableUntil(t, other.ID); !got.Equal(until) {
		t.Errorf("the other member may watch until %v, was %v", got, until)
	}
	if got := w.watchableUntil(t, ends.ID); got.After(w.Clock.Now()) {
		t.Errorf("what is over may be watched until %v", got)
	}
}

// Wherever the process dies in a renewal, the term is charged once and the contract agrees.
func TestRenewalSurvivesDeath(t *testing.T) {
	t.Parallel()
	for _, call := range []paymenttest.Call{paymenttest.Charge, paymenttest.Commit} {
		for _, outcome := range []paymenttest.Outcome{paymenttest.DiesBefore, paymenttest.DiesAfter} {
			t.Run(string(call)+", "+string(outcome), func(t *testing.T) {
				t.Parallel()
				w := setup(t, "2026-05-15")
				row, _ := w.contract(t, "standard", nil)
				w.at(t, "2026-06-15")
				w.Gateway.Next(call, outcome)
				paymenttest.Dying(func() { _ = w.Renew(context.Background(), row.ID) })
				if paying, err := w.busy(t.Context(), row); w.row(t, row.ID).Period != 1 || !paying || err != nil {
					t.Errorf("meanwhile: term %d, being paid: %v, %v", w.row(t, row.ID).Period, paying, err)
				}
				w.Clock.Advance(2 * time.Hour)
				w.work(t)
				if count, _ := w.Gateway.Settled(); count != 1 || w.row(t, row.ID).Period != 2 {
					t.Errorf("%d settled, term %d", count, w.row(t, row.ID).Period)
				}
			})
		}
	}
}

// Fifty workers renew the same contract at once.
func TestRenewalRace(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.Gateway.Slow(5 * time.Millisecond)
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() { _ = w.Renew(context.Background(), row.ID) })
	}
	group.Wait()
	w.Clock.Advance(2 * time.Hour)
	w.work(t)
	count, yen := w.Gateway.Settled()
	if got := w.row(t, row.ID); count != 1 || yen != 1100 || got.Period != 2 || w.Mails(t, member, "renewed") != 1 {
		t.Errorf("%d settled, %d yen, term %d, %d mails", count, yen, got.Period, w.Mails(t, member, "renewed"))
	}
	charges := w.Store.Client(t.Context()).Charge.Query().Where(charge.AccountID(row.AccountID)).AllX(t.Context())
	if bills := w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(row.ID)).AllX(t.Context()); len(charges) != 1 ||
		len(charges[0].ProviderOrderID) != 38 || len(bills) != 1 || bills[0].Period != 2 || bills[0].State != bill.StatePaid || charges[0].BillID != bills[0].ID {
		t.Errorf("charges %v, bills %v", charges, bills)
	}
}

// Scanning again does not enqueue what is under way, and two scanners share the work.
func TestScanEnqueuesOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	for range 10 {
		w.contract(t, "standard", nil)
	}
	w.at(t, "2026-06-15")
	var mu sync.Mutex
	total := 0
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			n, err := w.Due(t.Context())
			mu.Lock()
			defer mu.Unlock()
			if total += n; err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	n, err := w.Due(t.Context())
	total += n
	if jobs := paymenttest.Jobs[RenewArgs](t, w.Store, RenewArgs{}.Kind()); total != 10 || len(jobs) != 10 || err != nil {
		t.Errorf("%d enqueued, %d jobs, %v", total, len(jobs), err)
	}
}

// A contract whose job runs is looked at again soon: that job may have decided before the contract
// was due, as by the clock of a server that is behind. One that waits will see that it is due.
func TestAContractWhoseJobRunsIsLookedAtSoon(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	early, _ := w.contract(t, "standard", nil)
	due, _ := w.contract(t, "standard", nil)
	queued, _ := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	if err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		return w.Store.EnqueueMany(ctx, RenewArgs{SubscriptionID: early.ID}, RenewArgs{SubscriptionID: queued.ID})
	}); err != nil {
		t.Fatal(err)
	}
	if err := w.Store.Exec(t.Context(), `UPDATE river_job SET state = 'running', attempted_at = now() WHERE args->>'subscription_id' = $1`, early.ID.String()); err != nil {
		t.Fatal(err)
	}
	if n, err := w.Due(t.Context()); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	now := w.Clock.Now()
	for id, again := range map[uuid.UUID]time.Duration{early.ID: time.Minute, due.ID: time.Hour, queued.ID: time.Hour} {
		if row := w.row(t, id); row.DueAt == nil || row.DueAt.Sub(now).Abs().Round(time.Second) != again {
			t.Errorf("looked at again at %v, not after %s", row.DueAt, again)
		}
	}
	if jobs := paymenttest.Jobs[RenewArgs](t, w.Store, RenewArgs{}.Kind()); len(jobs) != 2 { // that wait
		t.Errorf("%d jobs", len(jobs))
	}
}

func TestOrderIDsRunOut(t *testing.T) {
	if _, err := providerOrderID(uuid.New(), 36*36*36, 1); err == nil {
		t.Error("an order id of more than 38 characters was made")
	}
	a, errA := providerOrderID(uuid.Max, 1, 1)
	b, errB := providerOrderID(uuid.Max, 11, 1)
	if err := errors.Join(errA, errB); err != nil || a == b || len(a) != 38 {
		t.Errorf("%s %s %v", a, b, err)
	}
}

// A job that comes before the billing day, or once more after it, charges nothing.
func TestATermIsChargedOnItsDayOnly(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, _ := w.contract(t, "standard", nil)
	renew := func(day string, want int) {
		t.Helper()
		w.at(t, day)
		if err := w.Renew(t.Context(), row.ID); err != nil {
			t.Fatal(err)
		}
		if count, _ := w.Gateway.Settled(); count != want {
			t.Errorf("on %s: %d charges, want %d", day, count, want)
		}
	}
	renew("2026-06-14", 0)
	renew("2026-06-15", 1)
	renew("2026-06-16", 1)
}
