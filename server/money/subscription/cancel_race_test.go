package subscription

import (
	"context"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
)

// While a charge is under way, or it is not known yet whether it was made, nothing moves (E-050,
//
func TestCancellingAgainstACharge(t *testing.T) { // S-073 S-074
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	w.put(t, row.ID, Hold)
	w.at(t, "2026-06-15")
	if _, err := w.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil {
		t.Fatal(err)
	}
	w.charging(t, row)
	if _, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{}); said(err) != "SUBSCRIPTION_RENEWING" || Status(w.row(t, row.ID).Status) != Hold {
		t.Errorf("cancelled while a charge is open: %v", err)
	}
	page, err := w.CancelPage(t.Context(), member, row.ID.String(), "")
	if err != nil || page.Blocked == nil || page.Blocked.Code != fault.SubscriptionRenewing {
		t.Errorf("%+v, %v", page, err)
	}
	w.put(t, row.ID, HoldCancelRequest)
	w.Store.Client(t.Context()).Subscription.UpdateOneID(row.ID).SetCancelRequestedAt(w.Clock.Now()).ExecX(t.Context())
	if _, err := w.Undo(t.Context(), member, row.ID.String()); said(err) != "SUBSCRIPTION_RENEWING_UNDO" {
		t.Errorf("undone while a charge is open: %v", err)
	}
	other, owner := w.contract(t, "annual", nil)
	w.charging(t, other)
	if _, err := w.Cancel(t.Context(), owner, other.ID.String(), CancelInput{}); said(err) != "SUBSCRIPTION_RENEWING" {
		t.Errorf("the server says that it renews, the day does not: %v", err)
	}
}

// Fifty tabs cancel at once: one cancellation, one mail, and 49 who are told so.
func TestFiftyCancel(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if _, err := w.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil {
		t.Fatal(err)
	}
	outcomes := faulttest.Races(50, func(int) error {
		_, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{})
		return err
	})
	if outcomes[""] != 1 || outcomes["SUBSCRIPTION_ALREADY_CANCELLED"] != 49 || len(w.cancellations(t, row.ID)) != 1 || w.Mails(t, member, "contract-cancelled") != 1 {
		t.Errorf("%v, %d cancellations, %d mails", outcomes, len(w.cancellations(t, row.ID)), w.Mails(t, member, "contract-cancelled"))
	}
}

// Cancelling against renewing, on the billing day: the contract is charged once, and may be
// cancelled when that is over, for the next term.
func TestCancellingAgainstTheRenewal(t *testing.T) {
	t.Parallel()
	w := setup(t, "2026-05-15")
	row, member := w.contract(t, "standard", nil)
	if _, err := w.CancelPage(t.Context(), member, row.ID.String(), ""); err != nil {
		t.Fatal(err)
	}
	w.at(t, "2026-06-15")
	if err := w.Flow.Save(t.Context(), member.SessionID, cancelling(row.ID), opened{}, w.Clock.Now().Add(cancelTime)); err != nil {
		t.Fatal(err)
	}
	outcomes := faulttest.Races(50, func(i int) error {
		if i%2 == 0 {
			return w.Renew(context.Background(), row.ID)
		}
		_, err := w.Cancel(t.Context(), member, row.ID.String(), CancelInput{})
		return err
	})
	w.Clock.Advance(2 * time.Hour)
	w.work(t)
	count, _ := w.Gateway.Settled()
	got, kept := w.row(t, row.ID), w.cancellations(t, row.ID)
	want := map[int]Status{0: OngoingContract, 1: CancelRequest}[len(kept)]
	if count != 1 || got.Period != 2 || Status(got.Status) != want || outcomes[""] < len(kept) {
		t.Errorf("%s, term %d, %d charges, %d cancellations, %v", got.Status, got.Period, count, len(kept), outcomes)
	}
	for _, event := range strings.Fields(w.story(t, row.ID))[1:] {
		if event == string(CancelRequested) {
			t.Error("it was cancelled before it was renewed")
		} else if event == string(Renewed) {
			break
		}
	}
}
