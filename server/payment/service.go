package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/server/account"
	"kaiin/server/clock"
	"kaiin/server/store"
	"kaiin/server/throttle"
)

// Service keeps payment methods and takes money.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Gateway  Gateway
	Account  *account.Service
	Throttle *throttle.Service
	// BankReturn is the address at which banks give the browser back, up to the key of the challenge.
	BankReturn string
	Scripts    Scripts

	// The owners of charges: Purchases of those with an order, Renewals of those with a contract and a term.
	Purchases Owner
	Renewals  Owner
}

// Scripts is what the provider's card scripts in the browser need. Nothing of it is secret.
type Scripts struct{ MerchantID, ServiceID, TokenURL, TDSURL string }

// Owner takes the outcome of a charge inside the transaction that records it; its error undoes the recording.
type Owner func(ctx context.Context, o Outcome) error

// Outcome is how a charge stands. Reason says why it was refused.
type Outcome struct {
	Charge *ent.Charge
	Reason Reason
}

// callLimit bounds one call of the gateway. An adapter's own limit should be shorter.
const callLimit = 25 * time.Second

// Jobs adds the jobs of this package.
func (s *Service) Jobs(workers *river.Workers) {
	river.AddWorker(workers, &resolveWorker{service: s})
	river.AddWorker(workers, &forgetWorker{service: s})
}

// outside calls the gateway. A member who closes the browser does not interrupt it, and it never runs while a transaction
// is open, since its effect could not be rolled back.
func (s *Service) outside(ctx context.Context, call func(context.Context) error) error {
	if store.InTx(ctx) {
		return errors.New("the payment gateway was called inside a transaction")
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callLimit)
	defer cancel()
	return call(ctx)
}

func (s *Service) owner(c *ent.Charge) (Owner, error) {
	owner := s.Renewals
	if c.OrderID != nil {
		owner = s.Purchases
	}
	if owner == nil {
		return nil, fmt.Errorf("charge %s has no owner", c.ID)
	}
	return owner, nil
}
