package withdrawal_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/fault"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/transport/paths"
)

func TestOneCodeFiftyTimes(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member()
	code := w.confirm(row, a)
	var won atomic.Int64
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if _, err := w.Withdraw(t.Context(), a, code); err == nil {
				won.Add(1)
			} else if _, ok := fault.As(err); !ok {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 || !w.left(row) || w.withdrawals() != 1 {
		t.Errorf("%d succeeded, left %v", won.Load(), w.left(row))
	}
	receipts := slices.DeleteFunc(accounttest.Mails(t, w.Account, *row.Email), func(m string) bool { return m != "withdrawn" })
	if len(receipts) != 1 {
		t.Errorf("%d receipts", len(receipts))
	}
}

// The return from the bank and a withdrawal at the same time: never both a contract and a member
// who has left, and no money is taken from one who has.
func TestPurchaseAgainstWithdrawal(t *testing.T) {
	w := setup(t, nil)
	w.env.Gateway.Slow(5 * time.Millisecond)
	bought, gone := 0, 0
	for i := range 24 {
		row, a := w.member()
		plan := []string{"standard", "trial", "weekly"}[i%3]
		key, err := w.atTheBank(a, plan, w.form(a, plan))
		if err != nil {
			t.Fatal(err)
		}
		code := w.confirm(row, a)
		var buying, leaving error
		var group sync.WaitGroup
		group.Go(func() {
			time.Sleep(time.Duration(i%8) * time.Millisecond)
			next, err := w.purchases.ReturnFromBank(t.Context(), key)
			if buying = err; err == nil && !strings.HasSuffix(paths.Of(next), "/complete") {
				buying = errors.New("led to " + paths.Of(next))
			}
		})
		group.Go(func() {
			time.Sleep(time.Duration(i/8) * 2 * time.Millisecond)
			_, leaving = w.Withdraw(t.Context(), a, code)
		})
		group.Wait()
		if (buying == nil) == (leaving == nil) {
			t.Errorf("buying: %v, leaving: %v", buying, leaving)
		}
		if w.left(row) != (leaving == nil) || (w.running(row.ID) > 0) != (buying == nil) {
			t.Errorf("left %v, %d contracts after buying: %v, leaving: %v", w.left(row), w.running(row.ID), buying, leaving)
		}
		if buying == nil {
			bought++
		} else {
			gone++
		}
	}
	t.Logf("%d bought, %d left", bought, gone)
}

// The money is there and the contract is not yet: a member who left in between would have paid for
// nothing, or left with a contract.
func TestNoMemberLeavesBetweenPaymentAndContract(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member()
	key, err := w.atTheBank(a, "standard", w.form(a, "standard"))
	if err != nil {
		t.Fatal(err)
	}
	code := w.confirm(row, a)
	w.Payment.Ledger = paymenttest.Applies{Ledger: w.env.Billing, By: func(ctx context.Context, o payment.Outcome) (bool, error) {
		if _, err := w.Withdraw(t.Context(), a, code); said(err) != "WITHDRAW_PAYMENT_UNDER_WAY" {
			t.Errorf("leaving: %v", err)
		}
		return w.env.Billing.Applied(ctx, o)
	}}
	if _, err := w.purchases.ReturnFromBank(t.Context(), key); err != nil || w.left(row) || w.running(row.ID) != 1 {
		t.Errorf("%v, left %v, %d contracts", err, w.left(row), w.running(row.ID))
	}
}

// A card that is being registered while its member leaves is not kept, here or at the provider.
func TestRegisteringACardAgainstWithdrawal(t *testing.T) {
	w := setup(t, nil)
	row, a := w.member()
	code := w.confirm(row, a)
	w.env.Gateway.After(paymenttest.SaveCard, func() {
		if _, err := w.Withdraw(t.Context(), a, code); err != nil {
			t.Error(err)
		}
	})
	token := gateway.CardToken{Token: "t", Key: "k"}
	if _, err := w.Payment.RegisterCard(t.Context(), a, payment.RegisterCard{Token: token, Info: token}); said(err) != string(fault.CodeUnauthenticated) {
		t.Error(err)
	}
	for _, job := range paymenttest.Jobs[payment.ForgetArgs](t, w.Store, payment.ForgetArgs{}.Kind()) {
		if err := w.Payment.Forget(t.Context(), job.MethodID); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.env.Gateway.Cards(); n != 0 {
		t.Errorf("%d cards are left", n)
	}
	if _, err := w.Payment.RegisterCard(t.Context(), a, payment.RegisterCard{Token: token, Info: token}); said(err) != string(fault.CodeUnauthenticated) {
		t.Errorf("at the end: %v", err)
	}
}
