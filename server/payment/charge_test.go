package payment_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	"kaiin/server/payment"
	"kaiin/server/payment/paymenttest"
	"kaiin/server/store"
)

// till is a world with one member's card and an owner that writes down the outcomes it is told.
type till struct {
	*paymenttest.Env
	mu       sync.Mutex
	outcomes []payment.Outcome
}

func setup(t *testing.T) *till {
	t.Helper()
	w := &till{Env: paymenttest.Setup(t, "2026-05-15", nil)}
	note := func(ctx context.Context, o payment.Outcome) error {
		if !store.InTx(ctx) {
			t.Error("the owner was told outside the transaction")
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.outcomes = append(w.outcomes, o)
		return nil
	}
	w.Payment.Purchases, w.Payment.Renewals = note, note
	return w
}

func (w *till) attempt(t *testing.T, renewal bool) payment.Started {
	t.Helper()
	member := w.Member(t)
	in := payment.NewCharge{
		AccountID: member.AccountID, Attempt: 1, PlanName: "プラン", MethodID: w.Card(t, member).ID, Amount: 1100, TaxRate: 10,
		ProviderOrderID: "t" + strings.ReplaceAll(uuid.NewString(), "-", ""),
	}
	id := uuid.Must(uuid.NewV7())
	if in.OrderID = &id; renewal {
		in.OrderID, in.SubscriptionID, in.Term = nil, &id, 2
	}
	var started payment.Started
	err := w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		started, err = w.Payment.Attempt(ctx, in)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return started
}

// resolve lets abandoned charges be found and works the jobs, until nothing is left to do.
func (w *till) resolve(t *testing.T) {
	t.Helper()
	for range 5 {
		w.Clock.Advance(payment.Patience)
		if _, err := w.Payment.Due(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind()) {
			_, _ = w.Payment.Resolve(t.Context(), job.ChargeID) // what stays open is found again
		}
	}
}

func (w *till) state(t *testing.T, s payment.Started) charge.State {
	t.Helper()
	return w.Store.Client(t.Context()).Charge.GetX(t.Context(), s.ID).State
}

// However a charge is interrupted, it ends settled once or refused with no money taken, and its owner hears exactly one
// final outcome.
func TestChargeEndsOnce(t *testing.T) {
	t.Parallel()
	type script map[paymenttest.Call][]paymenttest.Outcome
	const charged, commit, lookup = paymenttest.Charge, paymenttest.Commit, paymenttest.Lookup
	for _, c := range []struct {
		name   string
		script script
		want   charge.State
	}{
		{"all is well", script{}, charge.StateSettled},
		{"declined", script{charged: {paymenttest.Declined}}, charge.StateDeclined},
		{"timeout before the authorisation", script{charged: {paymenttest.TimeoutBefore}}, charge.StateSettled},
		{"timeout after the authorisation", script{charged: {paymenttest.TimeoutAfter}}, charge.StateSettled},
		{"timeout before the commit", script{commit: {paymenttest.TimeoutBefore}}, charge.StateSettled},
		{"timeout after the commit", script{commit: {paymenttest.TimeoutAfter}}, charge.StateSettled},
		{"timeouts everywhere", script{charged: {paymenttest.TimeoutAfter}, commit: {paymenttest.TimeoutAfter}, lookup: {paymenttest.TimeoutBefore}}, charge.StateSettled},
		{"dies before the authorisation", script{charged: {paymenttest.DiesBefore}}, charge.StateSettled},
		{"dies after the authorisation", script{charged: {paymenttest.DiesAfter}}, charge.StateSettled},
		{"dies before the commit", script{commit: {paymenttest.DiesBefore}}, charge.StateSettled},
		{"dies after the commit", script{commit: {paymenttest.DiesAfter}}, charge.StateSettled},
		{"dies, then a decline", script{charged: {paymenttest.DiesBefore, paymenttest.Declined}}, charge.StateDeclined},
		{"commit refused", script{commit: {paymenttest.Rejected}}, charge.StateDeclined},
		{"commit down for a while", script{commit: {paymenttest.Trouble, paymenttest.Trouble}}, charge.StateSettled},
	} {
		for _, renewal := range []bool{false, true} {
			name := c.name + map[bool]string{false: ", purchase", true: ", renewal"}[renewal]
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := setup(t)
				started := w.attempt(t, renewal)
				for call, outcomes := range c.script {
					w.Gateway.Next(call, outcomes...)
				}
				paymenttest.Dying(func() { _, _ = w.Payment.Execute(context.Background(), started) })
				w.resolve(t)
				if got := w.state(t, started); got != c.want {
					t.Errorf("the charge is %s, want %s", got, c.want)
				}
				wantCount := 0
				if c.want == charge.StateSettled {
					wantCount = 1
				}
				if count, yen := w.Gateway.Settled(); count != wantCount || yen != wantCount*1100 {
					t.Errorf("the provider settled %d transactions of %d yen", count, yen)
				}
				if n := len(w.Gateway.Ledger()); n > 1 {
					t.Errorf("the provider knows %d transactions", n)
				}
				final := slices.DeleteFunc(slices.Clone(w.outcomes), payment.Outcome.Open)
				if len(final) != 1 || final[0].Charge.State != c.want {
					t.Errorf("the owner heard %v", final)
				}
			})
		}
	}
}

func TestUnknownOutcomeIsReportedAndLookedUp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	w.Gateway.Next(paymenttest.Charge, paymenttest.TimeoutAfter)
	c, err := w.Payment.Execute(t.Context(), started)
	if err != nil || c.State != charge.StateUnknown || len(w.outcomes) != 1 || !w.outcomes[0].Open() {
		t.Fatalf("charge %v, %v, owner heard %d outcomes", c.State, err, len(w.outcomes))
	}
	jobs := paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())
	if len(jobs) != 1 || jobs[0].ChargeID != started.ID {
		t.Fatalf("jobs %v", jobs)
	}
	if _, err := w.Payment.Resolve(t.Context(), started.ID); err != nil || w.Gateway.Calls(paymenttest.Charge) != 1 {
		t.Errorf("%v; the provider was asked to charge %d times", err, w.Gateway.Calls(paymenttest.Charge))
	}
}

// A provider that is down does not put a contract on hold, but tells a buyer at once.
func TestProviderDown(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.Gateway.Next(paymenttest.Charge, paymenttest.Trouble, paymenttest.Trouble)
	purchase, renewal := w.attempt(t, false), w.attempt(t, true)
	if c, err := w.Payment.Execute(t.Context(), purchase); err != nil || c.State != charge.StateDeclined || w.outcomes[0].Reason != payment.ReasonTrouble {
		t.Errorf("purchase: %v, %v", c.State, err)
	}
	if c, err := w.Payment.Execute(t.Context(), renewal); err == nil || c.State != charge.StateAttempting {
		t.Errorf("renewal: %v, %v", c.State, err)
	}
	w.resolve(t)
	if got := w.state(t, renewal); got != charge.StateSettled {
		t.Errorf("the renewal is %s once the provider is back", got)
	}
}

// A purchase that never reached the provider is not charged a day later.
func TestOldPurchaseIsGivenUp(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	w.Clock.Advance(25 * time.Hour)
	w.resolve(t)
	if count, _ := w.Gateway.Settled(); count != 0 || w.state(t, started) != charge.StateCanceled || w.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Errorf("%s, %d settled", w.state(t, started), count)
	}
}

// The provider knows another amount: nothing is recorded, people have to look.
func TestAmountIsCompared(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	w.Gateway.Next(paymenttest.Commit, paymenttest.TimeoutAfter)
	if _, err := w.Payment.Execute(t.Context(), started); err != nil {
		t.Fatal(err)
	}
	w.Store.Client(t.Context()).Charge.UpdateOneID(started.ID).SetAmount(2200).ExecX(t.Context())
	if _, err := w.Payment.Resolve(t.Context(), started.ID); err == nil || w.state(t, started) != charge.StateUnknown {
		t.Errorf("%v, %s", err, w.state(t, started))
	}
}

// Fifty processes hold the same charge in their hands, the one that began it among them.
func TestManyExecuteOneCharge(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, true)
	w.Gateway.Slow(5 * time.Millisecond)
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			s := started
			s.Fresh = i%2 == 0
			_, _ = w.Payment.Execute(context.Background(), s)
		})
	}
	group.Wait()
	w.resolve(t)
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || w.state(t, started) != charge.StateSettled {
		t.Errorf("%d settled, %d yen, charge %s", count, yen, w.state(t, started))
	}
}

// A process gives up an old purchase that the provider knows nothing of, while another one is just charging it. Whatever
// the order of their steps: the charge is settled and money moved, or it is given up and none did.
func TestGivenUpWhileCharging(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		weave func(w *till, give, execute func())
		want  charge.State
	}{
		{"it is charged between the look-up and giving up", func(w *till, give, execute func()) {
			w.Gateway.After(paymenttest.Lookup, execute)
			give()
		}, charge.StateSettled},
		{"it is authorised between the look-up and giving up, then its process dies", func(w *till, give, execute func()) {
			w.Gateway.Next(paymenttest.Commit, paymenttest.DiesBefore)
			w.Gateway.After(paymenttest.Lookup, func() { paymenttest.Dying(execute) })
			give()
		}, charge.StateSettled},
		{"it is given up just before it is authorised", func(w *till, give, execute func()) {
			w.Gateway.Before(paymenttest.Charge, give)
			execute()
		}, charge.StateCanceled},
		{"it is found authorised before its process has noted that", func(w *till, give, execute func()) {
			w.Gateway.After(paymenttest.Charge, give)
			execute()
		}, charge.StateSettled},
		{"it is found authorised while its process settles it", func(w *till, give, execute func()) {
			w.Gateway.Before(paymenttest.Commit, give)
			execute()
		}, charge.StateSettled},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			started := w.attempt(t, false)
			w.Clock.Advance(25 * time.Hour)
			c.weave(w, func() { _, _ = w.Payment.Resolve(context.Background(), started.ID) },
				func() { _, _ = w.Payment.Execute(context.Background(), started) })
			w.resolve(t)
			if got := w.state(t, started); got != c.want {
				t.Errorf("the charge is %s, want %s", got, c.want)
			}
			want := map[charge.State]payment.TransactionState{
				charge.StateSettled: payment.TransactionSettled, charge.StateCanceled: payment.TransactionCanceled,
			}[c.want]
			if ledger := w.Gateway.Ledger(); len(ledger) != 1 || ledger[0].State != want {
				t.Errorf("the provider's ledger: %+v", ledger)
			}
			if c.want == charge.StateCanceled && w.Gateway.Calls(paymenttest.Commit) > 0 {
				t.Error("money moved, if only to come back")
			}
		})
	}
}

// Two attempts at one term cannot both be under way.
func TestTermIsChargedOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	member, id := w.Member(t), uuid.Must(uuid.NewV7())
	method := w.Card(t, member)
	try := func(order string) error {
		return w.Store.Tx(t.Context(), func(ctx context.Context) error {
			_, err := w.Payment.Attempt(ctx, payment.NewCharge{
				AccountID: member.AccountID, SubscriptionID: &id, Term: 2, Attempt: 1, PlanName: "x", MethodID: method.ID,
				ProviderOrderID: order, Amount: 1, TaxRate: 10,
			})
			return err
		})
	}
	if err := try("a"); err != nil {
		t.Fatal(err)
	}
	if err := try("b"); !store.Violates(err, "charges_term_key") {
		t.Errorf("err = %v", err)
	}
}

func TestGatewayIsNeverCalledInATransaction(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		_, err := w.Payment.Execute(ctx, started)
		return err
	})
	if w.Gateway.Calls(paymenttest.Charge) != 0 {
		t.Errorf("it was (%v)", err)
	}
}

func TestFailpointsAreNamed(t *testing.T) {
	want := []string{
		"purchase.attempted", "purchase.authorised", "purchase.tracked", "purchase.committed-at-gateway", "purchase.settled",
		"renewal.attempted", "renewal.authorised", "renewal.tracked", "renewal.committed-at-gateway", "renewal.settled",
	}
	if !slices.Equal(payment.Failpoints, want) {
		t.Errorf("failpoints %v", payment.Failpoints)
	}
}

// When the provider refuses to settle, the member's limit is not left reserved.
func TestARefusedCommitGivesTheAuthorisationBack(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	w.Gateway.Next(paymenttest.Commit, paymenttest.Rejected)
	c, err := w.Payment.Execute(t.Context(), started)
	if ledger := w.Gateway.Ledger(); err != nil || c.State != charge.StateDeclined || len(ledger) != 1 || ledger[0].State != payment.TransactionCanceled {
		t.Errorf("%v, %v, the provider's ledger: %+v", c, err, ledger)
	}
}

// A charge whose money has just moved is found settled by another process: its owner hears of it once.
func TestAnOutcomeIsToldOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, false)
	w.Gateway.After(paymenttest.Commit, func() {
		if c, err := w.Payment.Resolve(t.Context(), started.ID); err != nil || c.State != charge.StateSettled {
			t.Errorf("the other process: %v, %v", c, err)
		}
	})
	c, err := w.Payment.Execute(t.Context(), started)
	if err != nil || c.State != charge.StateSettled || len(w.outcomes) != 1 {
		t.Errorf("%v, %v, told %d times", c, err, len(w.outcomes))
	}
}
