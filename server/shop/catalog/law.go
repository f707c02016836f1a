package catalog

import (
	"fmt"
	"strings"

	"kaiin/server/base/settings"
	"kaiin/server/base/written"
)

// law is why a store has to say more before it sells. The page before an order computes the rest
// from the plan: quantity, price, schedule, period and renewal, delivery, cancellation and the
// period of application.
const law = "the page before an order has to show it (Act on Specified Commercial Transactions, article 12-6)"

// sellable reports what the store lacks for selling the plans that it publishes, a sentence for
// each item.
func (c *Contents) sellable(p *written.Problems, seller settings.Seller) {
	var sold []string
	for i := range c.Plans {
		plan := &c.Plans[i]
		if plan.Unpublished {
			continue
		}
		sold = append(sold, plan.ID)
		// The seller of an invoice number pays consumption tax, so a price without tax in it is a
		// forgotten rate.
		if seller.InvoiceNumber == "" || plan.Price == 0 {
			continue
		}
		if plan.TaxRate == 0 {
			p.Add(fmt.Sprintf("plans[%d].taxRate", i), "%s cannot be sold without it: %s", plan.ID, law)
		}
		for n, tax := range plan.TaxRates {
			if tax.Rate == 0 {
				p.Add(fmt.Sprintf("plans[%d].taxRates[%d].rate", i, n), "%s cannot be sold without it: %s", plan.ID, law)
			}
		}
	}
	if len(sold) == 0 {
		return
	}
	for _, item := range []struct{ name, value string }{
		{"representative", seller.Representative.In("ja")},
		{"address", seller.Address.In("ja")},
		{"phone", seller.Phone},
		{"lawPath", seller.LawPath},
	} {
		if strings.TrimSpace(item.value) == "" {
			p.Add("settings.seller."+item.name, "%s cannot be sold without it: %s", strings.Join(sold, ", "), law)
		}
	}
}
