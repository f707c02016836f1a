package payment_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// logged is what the tests of this package have logged so far.
var logged log

type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// lines counts the lines of the level that speak of the id.
func (l *log) lines(level slog.Level, id uuid.UUID) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		if strings.Contains(line, "level="+level.String()) && strings.Contains(line, id.String()) {
			n++
		}
	}
	return n
}

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	status := m.Run()
	os.Exit(status)
}

func repeat(o paymenttest.Outcome, times int) (all []paymenttest.Outcome) {
	for range times {
		all = append(all, o)
	}
	return all
}

// M-11: the longer the outcome of a charge is open, the less often it is asked for. After an hour
// people are told, once, and as soon as the provider answers the charge comes to its end by itself.
func TestAStuckChargeIsAskedForLessAndLessOften(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, true)
	w.Gateway.Next(paymenttest.Charge, paymenttest.TimeoutAfter)
	w.Gateway.Next(paymenttest.Lookup, repeat(paymenttest.TimeoutBefore, 1000)...)
	if c, err := w.Payment.Execute(t.Context(), started); err != nil || c.State != charge.StateUnknown {
		t.Fatal(c, err)
	}
	began, alarms := w.Clock.Now(), 0
	var asked []time.Duration
	for w.Clock.Now().Sub(began) < 8*time.Hour {
		before := w.Gateway.Calls(paymenttest.Lookup)
		w.work(t)
		if w.Gateway.Calls(paymenttest.Lookup) > before {
			asked = append(asked, w.Clock.Now().Sub(began))
		}
		if n := logged.lines(slog.LevelError, started.ID); n > alarms {
			if at := w.Clock.Now().Sub(began); at < time.Hour || at > 2*time.Hour {
				t.Errorf("people are told after %s", at)
			}
			alarms = n
		}
		w.Clock.Advance(time.Minute)
	}
	if alarms != 1 {
		t.Errorf("people are told %d times", alarms)
	}
	if n := len(asked); n < 10 || n > 16 {
		t.Errorf("in eight hours the provider is asked %d times: %v", n, asked)
	}
	for i := range len(asked) - 2 {
		if asked[i+2]-asked[i+1] < asked[i+1]-asked[i]-time.Minute {
			t.Errorf("a pause becomes shorter: %v", asked)
			break
		}
	}
	if charges, refunds, err := w.Payment.Stuck(t.Context()); err != nil || len(charges) != 1 || charges[0].ID != started.ID || len(refunds) != 0 {
		t.Errorf("stuck are %v and %v, %v", charges, refunds, err)
	}
	w.Gateway.Heal(paymenttest.Lookup)
	w.Clock.Advance(time.Hour)
	w.work(t)
	if charges, _, err := w.Payment.Stuck(t.Context()); w.state(t, started) != charge.StateSettled || len(charges) != 0 || err != nil {
		t.Errorf("%s, %v, %v", w.state(t, started), charges, err)
	}
}

// M-13, M-21: "this order id was used before" and a look-up that finds nothing do not mean that no
// money moves: the first request may be on its way, or the database was put back to before it.
// Nothing is ever concluded from it: the list of the day, or the staff, decide.
func TestADuplicateThatIsNotFoundStaysOpen(t *testing.T) {
	t.Parallel()
	for _, arrives := range []bool{true, false} {
		for _, renewal := range []bool{false, true} {
			t.Run(fmt.Sprintf("arrives %v, renewal %v", arrives, renewal), func(t *testing.T) {
				t.Parallel()
				w := setup(t)
				started := w.attempt(t, renewal)
				w.Gateway.Next(paymenttest.Charge, append([]paymenttest.Outcome{paymenttest.UnderWay}, repeat(paymenttest.Duplicate, 1000)...)...)
				_, _ = w.Payment.Execute(t.Context(), started)
				for began := w.Clock.Now(); w.Clock.Now().Sub(began) < giveUp-time.Hour; w.Clock.Advance(30 * time.Minute) {
					w.work(t)
				}
				if w.state(t, started) != charge.StateUnknown || len(w.applied) != 0 || w.Gateway.Calls(paymenttest.Charge) > 2 {
					t.Fatalf("it is %s, applied %d times", w.state(t, started), len(w.applied))
				}
				want, applied := charge.StateUnknown, 0
				if arrives {
					w.Gateway.Land()
					want, applied = charge.StateSettled, 1
					w.Clock.Advance(30 * time.Minute)
				} else {
					w.Clock.Advance(60 * 24 * time.Hour)
				}
				w.work(t)
				if count, _ := w.Gateway.Settled(); w.state(t, started) != want || len(w.applied) != applied || (count == 1) != arrives {
					t.Errorf("in the end it is %s, applied %d times, %d settled", w.state(t, started), len(w.applied), count)
				}
				if stuck, _, err := w.Payment.Stuck(t.Context()); err != nil || (len(stuck) == 1) == arrives {
					t.Errorf("the staff see %v, %v", stuck, err)
				}
			})
		}
	}
}

// The request that was on its way arrives when the charge has been given up, or when the staff have
// said so: what it authorised goes back.
func TestWhatArrivesAfterGivingUpGoesBack(t *testing.T) { // M-03 M-13
	t.Parallel()
	for _, staff := range []bool{false, true} {
		w := setup(t)
		started := w.attempt(t, false)
		w.Gateway.Next(paymenttest.Charge, paymenttest.UnderWay)
		_, _ = w.Payment.Execute(t.Context(), started)
		if w.Clock.Advance(giveUp); staff {
			if err := w.Payment.Decide(t.Context(), payment.Decision{ID: started.ID, As: "released", By: actstest.By(w.Store)}); err != nil {
				t.Fatal(err)
			}
			w.Clock.Advance(payment.Patience)
		}
		w.work(t)
		w.Gateway.Land()
		for range 10 {
			w.Clock.Advance(gateway.InFlight)
			w.work(t)
		}
		e := w.Gateway.Entry(w.row(t, started).ProviderOrderID)
		if e.State != gateway.TransactionCanceled || !e.SettledAt.IsZero() || w.state(t, started) != charge.StateReleased || len(w.applied) != 1 {
			t.Errorf("staff %v: it is %s, the provider's ledger: %+v", staff, w.state(t, started), e)
		}
	}
}

// M-11: what stays stuck the staff decide, with name and reason; what follows is as if the provider
// had told it.
func TestTheStaffDecide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		as    string
		takes bool // the provider did take the money
		want  charge.State
		kept  int
		check func(payment.Outcome) bool
	}{
		{"settled", true, charge.StateSettled, 1100, payment.Outcome.Paid},
		{"declined", false, charge.StateDeclined, 0, payment.Outcome.Refused},
		{"released", false, charge.StateReleased, 0, func(o payment.Outcome) bool { return !o.Paid() && !o.Refused() }},
	} {
		t.Run(c.as, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			started := w.attempt(t, true)
			commit := paymenttest.TimeoutBefore
			if c.takes {
				commit = paymenttest.TimeoutAfter
			}
			w.Gateway.Next(paymenttest.Commit, commit)
			w.Gateway.Next(paymenttest.Lookup, repeat(paymenttest.TimeoutBefore, 1000)...)
			_, _ = w.Payment.Execute(t.Context(), started)
			decision := payment.Decision{ID: started.ID, As: c.as, By: actstest.By(w.Store)}
			w.Clock.Advance(time.Hour - time.Second)
			if err := w.Payment.Decide(t.Context(), decision); err == nil {
				t.Error("it is decided while it may be under way")
			}
			w.Clock.Advance(time.Second)
			for _, wrong := range []payment.Decision{
				{ID: started.ID, As: c.as}, {ID: started.ID, As: "orphaned", By: actstest.By(w.Store)},
				{ID: started.ID, As: "", By: actstest.By(w.Store)}, {ID: started.ID, As: "unknown", By: actstest.By(w.Store)},
			} {
				if err := w.Payment.Decide(t.Context(), wrong); err == nil || w.state(t, started) != charge.StateUnknown {
					t.Errorf("%+v is taken", wrong)
				}
			}
			if err := w.Payment.Decide(t.Context(), decision); err != nil || w.state(t, started) != c.want {
				t.Fatalf("%v, %s", err, w.state(t, started))
			}
			if len(w.applied) != 1 || !c.check(w.applied[0]) || logged.lines(slog.LevelWarn, started.ID) != 1+4 { // four were refused
				t.Errorf("the owner heard %+v, the log has %d lines", w.applied, logged.lines(slog.LevelWarn, started.ID))
			}
			if err := w.Payment.Decide(t.Context(), decision); err == nil {
				t.Error("it is decided twice")
			}
			w.Gateway.Heal(paymenttest.Lookup)
			w.resolve(t)
			e := w.Gateway.Entry(w.row(t, started).ProviderOrderID)
			if e.Kept() != c.kept || !c.takes && e.State != gateway.TransactionCanceled {
				t.Errorf("the provider's ledger: %+v", e)
			}
		})
	}
	w := setup(t)
	if err := w.Payment.Decide(t.Context(), payment.Decision{ID: uuid.New(), As: "settled", By: actstest.By(w.Store)}); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("of nothing: %v", err)
	}
}

// A process that is still at a charge which the staff gave up settles nothing that stays.
func TestTheStaffDecideWhileItIsSettled(t *testing.T) {
	t.Parallel()
	w := setup(t)
	started := w.attempt(t, true)
	w.Gateway.Before(paymenttest.Commit, func() {
		w.Clock.Advance(2 * time.Hour)
		if err := w.Payment.Decide(t.Context(), payment.Decision{ID: started.ID, As: "declined", By: actstest.By(w.Store)}); err != nil {
			t.Error(err)
		}
	})
	if _, err := w.Payment.Execute(context.Background(), started); err != nil {
		t.Error(err)
	}
	w.resolve(t)
	if e := w.Gateway.Entry(w.row(t, started).ProviderOrderID); w.state(t, started) != charge.StateDeclined || e.Kept() != 0 || len(w.applied) != 1 {
		t.Errorf("%s, the provider's ledger: %+v", w.state(t, started), e)
	}
}
