package storefile

import (
	"strings"
	"testing"

	"kaiin/server/shop/catalog"
)

// M-28: rates by day are read from the store file, and what is wrong with them is said with
// its place.
func TestRatesInTheStoreFile(t *testing.T) {
	t.Parallel()
	with := func(rates string) string {
		return strings.Replace(smallStore, "    taxRate: 10\n", "    taxRate: 10\n    taxRates: "+rates+"\n", 1)
	}
	f, err := parse(with("[{ from: 2027-04-01, rate: 8 }, { from: 2031-04-01, rate: 12 }]"))
	if err != nil || len(f.Plans[0].TaxRates) != 2 || f.Plans[0].TaxRates[0] != (catalog.Tax{From: "2027-04-01", Rate: 8}) {
		t.Errorf("%+v, %v", f, err)
	}
	for rates, want := range map[string]string{
		"[{ from: 2027-04-01, rate: 101 }]":                               "plans[0].taxRates[0].rate: must be a percentage",
		"[{ from: 2027-04-01, rate: -1 }]":                                "plans[0].taxRates[0].rate: must be a percentage",
		"[{ from: soon, rate: 8 }]":                                       `plans[0].taxRates[0].from: "soon" must be a day`,
		"[{ rate: 8 }]":                                                   "plans[0].taxRates[0].from: is needed",
		"[{ from: 2027-04-01, rate: 8 }, { from: 2027-04-01, rate: 10 }]": `plans[0].taxRates[1].from: "2027-04-01" must be after 2027-04-01`,
		"[{ from: 2027-04-01, rate: 8 }, { from: 2027-03-31, rate: 10 }]": `plans[0].taxRates[1].from: "2027-03-31" must be after 2027-04-01`,
		"[{ from: 2027-04-01, rate: 8.5 }]":                               "must be a whole number",
		"[{ from: 2027-04-01, percent: 8 }]":                              `unknown field "percent"`,
	} {
		if _, err := parse(with(rates)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rates, err)
		}
	}
}
