package payment_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/refund"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/staff/acts/actstest"
)

// settled is a charge of 1100 yen that the provider took.
func (w *till) settled(t *testing.T) payment.Started {
	t.Helper()
	started := w.attempt(t, false)
	if c, err := w.Payment.Execute(t.Context(), started); err != nil || c.State != charge.StateSettled {
		t.Fatal(c, err)
	}
	return started
}

// giveBack is what the staff ask for.
func (w *till) giveBack(s payment.Started, amount int, key string) (*ent.Refund, error) {
	return w.Payment.Refund(context.Background(), actstest.By(w.Store), payment.Refund{ChargeID: s.ID, Amount: amount, Key: key})
}

func (w *till) must(t *testing.T, s payment.Started, amount int, key string) *ent.Refund {
	t.Helper()
	r, err := w.giveBack(s, amount, key)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// entry is the provider's line of the charge.
func (w *till) entry(t *testing.T, s payment.Started) paymenttest.Entry {
	t.Helper()
	return w.Gateway.Entry(w.row(t, s).ProviderOrderID)
}

func (w *till) refund(t *testing.T, r *ent.Refund) *ent.Refund {
	t.Helper()
	return w.Store.Client(t.Context()).Refund.GetX(t.Context(), r.ID)
}

func TestRefund(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		amounts []int // 0: all that is left
		given   []int
	}{
		{"whole", []int{0}, []int{1100}},
		{"whole, by its amount", []int{1100}, []int{1100}},
		{"a part", []int{300}, []int{300}},
		{"in parts, all of it", []int{300, 1, 799}, []int{300, 1, 799}},
		{"a part and what is left", []int{300, 0}, []int{300, 800}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			s, sum := w.settled(t), 0
			var rows []*ent.Refund
			for i, amount := range c.amounts {
				rows = append(rows, w.must(t, s, amount, fmt.Sprint(i)))
			}
			if w.Gateway.Calls(paymenttest.Refund) != 0 {
				t.Error("the provider is asked by who records it")
			}
			w.resolve(t)
			for i, r := range rows {
				r = w.refund(t, r)
				if sum += r.Amount; r.State != refund.StateDone || r.Amount != c.given[i] || r.DoneAt == nil || r.AskedBy != "hanako" || r.Reason != "a wrong film" {
					t.Errorf("refund %d is %v", i, r)
				}
			}
			if e := w.entry(t, s); e.Refunded() != sum || len(e.Refunds) != len(rows) || (e.State == gateway.TransactionCanceled) != (sum == 1100) {
				t.Errorf("the provider's ledger: %+v", e)
			}
			if !slices.Equal(w.refunded, c.given) || w.state(t, s) != charge.StateSettled {
				t.Errorf("the bill heard %v; the charge is %s", w.refunded, w.state(t, s))
			}
		})
	}
}

// M-30: some charges are given back by their provider as a whole only. A part is refused when it is
// asked for, and not minutes later.
func TestNoPartOfAWholeOnlyCharge(t *testing.T) {
	t.Parallel()
	w := setup(t)
	s := w.settled(t)
	w.Payment.Providers[0].WholeOnly = true
	if r, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), payment.Refund{ChargeID: s.ID, Amount: 300, Key: "a"}); err == nil || r != nil || !strings.Contains(err.Error(), "only all 1100 yen") {
		t.Errorf("a part: %v, %v", r, err)
	}
	w.must(t, s, 1100, "b")
	w.resolve(t)
	if _, yen := w.Gateway.Settled(); yen != 0 {
		t.Errorf("%d yen are kept", yen)
	}
}

func TestRefundIsRefused(t *testing.T) {
	t.Parallel()
	w := setup(t)
	s, other, open := w.settled(t), w.settled(t), w.attempt(t, false)
	w.must(t, s, 1000, "a")
	for name, in := range map[string]payment.Refund{
		"more than is left":      {ChargeID: s.ID, Amount: 101, Key: "b"},
		"less than nothing":      {ChargeID: s.ID, Amount: -1, Key: "b"},
		"without a key":          {ChargeID: s.ID, Amount: 1},
		"another amount":         {ChargeID: s.ID, Amount: 1, Key: "a"},
		"another charge":         {ChargeID: other.ID, Amount: 1000, Key: "a"},
		"the rest of another":    {ChargeID: other.ID, Key: "a"},
		"a charge under way":     {ChargeID: open.ID, Key: "b"},
		"a charge of much money": {ChargeID: s.ID, Amount: 1 << 40, Key: "b"},
	} {
		if r, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), in); err == nil || r != nil {
			t.Errorf("%s: %v", name, r)
		}
	}
	if _, err := w.Payment.Refund(t.Context(), actstest.By(w.Store), payment.Refund{ChargeID: uuid.New(), Key: "b"}); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("of nothing: %v", err)
	}
	w.must(t, s, 100, "b")
	if r, err := w.giveBack(s, 0, "c"); err == nil {
		t.Errorf("of nothing that is left: %v", r)
	}
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	_, _ = w.Payment.Execute(t.Context(), open)
	if r, err := w.giveBack(open, 0, "d"); err == nil {
		t.Errorf("of a refused charge: %v", r)
	}
}

// Fifty ask at once. The sum never exceeds the charge, and the same wish is one refund.
func TestManyRefundAtOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		amount int
		key    func(int) string
		accept int // callers
		rows   int
	}{
		{"all of it", 1100, func(i int) string { return fmt.Sprint(i) }, 1, 1},
		{"what is left", 0, func(i int) string { return fmt.Sprint(i) }, 1, 1},
		{"more than half", 600, func(i int) string { return fmt.Sprint(i) }, 1, 1},
		{"a quarter", 275, func(i int) string { return fmt.Sprint(i) }, 4, 4},
		{"under one key", 1100, func(int) string { return "same" }, 50, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			s := w.settled(t)
			var group sync.WaitGroup
			var mu sync.Mutex
			accepted, ids := 0, map[uuid.UUID]bool{}
			for i := range 50 {
				group.Go(func() {
					r, err := w.giveBack(s, c.amount, c.key(i))
					mu.Lock()
					defer mu.Unlock()
					if err == nil {
						accepted, ids[r.ID] = accepted+1, true
					}
				})
			}
			group.Wait()
			for id := range ids { // the job comes to several servers
				for range 3 {
					group.Go(func() { _ = w.Payment.CarryOut(context.Background(), id) })
				}
			}
			group.Wait()
			w.resolve(t)
			if accepted != c.accept || len(ids) != c.rows || w.Store.Client(t.Context()).Refund.Query().CountX(t.Context()) != c.rows {
				t.Errorf("%d were accepted, of %d refunds", accepted, len(ids))
			}
			want := c.rows * c.amount
			if c.amount == 0 {
				want = 1100
			}
			if e := w.entry(t, s); e.Refunded() != want || len(e.Refunds) != c.rows || len(w.refunded) != c.rows {
				t.Errorf("the provider's ledger: %+v, the bill heard %v", e, w.refunded)
			}
		})
	}
}

// However giving back is interrupted, it takes effect once. Two parts of one charge are given back
// one after another, so that an answer that was lost is told from what the other one did.
func TestRefundTakesEffectOnce(t *testing.T) {
	t.Parallel()
	const back, look = paymenttest.Refund, paymenttest.Lookup
	type script map[paymenttest.Call][]paymenttest.Outcome
	for name, c := range map[string]script{
		"all is well":                        {},
		"timeout before":                     {back: {paymenttest.TimeoutBefore}},
		"timeout after":                      {back: {paymenttest.TimeoutAfter}},
		"dies before":                        {back: {paymenttest.DiesBefore}},
		"dies after":                         {back: {paymenttest.DiesAfter}},
		"dies before the look-up":            {look: {paymenttest.DiesBefore}},
		"trouble":                            {back: {paymenttest.Trouble}},
		"timeout after, then no look-up":     {back: {paymenttest.TimeoutAfter}, look: {paymenttest.OK, paymenttest.TimeoutBefore, paymenttest.Trouble}},
		"timeout after, the look-up refused": {back: {paymenttest.TimeoutAfter}, look: {paymenttest.OK, paymenttest.Rejected}},
		"both time out after":                {back: {paymenttest.TimeoutAfter, paymenttest.TimeoutAfter}},
		"the second times out after":         {back: {paymenttest.OK, paymenttest.TimeoutAfter}},
		"the second dies after":              {back: {paymenttest.OK, paymenttest.DiesAfter}},
		"under way for a while":              {back: {paymenttest.UnderWay}},
		"all kinds":                          {back: {paymenttest.Trouble, paymenttest.TimeoutBefore, paymenttest.DiesBefore, paymenttest.DiesAfter}},
	} {
		for _, amounts := range [][]int{{1100}, {400}, {400, 300}, {300, 300}, {500, 600}} {
			t.Run(fmt.Sprint(name, amounts), func(t *testing.T) {
				t.Parallel()
				w := setup(t)
				s, sum := w.settled(t), 0
				for i, amount := range amounts {
					w.must(t, s, amount, fmt.Sprint(i))
					sum += amount
				}
				for call, outcomes := range c {
					w.Gateway.Next(call, outcomes...)
				}
				for i := range 25 {
					if w.work(t); i == 0 {
						w.Clock.Advance(gateway.InFlight - time.Minute)
						w.work(t)
						w.Gateway.Land()
					}
					w.Clock.Advance(gateway.InFlight)
				}
				if e := w.entry(t, s); e.Refunded() != sum || len(e.Refunds) != len(amounts) {
					t.Errorf("the provider's ledger: %+v", e)
				}
				if !slices.Equal(w.refunded, amounts) {
					t.Errorf("the bill heard %v", w.refunded)
				}
			})
		}
	}
}

// Two servers carry out two parts of one charge, each at any moment of the other's call: they
// take turns.
func TestPartsOfOneChargeTakeTurns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		during paymenttest.Call
		second bool // the later row is taken up first
		lost   paymenttest.Outcome
		given  int // by the first
	}{
		{paymenttest.Lookup, false, paymenttest.TimeoutAfter, 1}, {paymenttest.Lookup, false, paymenttest.TimeoutBefore, 0},
		{paymenttest.Lookup, true, paymenttest.TimeoutAfter, 1}, {paymenttest.Lookup, true, paymenttest.TimeoutBefore, 0},
		{paymenttest.Refund, false, paymenttest.TimeoutAfter, 1}, {paymenttest.Refund, false, paymenttest.TimeoutBefore, 0},
		{paymenttest.Refund, true, paymenttest.TimeoutAfter, 1}, {paymenttest.Refund, true, paymenttest.TimeoutBefore, 0},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			s := w.settled(t)
			rows := []*ent.Refund{w.must(t, s, 400, "a"), w.must(t, s, 300, "b")}
			first := rows[0]
			if c.second {
				w.Store.Client(t.Context()).Refund.UpdateOneID(rows[0].ID).SetState(refund.StateRefused).ExecX(t.Context())
				first = rows[1]
				w.Gateway.Before(c.during, func() { // as if it had been recorded by a server whose clock is late
					w.Store.Client(t.Context()).Refund.UpdateOneID(rows[0].ID).SetState(refund.StateAttempting).ExecX(t.Context())
					_ = w.Payment.CarryOut(context.Background(), rows[0].ID)
				})
			} else {
				w.Gateway.Before(c.during, func() { _ = w.Payment.CarryOut(context.Background(), rows[1].ID) })
			}
			w.Gateway.Next(paymenttest.Refund, c.lost)
			_ = w.Payment.CarryOut(context.Background(), first.ID)
			if n := len(w.entry(t, s).Refunds); n != c.given {
				t.Errorf("the first gives back %d", n)
			}
			for range 8 {
				w.Clock.Advance(gateway.InFlight)
				w.work(t)
			}
			if e := w.entry(t, s); e.Refunded() != 700 || len(e.Refunds) != 2 || len(w.refunded) != 2 {
				t.Errorf("the provider's ledger: %+v, the bill heard %v", e, w.refunded)
			}
		})
	}
}
