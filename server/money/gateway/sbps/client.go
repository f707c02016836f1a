package sbps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/money/gateway"
)

// maxReply bounds what is read of an answer. Real ones have about two kilobytes.
const maxReply = 1 << 20

// Client is the merchant's side of the XML API. It is safe for concurrent use.
type Client struct {
	cfg    config.SBPS
	clock  *clock.Clock
	http   *http.Client
	lists  *http.Client
	cipher *tripleDES // nil: encrypted_flg 0
}

// Name is that of the provider in our tables.
const Name = "sbps"

// Provider is what the service does for the store: it keeps cards.
func (c *Client) Provider() gateway.Provider {
	return gateway.Provider{
		Name: Name, Gateway: c, Cards: c, Lists: c,
		Kinds: []gateway.Kind{{Type: gateway.SbpsCredit, Joins: gateway.JoinsByCard}},
	}
}

// Option changes how a Client is made.
type Option func(*Client)

// WithTimeouts sets how long making a connection and a whole call may take; 5 and 20 seconds unless
// set. A list may take six times as long.
func WithTimeouts(connect, total time.Duration) Option {
	return func(c *Client) {
		c.http = outbound.Client(outbound.Limits{Connect: connect, Total: total, Answer: maxReply})
		c.lists = outbound.Client(outbound.Limits{Connect: connect, Total: 6 * total, Answer: maxList})
	}
}

// New makes a client. The clock stamps the requests: the service refuses what is older than
// ten minutes.
func New(cfg config.SBPS, now *clock.Clock, options ...Option) (*Client, error) {
	if cfg.APIURL == nil {
		return nil, errors.New("sbps: the address of the XML API is not set")
	}
	c := &Client{cfg: cfg, clock: now}
	WithTimeouts(5*time.Second, 20*time.Second)(c)
	if cfg.TDESKey != "" || cfg.TDESIV != "" {
		var err error
		if c.cipher, err = newTripleDES(cfg.TDESKey, cfg.TDESIV); err != nil {
			return nil, err
		}
	}
	for _, set := range options {
		set(c)
	}
	return c, nil
}

// call sends one request, once, and returns the answer when it says OK.
func (c *Client) call(ctx context.Context, fn function, fields ...field) (*reply, error) {
	body, err := c.encode(fn, fields)
	if err != nil {
		return nil, fn.badRequest(err)
	}
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.cfg.APIURL.String(), bytes.NewReader(body))
	if err != nil {
		return nil, fn.badRequest(errors.New("the address of the XML API is not usable"))
	}
	req.SetBasicAuth(c.cfg.BasicUser, c.cfg.BasicPassword)
	req.Header.Set("Content-Type", "text/xml; charset=Shift_JIS")
	res, err := c.http.Do(req)
	switch {
	case err != nil && !connected.Load():
		return nil, fn.unreachable(outbound.Bare(err))
	case err != nil:
		return nil, fn.unclear("", "no answer: %v", outbound.Bare(err))
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	tooLong, isTooLong := errors.AsType[outbound.TooLong](err)
	switch {
	case turnedAway(res.StatusCode):
		return nil, fn.turnedAway(res.StatusCode)
	case err != nil && !isTooLong:
		return nil, fn.unclear("", "the answer broke off: %v", outbound.Bare(err))
	case res.StatusCode != http.StatusOK:
		return nil, fn.unclear(fmt.Sprintf("HTTP %d", res.StatusCode), "not an answer")
	case isTooLong:
		return nil, fn.unclear("", "%v", tooLong)
	}
	r, err := decode(text, fn)
	switch {
	case err != nil:
		return nil, fn.unclear("", "%v", err)
	case r.Result == resultNG:
		return nil, fn.refuse(r.ErrCode)
	}
	return r, nil
}

// turnedAway tells whether a status comes from the door, before anything was read of the request.
func turnedAway(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
		http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType:
		return true
	}
	return false
}
