package subscription

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/step"
	"kaiin/server/money/payment/paymenttest"
)

// endMethod does what payment does when the provider tells that the agreement is over.
func (w *world) endMethod(t *testing.T, account, method uuid.UUID) {
	t.Helper()
	err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
		err := w.Store.Client(ctx).PaymentMethod.UpdateOneID(method).SetState(paymentmethod.StateDeleted).SetDeletedAt(w.Clock.Now()).Exec(ctx)
		if err != nil {
			return err
		}
		return w.MethodEnded(ctx, account, method)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A contract whose method was ended at the provider is told once, asks the provider for nothing
// when it is due, goes on hold, and goes on with another method.
func TestMethodEnded(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.endMethod(t, member.AccountID, *row.PaymentMethodID)
	if got := w.Mails(t, member, "method-ended"); got != 1 {
		t.Errorf("%d mails", got)
	}
	if after := w.row(t, row.ID); after.Status != row.Status || !w.watchableUntil(t, row.ID).After(w.Clock.Now()) {
		t.Errorf("before it is due the contract is %s", after.Status)
	}
	w.at(t, "2026-06-15")
	w.work(t)
	if Status(w.row(t, row.ID).Status) != Hold || w.Gateway.Calls(paymenttest.Charge) != 0 || w.Mails(t, member, "renewal-failed") != 1 {
		t.Errorf("%s after %d calls", w.row(t, row.ID).Status, w.Gateway.Calls(paymenttest.Charge))
	}
	other := w.Card(t, member)
	if _, err := w.ChangeMethod(t.Context(), member, row.ID.String(), other.ID.String()); err != nil || Status(w.row(t, row.ID).Status) != HoldReleased {
		t.Errorf("with another method: %v, %s", err, w.row(t, row.ID).Status)
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || w.Mails(t, member, "method-ended") != 1 {
		t.Errorf("%d charges of %d yen", count, yen)
	}
}

// A member who has nothing to do is told nothing: a contract that was changed away from the method,
// is to end, or is on hold already.
func TestMethodEndedThatChargesNothing(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	w.endMethod(t, member.AccountID, *row.PaymentMethodID)
	other, changer := w.contract(t, "standard", nil)
	was, now := *other.PaymentMethodID, w.Card(t, changer)
	if _, err := w.ChangeMethod(t.Context(), changer, other.ID.String(), now.ID.String()); err != nil {
		t.Fatal(err)
	}
	w.endMethod(t, changer.AccountID, was)
	leaving, leaver := w.contract(t, "standard", nil)
	w.Store.Client(t.Context()).Subscription.UpdateOneID(leaving.ID).SetStatus(string(CancelRequest)).ExecX(t.Context())
	w.endMethod(t, leaver.AccountID, *leaving.PaymentMethodID)
	if w.Mails(t, member, "method-ended")+w.Mails(t, changer, "method-ended")+w.Mails(t, leaver, "method-ended") != 0 {
		t.Error("told of a method that charges nothing")
	}
}

// The page says that the payment was completed for the change that paid a contract on hold, and for
// none that came after it on that day.
func TestTheChangeThatPaid(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	first, second := w.Card(t, member), w.Card(t, member)
	w.at(t, "2026-06-20")
	change := func(card *ent.PaymentMethod) (paid string) {
		t.Helper()
		next, err := w.ChangeMethod(t.Context(), member, row.ID.String(), card.ID.String())
		if next.Name != step.NameMethodChanged || err != nil {
			t.Fatalf("%+v, %v", next, err)
		}
		return next.Paid
	}
	released := func(paid string, want bool) {
		t.Helper()
		page, err := w.MethodChangedPage(t.Context(), member, row.ID.String(), paid)
		if err != nil || !page.Next.None() || page.Released != want {
			t.Errorf("%q: %+v, %v", paid, page, err)
		}
	}
	paid := change(first)
	released(paid, true)
	for _, card := range []*ent.PaymentMethod{first, second, first} {
		released(change(card), false)
	}
	released(paid, true) // its page is still open in another tab
	for _, other := range []string{row.ID.String(), "null", strings.Repeat("１", 1000)} {
		released(other, false)
	}
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 {
		t.Errorf("%d charges of %d yen", count, yen)
	}
	w.at(t, "2026-06-21")
	released(paid, false)
}

// A retry paid, and another method comes after it: the change has paid nothing.
func TestAChangeAfterTheRetryThatPaid(t *testing.T) { // R-069 S-084
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.held(t, nil)
	if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	next, err := w.ChangeMethod(t.Context(), member, row.ID.String(), w.Card(t, member).ID.String())
	if err != nil || next.Paid != "" {
		t.Fatalf("%+v, %v", next, err)
	}
	if page, err := w.MethodChangedPage(t.Context(), member, row.ID.String(), next.Paid); err != nil || page.Released {
		t.Errorf("%+v, %v", page, err)
	}
}
