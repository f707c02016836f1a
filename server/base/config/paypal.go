package config

import (
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net/url"
)

// PayPal is the merchant's access to PayPal's REST API. Without a client id there is none.
type PayPal struct {
	APIURL       *url.URL
	ClientID     string
	ClientSecret string
	TokenType    string // how an approved setup token is called when it becomes a payment token
	TheirIDs     bool   // PayPal makes the ids of its customers; else they have ours
	WebhookID    string // of the webhook registered for this product; without it no notice is believed
	CertHost     string // where certificates of notices may lie: a host, or a domain with a dot before it
	CertRoots    *x509.CertPool
}

// Configured tells whether the REST API can be used.
func (p PayPal) Configured() bool { return p.ClientID != "" }

// PayPalNVP is the merchant's access to PayPal's Classic API. Without a user there is none.
type PayPalNVP struct {
	APIURL      *url.URL
	CheckoutURL *url.URL // where browsers approve
	User        string
	Password    string
	Signature   string
	Version     string
	BillingType string // L_BILLINGTYPE0
}

// Configured tells whether the Classic API can be used.
func (p PayPalNVP) Configured() bool { return p.User != "" }

// paypalVariables are the rows of the table about PayPal.
func paypalVariables() []variable {
	rest := func(at func(*PayPal) *string) func(*Config, string) error {
		return text(func(c *Config) *string { return at(&c.PayPal) })
	}
	nvp := func(at func(*PayPalNVP) *string) func(*Config, string) error {
		return text(func(c *Config) *string { return at(&c.PayPalNVP) })
	}
	return []variable{
		{"PAYPAL_API_URL", "PayPal's REST API", "https://api-m.paypal.com", false, address(func(c *Config) **url.URL { return &c.PayPal.APIURL })},
		{"PAYPAL_CLIENT_ID", "client id of the REST API; without it the REST API is not used", "", false, rest(func(p *PayPal) *string { return &p.ClientID })},
		{"PAYPAL_CLIENT_SECRET", "its secret", "", true, rest(func(p *PayPal) *string { return &p.ClientSecret })},
		{"PAYPAL_WEBHOOK_ID", "id of the webhook registered at PayPal", "", false, rest(func(p *PayPal) *string { return &p.WebhookID })},
		{"PAYPAL_TOKEN_TYPE", "type under which an approved setup token is exchanged, SETUP_TOKEN or BILLING_AGREEMENT", "SETUP_TOKEN", false, func(c *Config, v string) error {
			c.PayPal.TokenType = v
			if v != "SETUP_TOKEN" && v != "BILLING_AGREEMENT" {
				return errors.New("must be SETUP_TOKEN or BILLING_AGREEMENT")
			}
			return nil
		}},
		{"PAYPAL_CUSTOMER_IDS", "who makes the ids of PayPal's customers, OURS or THEIRS; with THEIRS a wallet whose answer was lost can be revoked for three hours only", "OURS", false, func(c *Config, v string) error {
			c.PayPal.TheirIDs = v == "THEIRS"
			if v != "OURS" && v != "THEIRS" {
				return errors.New("must be OURS or THEIRS")
			}
			return nil
		}},
		{"PAYPAL_CERT_HOST", "where certificates of notices may lie: a host, or a domain with a dot before it", ".paypal.com", false, required(rest(func(p *PayPal) *string { return &p.CertHost }))},
		{"PAYPAL_CERT_ROOTS", "certificates that those of notices must lead to, PEM in base64; empty: the system's", "", false, optional(func(c *Config, v string) error {
			pem, err := base64.StdEncoding.DecodeString(v)
			c.PayPal.CertRoots = x509.NewCertPool()
			if err != nil || !c.PayPal.CertRoots.AppendCertsFromPEM(pem) {
				return errors.New("must be PEM in base64")
			}
			return nil
		})},
		{"PAYPAL_NVP_URL", "PayPal's Classic API", "https://api-3t.paypal.com/nvp", false, address(func(c *Config) **url.URL { return &c.PayPalNVP.APIURL })},
		{"PAYPAL_NVP_CHECKOUT_URL", "where browsers approve what the Classic API began", "https://www.paypal.com/cgi-bin/webscr", false, address(func(c *Config) **url.URL { return &c.PayPalNVP.CheckoutURL })},
		{"PAYPAL_NVP_USER", "user of the Classic API; without it the Classic API is not used", "", false, nvp(func(p *PayPalNVP) *string { return &p.User })},
		{"PAYPAL_NVP_PASSWORD", "its password", "", true, nvp(func(p *PayPalNVP) *string { return &p.Password })},
		{"PAYPAL_NVP_SIGNATURE", "its signature", "", true, nvp(func(p *PayPalNVP) *string { return &p.Signature })},
		{"PAYPAL_NVP_VERSION", "version of the Classic API", "124.0", false, required(nvp(func(p *PayPalNVP) *string { return &p.Version }))},
		{"PAYPAL_NVP_BILLING_TYPE", "MerchantInitiatedBilling, or MerchantInitiatedBillingSingleAgreement", "MerchantInitiatedBilling", false, func(c *Config, v string) error {
			c.PayPalNVP.BillingType = v
			if v != "MerchantInitiatedBilling" && v != "MerchantInitiatedBillingSingleAgreement" {
				return errors.New("must be MerchantInitiatedBilling or MerchantInitiatedBillingSingleAgreement")
			}
			return nil
		}},
	}
}

// validate wants each access whole, and in production no secret sent in the clear.
func (p PayPal) validate(production bool) error {
	var problems []error
	if (p.ClientID != "") != (p.ClientSecret != "") {
		problems = append(problems, errors.New("PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET go together"))
	}
	if production && p.APIURL != nil && p.APIURL.Scheme != "https" {
		problems = append(problems, errors.New("PAYPAL_API_URL must be https in production"))
	}
	return errors.Join(problems...)
}

func (p PayPalNVP) validate(production bool) error {
	var problems []error
	if set := p.User != ""; set != (p.Password != "") || set != (p.Signature != "") {
		problems = append(problems, errors.New("PAYPAL_NVP_USER, PAYPAL_NVP_PASSWORD and PAYPAL_NVP_SIGNATURE go together"))
	}
	if production && (p.APIURL != nil && p.APIURL.Scheme != "https" || p.CheckoutURL != nil && p.CheckoutURL.Scheme != "https") {
		problems = append(problems, errors.New("PAYPAL_NVP_URL and PAYPAL_NVP_CHECKOUT_URL must be https in production"))
	}
	return errors.Join(problems...)
}
