package config

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// SBPSCarrier is a way to pay by a carrier or a wallet through SB Payment Service. Its zero value
// is not offered.
type SBPSCarrier struct {
	Offered   bool
	PayMethod string // pay_method of the link forms
	Charge    string // function id by which the XML API charges; its last three digits are those of all functions of the method
	Automatic bool   // the merchant's setting is "automatic sales": the charge settles, and no capture follows
	// The four values of A01-1 that say how a provider that charges by itself does so, as the
	// merchant's contract has them.
	PayType, AutoCharge, DivSettle, CampType string
}

// SBPSCarriers are the ways to pay of SB Payment Service other than cards.
type SBPSCarriers struct {
	AgreementURL *url.URL // D01-1: the service tells each merchant its address; nil: none
	PurchaseURL  *url.URL // A01-1

	Docomo, Au, AuSimple, Softbank, SoftbankYahoo, Paypay SBPSCarrier
}

// Origins are those to which browsers post the forms, as a security policy has them.
func (c SBPSCarriers) Origins() []string {
	var all []string
	add := func(offered bool, u *url.URL) {
		if u == nil || !offered {
			return
		}
		if origin := u.Scheme + "://" + u.Host; !slices.Contains(all, origin) {
			all = append(all, origin)
		}
	}
	add(c.agrees(), c.AgreementURL)
	add(c.AuSimple.Offered, c.PurchaseURL)
	return all
}

// agrees tells whether something is offered that is joined by D01-1.
func (c SBPSCarriers) agrees() bool {
	return c.Docomo.Offered || c.Au.Offered || c.Softbank.Offered || c.SoftbankYahoo.Offered || c.Paypay.Offered
}

var (
	payMethod    = regexp.MustCompile(`^[A-Za-z0-9]{1,20}$`)
	chargeID     = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}-[0-9]{5}-[0-9]{3}$`)
	purchaseFlag = regexp.MustCompile(`^[0-9]?$`)
)

// parse reads "on", and after it what differs from the defaults that c holds, each as name=value.
func (c *SBPSCarrier) parse(v string) error {
	words := strings.Fields(v)
	if len(words) == 0 || words[0] == "off" && len(words) == 1 {
		return nil
	}
	if words[0] != "on" {
		return errors.New("must be empty, off, or on with settings after it")
	}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		at, form := map[string]*string{
			"pay_method": &c.PayMethod, "charge": &c.Charge, "pay_type": &c.PayType, "auto_charge_type": &c.AutoCharge, "div_settele": &c.DivSettle, "camp_type": &c.CampType,
		}[name], purchaseFlag
		switch name {
		case "sales":
			if value != "ours" && value != "automatic" {
				return errors.New("sales must be ours or automatic")
			}
			c.Automatic = value == "automatic"
			continue
		case "pay_method":
			form = payMethod
		case "charge":
			form = chargeID
		}
		if at == nil {
			return fmt.Errorf("there is no setting %q", name)
		}
		if !form.MatchString(value) {
			return fmt.Errorf("%s must match %s", name, form)
		}
		*at = value
	}
	c.Offered = true
	return nil
}

// carrierVariables are the rows of the table about carriers and wallets of SB Payment Service.
func carrierVariables() []variable {
	kind := func(name, label, rest string, at func(*SBPSCarriers) *SBPSCarrier, otherwise SBPSCarrier) variable {
		meaning := label + " by SBPS: empty, off, or on, and after it what differs, such as pay_method=" + otherwise.PayMethod + rest
		return variable{name, meaning, "", false, func(c *Config, v string) error {
			*at(&c.SBPS.Carriers) = otherwise
			return at(&c.SBPS.Carriers).parse(v)
		}}
	}
	const settled = " sales=ours (or automatic)"
	return []variable{
		{"SBPS_AGREEMENT_URL", "page of SBPS on which members agree to later charges (D01-1), as the service told it", "", false, optional(address(func(c *Config) **url.URL { return &c.SBPS.Carriers.AgreementURL }))},
		{"SBPS_PURCHASE_URL", "page of SBPS on which members buy (A01-1)", "https://fep.sps-system.com/f01/FepBuyInfoReceive.do", false, address(func(c *Config) **url.URL { return &c.SBPS.Carriers.PurchaseURL })},
		kind("SBPS_DOCOMO", "d払い", settled, func(c *SBPSCarriers) *SBPSCarrier { return &c.Docomo },
			SBPSCarrier{PayMethod: "docomo", Charge: "ST01-00104-401"}),
		kind("SBPS_AU", "auかんたん決済", settled, func(c *SBPSCarriers) *SBPSCarrier { return &c.Au },
			SBPSCarrier{PayMethod: "auone", Charge: "ST01-00104-402"}),
		kind("SBPS_AU_SIMPLE", "auかんたん決済, charged each month by the carrier itself", " pay_type=1 auto_charge_type=0 div_settele=0 camp_type=1", func(c *SBPSCarriers) *SBPSCarrier { return &c.AuSimple },
			SBPSCarrier{PayMethod: "auone", Charge: "ST01-00104-402", PayType: "1", AutoCharge: "0", DivSettle: "0", CampType: "1"}),
		kind("SBPS_SOFTBANK", "ソフトバンクまとめて支払い", settled, func(c *SBPSCarriers) *SBPSCarrier { return &c.Softbank },
			SBPSCarrier{PayMethod: "softbank2", Charge: "ST01-00104-405"}),
		kind("SBPS_SOFTBANK_YAHOO", "ソフトバンク・ワイモバイルまとめて支払い", settled, func(c *SBPSCarriers) *SBPSCarrier { return &c.SoftbankYahoo },
			SBPSCarrier{PayMethod: "softbank2", Charge: "ST01-00104-405"}),
		kind("SBPS_PAYPAY", "PayPay", " charge=ST01-00104-311"+settled, func(c *SBPSCarriers) *SBPSCarrier { return &c.Paypay },
			SBPSCarrier{PayMethod: "paypay", Charge: "ST01-00104-311"}),
	}
}

// validate wants the page of whatever is offered, and in production nothing sent in the clear.
func (c SBPSCarriers) validate(production bool) error {
	var problems []error
	if c.agrees() && c.AgreementURL == nil {
		problems = append(problems, errors.New("SBPS_AGREEMENT_URL is needed for SBPS_DOCOMO, SBPS_AU, SBPS_SOFTBANK, SBPS_SOFTBANK_YAHOO and SBPS_PAYPAY"))
	}
	for name, u := range map[string]*url.URL{"SBPS_AGREEMENT_URL": c.AgreementURL, "SBPS_PURCHASE_URL": c.PurchaseURL} {
		if production && u != nil && u.Scheme != "https" {
			problems = append(problems, fmt.Errorf("%s must be https in production", name))
		}
	}
	return errors.Join(problems...)
}
