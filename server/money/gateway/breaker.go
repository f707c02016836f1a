package gateway

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
)

const (
	failuresInARow = 5
	shortestPause  = 30 * time.Second
	longestPause   = 10 * time.Minute
)

// WithBreaker puts a circuit breaker before the provider. Five calls in a row that end with trouble
// or an unknown outcome open it: until its pause is over calls are refused at once, as trouble, and
// none is sent. Then one call at a time tries. The first that gets an answer closes it, and each
// that does not doubles the pause, up to ten minutes. Lists of settlements neither count nor wait.
// Every process has a breaker of its own.
func WithBreaker(p Provider, c *clock.Clock) Provider {
	b := &breaker{provider: p.Name, clock: c}
	p.CircuitOpen = b.isOpen
	p.Gateway = guardedGateway{b, p.Gateway}
	if p.Cards != nil {
		p.Cards = guardedCards{b, p.Cards}
	}
	if p.Approvals != nil {
		p.Approvals = guardedApprovals{b, p.Approvals}
	}
	return p
}

// CircuitOpen is the refusal of a call that was not sent. It is a *Error too.
type CircuitOpen struct{ Until time.Time }

func (*CircuitOpen) Error() string { return "the circuit of the provider is open" }
func (*CircuitOpen) Unwrap() error {
	return &Error{Reason: ReasonTrouble, Code: "circuit open"}
}

// IsCircuitOpen is whether a call was not sent since the circuit breaker of its provider is open.
func IsCircuitOpen(err error) bool {
	var open *CircuitOpen
	return errors.As(err, &open)
}

type breaker struct {
	provider string
	clock    *clock.Clock

	mu     sync.Mutex
	failed int           // calls in a row
	until  time.Time     // when the next call may try; zero: all may
	pause  time.Duration // the present one
	trying bool
	turn   int // counts the changes: an answer to a call from before one says nothing
}

// call makes a call unless the circuit is open. One whose caller dies counts as one of
// unknown outcome.
func (r *breaker) call(ctx context.Context, operation string, do func(context.Context) error) (err error) {
	ctx, end := r.measure(ctx, operation)
	defer func() { end(err) }()
	turn, err := r.enter()
	if err != nil {
		return err
	}
	err = ErrUnknownOutcome
	defer func() { r.leave(ctx, turn, err) }()
	err = do(ctx)
	return err
}

func (r *breaker) enter() (turn int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until.IsZero() {
		return r.turn, nil
	}
	if r.trying || r.clock.Now().Before(r.until) {
		return 0, &CircuitOpen{r.until}
	}
	r.trying = true
	return r.turn, nil
}

func (r *breaker) leave(ctx context.Context, turn int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	open := !r.until.IsZero()
	switch failed := unanswered(err); {
	case turn != r.turn:
	case open && failed:
		r.pause, r.trying = min(2*r.pause, longestPause), false
		r.until = r.clock.Now().Add(r.pause)
	case open:
		r.failed, r.until, r.trying = 0, time.Time{}, false
		r.turn++
		slog.InfoContext(ctx, "the payment provider answers again", "provider", r.provider)
	case !failed:
		r.failed = 0
	default:
		if r.failed++; r.failed < failuresInARow {
			return
		}
		r.pause = shortestPause
		r.until = r.clock.Now().Add(r.pause)
		r.turn++
		slog.ErrorContext(ctx, "the payment provider does not answer: its circuit is open", "alarm", logs.ProviderCircuitOpen, "provider", r.provider, "error", err)
	}
}

// unanswered reports whether the provider did not do its work. A refusal is an answer.
func unanswered(err error) bool {
	var refusal *Error
	return errors.Is(err, ErrUnknownOutcome) || errors.As(err, &refusal) && refusal.Reason == ReasonTrouble
}

type guardedGateway struct {
	*breaker
	Gateway
}

func (r guardedGateway) Forget(ctx context.Context, m Kept) error {
	return r.call(ctx, "forget", func(ctx context.Context) error { return r.Gateway.Forget(ctx, m) })
}

func (r guardedGateway) Charge(ctx context.Context, in ChargeRequest) (trackingID string, err error) {
	err = r.call(ctx, "charge", func(ctx context.Context) (err error) { trackingID, err = r.Gateway.Charge(ctx, in); return err })
	return trackingID, err
}

func (r guardedGateway) Commit(ctx context.Context, trackingID string) error {
	return r.call(ctx, "commit", func(ctx context.Context) error { return r.Gateway.Commit(ctx, trackingID) })
}

func (r guardedGateway) Refund(ctx context.Context, trackingID string, amount int) error {
	return r.call(ctx, "refund", func(ctx context.Context) error { return r.Gateway.Refund(ctx, trackingID, amount) })
}

func (r guardedGateway) Lookup(ctx context.Context, orderID, trackingID string) (t Transaction, err error) {
	err = r.call(ctx, "lookup", func(ctx context.Context) (err error) { t, err = r.Gateway.Lookup(ctx, orderID, trackingID); return err })
	return t, err
}

type guardedCards struct {
	*breaker
	Cards
}

func (r guardedCards) SaveCard(ctx context.Context, customerCode string, token CardToken) (card Card, err error) {
	err = r.call(ctx, "save_card", func(ctx context.Context) (err error) {
		card, err = r.Cards.SaveCard(ctx, customerCode, token)
		return err
	})
	return card, err
}

func (r guardedCards) Authenticate(ctx context.Context, in Authenticate) (a Authentication, err error) {
	err = r.call(ctx, "authenticate", func(ctx context.Context) (err error) { a, err = r.Cards.Authenticate(ctx, in); return err })
	return a, err
}

func (r guardedCards) Verdict(ctx context.Context, authenticationID string) (v Verdict, err error) {
	err = r.call(ctx, "verdict", func(ctx context.Context) (err error) { v, err = r.Cards.Verdict(ctx, authenticationID); return err })
	return v, err
}

type guardedApprovals struct {
	*breaker
	Approvals
}

func (r guardedApprovals) Ask(ctx context.Context, in Approval) (asked Asked, err error) {
	err = r.call(ctx, "ask", func(ctx context.Context) (err error) { asked, err = r.Approvals.Ask(ctx, in); return err })
	return asked, err
}

func (r guardedApprovals) Agreed(ctx context.Context, askedID string) (a Agreement, err error) {
	err = r.call(ctx, "agreed", func(ctx context.Context) (err error) { a, err = r.Approvals.Agreed(ctx, askedID); return err })
	return a, err
}

func (r guardedApprovals) Revoke(ctx context.Context, customerCode, askedID string) (reference string, err error) {
	err = r.call(ctx, "revoke", func(ctx context.Context) (err error) {
		reference, err = r.Approvals.Revoke(ctx, customerCode, askedID)
		return err
	})
	return reference, err
}
