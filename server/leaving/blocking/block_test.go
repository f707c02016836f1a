package blocking_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	entaccount "kaiin/ent/account"
	"kaiin/ent/cancellation"
	entsession "kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts/actstest"
)

// A blocked member is out everywhere and at once, and is told; their contracts end with what is
// paid, and nothing is charged any more.
func TestBlock(t *testing.T) {
	w := setup(t)
	row, a := w.member()
	logintest.Trusted(t, w.logins, row.ID)
	w.buy(a, "standard")
	w.buy(a, "film")
	paid := w.taken()
	w.must(w.block(row, false))
	if w.status(row) != entaccount.StatusSuspended {
		t.Error(w.status(row))
	}
	client := w.client()
	if open := client.Session.Query().Where(entsession.AccountID(row.ID), entsession.EndedAtIsNil()).CountX(t.Context()); open != 0 {
		t.Errorf("%d sessions", open)
	}
	if n := client.TrustedDevice.Query().CountX(t.Context()); n != 0 {
		t.Errorf("%d devices", n)
	}
	if got := w.contracts(row.ID); !slices.Equal(got, []subscription.Status{subscription.CancelRequest}) {
		t.Errorf("contracts %v", got)
	}
	mail := accounttest.Mail[notify.MemberBlocked](t, w.Account, *row.Email)
	kept := client.Cancellation.Query().OnlyX(t.Context())
	if len(mail.Contracts) != 1 || mail.Contracts[0].Receipt != kept.Receipt || mail.Contracts[0].Last.String() != "2026-06-14" || kept.By != cancellation.ByStaff || mail.Open {
		t.Errorf("%+v, by %s", mail, kept.By)
	}
	if mails := accounttest.Mails(t, w.Account, *row.Email); slices.Contains(mails, "contract-cancelled") {
		t.Errorf("a mail says that the contract can be kept: %v", mails)
	}
	_, err := w.logins.Login(t.Context(), a.SignedOut(), login.Input{Identifier: *row.Email, Password: accounttest.Password, Method: actor.MethodPassword})
	if !fault.Is(err, fault.LoginProhibited) {
		t.Errorf("a login: %v", err)
	}
	if _, err := w.atTheBank(a, "weekly"); !fault.Is(err, fault.CodeUnauthenticated) {
		t.Errorf("an order: %v", err)
	}
	contract := client.Subscription.Query().OnlyX(t.Context())
	if _, err := w.Subscription.Undo(t.Context(), a, contract.ID.String()); !fault.Is(err, fault.CodeUnauthenticated) {
		t.Errorf("the member takes the cancellation back: %v", err)
	}
	if err := w.Subscription.UndoByStaff(t.Context(), actstest.By(w.Store), contract.ID); !fault.Is(err, fault.MemberBlocked) {
		t.Errorf("the staff take it back: %v", err)
	}
	if f, err := w.Subscription.BlockedBy(t.Context(), contract.ID, subscription.IntentUndo); err != nil || f == nil || f.Code != fault.MemberBlocked {
		t.Errorf("%v, %v", f, err)
	}
	w.Clock.Advance(40 * 24 * time.Hour)
	w.must(w.Subscription.Renew(t.Context(), contract.ID))
	if got := w.contracts(row.ID); got[0].Contracted() || w.taken() != paid {
		t.Errorf("%v, %d yen of %d", got, w.taken(), paid)
	}
}

// What was cancelled stays so for a member who is let in again, who may then take that back.
func TestUnblock(t *testing.T) {
	w := setup(t)
	row, a := w.member()
	w.buy(a, "standard")
	by := func() error { return w.Unblock(t.Context(), actstest.By(w.Store), row.ID) }
	if err := by(); said(err) != "ALREADY_DONE" {
		t.Errorf("never blocked: %v", err)
	}
	w.must(w.block(row, false))
	if err := w.block(row, true); said(err) != "ALREADY_DONE" {
		t.Errorf("twice: %v", err)
	}
	w.must(by())
	if w.status(row) != entaccount.StatusActive || w.contracts(row.ID)[0] != subscription.CancelRequest {
		t.Errorf("%s, %v", w.status(row), w.contracts(row.ID))
	}
	accounttest.Mail[notify.MemberUnblocked](t, w.Account, *row.Email)
	again, _ := logintest.Member(t, w.logins, row.ID)
	contract := w.client().Subscription.Query().OnlyX(t.Context())
	if _, err := w.Subscription.Undo(t.Context(), again, contract.ID.String()); err != nil {
		t.Error(err)
	}
	if err := w.Block(t.Context(), actstest.By(w.Store), uuid.New(), false); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("an unknown member: %v", err)
	}
	w.client().Account.UpdateOneID(row.ID).SetStatus(entaccount.StatusWithdrawn).SetWithdrawnAt(w.Clock.Now()).ExecX(t.Context())
	if err, other := by(), w.block(row, false); said(err) != "MEMBER_LEFT" || said(other) != "MEMBER_LEFT" {
		t.Errorf("who has left: %v, %v", err, other)
	}
}

// Ending now ends everything, what was cancelled by the member included; the link that cancels a
// contract without a login works until then, blocked or not.
func TestContractsEndNow(t *testing.T) {
	w := setup(t)
	row, a := w.member()
	w.buy(a, "standard")
	contract := w.client().Subscription.Query().OnlyX(t.Context())
	w.must(w.Subscription.CancelByLink(t.Context(), a.SignedOut(), w.Subscription.LeaveLink(contract, *row.Email)))
	w.must(w.block(row, true))
	if got := w.contracts(row.ID); !slices.Equal(got, []subscription.Status{subscription.Terminated}) {
		t.Errorf("contracts %v", got)
	}
	if mail := accounttest.Mail[notify.MemberBlocked](t, w.Account, *row.Email); len(mail.Contracts) != 0 {
		t.Errorf("%+v", mail)
	}
	if mails := accounttest.Mails(t, w.Account, *row.Email); !slices.Contains(mails, "contract-ended") {
		t.Errorf("mails %v", mails)
	}
}

// Of a member who is blocked while money is being taken, nothing is kept: neither on the billing
// day, when no member may cancel, nor of an order.
func TestWhatIsUnderWayGoesBack(t *testing.T) {
	for name, now := range map[string]bool{"at term": false, "now": true} {
		t.Run(name, func(t *testing.T) {
			w := setup(t)
			row, a := w.member()
			w.buy(a, "standard")
			paid := w.taken()
			contract := w.client().Subscription.Query().OnlyX(t.Context())
			w.Clock.Advance(time.Until(contract.NextSettlementDay.Start().Add(12*time.Hour)) - time.Until(w.Clock.Now()))
			w.env.Gateway.Next(paymenttest.Commit, paymenttest.TimeoutAfter)
			w.env.Gateway.Next(paymenttest.Lookup, slices.Repeat([]paymenttest.Outcome{paymenttest.Trouble}, 20)...)
			_ = w.Subscription.Renew(t.Context(), contract.ID) // its outcome is not known
			if w.taken() == paid {
				t.Fatal("the provider took nothing")
			}
			w.must(w.block(row, now))
			if mail := accounttest.Mail[notify.MemberBlocked](t, w.Account, *row.Email); !mail.Open {
				t.Errorf("%+v", mail)
			}
			w.env.Gateway.Heal(paymenttest.Lookup)
			w.Clock.Advance(2 * time.Hour)
			w.settle()
			if w.taken() != paid {
				t.Errorf("%d yen, not %d", w.taken(), paid)
			}
		})
	}
}

// Whatever comes first of a block and of an order, a login or a renewal, a blocked member has no
// contract that runs, no session, and has paid nothing that came after.
func TestBlockAgainstAll(t *testing.T) {
	w := setup(t)
	w.env.Gateway.Slow(3 * time.Millisecond)
	bought := 0
	for i := range 18 {
		row, a := w.member()
		key, err := w.atTheBank(a, []string{"standard", "trial", "film"}[i%3])
		w.must(err)
		var buying, logging error
		var group sync.WaitGroup
		group.Go(func() {
			time.Sleep(time.Duration(i%6) * time.Millisecond)
			_, buying = w.purchases.ReturnFromBank(t.Context(), key)
		})
		group.Go(func() {
			_, logging = w.logins.Login(t.Context(), a.SignedOut(), login.Input{Identifier: *row.Email, Password: accounttest.Password, Method: actor.MethodPassword})
		})
		group.Go(func() {
			time.Sleep(time.Duration(i/3) * time.Millisecond)
			if err := w.block(row, i%2 == 0); err != nil {
				t.Error(err)
			}
		})
		group.Wait()
		for _, err := range []error{buying, logging} {
			if _, isFault := fault.As(err); err != nil && !isFault {
				t.Error(errors.Unwrap(err), err)
			}
		}
		w.settle()
		for _, status := range w.contracts(row.ID) {
			bought++
			if status.Remains() {
				t.Errorf("a contract is %s", status)
			}
		}
		if open := w.client().Session.Query().Where(entsession.AccountID(row.ID), entsession.EndedAtIsNil()).CountX(t.Context()); open != 0 || w.status(row) != entaccount.StatusSuspended {
			t.Errorf("%d sessions, %s", open, w.status(row))
		}
	}
	t.Logf("%d had a contract before the block", bought)
}
