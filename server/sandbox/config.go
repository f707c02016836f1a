package sandbox

import (
	"errors"
	"log/slog"
	"net/url"

	"kaiin/server/sandbox/app"
	"kaiin/server/sandbox/idp"
	"kaiin/server/sandbox/paypal"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/sandbox/sms"
	"kaiin/server/sandbox/streaks"
)

// Config is everything the sandbox needs to know.
type Config struct {
	ListenAddr string        // of the page, the APIs and the scripts, for Run
	SMTPAddr   string        // of the mail server; empty: none
	ProductURL string        // told when the clock moves; empty: it is told to no one
	PublicURL  string        // where browsers reach the sandbox; empty: under the host name the product calls it by
	Token      string        // the bearer token the product's clock asks for
	StateDir   string        // a folder in which everything is kept across restarts; empty: in memory only
	Production bool          // the configuration is a production one: New refuses
	SBPS       sbps.Merchant // the credentials the product uses
	PayPal     paypal.Merchant
	NoticeURL  string          // where PayPal's notices are sent; empty: they are only kept
	Social     idp.Clients     // the product's clients at the external identity providers
	SMS        sms.Account     // the product's account at Twilio
	BotSecret  string          // of the product at the bot check; empty: there is none
	Streaks    streaks.Account // the product's project at the video service
	Apps       app.Config      // the apps that members of the product log in to; ProductURL and the clock are put in by New
	Log        *slog.Logger    // nil: the default logger
}

func (c Config) validate() error {
	if c.Production {
		return errors.New("the sandbox pretends to take money and to know people, and does not start in production")
	}
	var faults []error
	for name, address := range map[string]string{"product URL": c.ProductURL, "public URL": c.PublicURL, "notice URL": c.NoticeURL} {
		if u, err := url.Parse(address); address != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			faults = append(faults, errors.New("the sandbox's "+name+" is not an absolute http address"))
		}
	}
	if c.ProductURL != "" && c.Token == "" {
		faults = append(faults, errors.New("the sandbox needs a token to move the product's clock"))
	}
	return errors.Join(faults...)
}
