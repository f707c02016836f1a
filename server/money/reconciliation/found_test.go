package reconciliation_test

import (
	"slices"
	"testing"
	"time"

	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// What a comparison has found is counted as long as it is open, and then as what agrees.
func TestWhatIsFoundOfADay(t *testing.T) {
	t.Parallel()
	w := setup(t)
	day := w.Clock.Today()
	w.settled(t)
	amount, lost, open := w.settled(t), w.settled(t), w.attempt(t, true)
	w.Gateway.Book(paymenttest.Entry{OrderID: unknownOrder, Amount: 980})
	w.Gateway.Book(paymenttest.Entry{OrderID: w.row(t, open).ProviderOrderID, Amount: 1100})
	order, missing := w.row(t, amount).ProviderOrderID, w.row(t, lost).ProviderOrderID
	w.Gateway.Misreport(func(list []gateway.Settlement) []gateway.Settlement {
		for i := range list {
			if list[i].OrderID == order {
				list[i].Amount++
			}
		}
		return slices.DeleteFunc(list, func(l gateway.Settlement) bool { return l.OrderID == missing })
	})
	if found, err := w.Lists.Found(t.Context(), day); err != nil || len(found) != 0 {
		t.Errorf("before: %+v, %v", found, err)
	}
	w.Clock.Advance(48 * time.Hour)
	r := w.reconcile(t, day)
	found, err := w.Lists.Found(t.Context(), day)
	if err != nil || len(found) != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	f := found[0]
	if f.Provider != "sbps" || f.Whole || f.At != nil || f.Sales != 4 || f.Sold != 1100+1101+980+1100 || f.Refunds != 0 || f.Waiting != 1 ||
		f.Unknown != r.Unknown || f.Differs != r.Differs || f.Missing != r.Missing || f.Unknown != 1 || f.Differs != 1 || f.Missing != 1 {
		t.Errorf("%+v, and the comparison says %+v", f, r)
	}
	w.Gateway.Misreport(nil)
	w.work(t)
	if err := w.Lists.WorkReconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Lists.WorkReconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found, err = w.Lists.Found(t.Context(), day); err != nil || found[0].Waiting != 0 || found[0].Missing != 0 || found[0].Sales != 5 || !found[0].Whole || found[0].At == nil {
		t.Errorf("later: %+v, %v", found, err)
	}
	if found, err := w.Lists.Found(t.Context(), day.AddDays(-30)); err != nil || len(found) != 0 {
		t.Errorf("of a day that was not compared: %+v, %v", found, err)
	}
}
