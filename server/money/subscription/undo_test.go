package subscription

import (
	"testing"
	"time"

	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/transport/paths"
)

// Undoing leads back to exactly where the contract was, from every status it can be cancelled in.
func TestUndoLeadsBack(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	for _, status := range Statuses {
		if !status.Remains() {
			continue
		}
		row, member := w.contract(t, "standard", nil)
		w.put(t, row.ID, status)
		before := w.row(t, row.ID)
		if err := w.cancelled(t, member, row.ID); err != nil {
			t.Fatal(err)
		}
		page, err := w.UndoPage(t.Context(), member, row.ID.String())
		if err != nil || page.Blocked != nil || !page.Next.None() {
			t.Errorf("%s: %+v, %v", status, page, err)
		}
		next, err := w.Undo(t.Context(), member, row.ID.String())
		if want := "/mypage/subscription/" + row.ID.String() + "/withdraw/cancel/complete"; err != nil || paths.Of(next) != want {
			t.Errorf("%s: %s, %v", status, paths.Of(next), err)
		}
		after := w.row(t, row.ID)
		if after.Status != before.Status || after.NextSettlementDay != before.NextSettlementDay || after.Period != before.Period || after.CancelRequestedAt != nil || after.ResumeStatus != "" {
			t.Errorf("%s: %+v", status, after)
		}
		if kept := w.cancellations(t, row.ID); len(kept) != 1 || kept[0].UndoneAt == nil || w.Mails(t, member, "contract-kept") != 1 {
			t.Errorf("%s: %+v, %d mails", status, kept, w.Mails(t, member, "contract-kept"))
		}
		if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil || w.Mails(t, member, "contract-kept") != 1 {
			t.Errorf("%s, once more: %v, %d mails", status, err, w.Mails(t, member, "contract-kept"))
		}
		kept, err := w.KeptPage(t.Context(), member, row.ID.String())
		if err != nil || !kept.Next.None() || kept.NextPayment.IsZero() != (status.Group() == GroupHold) {
			t.Errorf("%s: %+v, %v", status, kept, err)
		}
		if page, err := w.UndoPage(t.Context(), member, row.ID.String()); err != nil || paths.Of(page.Next) != "/mypage/subscription/"+row.ID.String() {
			t.Errorf("%s, the page of undoing: %+v, %v", status, page, err)
		}
	}
}

// A contract that was cancelled and taken back is charged as if nothing had happened.
func TestAKeptContractIsCharged(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatal(err)
	}
	w.at(t, "2026-06-14")
	if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil {
		t.Fatal(err)
	}
	w.at(t, "2026-06-15")
	w.work(t)
	if count, yen := w.Gateway.Settled(); count != 1 || yen != 1100 || w.story(t, row.ID) != "Contract CancelRequested CancelUndone Renewed" {
		t.Errorf("%d charges of %d yen, %s", count, yen, w.story(t, row.ID))
	}
}

func TestWhenUndoIsTooLate(t *testing.T) { // S-079 S-074 E-051 A-130
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	held, owner := w.contract(t, "standard", nil)
	w.put(t, held.ID, Hold)
	for _, err := range []error{w.cancelled(t, member, row.ID), w.cancelled(t, owner, held.ID)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	v, err := w.Find(t.Context(), owner, held.ID.String())
	if err != nil || v.EndDay().String() != "2026-05-15" {
		t.Errorf("a held contract ends on %s, %v", v.EndDay(), err)
	}
	w.at(t, "2026-05-16")
	if _, err := w.Undo(t.Context(), owner, held.ID.String()); said(err) != "SUBSCRIPTION_RENEWING_UNDO" {
		t.Errorf("a held one, the next day: %v", err)
	}
	w.at(t, "2026-06-15")
	if _, err := w.Undo(t.Context(), member, row.ID.String()); said(err) != "SUBSCRIPTION_RENEWING_UNDO" {
		t.Errorf("on the billing day: %v", err)
	}
	if page, err := w.UndoPage(t.Context(), member, row.ID.String()); err != nil || page.Blocked == nil || page.Blocked.Code != "SUBSCRIPTION_RENEWING_UNDO" {
		t.Errorf("%+v, %v", page, err)
	}
	w.work(t)
	if _, err := w.Undo(t.Context(), member, row.ID.String()); said(err) != "NOT_FOUND" {
		t.Errorf("after its end: %v", err)
	}
	if w.Mails(t, member, "contract-kept") != 0 {
		t.Error("a refused undo sent a mail")
	}
}

func TestUndoNeedsAPaymentMethod(t *testing.T) { // S-080
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatal(err)
	}
	w.Store.Client(t.Context()).PaymentMethod.Update().Where(paymentmethod.AccountID(member.AccountID)).
		SetState(paymentmethod.StateDeleted).SetDeletedAt(w.Clock.Now()).ExecX(t.Context())
	w.Card(t, w.Member(t)) // another member's
	if _, err := w.Undo(t.Context(), member, row.ID.String()); said(err) != "PAYMENT_METHOD_NOT_REGISTERED" || Status(w.row(t, row.ID).Status) != CancelRequest {
		t.Errorf("without a method: %v", err)
	}
	w.Card(t, member)
	if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil {
		t.Errorf("with one: %v", err)
	}
}

// M-30: a contract that a campaign's code alone pays for needs no payment method to go on.
func TestUndoOfAContractThatACodePays(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", func(a *Agreement) { a.MethodID, a.Basis.Price = nil, 0 })
	w.Store.Client(t.Context()).PaymentMethod.Update().Where(paymentmethod.AccountID(member.AccountID)).
		SetState(paymentmethod.StateDeleted).SetDeletedAt(w.Clock.Now()).ExecX(t.Context())
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil || Status(w.row(t, row.ID).Status) != NewContract {
		t.Errorf("%v, %s", err, w.row(t, row.ID).Status)
	}
}

// To and fro without end would be mails without end: undoing is limited to five a day, cancelling
// never is.
func TestUndoIsLimited(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	for range undosADay {
		if err := w.cancelled(t, member, row.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Minute)
	}
	if err := w.cancelled(t, member, row.ID); err != nil {
		t.Fatalf("cancelling is limited: %v", err)
	}
	if _, err := w.Undo(t.Context(), member, row.ID.String()); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("once too often: %v", err)
	}
	w.Clock.Advance(24 * time.Hour)
	if _, err := w.Undo(t.Context(), member, row.ID.String()); err != nil {
		t.Errorf("a day later: %v", err)
	}
}

// Cancelling against undoing, from fifty tabs: one cancellation, each taken back once at most, as
// many mails as steps.
func TestCancelAgainstUndo(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if _, err := w.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil {
		t.Fatal(err)
	}
	outcomes := faulttest.Races(50, func(i int) error {
		if i%2 == 0 {
			_, err := w.Undo(t.Context(), member, row.ID.String())
			return err
		}
		_, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{})
		return err
	})
	kept := w.cancellations(t, row.ID)
	undone, status := w.Mails(t, member, "contract-kept"), Status(w.row(t, row.ID).Status)
	if len(kept) != 1 || w.Mails(t, member, "contract-cancelled") != 1 || undone > 1 || (kept[0].UndoneAt != nil) != (undone == 1) {
		t.Errorf("%v, %+v, %d mails of undoing", outcomes, kept, undone)
	}
	if want := map[int]Status{0: CancelRequest, 1: NewContract}[undone]; status != want {
		t.Errorf("%s after %d undone", status, undone)
	}
	for outcome := range outcomes {
		switch outcome {
		case "", "SUBSCRIPTION_ALREADY_CANCELLED", "INVALID_SESSION_FLOW → /mypage/subscription/" + row.ID.String() + "/withdraw":
		default:
			t.Error(outcome)
		}
	}
}

// Another browser of the same member has its own flow and may cancel as well.
func TestTwoBrowsers(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, phone := w.contract(t, "standard", nil)
	desk := actor.Actor{AccountID: phone.AccountID, SessionID: w.Member(t).SessionID, Locale: "en"}
	if _, err := w.CancelPage(t.Context(), phone, row.ID.String(), ""); err != nil {
		t.Fatal(err)
	}
	if err := w.cancelled(t, desk, row.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Cancel(t.Context(), phone, row.ID.String(), CancelInput{}); said(err) != "SUBSCRIPTION_ALREADY_CANCELLED" {
		t.Errorf("the other browser: %v", err)
	}
	if found, err := w.Flow.Open(t.Context(), desk.SessionID, cancelling(row.ID), &opened{}); found || err != nil {
		t.Errorf("the flow is still open, %v", err)
	}
}
