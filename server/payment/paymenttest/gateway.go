package paymenttest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"kaiin/server/payment"
	"kaiin/server/store"
)

// Call is one of the provider's services.
type Call string

const (
	SaveCard     Call = "save card"
	DeleteCard   Call = "delete card"
	Authenticate Call = "authenticate"
	Verdict      Call = "verdict"
	Charge       Call = "charge"
	Commit       Call = "commit"
	Refund       Call = "refund"
	Lookup       Call = "lookup"
)

// Outcome is how the next call ends. The zero Outcome succeeds.
type Outcome string

const (
	OK            Outcome = ""
	Declined      Outcome = "declined"
	Trouble       Outcome = "trouble"
	Rejected      Outcome = "rejected"
	TimeoutBefore Outcome = "timeout before the effect"
	TimeoutAfter  Outcome = "timeout after the effect"
	DiesBefore    Outcome = "the caller dies before the effect"
	DiesAfter     Outcome = "the caller dies after the effect"
)

// Entry is a line of the provider's ledger.
type Entry struct {
	OrderID          string
	CustomerCode     string
	AuthenticationID string
	Amount, Tax      int
	State            payment.TransactionState
	tracking         string
}

// Gateway is a provider in memory. It takes every order id once, settles only what was authorised, and fails a call that
// is made inside a transaction.
type Gateway struct {
	mu       sync.Mutex
	script   map[Call][]Outcome
	calls    map[Call]int
	cards    map[string]bool
	entries  map[string]*Entry // by order id
	verdicts map[string]payment.Verdict
	asked    []payment.Authenticate
	before   map[Call]func()
	after    map[Call]func()
	latency  time.Duration
}

// NewGateway returns a provider that knows nobody.
func NewGateway() *Gateway {
	return &Gateway{
		script: map[Call][]Outcome{}, calls: map[Call]int{}, cards: map[string]bool{}, entries: map[string]*Entry{},
		verdicts: map[string]payment.Verdict{}, before: map[Call]func(){}, after: map[Call]func(){},
	}
}

// Before runs f once, when the service is called next, before the call has its effect; After runs it when it has had it.
// Meanwhile the caller waits: f is what another process does at that moment.
func (g *Gateway) Before(call Call, f func()) { g.hook(g.before, call, f) }
func (g *Gateway) After(call Call, f func())  { g.hook(g.after, call, f) }

func (g *Gateway) hook(hooks map[Call]func(), call Call, f func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	hooks[call] = f
}

func (g *Gateway) run(hooks map[Call]func(), call Call) {
	g.mu.Lock()
	f := hooks[call]
	delete(hooks, call)
	g.mu.Unlock()
	if f != nil {
		f()
	}
}

// Next makes the coming calls of the service end like this, one after another.
func (g *Gateway) Next(call Call, outcomes ...Outcome) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.script[call] = append(g.script[call], outcomes...)
}

// Slow makes every charge take this long.
func (g *Gateway) Slow(latency time.Duration) { g.latency = latency }

// Calls is how often the service was called.
func (g *Gateway) Calls(call Call) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls[call]
}

// Cards is how many cards the provider keeps.
func (g *Gateway) Cards() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.cards)
}

// Ledger is what was authorised or settled, in no order.
func (g *Gateway) Ledger() (entries []Entry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range g.entries {
		entries = append(entries, *e)
	}
	return entries
}

// Settled is how many transactions took money, and how much together.
func (g *Gateway) Settled() (count, yen int) {
	for _, e := range g.Ledger() {
		if e.State == payment.TransactionSettled {
			count, yen = count+1, yen+e.Amount
		}
	}
	return count, yen
}

// Keeps reports whether the provider keeps a card of the customer.
func (g *Gateway) Keeps(customerCode string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.cards[customerCode]
}

// Asked are the 3-D Secure authentications that were begun.
func (g *Gateway) Asked() []payment.Authenticate {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]payment.Authenticate(nil), g.asked...)
}

// Decide sets the verdict on the n-th authentication, from 0.
func (g *Gateway) Decide(n int, v payment.Verdict) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.verdicts[authentication(n)] = v
}

func authentication(n int) string { return fmt.Sprintf("tds-%d", n) }

// do runs one call: effect answers a refusal of its own or nil.
func (g *Gateway) do(ctx context.Context, call Call, effect func() error) error {
	g.mu.Lock()
	g.calls[call]++
	g.mu.Unlock()
	if store.InTx(ctx) {
		return errors.New("called inside a transaction")
	}
	if call == Charge {
		time.Sleep(g.latency)
	}
	g.run(g.before, call)
	outcome, err := g.perform(call, effect)
	g.run(g.after, call)
	switch outcome {
	case DiesBefore, DiesAfter:
		runtime.Goexit()
	case TimeoutBefore, TimeoutAfter:
		return fmt.Errorf("%w: %s", payment.ErrUnknownOutcome, outcome)
	}
	return err
}

func (g *Gateway) perform(call Call, effect func() error) (Outcome, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	outcome := OK
	if rest := g.script[call]; len(rest) > 0 {
		outcome, g.script[call] = rest[0], rest[1:]
	}
	switch outcome {
	case Declined:
		return outcome, &payment.GatewayError{Reason: payment.ReasonDeclined, Code: "10122999"}
	case Trouble:
		return outcome, &payment.GatewayError{Reason: payment.ReasonTrouble, Code: "10180999"}
	case Rejected:
		return outcome, &payment.GatewayError{Reason: payment.ReasonRejected, Code: "10106008"}
	case TimeoutBefore, DiesBefore:
		return outcome, nil
	}
	return outcome, effect()
}

func (g *Gateway) SaveCard(ctx context.Context, customerCode string, _ payment.CardToken) (payment.Card, error) {
	err := g.do(ctx, SaveCard, func() error { g.cards[customerCode] = true; return nil })
	return payment.Card{Brand: "V", Suffix: "4242", Expire: "203012"}, err
}

func (g *Gateway) DeleteCard(ctx context.Context, customerCode string) error {
	return g.do(ctx, DeleteCard, func() error { delete(g.cards, customerCode); return nil })
}

func (g *Gateway) Authenticate(ctx context.Context, in payment.Authenticate) (a payment.Authentication, err error) {
	err = g.do(ctx, Authenticate, func() error {
		a.ID = authentication(len(g.asked))
		a.RedirectURL = "https://bank.example/" + a.ID
		g.asked = append(g.asked, in)
		return nil
	})
	return a, err
}

func (g *Gateway) Verdict(ctx context.Context, id string) (v payment.Verdict, err error) {
	err = g.do(ctx, Verdict, func() error {
		if v = g.verdicts[id]; v == "" {
			v = payment.VerdictOutstanding
		}
		return nil
	})
	return v, err
}

func (g *Gateway) Charge(ctx context.Context, in payment.ChargeRequest) (tracking string, err error) {
	err = g.do(ctx, Charge, func() error {
		if g.entries[in.OrderID] != nil {
			return &payment.GatewayError{Reason: payment.ReasonDuplicate, Code: "10196999"}
		}
		if !g.cards[in.CustomerCode] {
			return &payment.GatewayError{Reason: payment.ReasonNoCard, Code: "10195003"}
		}
		tracking = fmt.Sprintf("%014d", len(g.entries)+1)
		g.entries[in.OrderID] = &Entry{
			OrderID: in.OrderID, CustomerCode: in.CustomerCode, AuthenticationID: in.AuthenticationID, Amount: in.Amount, Tax: in.Tax,
			State: payment.TransactionAuthorized, tracking: tracking,
		}
		return nil
	})
	return tracking, err
}

func (g *Gateway) Commit(ctx context.Context, tracking string) error {
	return g.do(ctx, Commit, func() error {
		return g.move(tracking, payment.TransactionSettled, payment.TransactionAuthorized)
	})
}

func (g *Gateway) Refund(ctx context.Context, tracking string) error {
	return g.do(ctx, Refund, func() error {
		return g.move(tracking, payment.TransactionCanceled, payment.TransactionAuthorized, payment.TransactionSettled)
	})
}

func (g *Gateway) move(tracking string, to payment.TransactionState, from ...payment.TransactionState) error {
	for _, e := range g.entries {
		for _, state := range from {
			if e.tracking == tracking && e.State == state {
				e.State = to
				return nil
			}
		}
	}
	return &payment.GatewayError{Reason: payment.ReasonRejected, Code: "101W0027"}
}

func (g *Gateway) Lookup(ctx context.Context, orderID string) (t payment.Transaction, err error) {
	err = g.do(ctx, Lookup, func() error {
		t.State = payment.TransactionNone
		if e := g.entries[orderID]; e != nil {
			t = payment.Transaction{State: e.State, TrackingID: e.tracking, Amount: e.Amount}
		}
		return nil
	})
	return t, err
}
