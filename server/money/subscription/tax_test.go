package subscription

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
)

// taxed are the contract's bills, as "amount/tax/rate".
func (w *world) taxed(t *testing.T, id uuid.UUID) string {
	t.Helper()
	var all []string
	for _, b := range w.Store.Client(t.Context()).Bill.Query().Where(bill.SubscriptionID(id)).Order(ent.Asc(bill.FieldPeriod)).AllX(t.Context()) {
		all = append(all, fmt.Sprintf("%d/%d/%d", b.Amount, b.Tax, b.TaxRate))
	}
	return strings.Join(all, " ")
}

// M-28: a term takes the rate of its first day, whatever was agreed on about its price.
func TestATermTakesTheRateOfItsFirstDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, plan, day string // the rate is 8 % from the day on; "" is at once
		change          func(*Agreement)
		reprice         []Price
		want            string // the bills of June, July and August
	}{
		{"the plan's price has changed", "standard", "2026-07-15", nil, nil, "1100/100/10 1100/81/8 1100/81/8"},
		{"the day after a term began", "standard", "2026-07-16", nil, nil, "1100/100/10 1100/100/10 1100/81/8"},
		{"without a day", "standard", "", nil, nil, "1100/81/8 1100/81/8 1100/81/8"},
		{"a discount", "standard", "2026-07-15", half, nil, "550/50/10 550/40/8 1100/81/8"},
		{"another price was told", "standard", "2026-07-15", nil, []Price{{Term: 1, List: 1100}, {Term: 4, List: 1200}}, "1100/100/10 1100/81/8 1200/88/8"},
		{"after a trial", "trial", "2026-06-29", nil, nil, "980/89/10 980/72/8 980/72/8"},
		{"after a trial, from its end on", "trial", "2026-05-29", nil, nil, "980/72/8 980/72/8 980/72/8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := setup(t, "2026-05-15")
			row, _ := w.contract(t, c.plan, c.change)
			if c.reprice != nil {
				if err := w.Store.Tx(t.Context(), func(ctx context.Context) error { return w.Reprice(ctx, row, Repricing{prices: c.reprice}) }); err != nil {
					t.Fatal(err)
				}
			}
			update := w.Store.Client(t.Context()).Plan.UpdateOneID(c.plan).SetPrice(1200)
			if c.day == "" {
				update.SetTaxRate(8).ExecX(t.Context())
			} else {
				update.SetTaxRates(map[string]int{c.day: 8}).ExecX(t.Context())
			}
			for _, day := range []string{"2026-06-15", "2026-07-15", "2026-08-15"} {
				w.at(t, day)
				w.work(t)
			}
			if got := w.taxed(t, row.ID); got != c.want {
				t.Errorf("billed %s, want %s", got, c.want)
			}
		})
	}
}

// M-28: what an order was shown is kept with it, and orders from before there were rates by day are
// read as they were.
func TestAnOrdersRatesAreKeptWithIt(t *testing.T) {
	t.Parallel()
	b := BasisOf(&ent.Plan{Price: 1100, TaxRate: 10, TaxRates: map[string]int{"2027-04-01": 8}, RenewSpan: 1, RenewSpanUnit: "months"}, clock.Date(2027, 3, 1), 0)
	written, err := json.Marshal(b)
	var read Basis
	if err == nil {
		err = json.Unmarshal(written, &read)
	}
	if err != nil || read.Term(1).TaxRate != 10 || read.Term(2).TaxRate != 8 || read.Term(1).Tax != 100 || read.Term(2).Tax != 81 {
		t.Errorf("%s: %+v, %v", written, read, err)
	}
	var old Basis
	err = json.Unmarshal([]byte(`{"start":"2026-05-15","trialDays":0,"span":{"count":1,"unit":"months"},"price":1100,"taxRate":10,
		"prices":[{"term":1,"list":1100,"discount":550,"taxRate":10}],"lastRenewal":""}`), &old)
	if err != nil || old.Term(1).Tax != 50 || old.Term(1).TaxRate != 10 {
		t.Errorf("%+v, %v", old, err)
	}
	if written, _ := json.Marshal(Basis{Rates: catalog.Rates{TaxRate: 10}}); !strings.Contains(string(written), `"taxRate":10,"lastRenewal"`) {
		t.Errorf("an order at one rate is written as %s", written)
	}
}

// M-28: a held contract is paid for the term that begins on the day of payment, at that day's rate,
// as its page says before.
func TestAHeldContractIsPaidAtTheRateOfTheDay(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{"2026-06-19": "1100/100/10", "2026-06-20": "1100/81/8"} {
		w := setup(t, "2026-05-15")
		row, member := w.contract(t, "standard", nil)
		w.Store.Client(t.Context()).Plan.UpdateOneID("standard").SetTaxRates(map[string]int{"2026-06-20": 8}).ExecX(t.Context())
		w.at(t, "2026-06-15")
		w.Gateway.Next(paymenttest.Charge, paymenttest.HardDeclined)
		w.work(t)
		if got := w.taxed(t, row.ID); got != "1100/100/10" {
			t.Errorf("held owing %s", got)
		}
		w.at(t, day)
		page, err := w.Page(t.Context(), member, row.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Retry(t.Context(), member, row.ID.String()); err != nil {
			t.Fatal(err)
		}
		if got := w.taxed(t, row.ID); got != want || !strings.Contains(want, fmt.Sprintf("%d/%d/", page.Outlook.Amount, page.Outlook.Tax)) {
			t.Errorf("paid on %s: %s, the page said %d with %d of tax", day, got, page.Outlook.Amount, page.Outlook.Tax)
		}
	}
}
