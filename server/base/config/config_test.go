package config

import (
	"strings"
	"testing"
)

func environment(change map[string]string) func(string) string {
	env := map[string]string{
		"KAIIN_ENV": "development", "KAIIN_ORIGIN": "http://localhost:8080", "KAIIN_SECRET": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
		"DATABASE_URL": "postgres://kaiin:pw-hidden@127.0.0.1/kaiin", "SMTP_URL": "smtp://127.0.0.1:25?tls=none", "MAIL_FROM": "a@example.jp",
		"SBPS_API_URL": "http://127.0.0.1:1/api", "SBPS_LIST_URL": "http://127.0.0.1:1/list", "SBPS_SCRIPT_URL": "http://127.0.0.1:1", "SBPS_MERCHANT_ID": "30132", "SBPS_SERVICE_ID": "001",
		"SBPS_HASH_KEY": "k", "SBPS_BASIC_USER": "u", "SBPS_BASIC_PASSWORD": "p",
	}
	for k, v := range change {
		env[k] = v
	}
	return func(name string) string { return env[name] }
}

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		name   string
		change map[string]string
		want   []string
	}{
		{"complete", nil, nil},
		{"security 19: a secret of zeros", map[string]string{"KAIIN_SECRET": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}, []string{"KAIIN_SECRET"}},
		{"D-18: a former secret that is too short", map[string]string{"KAIIN_SECRET": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=,c2hvcnQ="}, []string{"KAIIN_SECRET"}},
		{"D-18: a new secret before the former one", map[string]string{"KAIIN_SECRET": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=, MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}, nil},
		{"all problems at once", map[string]string{"KAIIN_SECRET": "c2hvcnQ=", "DATABASE_URL": "", "KAIIN_TRUSTED_PROXIES": "10.0.0.1"},
			[]string{"KAIIN_SECRET", "DATABASE_URL", "KAIIN_TRUSTED_PROXIES"}},
		{"sandbox in production", map[string]string{"KAIIN_ENV": "production", "KAIIN_ORIGIN": "https://m.example.jp", "KAIIN_SANDBOX_URL": "http://x:1", "KAIIN_SANDBOX_TOKEN": "t"},
			[]string{"KAIIN_SANDBOX_URL is for development only", "KAIIN_SANDBOX_TOKEN is for development only"}},
		{"cheap passwords in production", map[string]string{"KAIIN_ENV": "production", "KAIIN_ORIGIN": "https://m.example.jp", "KAIIN_PASSWORD_COST": "m=64,t=1"},
			[]string{"KAIIN_PASSWORD_COST is for development only"}},
		{"passwords for nothing", map[string]string{"KAIIN_PASSWORD_COST": "m=64,t=0"}, []string{"KAIIN_PASSWORD_COST"}},
		{"a cost with more behind it", map[string]string{"KAIIN_PASSWORD_COST": "m=64,t=1,p=1"}, []string{"KAIIN_PASSWORD_COST"}},
		{"http in production", map[string]string{"KAIIN_ENV": "production"}, []string{"must be https"}},
		{"half a cipher", map[string]string{"SBPS_3DES_KEY": "x"}, []string{"SBPS_3DES_KEY"}},
		{"half a client", map[string]string{"LINE_CLIENT_ID": "1", "FACEBOOK_CLIENT_SECRET": "s"}, []string{"LINE_CLIENT_ID and LINE_CLIENT_SECRET", "FACEBOOK_CLIENT_ID and"}},
		{"a provider in the clear", map[string]string{
			"KAIIN_ENV": "production", "KAIIN_ORIGIN": "https://m.example.jp", "GOOGLE_ISSUER_URL": "http://x:1/idp", "FACEBOOK_GRAPH_URL": "http://x:1/v25.0",
		}, []string{"GOOGLE_ISSUER_URL must be https", "FACEBOOK_GRAPH_URL must be https"}},
		{"no issuer, no mode", map[string]string{"YAHOO_JAPAN_ISSUER_URL": "yahoo", "GOOGLE_RESPONSE_MODE": "fragment"}, []string{"YAHOO_JAPAN_ISSUER_URL", "GOOGLE_RESPONSE_MODE"}},
		{"half a Twilio", map[string]string{"TWILIO_ACCOUNT_SID": "AC0123456789abcdef0123456789abcdef", "TWILIO_FROM": "+815012345678"}, []string{"TWILIO_AUTH_TOKEN and TWILIO_FROM go together"}},
		{"no account, no sender", map[string]string{"TWILIO_ACCOUNT_SID": "../../x", "TWILIO_AUTH_TOKEN": "t", "TWILIO_FROM": "05012345678901"}, []string{"TWILIO_ACCOUNT_SID (", "TWILIO_FROM ("}},
		{"half a bot check", map[string]string{"BOT_CHECK_PROVIDER": "turnstile"}, []string{"BOT_CHECK_PROVIDER and BOT_CHECK_SECRET"}},
		{"an unknown bot check", map[string]string{"BOT_CHECK_PROVIDER": "hcaptcha", "BOT_CHECK_SECRET": "s"}, []string{"must be recaptcha or turnstile"}},
		{"Twilio and the bot check in the clear", map[string]string{
			"KAIIN_ENV": "production", "KAIIN_ORIGIN": "https://m.example.jp", "TWILIO_API_URL": "http://x:1", "BOT_CHECK_PROVIDER": "recaptcha", "BOT_CHECK_SECRET": "s",
			"BOT_CHECK_URL": "http://x:1/siteverify", "BOT_CHECK_SCRIPT_URL": "http://x:1/api.js",
		}, []string{"TWILIO_API_URL must be https", "BOT_CHECK_URL must be https", "BOT_CHECK_SCRIPT_URL must be https"}},
		{"G-05: a drain", map[string]string{"KAIIN_DRAIN": "0"}, nil},
		{"G-05: a drain without a unit", map[string]string{"KAIIN_DRAIN": "10"}, []string{"KAIIN_DRAIN"}},
		{"G-05: a drain that is too long", map[string]string{"KAIIN_DRAIN": "11m"}, []string{"KAIIN_DRAIN", "0s to 10m"}},
		{"G-05: a drain below zero", map[string]string{"KAIIN_DRAIN": "-1s"}, []string{"KAIIN_DRAIN", "0s to 10m"}},
		{"G-06: too few connections", map[string]string{"KAIIN_DATABASE_CONNECTIONS": "3"}, []string{"KAIIN_DATABASE_CONNECTIONS", "4 to 1000"}},
		{"networks of the staff", map[string]string{"KAIIN_STAFF_NETWORKS": "10.1.0.0/16, 2001:db8::/48"}, nil},
		{"staff from everywhere, spelled", map[string]string{"KAIIN_STAFF_NETWORKS": "any"}, nil},
		{"staff from everywhere by a slip", map[string]string{"KAIIN_STAFF_NETWORKS": "10.1.0.0/16,0.0.0.0/0"}, []string{"KAIIN_STAFF_NETWORKS", "or any"}},
		{"no network of the staff", map[string]string{"KAIIN_STAFF_NETWORKS": "10.1.0.1"}, []string{"KAIIN_STAFF_NETWORKS"}},
		{"half an issuer of the staff", map[string]string{"STAFF_ISSUER_URL": "https://id.example", "STAFF_CLIENT_ID": "x"}, []string{"STAFF_ISSUER_URL, STAFF_CLIENT_ID and"}},
		{"a class without an issuer", map[string]string{"STAFF_ACR": "mfa"}, []string{"STAFF_ACR goes with"}},
		{"an issuer of the staff in the clear", map[string]string{
			"KAIIN_ENV": "production", "KAIIN_ORIGIN": "https://m.example.jp", "STAFF_ISSUER_URL": "http://id.example", "STAFF_CLIENT_ID": "x", "STAFF_CLIENT_SECRET": "y",
		}, []string{"STAFF_ISSUER_URL must be https"}},
		{"origin with a path", map[string]string{"KAIIN_ORIGIN": "http://localhost/x"}, []string{"KAIIN_ORIGIN"}},
	} {
		_, err := Load(environment(c.change))
		if (err == nil) != (len(c.want) == 0) {
			t.Errorf("%s: err = %v", c.name, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q is missing in %v", c.name, want, err)
			}
		}
	}
}

// The slash at the end of an issuer belongs to it.
func TestIssuersAreKeptToTheLetter(t *testing.T) {
	c, err := Load(environment(map[string]string{"YAHOO_JAPAN_ISSUER_URL": "https://auth.login.yahoo.co.jp/yconnect/v2/", "GOOGLE_RESPONSE_MODE": "form_post"}))
	if err != nil {
		t.Fatal(err)
	}
	want := Social{
		LINE: OIDCClient{Issuer: "https://access.line.me"}, Google: OIDCClient{Issuer: "https://accounts.google.com", FormPost: true},
		YahooJapan: OIDCClient{Issuer: "https://auth.login.yahoo.co.jp/yconnect/v2/"}, Facebook: c.Social.Facebook,
	}
	if c.Social != want || c.Social.Facebook.GraphURL.String() != "https://graph.facebook.com/v25.0" {
		t.Errorf("got %+v", c.Social)
	}
}

// An address that is set goes before the vendor's own.
func TestBotCheckAddresses(t *testing.T) {
	for _, c := range []struct{ provider, own, url, script string }{
		{"recaptcha", "", "https://www.google.com/recaptcha/api/siteverify", "https://www.google.com/recaptcha/api.js"},
		{"turnstile", "", "https://challenges.cloudflare.com/turnstile/v0/siteverify", "https://challenges.cloudflare.com/turnstile/v0/api.js"},
		{"recaptcha", "https://www.recaptcha.net/x", "https://www.recaptcha.net/x", "https://www.recaptcha.net/x"},
	} {
		got, err := Load(environment(map[string]string{"BOT_CHECK_PROVIDER": c.provider, "BOT_CHECK_SECRET": "s", "BOT_CHECK_URL": c.own, "BOT_CHECK_SCRIPT_URL": c.own}))
		if err != nil || got.BotCheck.URL.String() != c.url || got.BotCheck.ScriptURL.String() != c.script {
			t.Errorf("%s %s: %+v, %v", c.provider, c.own, got.BotCheck, err)
		}
	}
	if got, err := Load(environment(nil)); err != nil || got.BotCheck != (BotCheck{}) || got.SMS.Configured() {
		t.Errorf("%+v %+v, %v", got.BotCheck, got.SMS, err)
	}
}

func TestPrintHidesSecrets(t *testing.T) {
	var out strings.Builder
	if err := Print(&out, environment(map[string]string{"DATABASE_DIRECT_URL": "postgres://kaiin:pw-hidden@127.0.0.1/kaiin"})); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "pw-hidden") || !strings.Contains(out.String(), "KAIIN_ORIGIN") {
		t.Errorf("printed:\n%s", out.String())
	}
	for _, name := range Names() {
		if !strings.Contains(out.String(), name) {
			t.Errorf("%s is not printed", name)
		}
	}
}
