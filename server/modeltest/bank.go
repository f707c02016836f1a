package modeltest

import (
	"context"
	"sync"

	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
)

// bank is the provider in memory, whose cards differ from customer to customer.
type bank struct {
	*paymenttest.Gateway
	mu    sync.Mutex
	is    Bank
	cards map[string]Card   // by customer
	slips map[string]Slip   // by customer, once
	whose map[string]string // customer by tracking id
}

var trouble = &gateway.Error{Reason: gateway.ReasonTrouble}

func (b *bank) Charge(ctx context.Context, in gateway.ChargeRequest) (string, error) {
	is, card, slip := b.now(in.CustomerCode, ChargeBefore, ChargeAfter)
	switch {
	case is == Deaf, slip == ChargeBefore, is == Mute && card != Fine:
		return "", gateway.ErrUnknownOutcome
	case card == Declined:
		return "", &gateway.Error{Reason: gateway.ReasonDeclined}
	case card == Lost:
		return "", &gateway.Error{Reason: gateway.ReasonHardDecline}
	case card == Over:
		return "", &gateway.Error{Reason: gateway.ReasonEnded}
	}
	tracking, err := b.Gateway.Charge(ctx, in)
	b.mu.Lock()
	b.whose[tracking] = in.CustomerCode
	b.mu.Unlock()
	if is == Mute || slip == ChargeAfter {
		return "", gateway.ErrUnknownOutcome
	}
	return tracking, err
}

func (b *bank) Commit(ctx context.Context, tracking string) error {
	b.mu.Lock()
	customer := b.whose[tracking]
	b.mu.Unlock()
	is, _, slip := b.now(customer, CommitBefore, CommitAfter)
	if is == Deaf || slip == CommitBefore {
		return gateway.ErrUnknownOutcome
	}
	err := b.Gateway.Commit(ctx, tracking)
	if is == Half || is == Mute || slip == CommitAfter {
		return gateway.ErrUnknownOutcome
	}
	return err
}

func (b *bank) Lookup(ctx context.Context, orderID, trackingID string) (gateway.Transaction, error) {
	if is, _, _ := b.now(""); is != Up {
		return gateway.Transaction{}, trouble
	}
	return b.Gateway.Lookup(ctx, orderID, trackingID)
}

func (b *bank) Refund(ctx context.Context, tracking string, amount int) error {
	if is, _, _ := b.now(""); is != Up {
		return trouble
	}
	return b.Gateway.Refund(ctx, tracking, amount)
}

// now is how the provider and the customer's card are, and which of the slips happens to this call.
func (b *bank) now(customer string, of ...Slip) (is Bank, card Card, slip Slip) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range of {
		if b.slips[customer] == s && b.is == Up && b.cards[customer] == Fine {
			delete(b.slips, customer)
			slip = s
		}
	}
	return b.is, b.cards[customer], slip
}
