package paymenttest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

// Gateway is a provider in memory. It takes every order id once, settles only what was authorised,
// never gives back more than it settled, and fails a call that is made inside a transaction.
type Gateway struct {
	// Clock stamps what is settled and given back.
	Clock *clock.Clock

	mu       sync.Mutex
	script   map[Call][]Outcome
	calls    map[Call]int
	cards    map[string]bool
	entries  map[string]*Entry // by order id
	verdicts map[string]gateway.Verdict
	asked    []gateway.Authenticate
	before   map[Call]func()
	after    map[Call]func()
	latency  time.Duration
	underWay []func() error
	edit     func([]gateway.Settlement) []gateway.Settlement
}

// NewGateway returns a provider that knows no member.
func NewGateway() *Gateway {
	return &Gateway{
		Clock: clock.New(), script: map[Call][]Outcome{}, calls: map[Call]int{}, cards: map[string]bool{}, entries: map[string]*Entry{},
		verdicts: map[string]gateway.Verdict{}, before: map[Call]func(){}, after: map[Call]func(){},
	}
}

func (g *Gateway) nextTracking() string { return fmt.Sprintf("%014d", len(g.entries)+1) }

// Keeps reports whether the provider keeps a card of the customer.
func (g *Gateway) Keeps(customerCode string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.cards[customerCode]
}

// Asked are the 3-D Secure authentications that were begun.
func (g *Gateway) Asked() []gateway.Authenticate {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]gateway.Authenticate(nil), g.asked...)
}

// Decide sets the verdict on the n-th authentication, from 0.
func (g *Gateway) Decide(n int, v gateway.Verdict) {
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
	case TimeoutBefore, TimeoutAfter, UnderWay:
		if call == Lookup || call == Settlements {
			return &gateway.Error{Reason: gateway.ReasonTrouble} // changed nothing either way
		}
		return fmt.Errorf("%w: %s", gateway.ErrUnknownOutcome, outcome)
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
		return outcome, &gateway.Error{Reason: gateway.ReasonDeclined, Code: "10122999"}
	case HardDeclined:
		return outcome, &gateway.Error{Reason: gateway.ReasonHardDecline, Code: "10172999"}
	case Ended:
		return outcome, &gateway.Error{Reason: gateway.ReasonEnded, Code: "10195999"}
	case Trouble:
		return outcome, &gateway.Error{Reason: gateway.ReasonTrouble, Code: "10180999"}
	case Rejected:
		return outcome, &gateway.Error{Reason: gateway.ReasonRejected, Code: "10106008"}
	case Duplicate:
		return outcome, &gateway.Error{Reason: gateway.ReasonDuplicate, Code: "10196999"}
	case UnderWay:
		g.underWay = append(g.underWay, effect)
		return outcome, nil
	case TimeoutBefore, DiesBefore:
		return outcome, nil
	case DeliveredTwice:
		_ = effect()
	}
	return outcome, effect()
}

func (g *Gateway) SaveCard(ctx context.Context, customerCode string, _ gateway.CardToken) (gateway.Card, error) {
	err := g.do(ctx, SaveCard, func() error { g.cards[customerCode] = true; return nil })
	return gateway.Card{Brand: "V", Suffix: "4242", Expire: "203101"}, err // another month than Env.Card's: another card
}

func (g *Gateway) Forget(ctx context.Context, m gateway.Kept) error {
	return g.do(ctx, Forget, func() error { delete(g.cards, m.CustomerCode); return nil })
}

func (g *Gateway) Authenticate(ctx context.Context, in gateway.Authenticate) (a gateway.Authentication, err error) {
	err = g.do(ctx, Authenticate, func() error {
		a.ID = authentication(len(g.asked))
		a.RedirectURL = "https://bank.example/" + a.ID
		g.asked = append(g.asked, in)
		return nil
	})
	return a, err
}

func (g *Gateway) Verdict(ctx context.Context, id string) (v gateway.Verdict, err error) {
	err = g.do(ctx, Verdict, func() error {
		if v = g.verdicts[id]; v == "" {
			v = gateway.VerdictOutstanding
		}
		return nil
	})
	return v, err
}

func (g *Gateway) Charge(ctx context.Context, in gateway.ChargeRequest) (tracking string, err error) {
	err = g.do(ctx, Charge, func() error {
		if g.entries[in.OrderID] != nil {
			return &gateway.Error{Reason: gateway.ReasonDuplicate, Code: "10196999"}
		}
		if !g.cards[in.CustomerCode] {
			return &gateway.Error{Reason: gateway.ReasonNoCard, Code: "10195003"}
		}
		tracking = g.nextTracking()
		g.entries[in.OrderID] = &Entry{
			OrderID: in.OrderID, CustomerCode: in.CustomerCode, AuthenticationID: in.AuthenticationID, Amount: in.Amount, Tax: in.Tax,
			State: gateway.TransactionAuthorized, TrackingID: tracking,
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return tracking, nil
}

func (g *Gateway) Commit(ctx context.Context, tracking string) error {
	return g.do(ctx, Commit, func() error {
		e := g.find(tracking)
		if e == nil || e.State == gateway.TransactionCanceled {
			return rejected("10160999")
		}
		if e.State == gateway.TransactionAuthorized {
			e.State, e.SettledAt = gateway.TransactionSettled, g.Clock.Now()
		}
		return nil
	})
}

func (g *Gateway) Refund(ctx context.Context, tracking string, amount int) error {
	return g.do(ctx, Refund, func() error {
		e := g.find(tracking)
		switch {
		case e == nil:
			return rejected("10112027")
		case amount < 0:
			return rejected("10104008")
		case amount == 0:
			if e.State == gateway.TransactionSettled {
				e.Refunds = append(e.Refunds, Refunded{e.Kept(), g.Clock.Now()})
			}
			e.State = gateway.TransactionCanceled
		case e.State != gateway.TransactionSettled, amount > e.Kept():
			return rejected("101K1008")
		default:
			if e.Refunds = append(e.Refunds, Refunded{amount, g.Clock.Now()}); e.Kept() == 0 {
				e.State = gateway.TransactionCanceled
			}
		}
		return nil
	})
}

func rejected(code string) error {
	return &gateway.Error{Reason: gateway.ReasonRejected, Code: code}
}

func (g *Gateway) find(tracking string) *Entry {
	for _, e := range g.entries {
		if e.TrackingID == tracking {
			return e
		}
	}
	return nil
}

func (g *Gateway) Lookup(ctx context.Context, orderID, _ string) (t gateway.Transaction, err error) {
	err = g.do(ctx, Lookup, func() error {
		t.State = gateway.TransactionNone
		if e := g.entries[orderID]; e != nil {
			t = gateway.Transaction{State: e.State, TrackingID: e.TrackingID, Amount: e.Amount, Refunded: e.Refunded()}
		}
		return nil
	})
	if err != nil {
		return gateway.Transaction{}, err
	}
	return t, nil
}

func (g *Gateway) Settlements(ctx context.Context, day clock.Day) (list []gateway.Settlement, err error) {
	err = g.do(ctx, Settlements, func() error {
		for _, e := range g.entries {
			line := gateway.Settlement{Kind: gateway.SettlementSale, OrderID: e.OrderID, TrackingID: e.TrackingID, Amount: e.Amount, At: e.SettledAt}
			if !e.SettledAt.IsZero() && clock.DayOf(e.SettledAt).Equal(day) {
				list = append(list, line)
			}
			for _, r := range e.Refunds {
				if clock.DayOf(r.At).Equal(day) {
					line.Kind, line.Amount, line.At = gateway.SettlementRefund, r.Amount, r.At
					list = append(list, line)
				}
			}
		}
		slices.SortStableFunc(list, func(a, b gateway.Settlement) int { return a.At.Compare(b.At) })
		if g.edit != nil {
			list = g.edit(list)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}
