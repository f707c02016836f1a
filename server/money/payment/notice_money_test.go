package payment_test

import (
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/refund"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
)

// Money that the provider took for a charge that was given up goes back.
func TestANoticeOfMoneyThatIsNotOwed(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	s := w.attempt(t, false)
	w.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if _, err := w.Payment.Execute(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	order := w.row(t, s).ProviderOrderID
	w.Gateway.Book(paymenttest.Entry{OrderID: order, Amount: 1100, Tax: 100})
	for range 2 {
		n := w.hear(t, gateway.Notice{Kind: gateway.NoticeSettled, OrderID: order, Amount: 1100})
		w.act(t)
		w.dealtWith(t, n)
	}
	w.resolve(t)
	if e := w.Gateway.Entry(order); e.Kept() != 0 || w.state(t, s) != charge.StateDeclined {
		t.Errorf("the provider keeps %d yen; the charge is %s", e.Kept(), w.state(t, s))
	}
}

// What goes back at the provider is written into the book as the look-up has it, once, whatever
// notices say of it and however many there are.
func TestANoticeOfARefund(t *testing.T) {
	t.Parallel()
	w, _ := listening(t)
	s := w.settled(t)
	c := w.row(t, s)
	lie := w.hear(t, gateway.Notice{Kind: gateway.NoticeRefunded, OrderID: c.ProviderOrderID, Amount: 1100})
	w.act(t)
	if e := w.notice(t, lie); e.AppliedAt != nil || len(w.refunded) != 0 {
		t.Errorf("nothing went back, and the book has %v", w.refunded)
	}
	if err := w.Gateway.Refund(t.Context(), c.TrackingID, 300); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := w.hear(t, gateway.Notice{Kind: gateway.NoticeRefunded, OrderID: c.ProviderOrderID, Amount: 1100})
		w.act(t)
		w.dealtWith(t, n)
	}
	if !slices.Equal(w.refunded, []int{300}) {
		t.Errorf("the book has %v", w.refunded)
	}
	w.must(t, s, 200, "ours") // is told of, too, and is no other
	w.act(t)
	n := w.hear(t, gateway.Notice{Kind: gateway.NoticeRefunded, OrderID: c.ProviderOrderID, Amount: 200})
	w.act(t)
	w.dealtWith(t, n)
	if err := w.Gateway.Refund(t.Context(), c.TrackingID, 0); err != nil {
		t.Fatal(err)
	}
	n = w.hear(t, gateway.Notice{Kind: gateway.NoticeReversed, TrackingID: c.TrackingID, Amount: 600})
	w.act(t)
	w.dealtWith(t, n)
	if !slices.Equal(w.refunded, []int{300, 200, 600}) {
		t.Errorf("the book has %v", w.refunded)
	}
	rows := w.Store.Client(t.Context()).Refund.Query().Where(refund.ChargeID(s.ID), refund.StateEQ(refund.StateDone)).AllX(t.Context())
	if len(rows) != 3 || logged.lines(slog.LevelError, s.ID) != 2 {
		t.Errorf("%d refunds, %d errors", len(rows), logged.lines(slog.LevelError, s.ID))
	}
}

// A method whose agreement is over leaves the wallet, and contracts are told once, also by
// a refusal.
func TestAMethodThatIsEndedThere(t *testing.T) {
	t.Parallel()
	w, ended := listening(t)
	client := w.Store.Client(t.Context())
	early := w.hear(t, gateway.Notice{Kind: gateway.NoticeEnded, Reference: "token-1"})
	w.act(t)
	s := w.settled(t)
	method := w.row(t, s).PaymentMethodID
	client.PaymentMethod.UpdateOneID(method).SetReference("token-1").ExecX(t.Context())
	w.Clock.Advance(2 * payment.Patience)
	if _, err := w.Payment.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.act(t)
	w.dealtWith(t, early)
	for range 2 {
		n := w.hear(t, gateway.Notice{Kind: gateway.NoticeEnded, Reference: "token-1"})
		w.act(t)
		w.dealtWith(t, n)
	}
	if m := client.PaymentMethod.GetX(t.Context(), method); m.State != paymentmethod.StateDeleted || !slices.Equal(ended(), []uuid.UUID{method}) {
		t.Errorf("the method is %s; told of %v", m.State, ended())
	}

	refused := w.attempt(t, true)
	w.Gateway.Next(paymenttest.Charge, paymenttest.Ended)
	if c, err := w.Payment.Execute(t.Context(), refused); err != nil || c.State != charge.StateDeclined {
		t.Fatal(c, err)
	}
	if o := w.applied[len(w.applied)-1]; !o.Hard() || !o.Refused() {
		t.Errorf("%+v is no refusal for good", o)
	}
	jobs := paymenttest.Jobs[payment.EndArgs](t, w.Store, payment.EndArgs{}.Kind())
	if len(jobs) != 1 || jobs[0].MethodID != w.row(t, refused).PaymentMethodID {
		t.Errorf("jobs: %+v", jobs)
	}
}

// A dispute is the staff's until it has ended, in whichever order that is told.
func TestADispute(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][]gateway.NoticeKind{
		"in order": {gateway.NoticeDisputed, gateway.NoticeDisputeEnded}, "reordered": {gateway.NoticeDisputeEnded, gateway.NoticeDisputed},
	} {
		w, _ := listening(t)
		s := w.settled(t)
		at := map[gateway.NoticeKind]time.Time{gateway.NoticeDisputed: w.Clock.Now(), gateway.NoticeDisputeEnded: w.Clock.Now().Add(time.Hour)}
		for i, kind := range order {
			n := w.hear(t, gateway.Notice{Kind: kind, At: at[kind], OrderID: w.row(t, s).ProviderOrderID, Amount: 1100})
			w.act(t)
			if kind == gateway.NoticeDisputed && i == 0 {
				w.left(t, n)
			}
		}
		if open, err := w.Payment.OpenEvents(t.Context()); err != nil || len(open) != 0 || w.state(t, s) != charge.StateSettled {
			t.Errorf("%s: open %+v, %v", name, open, err)
		}
	}
}
