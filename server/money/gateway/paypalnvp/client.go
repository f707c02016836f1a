package paypalnvp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/money/gateway"
)

// maxReply bounds what is read of an answer. Real ones have a few kilobytes, a search up to
// a hundred.
const maxReply = 1 << 20

// Client is the merchant's side of the Classic API. It is safe for concurrent use.
type Client struct {
	cfg   config.PayPalNVP
	clock *clock.Clock
	http  *http.Client
}

// Name is that of the provider in our tables.
const Name = "paypalnvp"

// Provider is what PayPal does for the store: members agree on its page.
func (c *Client) Provider() gateway.Provider {
	return gateway.Provider{
		Name: Name, Gateway: c, Approvals: c, Lists: c,
		Kinds: []gateway.Kind{{Type: gateway.PaypalNvp, Joins: gateway.JoinsByApproval}},
	}
}

// Option changes how a Client is made.
type Option func(*Client)

// WithTimeouts sets how long making a connection and a whole call may take; 5 and 20 seconds
// unless set.
func WithTimeouts(connect, total time.Duration) Option {
	return func(c *Client) {
		c.http = outbound.Client(outbound.Limits{Connect: connect, Total: total, Answer: maxReply})
	}
}

// New makes a client. The clock tells from which day on transactions are searched.
func New(cfg config.PayPalNVP, now *clock.Clock, options ...Option) (*Client, error) {
	if cfg.APIURL == nil || cfg.CheckoutURL == nil || !cfg.Configured() {
		return nil, errors.New("paypalnvp: the addresses of the Classic API or its user are not set")
	}
	c := &Client{cfg: cfg, clock: now}
	WithTimeouts(5*time.Second, 20*time.Second)(c)
	for _, set := range options {
		set(c)
	}
	return c, nil
}

// call sends one message, once, and returns the answer when it says that the method was
// carried out.
func (c *Client) call(ctx context.Context, m method, pairs ...pair) (answer, error) {
	for _, p := range pairs {
		if len(p.value) > 2048 || strings.ContainsFunc(p.value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return nil, m.badRequest(fmt.Errorf("%s is too long, or has control characters", p.name))
		}
	}
	body := encode(append([]pair{
		{"METHOD", m.name}, {"VERSION", c.cfg.Version}, {"USER", c.cfg.User}, {"PWD", c.cfg.Password}, {"SIGNATURE", c.cfg.Signature},
	}, pairs...))
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.cfg.APIURL.String(), strings.NewReader(body))
	if err != nil {
		return nil, m.badRequest(errors.New("the address of the Classic API is not usable"))
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := c.http.Do(req)
	switch {
	case err != nil && !connected.Load():
		return nil, m.troubled("", outbound.Bare(err).Error())
	case err != nil:
		return nil, m.unclear("", "no answer: %v", outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	switch {
	case res.StatusCode == http.StatusTooManyRequests:
		return nil, m.troubled("HTTP 429", "too many calls")
	case turnedAway(res.StatusCode):
		return nil, m.rejected(fmt.Sprintf("HTTP %d", res.StatusCode))
	case err != nil:
		return nil, m.unclear("", "the answer broke off: %v", outbound.Bare(err))
	case res.StatusCode != http.StatusOK:
		return nil, m.unclear(fmt.Sprintf("HTTP %d", res.StatusCode), "not an answer")
	}
	a, err := decode(text)
	if err != nil {
		return nil, m.unclear("", "%v", err)
	}
	return a, m.judge(a)
}

// turnedAway tells whether a status comes from the door, before anything was read of the message.
func turnedAway(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
		return true
	}
	return false
}

// checkout is the page on which the member approves what a token stands for.
func (c *Client) checkout(token string) string {
	page := *c.cfg.CheckoutURL
	query := page.Query()
	query.Set("cmd", "_express-checkout")
	query.Set("token", token)
	page.RawQuery = query.Encode()
	return (&url.URL{Scheme: page.Scheme, Host: page.Host, Path: page.Path, RawPath: page.RawPath, RawQuery: page.RawQuery}).String()
}
