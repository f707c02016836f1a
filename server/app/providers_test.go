package app

import (
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/sandbox/sandboxtest"
)

// Whichever of PayPal's interfaces the store has set up is joined through; with both, the older one
// only keeps what it has.
func TestMembersJoinPayPalThroughTheInterfaceOfTheStore(t *testing.T) {
	const rest, nvp = gateway.PaypalRest, gateway.PaypalNvp
	world := sandboxtest.Start(t, sandboxtest.Setup{Site: "http://127.0.0.1"})
	for _, c := range []struct {
		name            string
		without         []string
		rest, nvp       bool // can be joined
		hasREST, hasNVP bool // is still asked to charge
	}{
		{"both", nil, true, false, true, true},
		{"REST", []string{"PAYPAL_NVP_USER", "PAYPAL_NVP_PASSWORD", "PAYPAL_NVP_SIGNATURE"}, true, false, true, false},
		{"NVP", []string{"PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET"}, false, true, false, true},
	} {
		set := map[string]string{"DATABASE_URL": "postgres://nowhere/x"}
		for _, name := range c.without {
			set[name] = ""
		}
		all, err := (&App{Config: world.Config(t, set), Clock: clock.New()}).providers()
		if err != nil {
			t.Fatal(err)
		}
		_, _, byREST := all.Joins(rest)
		_, _, byNVP := all.Joins(nvp)
		if byREST != c.rest || byNVP != c.nvp {
			t.Errorf("%s: joined through REST %v, through NVP %v", c.name, byREST, byNVP)
		}
		names := map[string]bool{}
		for _, p := range all {
			names[p.Name] = true
		}
		if names["paypal"] != c.hasREST || names["paypalnvp"] != c.hasNVP {
			t.Errorf("%s: the providers are %v", c.name, names)
		}
	}
}
