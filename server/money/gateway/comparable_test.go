package gateway_test

import (
	"testing"

	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// M-21: a provider is not offered if it gives us no way to find out what it took.
func TestAProviderWithoutAList(t *testing.T) {
	t.Parallel()
	g := paymenttest.NewGateway()
	for name, c := range map[string]struct {
		p  gateway.Provider
		ok bool
	}{
		"with lists":             {paymenttest.Provider(g), true},
		"without":                {gateway.Provider{Name: "x", Gateway: g}, false},
		"that charges by itself": {gateway.Provider{Name: "x", Bills: true, Lists: g}, false},
	} {
		if err := (gateway.Providers{paymenttest.Provider(g), c.p}).Comparable(); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
