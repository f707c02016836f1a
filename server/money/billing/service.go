package billing

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/money/payment"
	"kaiin/server/shop/catalog"
)

// Service keeps bills. The composition root makes it payment's Ledger, and sets the owners of
// bills.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Catalog  *catalog.Service
	Settings *settings.Service
	Account  *account.Service
	Payment  *payment.Service

	Orders    Owner // of bills with an order
	Contracts Owner // of bills of a contract's later periods
}

// Owner is who a bill is of. Its methods run in the transaction that calls them.
type Owner interface {
	// Unknown tells that it is not known yet whether the bill was paid.
	Unknown(ctx context.Context, bill *ent.Bill) error
	// Settled carries out a final outcome, once. wanted is false for money that was taken and is
	// wanted no more: it goes back.
	Settled(ctx context.Context, o Outcome) (wanted bool, err error)
	// GivenUp decides about a bill that is being paid without the outcome of its charge. The time
	// of the charge is over, and the provider has told nothing about it (Service.Forgo). It may be
	// called again.
	GivenUp(ctx context.Context, bill *ent.Bill) error
	// Returned tells that all that was paid for the bill went back.
	Returned(ctx context.Context, bill *ent.Bill) error
	// Reversed tells that the provider took money back that was paid for the bill, as after a
	// dispute. told reports whether the member was told of it by that.
	Reversed(ctx context.Context, bill *ent.Bill, c *ent.Charge) (told bool, err error)
}

// Outcome is how a charge of a bill ended.
type Outcome struct {
	payment.Outcome
	Bill *ent.Bill
}

func (s *Service) owner(b *ent.Bill) Owner {
	if b.OrderID != nil {
		return s.Orders
	}
	return s.Contracts
}

// lock reads the bill and keeps others from changing it until the transaction ends.
func (s *Service) lock(ctx context.Context, id uuid.UUID) (*ent.Bill, error) {
	return s.Store.Client(ctx).Bill.Query().Where(ofID(id)).ForUpdate().Only(ctx)
}
