package config

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestPayPal(t *testing.T) {
	t.Parallel()
	rest := map[string]string{"PAYPAL_CLIENT_ID": "c", "PAYPAL_CLIENT_SECRET": "s"}
	nvp := map[string]string{"PAYPAL_NVP_USER": "u", "PAYPAL_NVP_PASSWORD": "p", "PAYPAL_NVP_SIGNATURE": "s"}
	for _, c := range []struct {
		name  string
		set   map[string]string
		wants []string // of the problems; none: it is taken
	}{
		{"nothing", nil, nil},
		{"REST", rest, nil},
		{"NVP", nvp, nil},
		{"half REST", map[string]string{"PAYPAL_CLIENT_ID": "c"}, []string{"PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together"}},
		{"half NVP", map[string]string{"PAYPAL_NVP_SIGNATURE": "s"}, []string{"PAYPAL_NVP_USER, PAYPAL_NVP_PASSWORD and PAYPAL_NVP_SIGNATURE go together"}},
		{"made up", map[string]string{
			"PAYPAL_TOKEN_TYPE": "CARD", "PAYPAL_CUSTOMER_IDS": "x", "PAYPAL_NVP_BILLING_TYPE": "RecurringPayments", "PAYPAL_CERT_ROOTS": base64.StdEncoding.EncodeToString([]byte("x")), "PAYPAL_API_URL": "paypal",
		}, []string{"PAYPAL_TOKEN_TYPE (", "PAYPAL_CUSTOMER_IDS (", "PAYPAL_NVP_BILLING_TYPE (", "PAYPAL_CERT_ROOTS (", "PAYPAL_API_URL ("}},
		{"in the clear", map[string]string{
			"KAIIN_ENV": "production", "PAYPAL_API_URL": "http://x:1", "PAYPAL_NVP_URL": "http://x:1/nvp",
		}, []string{"PAYPAL_API_URL must be https", "PAYPAL_NVP_URL and PAYPAL_NVP_CHECKOUT_URL must be https"}},
	} {
		loaded, err := Load(func(name string) string { return c.set[name] }) // what else is missing is told as well
		text := ""
		if err != nil {
			text = err.Error()
		}
		for _, want := range c.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s is not told: %s", c.name, want, text)
			}
		}
		if c.wants == nil && strings.Contains(text, "PAYPAL") {
			t.Errorf("%s: %s", c.name, text)
		}
		if loaded.PayPal.Configured() != (c.set["PAYPAL_CLIENT_ID"] != "") || loaded.PayPalNVP.Configured() != (c.set["PAYPAL_NVP_USER"] != "") {
			t.Errorf("%s: configured %v, %v", c.name, loaded.PayPal.Configured(), loaded.PayPalNVP.Configured())
		}
	}
}
