package reconciliation_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/refund"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/reconciliation"
	"kaiin/server/staff/acts/actstest"
)

// unknownOrder is an order id of our form that we do not know.
var unknownOrder = orderNumber(0)

func orderNumber(n int) string { return fmt.Sprintf("p%032x", n) }

func (w *till) reconcile(t *testing.T, day clock.Day) reconciliation.Comparison {
	t.Helper()
	r, err := w.Lists.Reconcile(t.Context(), actstest.By(w.Store), day)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// event is the line of the provider's that is kept of the order.
func (w *till) event(t *testing.T, order, kind string) *ent.GatewayEvent {
	t.Helper()
	return w.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.ProviderOrderID(order), gatewayevent.Kind(kind)).OnlyX(t.Context())
}

func (w *till) events(t *testing.T) int {
	t.Helper()
	return w.Store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context())
}

// What agrees is kept once, however often the list is read, and says nothing.
func TestReconcileWhatAgrees(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	whole, part := w.settled(t), w.settled(t)
	w.settled(t)
	w.must(t, whole, 0, "whole")
	w.must(t, part, 300, "a")
	w.must(t, part, 300, "b") // the same amount in the same second
	w.work(t)
	w.work(t)
	w.Clock.Advance(payment.Patience)
	w.work(t)
	given := w.attempt(t, false) // money moves for a charge that is given up, and comes back
	w.Gateway.Before(paymenttest.Commit, func() {
		w.Clock.Advance(2 * time.Hour)
		_ = w.Payment.Decide(context.Background(), payment.Decision{ID: given.ID, As: "released", By: actstest.By(w.Store)})
	})
	_, _ = w.Payment.Execute(t.Context(), given)
	w.work(t)
	for _, later := range []time.Duration{0, 0, 24 * time.Hour, 24 * time.Hour, 0} {
		w.Clock.Advance(later)
		if r := w.reconcile(t, day); !r.Right() || r.Lines != 8 || !r.Day.Equal(day) {
			t.Errorf("%+v", r)
		}
		if n := w.events(t); n != 8 {
			t.Errorf("%d lines are kept", n)
		}
	}
	if n := w.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d lines wait", n)
	}
}

// Money that we do not know of is told once, and given back after the store's days unless it proves
// to be of a charge.
func TestReconcileUnknownSale(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	w.Gateway.Book(paymenttest.Entry{OrderID: unknownOrder, Amount: 980})
	for range 2 {
		if r := w.reconcile(t, day); r.Unknown != 1 || r.Lines != 1 || r.Right() {
			t.Errorf("%+v", r)
		}
	}
	e := w.event(t, unknownOrder, "sale")
	if e.AppliedAt != nil || e.Amount != 980 || logged.lines(slog.LevelError, e.ID) != 1 {
		t.Errorf("%v; people are told %d times", e, logged.lines(slog.LevelError, e.ID))
	}
	w.Clock.Advance(7*24*time.Hour - time.Minute)
	if err := w.Lists.GiveUnknownBack(t.Context()); err != nil || w.Gateway.Entry(unknownOrder).Kept() != 980 {
		t.Errorf("%v, it is given back too early", err)
	}
	w.Clock.Advance(time.Minute)
	w.Gateway.Next(paymenttest.Refund, paymenttest.TimeoutAfter)
	if err := w.Lists.GiveUnknownBack(t.Context()); err == nil {
		t.Error("a lost answer is none")
	}
	for range 2 {
		if err := w.Lists.GiveUnknownBack(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if back := w.Gateway.Entry(unknownOrder); back.Kept() != 0 || back.Refunded() != 980 || w.Gateway.Calls(paymenttest.Refund) != 2 || w.event(t, unknownOrder, "sale").AppliedAt == nil {
		t.Errorf("the provider's ledger: %+v, asked %d times", back, w.Gateway.Calls(paymenttest.Refund))
	}
	if r := w.reconcile(t, w.Clock.Today()); !r.Right() || r.Lines != 1 { // the refund is in today's list
		t.Errorf("%+v", r)
	}
}

// A charge was settled and went back whole, and a database that was put back has forgotten both. It
// is booked as that, and not as one that took no money: another attempt would take it again.
func TestAForgottenChargeAndItsRefund(t *testing.T) {
	t.Parallel()
	for _, renewal := range []bool{false, true} {
		w := setup(t)
		day, started := w.Clock.Today(), w.attempt(t, renewal)
		order := w.row(t, started).ProviderOrderID
		w.Gateway.Book(paymenttest.Entry{OrderID: order, Amount: 1100})
		if err := w.Gateway.Refund(t.Context(), w.Gateway.Entry(order).TrackingID, 0); err != nil {
			t.Fatal(err)
		}
		if c, err := w.Payment.Execute(t.Context(), started); err != nil || c.State != charge.StateSettled || w.applied != 1 {
			t.Errorf("%v, %v, applied %d times", c, err, w.applied)
		}
		if r := w.reconcile(t, day); r.Differs != 1 || r.Lines != 2 {
			t.Errorf("%+v", r)
		}
		if r := w.reconcile(t, day); !r.Right() || len(w.refunded) != 1 || w.refunded[0] != 1100 {
			t.Errorf("%+v; went back %v", r, w.refunded)
		}
	}
}

// One sale that the provider refuses to give back keeps no other from going back.
func TestGivingUnknownBackGoesOn(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	w.Gateway.Book(paymenttest.Entry{OrderID: orderNumber(1), Amount: 980})
	w.Gateway.Book(paymenttest.Entry{OrderID: orderNumber(2), Amount: 980})
	w.reconcile(t, day)
	w.Clock.Advance(7 * 24 * time.Hour)
	w.Gateway.Next(paymenttest.Refund, paymenttest.Rejected)
	if err := w.Lists.GiveUnknownBack(t.Context()); err == nil {
		t.Error("the staff do not hear of the one that was refused")
	}
	if kept := w.Gateway.Entry(orderNumber(1)).Kept() + w.Gateway.Entry(orderNumber(2)).Kept(); kept != 980 {
		t.Errorf("%d yen are kept", kept)
	}
}

// M-23: what else is sold under the same merchant does not go back by itself: order ids that are
// not of our form, more sales or more yen a day than the store allows, and nothing where it
// allows none.
func TestWhatIsNotOursToGiveBack(t *testing.T) {
	t.Parallel()
	number := func(n int) *int { return &n }
	for name, c := range map[string]struct {
		orders  []string
		amount  int
		allowed settings.Contracts
		back    bool
	}{
		"as many as go back":   {[]string{orderNumber(1), orderNumber(2)}, 980, settings.Contracts{UnknownSalesADay: number(2), UnknownSaleYenADay: number(1960)}, true},
		"a renewal":            {[]string{"s" + unknownOrder[1:] + "00101"}, 980, settings.Contracts{}, true},
		"of a shop of before":  {[]string{"2026-0001", "unknown", unknownOrder + "0", "x" + unknownOrder[1:], strings.ToUpper(unknownOrder)}, 980, settings.Contracts{}, false},
		"one more":             {[]string{orderNumber(1), orderNumber(2), orderNumber(3)}, 980, settings.Contracts{UnknownSalesADay: number(2)}, false},
		"one yen more":         {[]string{orderNumber(1), orderNumber(2)}, 980, settings.Contracts{UnknownSaleYenADay: number(1959)}, false},
		"more than is usual":   {[]string{orderNumber(1)}, 50_001, settings.Contracts{}, false},
		"where none goes back": {[]string{orderNumber(1)}, 980, settings.Contracts{UnknownSalesADay: number(0)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := setupWith(t, func(s *settings.Settings) { s.Contracts = c.allowed })
			for _, order := range c.orders {
				w.Gateway.Book(paymenttest.Entry{OrderID: order, Amount: c.amount})
			}
			w.reconcile(t, w.Clock.Today())
			for range 3 {
				w.Clock.Advance(8 * 24 * time.Hour)
				if err := w.Lists.GiveUnknownBack(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			count, _ := w.Gateway.Settled()
			open, err := w.Payment.OpenEvents(t.Context())
			if back := count == 0; back != c.back || err != nil || len(open) != count || count != 0 && count != len(c.orders) {
				t.Errorf("of %d sales %d are kept, %d events are open, %v", len(c.orders), count, len(open), err)
			}
		})
	}
}

// What the book cannot hold is not written into it: money of another transaction, or more than
// is left.
func TestReconcileTakesOverNoMoreThanThereIs(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	tooMuch := w.settled(t)
	w.settled(t)
	w.Gateway.Misreport(func(list []gateway.Settlement) []gateway.Settlement {
		for _, back := range list {
			back.Kind = gateway.SettlementRefund
			if back.OrderID == w.row(t, tooMuch).ProviderOrderID {
				back.Amount++
			} else {
				back.TrackingID = "another"
			}
			list = append(list, back)
		}
		return list
	})
	for range 2 {
		if r := w.reconcile(t, day); r.Differs != 2 {
			t.Errorf("%+v", r)
		}
	}
	if n := w.Store.Client(t.Context()).Refund.Query().CountX(t.Context()); n+len(w.refunded) != 0 {
		t.Errorf("%d refunds are in the book", n)
	}
}

func TestReconcileWhatDiffers(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	amount, back, second := w.settled(t), w.settled(t), w.settled(t)
	refused, open := w.attempt(t, false), w.attempt(t, true)
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	_, _ = w.Payment.Execute(t.Context(), refused)
	w.Gateway.Book(paymenttest.Entry{OrderID: w.row(t, refused).ProviderOrderID, Amount: 1100})
	w.Gateway.Next(paymenttest.Commit, paymenttest.DiesAfter)
	paymenttest.Dying(func() { _, _ = w.Payment.Execute(context.Background(), open) })
	if err := w.Gateway.Refund(t.Context(), w.row(t, back).TrackingID, 100); err != nil {
		t.Fatal(err)
	}
	w.Gateway.Misreport(func(list []gateway.Settlement) []gateway.Settlement {
		for i := range list {
			if list[i].OrderID == w.row(t, amount).ProviderOrderID {
				list[i].Amount++
			}
			if list[i].OrderID == w.row(t, second).ProviderOrderID {
				twice := list[i]
				twice.TrackingID = "another"
				list = append(list, twice)
			}
		}
		return list
	})
	r := w.reconcile(t, day)
	if r.Differs != 4 || r.Unknown != 0 || r.Missing != 0 || r.Lines != 7 {
		t.Errorf("%+v", r)
	}
	if got := w.state(t, open); got != charge.StateAuthorized {
		t.Errorf("the open charge is %s", got)
	}
	jobs := paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind())
	if !slices.ContainsFunc(jobs, func(j payment.ResolveArgs) bool { return j.ChargeID == open.ID }) {
		t.Errorf("the open charge is not looked up: %v", jobs)
	}
	if _, err := w.Payment.Resolve(t.Context(), open.ID); err != nil {
		t.Error(err)
	}
	var released []string
	for _, job := range paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind()) {
		_ = w.Payment.CarryOut(t.Context(), job.RefundID)
		released = append(released, w.Store.Client(t.Context()).Refund.GetX(t.Context(), job.RefundID).TrackingID)
	}
	if len(released) != 2 || !slices.Contains(released, "another") || w.entry(t, refused).Kept() != 0 || w.entry(t, second).Kept() != 1100 {
		t.Errorf("given back are %v", released)
	}
	if !slices.Contains(w.refunded, 1100) {
		t.Errorf("of what only the list told its member hears nothing: %v", w.refunded)
	}
	if r := w.reconcile(t, day); r.Differs != 1 { // the other amount waits for somebody
		t.Errorf("then %+v", r)
	}
	taken := w.Store.Client(t.Context()).Refund.Query().Where(refund.ChargeID(back.ID)).OnlyX(t.Context())
	if taken.Amount != 100 || taken.State != refund.StateDone || taken.AskedBy != "provider" || !slices.Contains(w.refunded, 100) {
		t.Errorf("what went back without our asking is in the book as %v", taken)
	}
	if e := w.event(t, w.row(t, amount).ProviderOrderID, "sale"); e.AppliedAt != nil || logged.lines(slog.LevelError, e.ID) != 1 {
		t.Errorf("%v; people are told %d times", e, logged.lines(slog.LevelError, e.ID))
	}
	if e := w.event(t, w.row(t, open).ProviderOrderID, "sale"); e.AppliedAt == nil {
		t.Errorf("%v", e)
	}
}

// A charge that is in no list is told once, when both lists in which it could be are complete, and
// forgotten when it does.
func TestReconcileMissing(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	w.settled(t)
	lost := w.settled(t)
	order := w.row(t, lost).ProviderOrderID
	w.Gateway.Misreport(func(list []gateway.Settlement) []gateway.Settlement {
		return slices.DeleteFunc(list, func(l gateway.Settlement) bool { return l.OrderID == order })
	})
	for range 2 {
		if r := w.reconcile(t, day); !r.Right() || logged.lines(slog.LevelError, lost.ID) != 0 {
			t.Errorf("too early: %+v", r)
		}
		w.Clock.Advance(24 * time.Hour)
	}
	for range 2 {
		if r := w.reconcile(t, day); r.Missing != 1 || r.Right() || logged.lines(slog.LevelError, lost.ID) != 1 {
			t.Errorf("%+v; people are told %d times", r, logged.lines(slog.LevelError, lost.ID))
		}
	}
	w.Gateway.Misreport(nil)
	if r := w.reconcile(t, day); !r.Right() || w.event(t, order, "missing").AppliedAt == nil {
		t.Errorf("when it is listed: %+v", r)
	}
}

// A charge of one minute before midnight may be in the next day's list.
func TestReconcileAroundMidnight(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	late := w.settled(t)
	w.Store.Client(t.Context()).Charge.UpdateOneID(late.ID).SetSettledAt(day.Start().Add(-time.Minute)).ExecX(t.Context())
	w.Clock.Advance(48 * time.Hour)
	if r := w.reconcile(t, day.AddDays(-1)); !r.Right() || r.Lines != 0 {
		t.Errorf("%+v", r)
	}
}

func TestReconcileWithoutAList(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.Gateway.Next(paymenttest.Settlements, paymenttest.Trouble)
	if _, err := w.Lists.Reconcile(t.Context(), actstest.By(w.Store), w.Clock.Today()); err == nil || w.events(t) != 0 {
		t.Error("a list that cannot be read is taken for an empty one")
	}
}

// A payment that the provider took back and gave back again is in its lists as taken back, which by
// then is known: the line, however late it is read, takes nothing back again, and another one that
// follows does.
func TestReconcileWhatCameBack(t *testing.T) {
	t.Parallel()
	for _, readLate := range []bool{false, true} {
		w := setup(t)
		s := w.settled(t)
		c, day := w.row(t, s), w.Clock.Today()
		if err := w.Gateway.Refund(t.Context(), c.TrackingID, 0); err != nil {
			t.Fatal(err)
		}
		w.reversed(t, c)
		if !readLate {
			w.reconcile(t, day)
		}
		err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
			yen, err := w.Payment.CameBack(ctx, c.BillID)
			if yen != 1100 {
				t.Errorf("%d yen came back", yen)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if r := w.reconcile(t, day); !r.Right() {
				t.Errorf("read late %t: %+v", readLate, r)
			}
		}
		done := func() int {
			return w.Store.Client(t.Context()).Refund.Query().Where(refund.ChargeID(s.ID), refund.StateEQ(refund.StateDone)).CountX(t.Context())
		}
		if n := done(); n != 0 {
			t.Errorf("read late %t: taken back again, %d times", readLate, n)
		}
		w.Clock.Advance(24 * time.Hour)
		again := w.Clock.Now()
		w.Gateway.Misreport(func(lines []gateway.Settlement) []gateway.Settlement {
			return append(lines, gateway.Settlement{OrderID: c.ProviderOrderID, TrackingID: c.TrackingID, Kind: gateway.SettlementRefund, Amount: 1100, At: again, Reversed: true})
		})
		w.reconcile(t, w.Clock.Today())
		if n := done(); n != 1 {
			t.Errorf("read late %t: a second one is booked %d times", readLate, n)
		}
	}
}
