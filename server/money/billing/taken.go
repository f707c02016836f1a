package billing

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/ent/predicate"
	"kaiin/server/base/fault"
	"kaiin/server/base/spoken"
)

// taken are the states of a charge whose money was taken.
var taken = []charge.State{charge.StateSettled, charge.StateOrphaned}

// TakenFor are the charges by which money was taken for what people name: an order, an invoice or a
// return invoice by the number that mails and pages have; a bill by the id in the address of its
// invoice; or what a provider's list calls an order. The newest comes first. Fault: not found,
// where there is none.
func (s *Service) TakenFor(ctx context.Context, id string) ([]*ent.Charge, error) {
	of := []predicate.Charge{charge.ProviderOrderID(id)}
	if key, err := uuid.Parse(id); err == nil {
		bills, err := s.Store.Client(ctx).Bill.Query().Where(bill.Or(bill.ID(key), bill.OrderID(key))).IDs(ctx)
		if err != nil {
			return nil, err
		}
		of = append(of, charge.BillIDIn(bills...))
	}
	if number, kind, ok := spoken.Read(id); ok {
		numbered, err := s.numbered(ctx, kind, spoken.Tail(number))
		if err != nil {
			return nil, err
		}
		of = append(of, numbered)
	}
	return s.taken(ctx, charge.Or(of...))
}

// numbered holds for the charges of what the number is of whose row's id has the tail.
func (s *Service) numbered(ctx context.Context, kind spoken.Kind, tail string) (predicate.Charge, error) {
	client := s.Store.Client(ctx)
	switch kind {
	case spoken.Order:
		orders, err := client.Order.Query().Where(func(q *sql.Selector) { q.Where(tailed(tail)) }).IDs(ctx)
		if err != nil {
			return nil, err
		}
		bills, err := client.Bill.Query().Where(bill.OrderIDIn(orders...)).IDs(ctx)
		return charge.BillIDIn(bills...), err
	case spoken.Invoice:
		bills, err := client.Bill.Query().Where(func(q *sql.Selector) { q.Where(tailed(tail)) }).IDs(ctx)
		return charge.BillIDIn(bills...), err
	case spoken.ReturnInvoice:
		refunds, err := client.Refund.Query().Where(func(q *sql.Selector) { q.Where(tailed(tail)) }).All(ctx)
		var charges []uuid.UUID
		for _, r := range refunds {
			charges = append(charges, r.ChargeID)
		}
		return charge.IDIn(charges...), err
	}
	return charge.IDIn(), nil // a cancellation, which is found by its receipt
}

// tailed holds for a row whose id has the tail, as the unique indexes on numbers have it.
func tailed(tail string) *sql.Predicate {
	return sql.P(func(b *sql.Builder) { b.WriteString(`"right"("id"::text, 16) = `).Arg(tail) })
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
