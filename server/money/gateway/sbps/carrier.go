package sbps

import (
	"errors"
	"net/url"

	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
)

// Names of the carriers in our tables.
const (
	NameDocomo        = "sbps_docomo"
	NameAu            = "sbps_au"
	NameAuSimple      = "sbps_au_simple"
	NameSoftbank      = "sbps_softbank"
	NameSoftbankYahoo = "sbps_softbank_yahoo"
	NamePaypay        = "sbps_paypay"
)

// Carrier is one way to pay by a carrier or a wallet. It is safe for concurrent use.
type Carrier struct {
	client *Client
	cfg    config.SBPSCarrier
	traits
	method string // the digits of the method in function ids and error codes
	page   *url.URL
}

// traits are what the ways to pay differ in.
type traits struct {
	name string
	kind gateway.MethodType
	// simple: the carrier charges each month by itself what was bought by A01-1.
	simple bool
	// alias shares its method with another kind, which takes what names neither.
	alias bool
	// parts: a part of a charge can go back.
	parts bool
	// ends is the function that ends an agreement; empty: the form does.
	ends string
	// encrypts: refunds say whether fields are encrypted.
	encrypts bool
}

// Carriers are the ways to pay that are configured, each a provider of its own.
func (c *Client) Carriers() ([]*Carrier, error) {
	const endAgreement, endSimple = "ST02-00309", "ST02-00302"
	offered := c.cfg.Carriers
	var all []*Carrier
	for _, k := range []struct {
		cfg config.SBPSCarrier
		traits
	}{
		{offered.Docomo, traits{name: NameDocomo, kind: gateway.SbpsDocomo, ends: endAgreement}},
		{offered.Au, traits{name: NameAu, kind: gateway.SbpsAuone, ends: endAgreement, parts: true}},
		{offered.AuSimple, traits{name: NameAuSimple, kind: gateway.SbpsAuSimple, ends: endSimple, parts: true, simple: true, alias: true}},
		{offered.Softbank, traits{name: NameSoftbank, kind: gateway.SbpsSoftbank}},
		{offered.SoftbankYahoo, traits{name: NameSoftbankYahoo, kind: gateway.SbpsSoftbankYahoo, alias: true}},
		{offered.Paypay, traits{name: NamePaypay, kind: gateway.SbpsPaypay, parts: true, encrypts: true}},
	} {
		if !k.cfg.Offered {
			continue
		}
		carrier := &Carrier{client: c, cfg: k.cfg, traits: k.traits, page: offered.AgreementURL}
		if k.simple {
			carrier.page = offered.PurchaseURL
		}
		if carrier.page == nil || len(k.cfg.Charge) != len("ST01-00104-401") {
			return nil, errors.New("sbps: the page or the function id of " + k.name + " is not set")
		}
		carrier.method = k.cfg.Charge[len(k.cfg.Charge)-3:]
		all = append(all, carrier)
	}
	return all, nil
}

// Name is that of the provider in our tables.
func (c *Carrier) Name() string { return c.name }

// Provider is what the carrier does for the store.
func (c *Carrier) Provider() gateway.Provider {
	p := gateway.Provider{
		Name: c.name, Gateway: c, Forms: c, Notices: c, Bills: c.simple, EndsByForm: c.ends == "", WholeOnly: !c.parts,
		Kinds: []gateway.Kind{{Type: c.kind, Joins: gateway.JoinsByForm}},
	}
	if c.simple {
		p.Months = c
	}
	if c.client.cfg.ListURL != nil {
		p.Lists = c
	}
	return p
}
