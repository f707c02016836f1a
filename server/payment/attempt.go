package payment

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/server/catalog"
	"kaiin/server/store"
)

// NewCharge is money to be taken: for an order, or for a term of a contract.
type NewCharge struct {
	AccountID       uuid.UUID
	OrderID         *uuid.UUID
	SubscriptionID  *uuid.UUID
	Term            int // the contract's term this pays for
	Attempt         int // from 1
	PlanName        string
	MethodID        uuid.UUID
	ProviderOrderID string // at most 38 characters, unique for good
	Amount          int    // yen, tax included
	TaxRate         int    // percent
}

// Started is a charge whose attempt is recorded. Fresh holds for the one caller that recorded it.
type Started struct {
	ID    uuid.UUID
	Fresh bool
}

// live are the states of a charge whose outcome is still open.
var live = []charge.State{charge.StateAttempting, charge.StateUnknown}

// Attempt records that the charge is about to be made. It must be called in the transaction that decides on it; call
// Execute once that has committed. A second attempt for the same order or term while one is under way or settled violates
// charges_order_key or charges_term_key.
func (s *Service) Attempt(ctx context.Context, in NewCharge) (Started, error) {
	if !store.InTx(ctx) {
		return Started{}, fmt.Errorf("charge %s attempted outside a transaction", in.ProviderOrderID)
	}
	now := s.Clock.Now()
	row, err := s.Store.Client(ctx).Charge.Create().SetAccountID(in.AccountID).SetNillableOrderID(in.OrderID).
		SetNillableSubscriptionID(in.SubscriptionID).SetTerm(in.Term).SetAttempt(in.Attempt).SetPlanName(in.PlanName).
		SetPaymentMethodID(in.MethodID).SetProviderOrderID(in.ProviderOrderID).SetState(charge.StateAttempting).
		SetAmount(in.Amount).SetTax(catalog.TaxInside(in.Amount, in.TaxRate)).SetTaxRate(in.TaxRate).
		SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return Started{}, err
	}
	return Started{ID: row.ID, Fresh: true}, nil
}

// TermCharges finds the charge of a contract's term that is under way or settled, if any, and counts all attempts at it.
func (s *Service) TermCharges(ctx context.Context, subscriptionID uuid.UUID, term int) (running *ent.Charge, attempts int, err error) {
	rows, err := s.Store.Client(ctx).Charge.Query().Where(charge.SubscriptionID(subscriptionID), charge.Term(term)).All(ctx)
	for _, row := range rows {
		if row.State != charge.StateDeclined && row.State != charge.StateCanceled {
			running = row
		}
	}
	return running, len(rows), err
}

// Belongs notes that an order's settled charge paid for the contract's first term. It must be called in the transaction
// that records the outcome.
func (s *Service) Belongs(ctx context.Context, chargeID, subscriptionID uuid.UUID) error {
	return s.Store.Client(ctx).Charge.UpdateOneID(chargeID).SetSubscriptionID(subscriptionID).SetTerm(1).Exec(ctx)
}

// Paid reports that the money was taken.
func (o Outcome) Paid() bool { return o.Charge.State == charge.StateSettled }

// Open reports that it is not known yet whether the money was taken.
func (o Outcome) Open() bool { return o.Charge.State == charge.StateUnknown }
