package payment_test

import (
	"context"
	"testing"
	"time"

	"kaiin/ent/charge"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// M-03: what is wanted no more is neither charged nor settled, at the very moment at which it is
// given up and ever after; before it is.
func TestAChargeIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		dies  paymenttest.Call
		after time.Duration
		want  charge.State
		state gateway.TransactionState // at the provider; "": it knows of none
	}{
		{"it never reached the provider, in time", paymenttest.Charge, giveUp - time.Second, charge.StateSettled, gateway.TransactionSettled},
		{"it never reached the provider", paymenttest.Charge, giveUp, charge.StateReleased, ""},
		{"it never reached the provider, weeks ago", paymenttest.Charge, 41 * 24 * time.Hour, charge.StateReleased, ""},
		{"it is authorised, in time", paymenttest.Commit, giveUp - time.Second, charge.StateSettled, gateway.TransactionSettled},
		{"it is authorised", paymenttest.Commit, giveUp, charge.StateReleased, gateway.TransactionCanceled},
		{"it is authorised, weeks ago", paymenttest.Commit, 41 * 24 * time.Hour, charge.StateReleased, gateway.TransactionCanceled},
	} {
		for _, renewal := range []bool{false, true} {
			t.Run(c.name+map[bool]string{false: ", purchase", true: ", renewal"}[renewal], func(t *testing.T) {
				t.Parallel()
				w := setup(t)
				started := w.attempt(t, renewal)
				w.Gateway.Next(c.dies, paymenttest.DiesBefore)
				paymenttest.Dying(func() { _, _ = w.Payment.Execute(context.Background(), started) })
				w.Clock.Advance(c.after)
				w.work(t)
				w.Clock.Advance(gateway.InFlight)
				w.work(t)
				w.resolve(t)
				if got := w.state(t, started); got != c.want {
					t.Errorf("the charge is %s, want %s", got, c.want)
				}
				if e := w.Gateway.Entry(w.row(t, started).ProviderOrderID); e.State != c.state || c.want == charge.StateReleased && !e.SettledAt.IsZero() {
					t.Errorf("the provider's ledger: %+v", e)
				}
				if len(w.applied) != 1 || w.applied[0].Refused() {
					t.Errorf("the owner heard %+v", w.applied)
				}
			})
		}
	}
}

// Money that had moved before the charge was given up is recorded all the same; whether it goes
// back its owner says.
func TestMoneyIsRecordedAfterGivingUp(t *testing.T) { // M-03 M-06
	t.Parallel()
	for _, unwanted := range []bool{false, true} {
		w := setup(t)
		w.unwanted = unwanted
		started := w.attempt(t, false)
		w.Gateway.Next(paymenttest.Commit, paymenttest.DiesAfter)
		paymenttest.Dying(func() { _, _ = w.Payment.Execute(context.Background(), started) })
		w.Clock.Advance(41 * 24 * time.Hour)
		w.work(t)
		if last := w.recorded[len(w.recorded)-1]; !last.Paid() || len(w.applied) != 1 {
			t.Errorf("unwanted %v: the bill heard %+v", unwanted, last)
		}
		w.resolve(t)
		state, kept := charge.StateSettled, 1100
		if unwanted {
			state, kept = charge.StateOrphaned, 0
		}
		if got, e := w.state(t, started), w.Gateway.Entry(w.row(t, started).ProviderOrderID); got != state || e.Kept() != kept {
			t.Errorf("unwanted %v: the charge is %s, the provider keeps %d yen", unwanted, got, e.Kept())
		}
		if unwanted && (len(w.refunded) != 1 || w.refunded[0] != 1100) || !unwanted && len(w.refunded) != 0 {
			t.Errorf("unwanted %v: refunded %v", unwanted, w.refunded)
		}
	}
}

// A process gives up an old charge, while another one is just charging it. Whatever the order of
// their steps: the charge is settled and the money stays, or it is given up and the money does not.
func TestGivenUpWhileCharging(t *testing.T) { // M-03
	t.Parallel()
	for _, c := range []struct {
		name  string
		weave func(w *till, give, execute func())
		late  time.Duration // after it is given up
		moves bool          // money moves, if only to come back
	}{
		{"it is authorised between the look-up and giving up", func(w *till, give, execute func()) {
			w.Gateway.After(paymenttest.Lookup, execute)
			give()
		}, gateway.InFlight, false},
		{"it is authorised between the look-up and giving up, then its process dies", func(w *till, give, execute func()) {
			w.Gateway.Next(paymenttest.Charge, paymenttest.DiesAfter)
			w.Gateway.After(paymenttest.Lookup, func() { paymenttest.Dying(execute) })
			give()
		}, 0, false},
		{"it is given up just before it is authorised", func(w *till, give, execute func()) {
			w.Gateway.Before(paymenttest.Charge, give)
			execute()
		}, gateway.InFlight, false},
		{"it is found authorised before its process has noted that", func(w *till, give, execute func()) {
			w.Gateway.After(paymenttest.Charge, give)
			execute()
		}, 0, false},
		{"it is given up while its process settles it", func(w *till, give, execute func()) {
			w.Clock.Advance(-time.Minute)
			w.Gateway.Before(paymenttest.Commit, func() { w.Clock.Advance(time.Minute); give() })
			execute()
		}, 0, true},
		{"it is given up and back already when its process settles it", func(w *till, give, execute func()) {
			w.Clock.Advance(-time.Minute)
			w.Gateway.Before(paymenttest.Commit, func() { w.Clock.Advance(time.Minute); give(); w.jobs(t) })
			execute()
		}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			started := w.attempt(t, false)
			w.Clock.Advance(giveUp + c.late)
			c.weave(w, func() { _, _ = w.Payment.Resolve(context.Background(), started.ID) },
				func() { _, _ = w.Payment.Execute(context.Background(), started) })
			w.resolve(t)
			if got := w.state(t, started); got != charge.StateReleased {
				t.Errorf("the charge is %s", got)
			}
			for _, e := range w.Gateway.Ledger() {
				if e.State == gateway.TransactionAuthorized || e.Kept() != 0 || e.SettledAt.IsZero() == c.moves {
					t.Errorf("the provider's ledger: %+v", e)
				}
			}
			if len(w.applied) != 1 {
				t.Errorf("the owner heard %d outcomes", len(w.applied))
			}
		})
	}
}

// M-22: giving up counts by time alone. A look-up that fails keeps no member waiting longer than
// the charge's time and what may be on its way, and the charge stays open; its owner says what
// becomes of what it waited for.
func TestGivingUpDoesNotWaitForAnAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		charge  paymenttest.Outcome
		settles bool
	}{{"nothing was taken", paymenttest.TimeoutBefore, false}, {"it was taken", paymenttest.OK, true}} {
		w := setup(t)
		w.unwanted = true // once it is decided without an answer
		started := w.attempt(t, true)
		w.Gateway.Next(paymenttest.Charge, c.charge)
		w.Gateway.Next(paymenttest.Commit, paymenttest.TimeoutAfter)
		w.Gateway.Next(paymenttest.Lookup, repeat(paymenttest.Trouble, 1000)...)
		_, _ = w.Payment.Execute(t.Context(), started)
		for began := w.Clock.Now(); w.Clock.Now().Sub(began) < giveUp+gateway.InFlight-time.Minute; w.Clock.Advance(15 * time.Minute) {
			if w.work(t); w.givenUp != 0 {
				t.Fatalf("%s: it is given up after %s", c.name, w.Clock.Now().Sub(began))
			}
		}
		for range 8 {
			w.Clock.Advance(30 * time.Minute)
			w.work(t)
		}
		if w.givenUp == 0 || w.state(t, started) != charge.StateUnknown || len(w.applied) != 0 {
			t.Errorf("%s: asked %d times, it is %s, applied %d times", c.name, w.givenUp, w.state(t, started), len(w.applied))
		}
		w.Gateway.Heal(paymenttest.Lookup)
		w.Clock.Advance(time.Hour)
		w.work(t)
		w.resolve(t)
		want := charge.StateReleased
		if c.settles {
			want = charge.StateOrphaned
		}
		if _, yen := w.Gateway.Settled(); w.state(t, started) != want || yen != 0 || len(w.applied) != 1 {
			t.Errorf("%s: in the end it is %s, %d yen are kept, applied %d times", c.name, w.state(t, started), yen, len(w.applied))
		}
	}
}
