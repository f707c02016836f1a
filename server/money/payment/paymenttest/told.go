package paymenttest

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
)

// Contracts are those of a world without contracts, unless a test says what is paid with the
// methods and hears of methods that ended.
type Contracts struct {
	Pay   func(methodID uuid.UUID) (bool, error)
	Ended func(ctx context.Context, methodID uuid.UUID) error
}

// PaidWith implements payment.Contracts.
func (c Contracts) PaidWith(_ context.Context, _, methodID uuid.UUID) (bool, error) {
	if c.Pay == nil {
		return false, nil
	}
	return c.Pay(methodID)
}

// MethodEnded implements payment.Contracts.
func (c Contracts) MethodEnded(ctx context.Context, _, methodID uuid.UUID) error {
	if c.Ended == nil {
		return nil
	}
	return c.Ended(ctx, methodID)
}

// Claim implements providerbilling.Contracts.
func (Contracts) Claim(context.Context, providerbilling.Month) (providerbilling.Claim, error) {
	return providerbilling.Claim{}, nil
}

// Applies is a ledger by which outcomes are carried out by a function of the test.
type Applies struct {
	payment.Ledger
	By func(ctx context.Context, o payment.Outcome) (bool, error)
}

// Applied implements payment.Ledger.
func (a Applies) Applied(ctx context.Context, o payment.Outcome) (bool, error) { return a.By(ctx, o) }
