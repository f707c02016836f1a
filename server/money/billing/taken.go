package billing

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/predicate"
	"kaiin/server/base/fault"
)

// taken are the states of a charge whose money was taken.
var taken = []charge.State{charge.StateSettled, charge.StateOrphaned}

// TakenFor are the charges by which money was taken for what people name by the id: an order, as
// its mails do; a bill, as the address of its invoice does; or what a provider's list calls an
// order. The newest comes first. Fault: not found, where there is none.
func (s *Service) TakenFor(ctx context.Context, id string) ([]*ent.Charge, error) {
	of := []predicate.Charge{charge.ProviderOrderID(id)}
	if key, err := uuid.Parse(id); err == nil {
		bills, err := s.Store.Client(ctx).Bill.Query().Where(bill.Or(bill.ID(key), bill.OrderID(key))).IDs(ctx)
		if err != nil {
			return nil, err
		}
		of = append(of, charge.BillIDIn(bills...))
	}
	return s.taken(ctx, charge.Or(of...))
}

// TakenOfContract are the charges of the contract's newest bill that was paid. Fault: not found,
// where there is none.
func (s *Service) TakenOfContract(ctx context.Context, id uuid.UUID) ([]*ent.Charge, error) {
	bills, err := s.Store.Client(ctx).Bill.Query().Where(bill.SubscriptionID(id), bill.StateEQ(bill.StatePaid), bill.AmountGT(0)).
		Order(ent.Desc(bill.FieldPeriod)).Limit(1).IDs(ctx)
	if err != nil {
		return nil, err
	}
	return s.taken(ctx, charge.BillIDIn(bills...))
}

func (s *Service) taken(ctx context.Context, of predicate.Charge) ([]*ent.Charge, error) {
	charges, err := s.Store.Client(ctx).Charge.Query().Where(of, charge.StateIn(taken...)).Order(ent.Desc(charge.FieldID)).All(ctx)
	if err == nil && len(charges) == 0 {
		err = fault.NotFound()
	}
	return charges, err
}
