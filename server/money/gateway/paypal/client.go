package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/outbound"
	"kaiin/server/money/gateway"
)

// maxReply bounds what is read of an answer. Real ones have a few kilobytes, a page of a list
// some hundred.
const maxReply = 4 << 20

// Client is the merchant's side of the REST API. It is safe for concurrent use.
type Client struct {
	cfg   config.PayPal
	clock *clock.Clock
	http  *http.Client
	certs certificates

	mu    sync.Mutex // of the access token
	token accessToken
}

// Name is that of the provider in our tables.
const Name = "paypal"

// Provider is what PayPal does for the store: members agree on its page.
func (c *Client) Provider() gateway.Provider {
	return gateway.Provider{
		Name: Name, Gateway: c, Approvals: c, Notices: c, Lists: c,
		Kinds: []gateway.Kind{{Type: gateway.PaypalRest, Joins: gateway.JoinsByApproval}},
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

// New makes a client. The clock tells when the access token and certificates are over.
func New(cfg config.PayPal, now *clock.Clock, options ...Option) (*Client, error) {
	if cfg.APIURL == nil || !cfg.Configured() {
		return nil, errors.New("paypal: the address of the REST API or the client id is not set")
	}
	c := &Client{cfg: cfg, clock: now}
	WithTimeouts(5*time.Second, 20*time.Second)(c)
	c.certs.client = outbound.Client(outbound.Limits{Connect: 3 * time.Second, Total: 5 * time.Second, Answer: maxCertificates})
	for _, set := range options {
		set(c)
	}
	return c, nil
}

// request is one call of the API.
type request struct {
	method string
	path   string // escaped
	key    string // PayPal-Request-Id; empty: none
	body   any    // sent as JSON, bytes as they are; nil: nothing
}

// call sends a request and reads the answer into out, which may be nil when only the status counts.
func (c *Client) call(ctx context.Context, op operation, r request, out any) error {
	var body []byte
	switch content := r.body.(type) {
	case nil:
	case []byte:
		body = content
	default:
		var err error
		if body, err = json.Marshal(content); err != nil {
			return op.badRequest(err)
		}
	}
	token, err := c.accessToken(ctx)
	if err != nil {
		return op.noToken(err)
	}
	answer := c.send(ctx, op, r, body, token)
	if answer.status == http.StatusUnauthorized {
		c.forget(token)
		if token, err = c.accessToken(ctx); err != nil {
			return op.noToken(err)
		}
		answer = c.send(ctx, op, r, body, token)
	}
	switch {
	case answer.err != nil:
		return answer.err
	case answer.status >= 300:
		return op.refuse(answer.status, answer.text)
	case out == nil:
		return nil
	}
	if err := decode(answer.text, out); err != nil {
		return op.unclear("", "%v", err)
	}
	return nil
}

// reply is what came back: an error of the way there, or a status and its text.
type reply struct {
	status int
	text   []byte
	err    error
}

func (c *Client) send(ctx context.Context, op operation, r request, body []byte, token string) reply {
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	var content io.Reader = http.NoBody
	if body != nil {
		content = bytes.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, r.method, c.address(r.path), content)
	if err != nil {
		return reply{err: op.badRequest(errors.New("the address of the REST API is not usable"))}
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Prefer", "return=representation")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.key != "" {
		req.Header.Set("PayPal-Request-Id", r.key)
	}
	res, err := c.http.Do(req)
	switch {
	case err != nil && !connected.Load():
		return reply{err: op.troubled("", outbound.Bare(err).Error())}
	case err != nil:
		return reply{err: op.unclear("", "no answer: %v", outbound.Bare(err))}
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil && res.StatusCode < 300 {
		return reply{err: op.unclear("", "the answer broke off: %v", outbound.Bare(err))}
	}
	return reply{status: res.StatusCode, text: text}
}

// address is where a path of the API is.
func (c *Client) address(path string) string {
	return c.cfg.APIURL.Scheme + "://" + c.cfg.APIURL.Host + c.cfg.APIURL.EscapedPath() + path
}

// decode reads an answer: one JSON value in UTF-8 and nothing after it.
func decode(text []byte, out any) error {
	if !utf8.Valid(text) {
		return errors.New("the answer is not in UTF-8")
	}
	if err := json.Unmarshal(text, out); err != nil {
		return errors.New("the answer is not the JSON expected")
	}
	return nil
}

// escape makes an id part of a path. An id that PayPal never gives is a fault of ours.
func escape(id string) (string, error) {
	if id == "" || len(id) > 255 || id == "." || id == ".." {
		return "", fmt.Errorf("the id %q cannot be sent", id)
	}
	return url.PathEscape(id), nil
}

// leadsBrowser tells whether a member may be sent there: never over http, unless the API itself is
// reached by it.
func (c *Client) leadsBrowser(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http" && c.cfg.APIURL.Scheme == "http")
}
