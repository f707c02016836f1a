package payment

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kaiin/server/clock"
)

const (
	failuresInARow = 5
	shortestRest   = 30 * time.Second
	longestRest    = 10 * time.Minute
)

// Resting is the provider, left alone for a while after five calls in a row that ended with trouble or an unknown outcome: until then
// calls are refused at once, as trouble, and none is sent. After that one call at a time tries; the first that gets an answer ends it,
// and each that does not doubles the rest, up to ten minutes. Lists of settlements neither count nor rest. Every process finds out by
// itself.
func Resting(p Provider, c *clock.Clock) Provider {
	b := &breaker{provider: p.Name, clock: c}
	p.Gateway = restingGateway{b, p.Gateway}
	if p.Cards != nil {
		p.Cards = restingCards{b, p.Cards}
	}
	if p.Approvals != nil {
		p.Approvals = restingApprovals{b, p.Approvals}
	}
	return p
}

// leftAlone is the refusal of a call that was not sent. It is a *GatewayError too.
type leftAlone struct{ until time.Time }

func (*leftAlone) Error() string { return "the provider is left alone for a while" }
func (*leftAlone) Unwrap() error {
	return &GatewayError{Reason: ReasonTrouble, Code: "left alone"}
}

func isLeftAlone(err error) bool {
	var rest *leftAlone
	return errors.As(err, &rest)
}

type breaker struct {
	provider string
	clock    *clock.Clock

	mu     sync.Mutex
	failed int           // calls in a row
	until  time.Time     // when the next call may try; zero: all may
	rest   time.Duration // the present one
	trying bool
	turn   int // counts the changes: an answer to a call from before one says nothing
}

// call makes a call unless the provider is left alone. One whose caller dies counts as one of unknown outcome.
func (r *breaker) call(ctx context.Context, do func() error) (err error) {
	turn, err := r.enter()
	if err != nil {
		return err
	}
	err = ErrUnknownOutcome
	defer func() { r.leave(ctx, turn, err) }()
	err = do()
	return err
}

func (r *breaker) enter() (turn int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.until.IsZero() {
		return r.turn, nil
	}
	if r.trying || r.clock.Now().Before(r.until) {
		return 0, &leftAlone{r.until}
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
		r.rest, r.trying = min(2*r.rest, longestRest), false
		r.until = r.clock.Now().Add(r.rest)
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
		r.rest = shortestRest
		r.until = r.clock.Now().Add(r.rest)
		r.turn++
		slog.ErrorContext(ctx, "the payment provider does not answer and is left alone for a while", "provider", r.provider, "error", err)
	}
}

// unanswered reports whether the provider did not do its work. A refusal is an answer.
func unanswered(err error) bool {
	var refusal *GatewayError
	return errors.Is(err, ErrUnknownOutcome) || errors.As(err, &refusal) && refusal.Reason == ReasonTrouble
}

type restingGateway struct {
	*breaker
	Gateway
}

func (r restingGateway) Forget(ctx context.Context, m Kept) error {
	return r.call(ctx, func() error { return r.Gateway.Forget(ctx, m) })
}

func (r restingGateway) Charge(ctx context.Context, in ChargeRequest) (trackingID string, err error) {
	err = r.call(ctx, func() (err error) { trackingID, err = r.Gateway.Charge(ctx, in); return err })
	return trackingID, err
}

func (r restingGateway) Commit(ctx context.Context, trackingID string) error {
	return r.call(ctx, func() error { return r.Gateway.Commit(ctx, trackingID) })
}

func (r restingGateway) Refund(ctx context.Context, trackingID string, amount int) error {
	return r.call(ctx, func() error { return r.Gateway.Refund(ctx, trackingID, amount) })
}

func (r restingGateway) Lookup(ctx context.Context, orderID, trackingID string) (t Transaction, err error) {
	err = r.call(ctx, func() (err error) { t, err = r.Gateway.Lookup(ctx, orderID, trackingID); return err })
	return t, err
}

type restingCards struct {
	*breaker
	Cards
}

func (r restingCards) SaveCard(ctx context.Context, customerCode string, token CardToken) (card Card, err error) {
	err = r.call(ctx, func() (err error) { card, err = r.Cards.SaveCard(ctx, customerCode, token); return err })
	return card, err
}

func (r restingCards) Authenticate(ctx context.Context, in Authenticate) (a Authentication, err error) {
	err = r.call(ctx, func() (err error) { a, err = r.Cards.Authenticate(ctx, in); return err })
	return a, err
}

func (r restingCards) Verdict(ctx context.Context, authenticationID string) (v Verdict, err error) {
	err = r.call(ctx, func() (err error) { v, err = r.Cards.Verdict(ctx, authenticationID); return err })
	return v, err
}

type restingApprovals struct {
	*breaker
	Approvals
}

func (r restingApprovals) Ask(ctx context.Context, in Approval) (asked Asked, err error) {
	err = r.call(ctx, func() (err error) { asked, err = r.Approvals.Ask(ctx, in); return err })
	return asked, err
}

func (r restingApprovals) Agreed(ctx context.Context, askedID string) (a Agreement, err error) {
	err = r.call(ctx, func() (err error) { a, err = r.Approvals.Agreed(ctx, askedID); return err })
	return a, err
}

func (r restingApprovals) Revoke(ctx context.Context, customerCode, askedID string) (reference string, err error) {
	err = r.call(ctx, func() (err error) { reference, err = r.Approvals.Revoke(ctx, customerCode, askedID); return err })
	return reference, err
}
