package subscription

import (
	"context"
	"testing"
	"time"

	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault/faulttest"
)

// Undoing against the end of the term, fifty at once around midnight: the contract goes on and is
// charged, or it has ended and is not.
func TestUndoAgainstTheEndOfTheTerm(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(clock.Date(2026, 6, 15).Start().Add(-150 * time.Millisecond).Sub(w.Clock.Now()))
	outcomes := faulttest.Races(50, func(i int) error {
		time.Sleep(time.Duration(i) * 6 * time.Millisecond)
		if i%2 == 0 {
			return w.Renew(context.Background(), row.ID)
		}
		_, err := w.Undo(t.Context(), member, row.ID.String())
		return err
	})
	w.at(t, "2026-06-15")
	w.Clock.Advance(2 * time.Hour)
	w.work(t)
	undone := w.cancellations(t, row.ID)[0].UndoneAt != nil
	count, _ := w.Gateway.Settled()
	want, charges := Cancelled, 0
	if undone {
		want, charges = OngoingContract, 1
	}
	if got := w.row(t, row.ID); Status(got.Status) != want || count != charges || (w.Mails(t, member, "contract-kept") == 1) != undone {
		t.Errorf("taken back: %v, %s, %d charges, %d mails, %v", undone, got.Status, count, w.Mails(t, member, "contract-kept"), outcomes)
	}
}

// Deleting the card against the renewal that is paid with it: the card stays and is charged once.
func TestDeletingTheCardAgainstTheRenewal(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.Gateway.Slow(5 * time.Millisecond)
	outcomes := faulttest.Races(50, func(i int) error {
		if i%2 == 0 {
			return w.Renew(context.Background(), row.ID)
		}
		return w.Env.Payment.Delete(t.Context(), member, row.PaymentMethodID.String())
	})
	w.Clock.Advance(2 * time.Hour)
	w.work(t)
	card := w.Store.Client(t.Context()).PaymentMethod.GetX(t.Context(), *row.PaymentMethodID)
	if count, _ := w.Gateway.Settled(); outcomes[""] != 25 || outcomes["PAYMENT_METHOD_IN_USE"] != 25 || count != 1 || card.State != paymentmethod.StateActive {
		t.Errorf("%v, %d charges, the card is %s", outcomes, count, card.State)
	}
}

// Deleting the card against the end of the last contract that is paid with it: it goes when the
// contract has gone, and nothing is charged.
func TestDeletingTheCardAgainstTheEndOfTheTerm(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatal(err)
	}
	w.at(t, "2026-06-15")
	outcomes := faulttest.Races(50, func(i int) error {
		if i%2 == 0 {
			return w.Renew(context.Background(), row.ID)
		}
		return w.Env.Payment.Delete(t.Context(), member, row.PaymentMethodID.String())
	})
	deleted := outcomes[""] - 25
	card := w.Store.Client(t.Context()).PaymentMethod.GetX(t.Context(), *row.PaymentMethodID)
	if Status(w.row(t, row.ID).Status) != Cancelled || deleted > 1 || (card.State == paymentmethod.StateDeleted) != (deleted == 1) || len(w.Gateway.Ledger()) != 0 {
		t.Errorf("%s, %v, the card is %s", w.row(t, row.ID).Status, outcomes, card.State)
	}
}

// One bill, and workers that scan, renew and look up at once: it is paid once and told once.
func TestManyWorkersOneBill(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.at(t, "2026-06-15")
	w.Gateway.Slow(5 * time.Millisecond)
	outcomes := faulttest.Races(50, func(i int) error {
		switch i % 3 {
		case 0:
			return w.Renew(context.Background(), row.ID)
		case 1:
			_, err := w.Due(context.Background())
			return err
		}
		ids, err := w.Store.Client(context.Background()).Charge.Query().Where(charge.AccountID(row.AccountID)).IDs(context.Background())
		for _, id := range ids {
			_, _ = w.Env.Payment.Resolve(context.Background(), id)
		}
		return err
	})
	w.Clock.Advance(2 * time.Hour)
	w.work(t)
	count, yen := w.Gateway.Settled()
	if outcomes[""] != 50 || count != 1 || yen != 1100 || len(w.Gateway.Ledger()) != 1 || w.Mails(t, member, "renewed") != 1 || w.periods(t, row, bill.StatePaid) != "2" {
		t.Errorf("%v, %d charges of %d yen, %d mails, paid periods %s", outcomes, count, yen, w.Mails(t, member, "renewed"), w.periods(t, row, bill.StatePaid))
	}
}
