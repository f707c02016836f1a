package config

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type variable struct {
	name    string
	meaning string
	value   string // default
	secret  bool
	set     func(*Config, string) error
}

// read sets what the environment says, or the default.
func (v variable) read(c *Config, getenv func(string) string) error {
	value := getenv(v.name)
	if value == "" {
		value = v.value
	}
	if err := v.set(c, value); err != nil {
		return fmt.Errorf("%s (%s): %w", v.name, v.meaning, err)
	}
	return nil
}

var digits = regexp.MustCompile(`^[0-9]+$`)

func table() []variable {
	return append([]variable{
		{"KAIIN_ENV", "production or development", "production", false, func(c *Config, v string) error {
			c.Production = v != "development"
			if v != "development" && v != "production" {
				return errors.New("must be production or development")
			}
			return nil
		}},
		{"KAIIN_ORIGIN", "the public origin, such as https://member.example.jp", "", false, func(c *Config, v string) (err error) {
			c.Origin, err = origin(v)
			return err
		}},
		{"KAIIN_LISTEN", "address to listen on", ":8080", false, text(func(c *Config) *string { return &c.Listen })},
		{"KAIIN_LOG_LEVEL", "debug, info, warn or error", "info", false, func(c *Config, v string) error { return c.LogLevel.UnmarshalText([]byte(v)) }},
		{"KAIIN_WORKER", "whether serve also runs the jobs", "true", false, func(c *Config, v string) (err error) {
			c.Worker, err = strconv.ParseBool(v)
			return err
		}},
		{"KAIIN_DRAIN", "how long a stopping process still answers, while /readyz says that it stops, 0s to 10m", "10s", false, func(c *Config, v string) (err error) {
			c.Drain, err = time.ParseDuration(v)
			if err == nil && (c.Drain < 0 || c.Drain > 10*time.Minute) {
				err = errors.New("must be 0s to 10m")
			}
			return err
		}},
		{"KAIIN_MONEY_WORKERS", "how many renewals and other calls of the payment provider the jobs of a process make at once, 1 to 1000", "240", false,
			between(1, 1000, func(c *Config) *int { return &c.MoneyWorkers })},
		{"KAIIN_SECRET", "at least 32 random bytes in base64, from which every other key is derived; former ones after it, separated by commas, still open what they sealed", "", true, func(c *Config, v string) error {
			for part := range strings.SplitSeq(v, ",") {
				secret, err := base64.StdEncoding.DecodeString(strings.TrimSpace(part))
				switch {
				case err != nil:
					return err
				case len(secret) < 32:
					return errors.New("must be at least 32 bytes in base64")
				case bytes.Count(secret, secret[:1]) == len(secret):
					return errors.New("must be random")
				}
				c.Secrets = append(c.Secrets, secret)
			}
			return nil
		}},
		{"KAIIN_TRUSTED_PROXIES", "networks of the proxies in front, such as 10.0.0.0/8, separated by commas", "", false, func(c *Config, v string) error {
			for part := range strings.SplitSeq(v, ",") {
				if part = strings.TrimSpace(part); part == "" {
					continue
				}
				p, err := netip.ParsePrefix(part)
				if err != nil {
					return err
				}
				c.Trusted = append(c.Trusted, p)
			}
			return nil
		}},
		{"KAIIN_TELEMETRY_LISTEN", "address on which /metrics and /debug/pprof/ are answered, such as 127.0.0.1:9464; empty: no port is open for them", "", false, optional(func(c *Config, v string) error {
			if _, _, err := net.SplitHostPort(v); err != nil {
				return errors.New("must be host:port or :port")
			}
			c.TelemetryListen = v
			return nil
		})},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "base URL of the collector that traces are sent to by OTLP over HTTP, such as http://127.0.0.1:4318; empty: none are", "", false,
			optional(address(func(c *Config) **url.URL { return &c.TracesTo }))},
		{"OTEL_TRACES_SAMPLER_ARG", "how many of the traces are sent, 0 to 1", "0.1", false, func(c *Config, v string) (err error) {
			c.TracesRatio, err = strconv.ParseFloat(v, 64)
			if err == nil && !(c.TracesRatio >= 0 && c.TracesRatio <= 1) {
				err = errors.New("must be 0 to 1")
			}
			return err
		}},
		{"KAIIN_NEXT_URL", "where Next.js answers", "http://127.0.0.1:3000", false, address(func(c *Config) **url.URL { return &c.NextURL })},
		{"KAIIN_NEXT_STATIC", "folder of .next/static, served from disk when set", "", false, text(func(c *Config) *string { return &c.NextStatic })},
		{"KAIIN_STORE_FILES", "folder of the store's own pictures and pages, served below /store/; empty: none is", "", false, text(func(c *Config) *string { return &c.StoreFiles })},
		{"DATABASE_URL", "PostgreSQL, postgres://user:password@host:port/database", "", true, required(text(func(c *Config) *string { return &c.DatabaseURL }))},
		{"DATABASE_DIRECT_URL", "the same database without a pooler in between, where DATABASE_URL leads to a pooler that lends connections to transactions; empty: DATABASE_URL does", "", true,
			text(func(c *Config) *string { return &c.DatabaseDirectURL })},
		{"KAIIN_DATABASE_CONNECTIONS", "how many connections to PostgreSQL a process opens at the most, 4 to 1000", "40", false,
			between(4, 1000, func(c *Config) *int { return &c.DatabaseConnections })},
		{"SMTP_URL", "mail server, smtp://user:password@host:port?tls=starttls|tls|none", "", true, address(func(c *Config) **url.URL { return &c.SMTP })},
		{"MAIL_FROM", "sender of mails, such as Cinema <no-reply@example.jp>", "", false, required(text(func(c *Config) *string { return &c.MailFrom }))},
		{"SBPS_API_URL", "SBPS XML API", "", false, address(func(c *Config) **url.URL { return &c.SBPS.APIURL })},
		{"SBPS_LIST_URL", "list of a day's sales and refunds (CSV), which our books are compared with every morning", "", false, address(func(c *Config) **url.URL { return &c.SBPS.ListURL })},
		{"SBPS_SCRIPT_URL", "base of the SBPS token scripts, as the browser reaches it", "", false, address(func(c *Config) **url.URL { return &c.SBPS.ScriptURL })},
		{"SBPS_MERCHANT_ID", "5 digits", "", false, pattern(digits, text(func(c *Config) *string { return &c.SBPS.MerchantID }))},
		{"SBPS_SERVICE_ID", "3 digits", "", false, pattern(digits, text(func(c *Config) *string { return &c.SBPS.ServiceID }))},
		{"SBPS_HASH_KEY", "key of sps_hashcode", "", true, required(text(func(c *Config) *string { return &c.SBPS.HashKey }))},
		{"SBPS_BASIC_USER", "user of the XML API", "", false, required(text(func(c *Config) *string { return &c.SBPS.BasicUser }))},
		{"SBPS_BASIC_PASSWORD", "password of the XML API", "", true, required(text(func(c *Config) *string { return &c.SBPS.BasicPassword }))},
		{"SBPS_3DES_KEY", "24 characters; with SBPS_3DES_IV fields are sent encrypted", "", true, text(func(c *Config) *string { return &c.SBPS.TDESKey })},
		{"SBPS_3DES_IV", "8 characters", "", true, text(func(c *Config) *string { return &c.SBPS.TDESIV })},
		{"LINE_CLIENT_ID", "LINE Login channel id; without it LINE is not offered", "", false, text(func(c *Config) *string { return &c.Social.LINE.ClientID })},
		{"LINE_CLIENT_SECRET", "its channel secret", "", true, text(func(c *Config) *string { return &c.Social.LINE.ClientSecret })},
		{"LINE_ISSUER_URL", "issuer of LINE", "https://access.line.me", false, issuer(func(c *Config) *string { return &c.Social.LINE.Issuer })},
		{"GOOGLE_CLIENT_ID", "client id at Google; without it Google is not offered", "", false, text(func(c *Config) *string { return &c.Social.Google.ClientID })},
		{"GOOGLE_CLIENT_SECRET", "its secret", "", true, text(func(c *Config) *string { return &c.Social.Google.ClientSecret })},
		{"GOOGLE_ISSUER_URL", "issuer of Google", "https://accounts.google.com", false, issuer(func(c *Config) *string { return &c.Social.Google.Issuer })},
		{"GOOGLE_RESPONSE_MODE", "query: browsers come back to /auth/callback; form_post: to /auth/callback/form", "query", false, func(c *Config, v string) error {
			c.Social.Google.FormPost = v == "form_post"
			if v != "query" && v != "form_post" {
				return errors.New("must be query or form_post")
			}
			return nil
		}},
		{"YAHOO_JAPAN_CLIENT_ID", "client id at Yahoo! JAPAN; without it Yahoo! JAPAN is not offered", "", false, text(func(c *Config) *string { return &c.Social.YahooJapan.ClientID })},
		{"YAHOO_JAPAN_CLIENT_SECRET", "its secret", "", true, text(func(c *Config) *string { return &c.Social.YahooJapan.ClientSecret })},
		{"YAHOO_JAPAN_ISSUER_URL", "issuer of Yahoo! JAPAN", "https://auth.login.yahoo.co.jp/yconnect/v2", false, issuer(func(c *Config) *string { return &c.Social.YahooJapan.Issuer })},
		{"FACEBOOK_CLIENT_ID", "app id at Facebook; without it Facebook is not offered", "", false, text(func(c *Config) *string { return &c.Social.Facebook.ClientID })},
		{"FACEBOOK_CLIENT_SECRET", "its app secret", "", true, text(func(c *Config) *string { return &c.Social.Facebook.ClientSecret })},
		{"FACEBOOK_DIALOG_URL", "Facebook's login dialog, with the version", "https://www.facebook.com/v25.0/dialog/oauth", false, address(func(c *Config) **url.URL { return &c.Social.Facebook.DialogURL })},
		{"FACEBOOK_GRAPH_URL", "Facebook's Graph API, with the version", "https://graph.facebook.com/v25.0", false, address(func(c *Config) **url.URL { return &c.Social.Facebook.GraphURL })},
		{"KAIIN_STAFF_NETWORKS", "networks from which the staff work, such as 10.1.0.0/16, separated by commas, or any; empty: nothing of the staff exists", "", false, func(c *Config, v string) (err error) {
			c.StaffNetworks, err = staffNetworks(v)
			return err
		}},
		{"KAIIN_STAFF_EXPLORER", "whether the staff have a page on which they ask the desk by GraphQL: true or false", "true", false, func(c *Config, v string) (err error) {
			c.StaffExplorer, err = strconv.ParseBool(v)
			return err
		}},
		{"STAFF_ISSUER_URL", "issuer of the company, by which the staff log in; empty: by a password and an authenticator app", "", false, optional(issuer(func(c *Config) *string { return &c.StaffIssuer.Issuer }))},
		{"STAFF_CLIENT_ID", "client id there", "", false, text(func(c *Config) *string { return &c.StaffIssuer.ClientID })},
		{"STAFF_CLIENT_SECRET", "its secret", "", true, text(func(c *Config) *string { return &c.StaffIssuer.ClientSecret })},
		{"STAFF_ACR", "what the issuer has to say of how somebody logged in (acr), such as a class with two factors; empty: nothing", "", false, text(func(c *Config) *string { return &c.StaffIssuer.ACR })},
		{"TWILIO_ACCOUNT_SID", "account at Twilio; without it no short messages are sent", "", false, optional(pattern(accountSID, text(func(c *Config) *string { return &c.SMS.AccountSID })))},
		{"TWILIO_AUTH_TOKEN", "its token", "", true, text(func(c *Config) *string { return &c.SMS.AuthToken })},
		{"TWILIO_FROM", "sender: +81…, a name, or the id of a messaging service (MG…)", "", false, optional(pattern(smsSender, text(func(c *Config) *string { return &c.SMS.From })))},
		{"TWILIO_API_URL", "Twilio's API", "https://api.twilio.com", false, address(func(c *Config) **url.URL { return &c.SMS.APIURL })},
		{"BOT_CHECK_PROVIDER", "the service that tells people from programs: recaptcha or turnstile; empty: none", "", false, text(func(c *Config) *string { return &c.BotCheck.Provider })},
		{"BOT_CHECK_SECRET", "the secret to the store's site key", "", true, text(func(c *Config) *string { return &c.BotCheck.Secret })},
		{"BOT_CHECK_URL", "where tokens are looked at; empty: the provider's own", "", false, optional(address(func(c *Config) **url.URL { return &c.BotCheck.URL }))},
		{"BOT_CHECK_SCRIPT_URL", "the script browsers load; empty: the provider's own", "", false, optional(address(func(c *Config) **url.URL { return &c.BotCheck.ScriptURL }))},
		{"STREAKS_API_URL", "STREAKS' playback API", "https://playback.api.streaks.jp", false, address(func(c *Config) **url.URL { return &c.Streaks.APIURL })},
		{"STREAKS_PROJECT", "the store's project at STREAKS; without it no sample is offered", "", false, optional(pattern(streaksProject, text(func(c *Config) *string { return &c.Streaks.Project })))},
		{"STREAKS_API_KEY", "its key, where the project demands one", "", true, text(func(c *Config) *string { return &c.Streaks.APIKey })},
		{"STREAKS_SITE_ORIGIN", "the site that the project allows to ask", "https://players.streaks.jp", false, func(c *Config, v string) (err error) {
			c.Streaks.Site, err = origin(v)
			return err
		}},
		{"STREAKS_STREAM_ORIGINS", "where its streams may come from, separated by commas; *. stands for any host below a name", "https://*.streaks.jp", false, func(c *Config, v string) (err error) {
			c.Streaks.StreamOrigins, err = streamOrigins(v)
			return err
		}},
		{"TEST_STREAM_URL", "folder of the streams that a store with env development plays instead: {testVideoMediaRefId}/index.m3u8 below it; without it such a store shows none", "", false, optional(address(func(c *Config) **url.URL { return &c.Streaks.TestStreams }))},
		{"KAIIN_COUNTRY_DB", "file that tells countries by addresses, in MaxMind's format; empty: logins show no country", "", false, text(func(c *Config) *string { return &c.CountryDB })},
		{"KAIIN_SANDBOX_URL", "development only: the sandbox, whose clock is followed", "", false, optional(address(func(c *Config) **url.URL { return &c.SandboxURL }))},
		{"KAIIN_SANDBOX_TOKEN", "development only: what the sandbox proves itself with", "", true, text(func(c *Config) *string { return &c.SandboxToken })},
		{"KAIIN_FAILPOINT", "development only: the point at which the process kills itself", "", false, text(func(c *Config) *string { return &c.Failpoint })},
		{"KAIIN_PASSWORD_COST", "development only: the cost of a password hash, such as m=64,t=1", "", false, optional(func(c *Config, v string) error { return c.PasswordCost.parse(v) })},
	}, append(carrierVariables(), paypalVariables()...)...)
}

// between takes a whole number from least to most.
func between(least, most int, at func(*Config) *int) func(*Config, string) error {
	return func(c *Config, v string) error {
		n, err := strconv.Atoi(v)
		if err == nil && (n < least || n > most) {
			err = fmt.Errorf("must be %d to %d", least, most)
		}
		*at(c) = n
		return err
	}
}

func text(at func(*Config) *string) func(*Config, string) error {
	return func(c *Config, v string) error { *at(c) = v; return nil }
}

func required(set func(*Config, string) error) func(*Config, string) error {
	return func(c *Config, v string) error {
		if v == "" {
			return errors.New("is required")
		}
		return set(c, v)
	}
}

func optional(set func(*Config, string) error) func(*Config, string) error {
	return func(c *Config, v string) error {
		if v == "" {
			return nil
		}
		return set(c, v)
	}
}

func pattern(re *regexp.Regexp, set func(*Config, string) error) func(*Config, string) error {
	return func(c *Config, v string) error {
		if !re.MatchString(v) {
			return fmt.Errorf("must match %s", re)
		}
		return set(c, v)
	}
}

func address(at func(*Config) **url.URL) func(*Config, string) error {
	return func(c *Config, v string) error {
		if v == "" {
			return errors.New("is required")
		}
		u, err := url.Parse(v)
		if err != nil {
			return errors.New("is not a URL") // the parser's own message would print what may hold a password
		}
		if u.Scheme == "" || u.Host == "" {
			return errors.New("must be a URL with scheme and host")
		}
		*at(c) = u
		return nil
	}
}

func origin(v string) (*url.URL, error) {
	u, err := url.Parse(v)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, errors.New("must be http(s)://host[:port]")
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}
