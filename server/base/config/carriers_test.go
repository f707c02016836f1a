package config

import (
	"slices"
	"strings"
	"testing"
)

func TestCarriers(t *testing.T) {
	t.Parallel()
	page := "https://link.example.jp/agree"
	for _, c := range []struct {
		name  string
		set   map[string]string
		wants []string // of the problems; none: it is taken
		check func(SBPSCarriers) bool
	}{
		{"nothing", nil, nil, func(c SBPSCarriers) bool {
			return c.Docomo == SBPSCarrier{PayMethod: "docomo", Charge: "ST01-00104-401"} && len(c.Origins()) == 0
		}},
		{"off", map[string]string{"SBPS_DOCOMO": "off"}, nil, func(c SBPSCarriers) bool { return !c.Docomo.Offered }},
		{"on", map[string]string{"SBPS_DOCOMO": "on", "SBPS_AGREEMENT_URL": page}, nil, func(c SBPSCarriers) bool {
			return c.Docomo.Offered && !c.Docomo.Automatic && slices.Equal(c.Origins(), []string{"https://link.example.jp"})
		}},
		{"with settings", map[string]string{"SBPS_PAYPAY": "on pay_method=PayPay charge=ST01-00105-311 sales=automatic", "SBPS_AGREEMENT_URL": page}, nil,
			func(c SBPSCarriers) bool {
				return c.Paypay == SBPSCarrier{Offered: true, PayMethod: "PayPay", Charge: "ST01-00105-311", Automatic: true}
			}},
		{"au simple", map[string]string{"SBPS_AU_SIMPLE": "on pay_type=2 camp_type="}, nil, func(c SBPSCarriers) bool {
			return c.AuSimple == SBPSCarrier{Offered: true, PayMethod: "auone", Charge: "ST01-00104-402", PayType: "2", AutoCharge: "0", DivSettle: "0"} &&
				slices.Equal(c.Origins(), []string{"https://fep.sps-system.com"})
		}},
		{"without a page", map[string]string{"SBPS_SOFTBANK": "on"}, []string{"SBPS_AGREEMENT_URL is needed"}, nil},
		{"in the clear", map[string]string{"KAIIN_ENV": "production", "SBPS_AGREEMENT_URL": "http://x:1", "SBPS_PURCHASE_URL": "http://x:1"},
			[]string{"SBPS_AGREEMENT_URL must be https", "SBPS_PURCHASE_URL must be https"}, nil},
		{"made up", map[string]string{
			"SBPS_DOCOMO": "yes", "SBPS_AU": "on sales=maybe", "SBPS_AU_SIMPLE": "on pay_type=12", "SBPS_SOFTBANK": "on charge=1", "SBPS_PAYPAY": "on colour=red",
			"SBPS_SOFTBANK_YAHOO": "off pay_method=x",
		}, []string{"SBPS_DOCOMO (", "SBPS_AU (", "SBPS_AU_SIMPLE (", "SBPS_SOFTBANK (", "SBPS_PAYPAY (", "SBPS_SOFTBANK_YAHOO ("}, nil},
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
		if c.wants == nil {
			for _, variable := range carrierVariables() {
				if strings.Contains(text, variable.name+" ") {
					t.Errorf("%s: %s", c.name, text)
				}
			}
		}
		if c.check != nil && !c.check(loaded.SBPS.Carriers) {
			t.Errorf("%s: got %+v", c.name, loaded.SBPS.Carriers)
		}
	}
}
