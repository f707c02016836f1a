package config

import (
	"errors"
	"fmt"
	"net/url"
)

// The services that tell people from programs.
const (
	BotCheckRecaptcha = "recaptcha"
	BotCheckTurnstile = "turnstile"
)

// BotCheck is the store's access to a service that tells people from programs. Without a provider
// there is none.
type BotCheck struct {
	Provider  string // recaptcha, turnstile or ""
	Secret    string
	URL       *url.URL // where a token is looked at
	ScriptURL *url.URL // what the browser loads; the page adds the site key
}

// botChecks are the vendors' own addresses.
var botChecks = map[string]struct{ url, script url.URL }{
	BotCheckRecaptcha: {
		url.URL{Scheme: "https", Host: "www.google.com", Path: "/recaptcha/api/siteverify"},
		url.URL{Scheme: "https", Host: "www.google.com", Path: "/recaptcha/api.js"},
	},
	BotCheckTurnstile: {
		url.URL{Scheme: "https", Host: "challenges.cloudflare.com", Path: "/turnstile/v0/siteverify"},
		url.URL{Scheme: "https", Host: "challenges.cloudflare.com", Path: "/turnstile/v0/api.js"},
	},
}

// fill takes the vendor's own addresses where none is set.
func (b *BotCheck) fill() {
	vendor, ok := botChecks[b.Provider]
	if ok && b.URL == nil {
		b.URL = &vendor.url
	}
	if ok && b.ScriptURL == nil {
		b.ScriptURL = &vendor.script
	}
}

// validate wants a known provider with its secret, and in production nothing sent or loaded in
// the clear.
func (b BotCheck) validate(production bool) error {
	var problems []error
	if _, known := botChecks[b.Provider]; b.Provider != "" && !known {
		problems = append(problems, errors.New("BOT_CHECK_PROVIDER must be recaptcha or turnstile, or empty"))
	}
	if (b.Provider == "") != (b.Secret == "") {
		problems = append(problems, errors.New("BOT_CHECK_PROVIDER and BOT_CHECK_SECRET go together"))
	}
	for name, u := range map[string]*url.URL{"BOT_CHECK_URL": b.URL, "BOT_CHECK_SCRIPT_URL": b.ScriptURL} {
		if production && u != nil && u.Scheme != "https" {
			problems = append(problems, fmt.Errorf("%s must be https in production", name))
		}
	}
	return errors.Join(problems...)
}
