package storefile

import (
	"strings"
	"testing"
)

// What a plan costs and the tax in it are written, also where they are 0 and while the plan is
// not published.
func TestAPriceAndItsTaxAreWritten(t *testing.T) {
	const cheap = "    price: 0\n    taxRate: 0\n    taxRates: [{from: 2030-01-01, rate: 0}]\n"
	free := strings.Replace(strings.Replace(smallStore, "    price: 1100\n    taxRate: 10\n", cheap, 1), "    invoiceRegistrationNumber: T1234567890123\n", "", 1)
	if f, err := parse(free); err != nil || f.Plans[0].Price != 0 {
		t.Fatalf("a price of 0 that is written: %v", err)
	}
	t.Setenv("NOTHING", "")
	for _, c := range []struct{ from, to, told string }{
		{"    price: 0\n", "", "plans[0].price"}, {"price: 0", "price:", "plans[0].price"}, {"price: 0", "price: ${NOTHING}", "plans[0].price"},
		{"    price: 0\n", "    unpublished: true\n", "plans[0].price"},
		{"    taxRate: 0\n", "", "plans[0].taxRate"}, {"taxRate: 0", "taxRate: ${NOTHING}", "plans[0].taxRate"}, {", rate: 0", "", "plans[0].taxRates[0].rate"},
		{"    price: 0\n", "    price: 0\n    unpublished:\n", "plans[0].unpublished"}, {"    price: 0\n", "    price: 0\n    unpublished: ${NOTHING}\n", "plans[0].unpublished"},
		{"    price: 0\n", "    price: 0\n    salesLimit: ${NOTHING}\n", "plans[0].salesLimit"}, {"salesEndDay: 2026-04-30", "salesEndDay: ${NOTHING}", "plans[0].salesEndDay"},
		{"salesEndDay: 2026-04-30", "salesEndDay: ${MISSING:-}", "plans[0].salesEndDay"},
	} {
		if !strings.Contains(free, c.from) {
			t.Fatalf("%q is not there", c.from)
		}
		if _, err := parse(strings.Replace(free, c.from, c.to, 1)); err == nil || !strings.Contains(err.Error(), c.told) {
			t.Errorf("%q for %q: %v", c.to, c.from, err)
		}
	}
	if _, err := parse(strings.Replace(free, "salesEndDay: 2026-04-30", `salesEndDay: "${NOTHING}"`, 1)); err != nil {
		t.Errorf("an empty text in quotes: %v", err)
	}
}
