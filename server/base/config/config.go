package config

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"time"
)

// Config is the whole configuration of the server.
type Config struct {
	Production   bool
	Origin       *url.URL // the one public origin, without a path
	Listen       string
	LogLevel     slog.Level
	Worker       bool           // serve runs the jobs too
	Drain        time.Duration  // after a signal, /readyz answers 503 for so long before the listener closes
	MoneyWorkers int            // how many jobs about money a process works on at once
	Secrets      [][]byte       // the first is in use
	Trusted      []netip.Prefix // proxies whose X-Forwarded-For is believed

	TelemetryListen string   // where metrics and profiles are answered; empty: nowhere
	TracesTo        *url.URL // the collector that traces are sent to by OTLP over HTTP; nil: none are
	TracesRatio     float64  // how many of the traces that begin here are sent

	NextURL    *url.URL
	NextStatic string // folder of .next/static, served from disk; empty: proxied
	StoreFiles string // folder that is served below /store/; empty: none is

	DatabaseURL         string
	DatabaseDirectURL   string // PostgreSQL itself, where DatabaseURL leads to a pooler of transactions; empty: it leads to PostgreSQL
	DatabaseConnections int    // to PostgreSQL, of a process, at the most
	SMTP                *url.URL
	MailFrom            string
	SBPS                SBPS
	PayPal              PayPal
	PayPalNVP           PayPalNVP
	Social              Social
	StaffExplorer       bool           // their page that asks the desk
	StaffNetworks       []netip.Prefix // from which the staff work; empty: nothing of the staff exists
	StaffIssuer         StaffIssuer
	SMS                 SMS
	BotCheck            BotCheck
	Streaks             Streaks
	CountryDB           string // file that tells countries by addresses, in MaxMind's format; empty: no country is known

	SandboxURL   *url.URL // development only: whose clock we follow
	SandboxToken string
	Failpoint    string
	PasswordCost PasswordCost // development only: of new password hashes; zero: the cost of production
}

// PasswordCost is what one password hash takes.
type PasswordCost struct {
	Memory uint32 // KiB
	Passes uint32 // over the memory
}

func (p *PasswordCost) parse(v string) error {
	var left string
	if n, _ := fmt.Sscanf(v+" .", "m=%d,t=%d %s", &p.Memory, &p.Passes, &left); n != 3 || left != "." || p.Memory < 8 || p.Passes < 1 {
		return errors.New("must be m=KiB,t=passes, at least 8 and 1")
	}
	return nil
}

// SBPS is the merchant's access to SB Payment Service (developer.sbpayment.jp).
type SBPS struct {
	APIURL        *url.URL // XML API
	ListURL       *url.URL // where the list of a day's sales and refunds is fetched
	ScriptURL     *url.URL // base of the token scripts, as the browser reaches it
	MerchantID    string
	ServiceID     string
	HashKey       string
	BasicUser     string
	BasicPassword string
	TDESKey       string // both or neither: fields are sent encrypted
	TDESIV        string
	Carriers      SBPSCarriers
}

// Load reads and checks the configuration. Its error lists every problem, one a line.
func Load(getenv func(string) string) (*Config, error) {
	c, problems := new(Config), []error(nil)
	for _, v := range table() {
		problems = append(problems, v.read(c, getenv))
	}
	c.BotCheck.fill()
	return c, errors.Join(append(problems, c.Validate())...)
}

// LoadSome reads the variables with the names, for a command that needs no others. Its error lists
// every problem, one a line.
func LoadSome(getenv func(string) string, names ...string) (*Config, error) {
	c, problems := new(Config), []error(nil)
	for _, v := range table() {
		if slices.Contains(names, v.name) {
			problems = append(problems, v.read(c, getenv))
		}
	}
	return c, errors.Join(append(problems, c.validateSandbox())...)
}

// LogLevel is the level of the log as the environment has it, and that of the default where it has
// none or one that Load refuses.
func LogLevel(getenv func(string) string) slog.Level {
	c, err := LoadSome(getenv, "KAIIN_LOG_LEVEL")
	if err != nil {
		return slog.LevelInfo
	}
	return c.LogLevel
}

// validateSandbox wants nothing of development in production.
func (c *Config) validateSandbox() error {
	var problems []error
	if c.Production {
		for name, set := range map[string]bool{
			"KAIIN_SANDBOX_URL": c.SandboxURL != nil, "KAIIN_SANDBOX_TOKEN": c.SandboxToken != "", "KAIIN_FAILPOINT": c.Failpoint != "",
			"KAIIN_PASSWORD_COST": c.PasswordCost != PasswordCost{},
		} {
			if set {
				problems = append(problems, fmt.Errorf("%s is for development only", name))
			}
		}
	}
	if (c.SandboxURL == nil) != (c.SandboxToken == "") {
		problems = append(problems, errors.New("KAIIN_SANDBOX_URL and KAIIN_SANDBOX_TOKEN go together"))
	}
	return errors.Join(problems...)
}

// Secure reports whether the site is on https.
func (c *Config) Secure() bool { return c.Origin.Scheme == "https" }

// Validate reports what does not fit together.
func (c *Config) Validate() error {
	problems := []error{c.validateSandbox()}
	if c.Production {
		if c.Origin != nil && c.Origin.Scheme != "https" {
			problems = append(problems, errors.New("KAIIN_ORIGIN must be https in production"))
		}
	}
	if k, iv := len(c.SBPS.TDESKey), len(c.SBPS.TDESIV); !(k == 0 && iv == 0) && !(k == 24 && iv == 8) {
		problems = append(problems, errors.New("SBPS_3DES_KEY has 24 and SBPS_3DES_IV 8 characters, or both are empty"))
	}
	return errors.Join(append(problems, c.Social.validate(c.Production), c.StaffIssuer.validate(c.Production), c.SMS.validate(c.Production), c.BotCheck.validate(c.Production), c.Streaks.validate(c.Production),
		c.PayPal.validate(c.Production), c.PayPalNVP.validate(c.Production), c.SBPS.Carriers.validate(c.Production))...)
}

// Names lists every variable.
func Names() []string {
	var names []string
	for _, v := range table() {
		names = append(names, v.name)
	}
	return names
}

// Print writes one line a variable: its name, its value, or its default, with secrets redacted.
func Print(w io.Writer, getenv func(string) string) error {
	for _, v := range table() {
		value, note := getenv(v.name), ""
		switch {
		case value == "" && v.value != "":
			value, note = v.value, " (default)"
		case value == "":
			value = "(not set)"
		case v.secret:
			value = "(set)"
		}
		if _, err := fmt.Fprintf(w, "%-25s %s%s\n", v.name, value, note); err != nil {
			return err
		}
	}
	return nil
}
