package botcheck

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/identity/login"
)

const (
	timeout   = 10 * time.Second
	maxAnswer = 64 << 10 // real answers have less than a kilobyte
	action    = "login"  // what tokens are for, where they say it
	minScore  = 0.5      // of reCAPTCHA v3, from 0 for a program to 1 for a person
)

// vendor is what differs between the two.
type vendor struct {
	name     string
	maxToken int // bytes; a longer one is none
	script   func(siteKey string) url.Values
}

var vendors = map[string]vendor{
	// reCAPTCHA v3 works for the site key its script was loaded with.
	config.BotCheckRecaptcha: {config.BotCheckRecaptcha, 8192, func(siteKey string) url.Values { return url.Values{"render": {siteKey}} }},
	// Turnstile appears where the page puts it, and nowhere by itself.
	config.BotCheckTurnstile: {config.BotCheckTurnstile, 2048, func(string) url.Values { return url.Values{"render": {"explicit"}} }},
}

// ourFaults are what siteverify calls an error of the caller or of itself: they say nothing about
// the token.
var ourFaults = []string{"missing-input-secret", "invalid-input-secret", "bad-request", "internal-error"}

type check struct {
	vendor
	config.BotCheck
	host string // of this site, which tokens must name
	http *http.Client
}

// New is the check the configuration asks for, of tokens made on the host name of origin; nil when
// it asks for none.
func New(c config.BotCheck, origin *url.URL) login.HumanCheck {
	v, ok := vendors[c.Provider]
	if !ok {
		return nil
	}
	return &check{v, c, origin.Hostname(), outbound.Client(outbound.Limits{Connect: 5 * time.Second, Total: timeout, Answer: maxAnswer})}
}

// Provider implements login.HumanCheck.
func (c *check) Provider() string { return c.name }

// ScriptURL implements login.HumanCheck.
func (c *check) ScriptURL(siteKey string) string {
	address, query := *c.BotCheck.ScriptURL, c.BotCheck.ScriptURL.Query()
	for name, values := range c.script(siteKey) {
		query[name] = values
	}
	address.RawQuery = query.Encode()
	return address.String()
}

// verdict is siteverify's answer. Hostname, action and score are there when the vendor knows them.
type verdict struct {
	Success  bool     `json:"success"`
	Hostname string   `json:"hostname"`
	Action   string   `json:"action"`
	Score    *float64 `json:"score"`
	Errors   []string `json:"error-codes"`
}

// forLogin reports whether the token was made for a login. A token of reCAPTCHA v3, which is known
// by its score, always says what it was made for; another may leave it open.
func (v verdict) forLogin() bool { return v.Action == action || v.Action == "" && v.Score == nil }

// Human implements login.HumanCheck. The vendor lets a token be looked at once.
func (c *check) Human(ctx context.Context, token, ip string) (bool, error) {
	if token == "" || len(token) > c.maxToken {
		return false, nil
	}
	v, err := c.ask(ctx, token, ip)
	if err != nil {
		return false, fmt.Errorf("%s: %w", c.name, err)
	}
	if !v.Success {
		if i := slices.IndexFunc(v.Errors, func(code string) bool { return slices.Contains(ourFaults, code) }); i >= 0 {
			return false, fmt.Errorf("%s: %s", c.name, v.Errors[i])
		}
		return false, nil
	}
	return strings.EqualFold(v.Hostname, c.host) && v.forLogin() && (v.Score == nil || *v.Score >= minScore), nil
}

func (c *check) ask(ctx context.Context, token, ip string) (v verdict, err error) {
	form := url.Values{"secret": {c.Secret}, "response": {token}}
	if ip != "" {
		form.Set("remoteip", ip)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL.String(), strings.NewReader(form.Encode()))
	if err != nil {
		return v, errors.New("the address is not usable")
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "application/json")
	res, err := c.http.Do(r)
	if err != nil {
		return v, outbound.Bare(err)
	}
	defer func() { _ = res.Body.Close() }()
	err = json.NewDecoder(res.Body).Decode(&v)
	// Turnstile says what is wrong with a token by the status 400, too.
	refused := res.StatusCode == http.StatusBadRequest && !v.Success && len(v.Errors) > 0
	switch {
	case res.StatusCode != http.StatusOK && !refused:
		return v, fmt.Errorf("status %d", res.StatusCode)
	case err != nil:
		return v, errors.New("the answer is not the JSON expected")
	}
	return v, nil
}
