package sandbox

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"

	"kaiin/server/sandbox/app"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/paypal"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/sandbox/sms"
	"kaiin/server/sandbox/streaks"
)

// Addresses say where the parts of a development stack reach each other.
type Addresses struct {
	Site     string // the product's public origin
	Product  string // where the sandbox reaches the product; empty: at its origin
	Sandbox  string // where browsers reach the sandbox
	Inside   string // where the product reaches the sandbox; empty: where browsers do
	SMTP     string // host:port of the sandbox's mail server
	BotCheck string // who tells people from programs: recaptcha or turnstile; empty: recaptcha
}

// Variables are variables of the environment by their names.
type Variables map[string]string

// Get is the value of a variable, "" when there is none, as os.Getenv has it.
func (v Variables) Get(name string) string { return v[name] }

// List is NAME=value of each variable, as os/exec takes them, ordered by name.
func (v Variables) List() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		all = append(all, name+"="+v[name])
	}
	return all
}

// Environment is what a product in development needs of the outside world, every part of it played
// by the sandbox, and what the sandbox itself needs (ConfigFrom reads that), so that both agree.
// The credentials are derived from the secret, which has at least 32 random bytes and is the
// product's own too. Missing are the database, the pages and the addresses to listen on.
func Environment(at Addresses, secret []byte) Variables {
	at.Product, at.Inside = cmp.Or(at.Product, at.Site), cmp.Or(at.Inside, at.Sandbox)
	verify, script := "/recaptcha/api/siteverify", "/recaptcha/api.js"
	if at.BotCheck = cmp.Or(at.BotCheck, "recaptcha"); at.BotCheck == "turnstile" {
		verify, script = "/turnstile/v0/siteverify", "/turnstile/v0/api.js"
	}
	credential := func(name string, length int) string {
		sum := hmac.New(sha256.New, secret)
		sum.Write([]byte("sandbox " + name))
		return hex.EncodeToString(sum.Sum(nil))[:length]
	}
	// The demo store's app: at another host than the product, since browsers keep cookies by host,
	// and its secret as the store file has it.
	appSecret := credential("app", 64)
	appSecretHash := sha256.Sum256([]byte(appSecret))
	noticesOfPayPal := ""
	if at.Product != "" {
		noticesOfPayPal = at.Product + "/payment/notice/paypal"
	}
	hostOf := func(address string) string {
		u, err := url.Parse(address)
		if err != nil {
			return ""
		}
		return u.Host
	}
	return Variables{
		"KAIIN_ENV": "development", "KAIIN_ORIGIN": at.Site, "KAIIN_SECRET": base64.StdEncoding.EncodeToString(secret),
		"KAIIN_SANDBOX_URL": at.Inside, "KAIIN_SANDBOX_TOKEN": credential("control", 48),
		"SANDBOX_SMTP_LISTEN": at.SMTP, "SANDBOX_PRODUCT_URL": at.Product, "SANDBOX_PUBLIC_URL": at.Sandbox,
		"SANDBOX_PAYPAL_NOTICE_URL": noticesOfPayPal,

		"DEMO_APP_URL": strings.Replace(at.Sandbox, "://localhost", "://127.0.0.1", 1), "DEMO_APP_SECRET_SHA256": hex.EncodeToString(appSecretHash[:]),
		"SANDBOX_APP_SECRET": appSecret,

		"SMTP_URL": "smtp://" + at.SMTP + "?tls=none", "MAIL_FROM": "Kaiin <no-reply@kaiin.example>",

		"SBPS_API_URL": at.Inside + "/api/xmlapi.do", "SBPS_LIST_URL": at.Inside + "/sbps/list.csv", "SBPS_SCRIPT_URL": at.Sandbox,
		"SBPS_MERCHANT_ID": "10001", "SBPS_SERVICE_ID": "001", "SBPS_HASH_KEY": credential("hash", 40),
		"SBPS_BASIC_USER": "10001001", "SBPS_BASIC_PASSWORD": credential("basic", 40),
		"SBPS_3DES_KEY": credential("3des", 24), "SBPS_3DES_IV": credential("3des iv", 8),

		"SBPS_AGREEMENT_URL": at.Sandbox + "/f02/agreement.do", "SBPS_PURCHASE_URL": at.Sandbox + "/f01/FepBuyInfoReceive.do",
		"SBPS_DOCOMO": "on", "SBPS_AU": "on", "SBPS_AU_SIMPLE": "on", "SBPS_SOFTBANK": "on", "SBPS_SOFTBANK_YAHOO": "on", "SBPS_PAYPAY": "on",

		"PAYPAL_API_URL": at.Inside, "PAYPAL_CLIENT_ID": "KaiinAtPayPal", "PAYPAL_CLIENT_SECRET": credential("paypal", 40),
		"PAYPAL_WEBHOOK_ID": "0KA11N0000000001W", "PAYPAL_CERT_HOST": hostOf(at.Sandbox),
		"PAYPAL_CERT_ROOTS": base64.StdEncoding.EncodeToString(paypal.Roots(credential("paypal", 40))),
		"PAYPAL_NVP_URL":    at.Inside + "/nvp", "PAYPAL_NVP_CHECKOUT_URL": at.Sandbox + "/cgi-bin/webscr",
		"PAYPAL_NVP_USER": "kaiin_api1.kaiin.example", "PAYPAL_NVP_PASSWORD": credential("paypal nvp", 16), "PAYPAL_NVP_SIGNATURE": credential("paypal signature", 56),

		"LINE_CLIENT_ID": "1650000001", "LINE_CLIENT_SECRET": credential("line", 32), "LINE_ISSUER_URL": at.Sandbox + "/idp/line",
		"GOOGLE_CLIENT_ID": "100000000001-kaiin.apps.google.example", "GOOGLE_CLIENT_SECRET": credential("google", 32),
		"GOOGLE_ISSUER_URL":     at.Sandbox + "/idp/google",
		"GOOGLE_RESPONSE_MODE":  "form_post", // so that both ways back are walked
		"YAHOO_JAPAN_CLIENT_ID": "kaiin-at-yahoo-japan", "YAHOO_JAPAN_CLIENT_SECRET": credential("yahoo japan", 32),
		"YAHOO_JAPAN_ISSUER_URL": at.Sandbox + "/idp/yahoojapan",
		"FACEBOOK_CLIENT_ID":     "150000000000001", "FACEBOOK_CLIENT_SECRET": credential("facebook", 32),
		"FACEBOOK_DIALOG_URL": at.Sandbox + "/idp/facebook/v25.0/dialog/oauth", "FACEBOOK_GRAPH_URL": at.Inside + "/idp/facebook/v25.0",

		"KAIIN_STAFF_NETWORKS": "127.0.0.0/8,::1/128", "STAFF_ISSUER_URL": at.Sandbox + "/idp/company", "STAFF_CLIENT_ID": "kaiin-desk",
		"STAFF_CLIENT_SECRET": credential("staff", 32), "STAFF_ACR": "urn:todaiza:two-factors",

		"TWILIO_API_URL": at.Inside, "TWILIO_ACCOUNT_SID": "AC00000000000000000000000000000001",
		"TWILIO_AUTH_TOKEN": credential("twilio", 32), "TWILIO_FROM": "+815012345678",

		"BOT_CHECK_PROVIDER": at.BotCheck, "BOT_CHECK_SECRET": credential("bot check", 40),
		"BOT_CHECK_URL": at.Inside + verify, "BOT_CHECK_SCRIPT_URL": at.Sandbox + script,

		"STREAKS_API_URL": at.Inside + "/streaks", "STREAKS_PROJECT": "kaiin", "STREAKS_API_KEY": credential("streaks", 32), "STREAKS_SITE_ORIGIN": "https://kaiin.example",
		"STREAKS_STREAM_ORIGINS": at.Sandbox, "TEST_STREAM_URL": at.Sandbox + "/streaks/streams",
	}
}

// ConfigFrom reads the SANDBOX_ variables, and of the product's own those that both have to
// agree on.
func ConfigFrom(getenv func(string) string) Config {
	client := func(name string) idp.Client {
		return idp.Client{ID: getenv(name + "_CLIENT_ID"), Secret: getenv(name + "_CLIENT_SECRET")}
	}
	return Config{
		ListenAddr: cmp.Or(getenv("SANDBOX_LISTEN"), "127.0.0.1:8090"), SMTPAddr: cmp.Or(getenv("SANDBOX_SMTP_LISTEN"), "127.0.0.1:8025"),
		ProductURL: cmp.Or(getenv("SANDBOX_PRODUCT_URL"), "http://127.0.0.1:8080"), PublicURL: getenv("SANDBOX_PUBLIC_URL"),
		Token: getenv("KAIIN_SANDBOX_TOKEN"), StateDir: getenv("SANDBOX_STATE"),
		Production: getenv("KAIIN_ENV") != "development",
		SBPS: sbps.Merchant{
			MerchantID: getenv("SBPS_MERCHANT_ID"), ServiceID: getenv("SBPS_SERVICE_ID"), HashKey: getenv("SBPS_HASH_KEY"),
			BasicUser: getenv("SBPS_BASIC_USER"), BasicPassword: getenv("SBPS_BASIC_PASSWORD"),
			TDESKey: getenv("SBPS_3DES_KEY"), TDESIV: getenv("SBPS_3DES_IV"),
		},
		PayPal: paypal.Merchant{
			ClientID: getenv("PAYPAL_CLIENT_ID"), ClientSecret: getenv("PAYPAL_CLIENT_SECRET"), WebhookID: getenv("PAYPAL_WEBHOOK_ID"),
			User: getenv("PAYPAL_NVP_USER"), Password: getenv("PAYPAL_NVP_PASSWORD"), Signature: getenv("PAYPAL_NVP_SIGNATURE"),
		},
		NoticeURL: getenv("SANDBOX_PAYPAL_NOTICE_URL"),
		Social:    idp.Clients{LINE: client("LINE"), Google: client("GOOGLE"), YahooJapan: client("YAHOO_JAPAN"), Facebook: client("FACEBOOK"), Company: client("STAFF")},
		SMS:       sms.Account{SID: getenv("TWILIO_ACCOUNT_SID"), Token: getenv("TWILIO_AUTH_TOKEN"), From: getenv("TWILIO_FROM")},
		BotSecret: getenv("BOT_CHECK_SECRET"),
		Apps:      app.Config{URL: getenv("DEMO_APP_URL"), Secret: getenv("SANDBOX_APP_SECRET"), Issuer: getenv("KAIIN_ORIGIN")},
		Streaks:   streaks.Account{Project: getenv("STREAKS_PROJECT"), APIKey: getenv("STREAKS_API_KEY"), Site: getenv("STREAKS_SITE_ORIGIN")},
	}
}
