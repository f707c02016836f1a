package providerbilling_test

import (
	"testing"

	"kaiin/ent"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/providerbilling"
)

// Payments hand every notice of such a provider up, and act on what is of no month themselves.
func TestNoticed(t *testing.T) {
	t.Parallel()
	env := paymenttest.Setup(t, "2026-06-01", nil)
	now := env.Clock.Now()
	kept := 0
	for _, c := range []struct {
		what                string
		kind                gateway.NoticeKind
		reference           string
		amount              int
		ofMonth, understood bool
	}{
		{"an order that is paid", gateway.NoticeSettled, "", 1100, false, false},
		{"an order that waits", gateway.NoticePending, "00000000000001", 1100, false, false},
		{"a month without money", gateway.NoticeSettled, "00000000000001", 0, true, false},
		{"a month", gateway.NoticeSettled, "00000000000001", 1100, true, true},
		{"a month that could not be taken", gateway.NoticeDeclined, "00000000000001", 1100, true, true},
		{"a month that went back", gateway.NoticeRefunded, "00000000000001", 1100, true, true},
	} {
		e := &ent.GatewayEvent{Provider: paymenttest.MonthlyName, Kind: string(c.kind), Reference: c.reference, Amount: c.amount, HappenedAt: &now}
		for range 2 { // the second time it is known
			ofMonth, understood, err := env.ProviderBilling.Noticed(t.Context(), e)
			if err != nil || ofMonth != c.ofMonth || understood != c.understood {
				t.Errorf("%s: of a month %t, understood %t, %v", c.what, ofMonth, understood, err)
			}
		}
		if c.understood {
			kept++
		}
		if n := env.Store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context()); n != kept {
			t.Errorf("%s: %d are kept, want %d", c.what, n, kept)
		}
	}
	if jobs := paymenttest.Jobs[providerbilling.MonthArgs](t, env.Store, providerbilling.MonthArgs{}.Kind()); len(jobs) != kept {
		t.Errorf("%d jobs, want %d", len(jobs), kept)
	}
}
