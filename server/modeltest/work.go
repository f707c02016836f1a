package modeltest

import (
	"testing"
	"time"

	"kaiin/server/money/payment"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/providerbilling"
	domain "kaiin/server/money/subscription"
)

// rest lets the workers do all they can within two hours.
func (w *world) rest(t testing.TB) {
	t.Helper()
	for range 2 {
		w.work(t)
		w.Clock.Advance(time.Hour)
	}
	w.work(t)
	for _, m := range w.members {
		m.model.Rest()
	}
}

func (w *world) work(t testing.TB) {
	t.Helper()
	ctx := w.ctx
	for range 50 {
		renewals, err := w.contract.Due(ctx)
		if err != nil {
			t.Fatal(err)
		}
		due, err := w.Payment.Due(ctx)
		if err != nil {
			t.Fatal(err)
		}
		jobs := 0
		for _, job := range paymenttest.Jobs[payment.NoticeArgs](t, w.Store, payment.NoticeArgs{}.Kind()) {
			_ = w.Payment.Act(ctx, job.EventID)
			jobs++
		}
		if renewals > 0 {
			for _, job := range paymenttest.Jobs[domain.RenewArgs](t, w.Store, domain.RenewArgs{}.Kind()) {
				_ = w.contract.Renew(ctx, job.SubscriptionID) // an error leaves it open: it comes back
			}
		}
		for _, job := range paymenttest.Jobs[payment.ResolveArgs](t, w.Store, payment.ResolveArgs{}.Kind()) {
			_, _ = w.Payment.Resolve(ctx, job.ChargeID)
			jobs++
		}
		for _, job := range paymenttest.Jobs[providerbilling.MonthArgs](t, w.Store, providerbilling.MonthArgs{}.Kind()) {
			if err := w.ProviderBilling.ApplyMonth(ctx, job.EventID); err != nil {
				t.Fatal(err)
			}
			jobs++
		}
		for _, job := range paymenttest.Jobs[payment.RefundArgs](t, w.Store, payment.RefundArgs{}.Kind()) {
			_ = w.Payment.CarryOut(ctx, job.RefundID)
			jobs++
		}
		for _, job := range paymenttest.Jobs[payment.EndArgs](t, w.Store, payment.EndArgs{}.Kind()) {
			w.endsAfter(t, job.MethodID)
			jobs++
		}
		for _, job := range paymenttest.Jobs[payment.ForgetArgs](t, w.Store, payment.ForgetArgs{}.Kind()) {
			_ = w.Payment.Forget(ctx, job.MethodID)
			jobs++
		}
		if renewals+due+jobs > 0 {
			continue
		}
		// Members are told in the morning, when what became due at midnight has been dealt with.
		if told, err := w.reminder.Due(ctx); err != nil {
			t.Fatal(err)
		} else if told == 0 {
			return
		}
	}
	t.Fatal("there is always more to do")
}
