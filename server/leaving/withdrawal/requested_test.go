package withdrawal_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	domain "kaiin/server/leaving/withdrawal"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
)

// asked has the staff asked to end the membership; stop is the token of the mail's link.
func (w *world) asked(row *ent.Account) (stop string, err error) {
	w.t.Helper()
	if err := w.LeaveByStaff(w.t.Context(), actstest.By(w.Store), row.ID, domain.Letter); err != nil {
		return "", err
	}
	return accounttest.Mail[notify.WithdrawalComing](w.t, w.Account, *row.Email).StopToken, nil
}

// due carries out what is due, as jobs would.
func (w *world) due() {
	w.t.Helper()
	if _, err := w.Due(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	for _, job := range paymenttest.Jobs[domain.LeaveArgs](w.t, w.Store, domain.LeaveArgs{}.Kind()) {
		if err := w.CarryOut(w.t.Context(), job.RequestID); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *world) outcome() (outcome string) {
	w.t.Helper()
	if err := w.Store.QueryRow(w.t.Context(), `SELECT coalesce(outcome, 'waits') FROM requested_withdrawals`).Scan(&outcome); err != nil {
		w.t.Fatal(err)
	}
	return outcome
}

// The rules are the member's own, when it is asked for and when the time has come.
func TestTheStaffEndNoMembershipThatItsMemberCouldNotEnd(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member()
	contract := w.contract(a, "standard", subscription.NewContract)
	if _, err := w.asked(row); said(err) != "CONTRACT_REMAINS" {
		t.Errorf("a contract: %v", err)
	}
	contract.Update().SetStatus(string(subscription.CancelRequest)).ExecX(t.Context())
	w.wait(24 * time.Hour) // what was paid today is of a former day
	if _, err := w.asked(row); err != nil {
		t.Fatal(err)
	}
	if _, err := w.asked(row); said(err) != "ALREADY_DONE" {
		t.Errorf("twice: %v", err)
	}
	contract.Update().SetStatus(string(subscription.NewContract)).ExecX(t.Context()) // its member has taken that back
	w.wait(72 * time.Hour)
	w.due()
	if w.left(row) || w.outcome() != "refused" {
		t.Errorf("left %v, %s", w.left(row), w.outcome())
	}
	accounttest.Mail[notify.WithdrawalOff](t, w.Account, *row.Email)
}

// While a payment is under way it waits, an hour at a time.
func TestARequestWaitsForAPayment(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member()
	if _, err := w.asked(row); err != nil {
		t.Fatal(err)
	}
	w.wait(72 * time.Hour)
	w.env.Gateway.Next(paymenttest.Charge, paymenttest.TimeoutAfter)
	w.buy(a, "film")
	w.due()
	if w.left(row) || w.outcome() != "waits" {
		t.Errorf("left %v, %s", w.left(row), w.outcome())
	}
	open := w.client().Charge.Query().OnlyX(t.Context())
	if _, err := w.Payment.Resolve(t.Context(), open.ID); err != nil {
		t.Fatal(err)
	}
	w.due()
	if w.left(row) {
		t.Error("before the hour is over")
	}
	w.wait(time.Hour)
	w.due()
	if !w.left(row) || w.outcome() != "left" {
		t.Errorf("left %v, %s", w.left(row), w.outcome())
	}
}

// A withdrawal that was stopped does not take place, also where the address has changed since the
// mail. A made-up link stops nothing.
func TestTheLinkThatStops(t *testing.T) {
	w := setup(t, nil)
	row, _ := w.member()
	reader := actor.Actor{IP: "203.0.113.9"}
	stop, err := w.asked(row)
	if err != nil {
		t.Fatal(err)
	}
	const over = "STOP_LINK_EXPIRED → /login"
	for _, token := range []string{"", "made-up", stop[:len(stop)-4], stop + "AAAA"} {
		if _, err := w.StopPage(t.Context(), token); said(err) != over {
			t.Errorf("the page of %.10s: %v", token, err)
		}
		if err := w.Stop(t.Context(), reader, token); said(err) != over {
			t.Errorf("%.10s: %v", token, err)
		}
	}
	if page, err := w.StopPage(t.Context(), stop); err != nil || page.IsStopped || page.EndsAt.Sub(w.Clock.Now().Add(72*time.Hour)).Abs() > time.Minute || w.outcome() != "waits" {
		t.Errorf("%+v, %v", page, err)
	}
	row.Update().SetEmail("other@example.jp").SetEmailKey("other@example.jp").ExecX(t.Context())
	for range 2 {
		if err := w.Stop(t.Context(), reader, stop); err != nil {
			t.Error(err)
		}
	}
	accounttest.Mail[notify.WithdrawalOff](t, w.Account, "other@example.jp")
	if page, err := w.StopPage(t.Context(), stop); err != nil || !page.IsStopped {
		t.Errorf("%+v, %v", page, err)
	}
	w.wait(73 * time.Hour)
	w.due()
	if w.left(row) || w.outcome() != "stopped" {
		t.Errorf("left %v, %s", w.left(row), w.outcome())
	}
	if mails := accounttest.Mails(t, w.Account, *row.Email); slices.Contains(mails, "withdrawn") {
		t.Errorf("mails %v", mails)
	}
	if err := w.LeaveByStaff(t.Context(), actstest.By(w.Store), uuid.New(), domain.Court); said(err) != "NOT_FOUND" {
		t.Errorf("an unknown member: %v", err)
	}
	w.wait(15 * 24 * time.Hour)
	if err := w.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.StopPage(t.Context(), stop); said(err) != over {
		t.Errorf("after a fortnight: %v", err)
	}
}

// The staff stop a withdrawal that waits, and the member is told. Where none waits there is nothing
// to stop.
func TestTheStaffStopAWithdrawal(t *testing.T) {
	w := setup(t, nil)
	row, _ := w.member()
	stop := func() error { return w.StopByStaff(t.Context(), actstest.By(w.Store), row.ID) }
	if err := stop(); said(err) != "what:INVALID_CHOICE" {
		t.Errorf("none waits: %v", err)
	}
	if _, err := w.asked(row); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	accounttest.Mail[notify.WithdrawalOff](t, w.Account, *row.Email)
	if err := stop(); said(err) != "what:INVALID_CHOICE" {
		t.Errorf("twice: %v", err)
	}
	w.wait(73 * time.Hour)
	w.due()
	if w.left(row) || w.outcome() != "stopped" {
		t.Errorf("left %v, %s", w.left(row), w.outcome())
	}
	if _, err := w.asked(row); err != nil {
		t.Errorf("asked for once more: %v", err)
	}
	if err := w.StopByStaff(t.Context(), actstest.By(w.Store), uuid.New()); said(err) != "accountId:NOT_FOUND" {
		t.Errorf("no member: %v", err)
	}
}

// Where no mail could say how to stop it, a court alone has a membership ended.
func TestNoMembershipEndsInSilence(t *testing.T) {
	w := setup(t, nil)
	row, _ := w.member()
	row.Update().ClearEmail().ClearEmailKey().ExecX(t.Context())
	for request, want := range map[domain.Request]string{domain.Letter: "EMAIL_NOT_SET", domain.Phone: "EMAIL_NOT_SET", domain.Court: ""} {
		if err := w.MayLeaveByStaff(t.Context(), row.ID, request); said(err) != want {
			t.Errorf("may %s: %v", request, err)
		}
		if err := w.LeaveByStaff(t.Context(), actstest.By(w.Store), row.ID, request); said(err) != want {
			t.Errorf("%s: %v", request, err)
		}
	}
}
