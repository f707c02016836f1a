package payment_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// However a charge is interrupted, it ends settled once or refused with no money taken, and its
// owner hears exactly one final outcome.
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
				final := slices.DeleteFunc(slices.Clone(w.recorded), payment.Outcome.Open)
				if len(final) != 1 || final[0].Charge.State != c.want {
					t.Errorf("the bill heard %v", final)
				}
				if len(w.applied) != 1 || w.applied[0].Charge.State != c.want || w.row(t, started).AppliedAt == nil {
					t.Errorf("the owner heard %v", w.applied)
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
	if err != nil || c.State != charge.StateUnknown || len(w.recorded) != 1 || !w.recorded[0].Open() || len(w.applied) != 0 {
		t.Fatalf("charge %v, %v, owner heard %d and %d outcomes", c.State, err, len(w.recorded), len(w.applied))
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
	if c, err := w.Payment.Execute(t.Context(), purchase); err != nil || c.State != charge.StateDeclined || w.applied[0].Reason != gateway.ReasonTrouble {
		t.Errorf("purchase: %v, %v", c.State, err)
	}
	if c, err := w.Payment.Execute(t.Context(), renewal); err != nil || c.State != charge.StateUnknown {
		t.Errorf("renewal: %v, %v", c.State, err)
	}
	w.resolve(t)
	if got := w.state(t, renewal); got != charge.StateSettled {
		t.Errorf("the renewal is %s once the provider is back", got)
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

// Two attempts at one bill cannot both be under way, and none follows one that took the money.
func TestBillIsChargedOnce(t *testing.T) {
	t.Parallel()
	w := setup(t)
	member, bill := w.Member(t), uuid.Must(uuid.NewV7())
	method := w.Card(t, member)
	try := func(attempt int, order string) (started payment.Started, err error) {
		err = w.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
			started, err = w.Payment.Attempt(ctx, payment.NewCharge{
				AccountID: member.AccountID, BillID: bill, Attempt: attempt, Name: "x", Method: method, ProviderOrderID: order,
				Amount: 1, Initiator: charge.InitiatorMerchant, GiveUpAt: w.Clock.Now().Add(giveUp),
			})
			return err
		})
		return started, err
	}
	first, err := try(1, "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := try(2, "b"); !store.Violates(err, "charges_bill_key") {
		t.Errorf("a second one beside it: %v", err)
	}
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if c, err := w.Payment.Execute(t.Context(), first); err != nil || c.State != charge.StateDeclined {
		t.Fatal(c, err)
	}
	if _, err := try(2, "a"); !store.Violates(err, "charges_provider_order_key") {
		t.Errorf("the order id of another attempt: %v", err)
	}
	second, err := try(2, "b")
	if err != nil {
		t.Fatal(err)
	}
	if c, err := w.Payment.Execute(t.Context(), second); err != nil || c.State != charge.StateSettled {
		t.Fatal(c, err)
	}
	if _, err := try(3, "c"); !store.Violates(err, "charges_bill_key") {
		t.Errorf("one of what is paid: %v", err)
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
		"purchase.attempted", "purchase.authorised", "purchase.tracked", "purchase.committed-at-gateway", "purchase.settled", "purchase.applied",
		"renewal.attempted", "renewal.authorised", "renewal.tracked", "renewal.committed-at-gateway", "renewal.settled", "renewal.applied",
		"refund.attempted", "refund.asked", "refund.refunded-at-gateway", "refund.done",
		"charge.recording", "charge.applying", "charge.unknown", "charge.resolving", "charge.swept",
		"card.challenged", "card.judged",
		"method.agreed", "method.linked", "method.ending", "method.forgotten", "notice.read", "notice.kept", "notice.acting", "notice.acted-on",
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
	w.work(t)
	if ledger := w.Gateway.Ledger(); err != nil || c.State != charge.StateDeclined || len(ledger) != 1 || ledger[0].State != gateway.TransactionCanceled {
		t.Errorf("%v, %v, the provider's ledger: %+v", c, err, ledger)
	}
}

// A charge whose money has just moved is found settled by another process: its owner hears of
// it once.
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
	if err != nil || c.State != charge.StateSettled || len(w.recorded) != 1 || len(w.applied) != 1 {
		t.Errorf("%v, %v, told %d and %d times", c, err, len(w.recorded), len(w.applied))
	}
}
