package catalog

import (
	"maps"
	"slices"

	"kaiin/ent"
	"kaiin/server/base/clock"
)

// TaxInside is the consumption tax contained in a tax-included amount of yen at a rate in
// percent, rounded down. Take it from the total of a rate, once: the sum of rounded parts
// would differ.
func TaxInside(amount, rate int) int { return amount * rate / (100 + rate) }

// Rate is a rate of tax that holds from a day on.
type Rate struct {
	From    clock.Day `json:"from"`
	Percent int       `json:"rate"`
}

// Rates are the rates of tax of a plan, by day: TaxRate, and those that replace it, each from its
// day on, in the order of their days. They are the law's: what is sold takes the rate of its day,
// and a term of a contract that of its first day, whatever price was agreed on.
type Rates struct {
	TaxRate  int    `json:"taxRate"` // percent, before the first day of TaxRates
	TaxRates []Rate `json:"taxRates,omitempty"`
}

// RatesOf are the plan's rates as the store file says them now.
func RatesOf(p *ent.Plan) Rates {
	r := Rates{TaxRate: p.TaxRate}
	for _, from := range slices.Sorted(maps.Keys(p.TaxRates)) {
		r.TaxRates = append(r.TaxRates, Rate{From: dayOrZero(from), Percent: p.TaxRates[from]})
	}
	return r
}

// TaxRateOn is the rate in percent on the day. Nothing else tells a plan's rate.
func (r Rates) TaxRateOn(day clock.Day) int {
	rate := r.TaxRate
	for _, later := range r.TaxRates {
		if !later.From.After(day) {
			rate = later.Percent
		}
	}
	return rate
}
