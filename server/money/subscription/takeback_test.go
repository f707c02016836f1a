package subscription

import (
	"context"
	"testing"
)

// M-29: a told price that the store withdraws in the evening before its day is not charged in the
// night: the biller takes it back.
func TestTheBillerTakesAPriceBack(t *testing.T) {
	t.Parallel()
	for sells, want := range map[int]int{1100: 1100, 999: 1100, 1200: 1200} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "standard", nil)
		err := w.Store.Tx(t.Context(), func(ctx context.Context) error {
			return w.Reprice(ctx, row, Repricing{prices: []Price{{Term: 1, List: 1100}, {Term: 2, List: 1200}}})
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetPrice(sells).ClearRepriceFrom().ExecX(t.Context())
		w.at(t, "2026-06-15")
		w.work(t)
		if count, yen := w.Gateway.Settled(); count != 1 || yen != want || (w.Mails(t, member, "price-kept") == 1) != (want == 1100) {
			t.Errorf("sold for %d yen: %d charges of %d yen, %d mails", sells, count, yen, w.Mails(t, member, "price-kept"))
		}
	}
}
