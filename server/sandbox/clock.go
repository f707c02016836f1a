package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"kaiin/server/base/clock"
)

const (
	pushTimeout = 5 * time.Minute           // for the product to do all that has become due
	graceAfter  = 10 * time.Second          // requests made just before the product's clock moved may still arrive
	maxOffset   = 20 * 365 * 24 * time.Hour // beyond it cards and certificates stop making sense
	clockPath   = "/internal/sandbox/clock" // of the product
	maxReason   = 500                       // bytes of the product's answer that are passed on
)

// timekeeper owns the time of the sandbox and of the product: the system's plus an offset of whole
// seconds that only grows.
type timekeeper struct {
	productURL string
	token      string
	changed    func()
	clock      *clock.Clock
	system     *clock.Clock
	client     *http.Client
	moving     sync.Mutex // one move at a time

	mu      sync.Mutex
	before  time.Duration // the offset before the last move
	ended   time.Time     // when the last move ended, by the system's clock; zero while it goes on
	settled bool          // no move was made since the start
}

func newTimekeeper(productURL, token string, changed func()) *timekeeper {
	return &timekeeper{
		productURL: productURL, token: token, changed: changed, clock: clock.New(), system: clock.New(),
		client: &http.Client{
			Timeout:       pushTimeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		settled: true,
	}
}

func (k *timekeeper) Now() time.Time { return k.clock.Now() }

// Slowest is the time by the product's clock if the news of a move has not reached all of it yet.
func (k *timekeeper) Slowest() time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.system.Now()
	if k.productURL == "" || k.settled || !k.ended.IsZero() && now.After(k.ended.Add(graceAfter)) {
		return k.clock.Now()
	}
	return now.Add(min(k.before, k.clock.Offset()))
}

// offset is how far the time is ahead of the system's, in whole seconds.
func (k *timekeeper) offset() int64 { return int64(k.clock.Offset() / time.Second) }

func (k *timekeeper) restore(seconds int64) { k.clock.SetOffset(time.Duration(seconds) * time.Second) }

// refusal is an answer to POST /clock that is not a success.
type refusal struct {
	status  int
	code    string
	message string
	moved   bool // the sandbox's clock moved all the same
}

func (r *refusal) Error() string { return r.message }

// advance moves the time on by d, rounded up to the second, and returns when the product has
// caught up.
func (k *timekeeper) advance(ctx context.Context, d time.Duration) error {
	k.moving.Lock()
	defer k.moving.Unlock()
	if d < 0 {
		return &refusal{status: http.StatusBadRequest, code: "BACKWARDS", message: "time does not go backwards"}
	}
	return k.move(ctx, k.clock.Offset()+d)
}

// set moves the time on until it is t.
func (k *timekeeper) set(ctx context.Context, t time.Time) error {
	k.moving.Lock()
	defer k.moving.Unlock()
	if t.Before(k.clock.Now()) {
		message := fmt.Sprintf("time does not go backwards: it is %s already", k.clock.Now().Format(time.RFC3339))
		return &refusal{status: http.StatusBadRequest, code: "BACKWARDS", message: message}
	}
	return k.move(ctx, t.Sub(k.system.Now()))
}

func (k *timekeeper) move(ctx context.Context, to time.Duration) error {
	if rest := to % time.Second; rest > 0 {
		to += time.Second - rest
	}
	if to > maxOffset {
		return &refusal{status: http.StatusBadRequest, code: "TOO_FAR", message: "the clock goes no further than 20 years ahead"}
	}
	from := k.clock.Offset()
	k.mu.Lock()
	k.before, k.ended, k.settled = from, time.Time{}, false
	k.clock.SetOffset(to)
	k.mu.Unlock()
	err := k.push(ctx, to)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = k.system.Now()
	if r, ok := err.(*refusal); ok && !r.moved {
		k.clock.SetOffset(from)
	}
	k.changed()
	return err
}

// push tells the product and waits for it.
func (k *timekeeper) push(ctx context.Context, offset time.Duration) error {
	if k.productURL == "" {
		return nil
	}
	body, err := json.Marshal(map[string]int64{"offsetSeconds": int64(offset / time.Second)})
	if err != nil {
		return err
	}
	// The product goes on even if the caller who asked for the move hangs up.
	req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodPost, k.productURL+clockPath, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+k.token)
	answer, err := k.client.Do(req)
	if err != nil {
		var network *net.OpError
		if errors.As(err, &network) && network.Op == "dial" {
			return &refusal{http.StatusBadGateway, "PRODUCT_UNREACHABLE", "the product cannot be reached, the clock stays: " + err.Error(), false}
		}
		return &refusal{http.StatusBadGateway, "PRODUCT_FAILED", "the product did not answer, but may have moved: " + err.Error(), true}
	}
	defer answer.Body.Close()
	reason, _ := io.ReadAll(io.LimitReader(answer.Body, maxReason))
	switch {
	case answer.StatusCode < 300:
		return nil
	case answer.StatusCode < 500:
		return &refusal{http.StatusBadGateway, "PRODUCT_REFUSED", fmt.Sprintf("the product refuses with %s, the clock stays: %s", answer.Status, reason), false}
	}
	return &refusal{http.StatusBadGateway, "PRODUCT_FAILED", fmt.Sprintf("the product failed with %s on the way: %s", answer.Status, reason), true}
}
