package evidence

import (
	"bytes"
	"context"
	"fmt"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/orderevidence"
	"kaiin/ent/planchange"
)

// What can be wrong with a row of a chain.
const (
	Altered   = "altered"   // it does not say what its hash was made of
	Missing   = "missing"   // there is no such row, or none of an order that was confirmed or of a change of plan
	Reordered = "reordered" // it does not follow on the row before it: one of the two was replaced or moved
)

// Finding is one thing that is wrong.
type Finding struct {
	What     string    `json:"what"`
	Account  uuid.UUID `json:"account"`
	Sequence int       `json:"sequence"`     // in the account's chain; 0: not known, as its order has no row
	To       int       `json:"to,omitempty"` // the last of several in a row, from Sequence
	Order    uuid.UUID `json:"order"`        // zero: not known, as the row is missing
}

// String is the finding in a line.
func (f Finding) String() string {
	order, place := f.Order.String(), fmt.Sprintf("row %d of account %s", f.Sequence, f.Account)
	if f.Order == uuid.Nil {
		order = "unknown"
	}
	switch {
	case f.Sequence == 0:
		place = "the row of an order of account " + f.Account.String()
	case f.To != 0:
		place = fmt.Sprintf("rows %d to %d of account %s", f.Sequence, f.To, f.Account)
	}
	return fmt.Sprintf("%s: %s (order %s)", f.What, place, order)
}

// batch is how many rows are read at a time; a row is some 10 kB.
const batch = 200

// Verify walks all chains and reports what is wrong with them, in the order of accounts. It holds
// nothing: what members order meanwhile is looked at or not. rows is how many rows there were.
func (s *Service) Verify(ctx context.Context, report func(Finding)) (rows int, err error) {
	var last *ent.OrderEvidence
	for {
		query := s.Store.Client(ctx).OrderEvidence.Query().Order(ent.Asc(orderevidence.FieldAccountID, orderevidence.FieldSequence)).Limit(batch)
		if last != nil {
			query = query.Where(orderevidence.Or(orderevidence.AccountIDGT(last.AccountID),
				orderevidence.And(orderevidence.AccountID(last.AccountID), orderevidence.SequenceGT(last.Sequence))))
		}
		page, err := query.All(ctx)
		if err != nil {
			return rows, err
		}
		for _, row := range page {
			if err := follow(last, row, report); err != nil {
				return rows, err
			}
			last = row
		}
		if rows += len(page); len(page) < batch {
			return rows, s.unproven(ctx, report)
		}
	}
}

// follow reports what is wrong with a row and with how it follows on the one that was read before
// it; nil is none.
func follow(last, row *ent.OrderEvidence, report func(Finding)) error {
	if last == nil || last.AccountID != row.AccountID {
		last = &ent.OrderEvidence{Hash: beginning[:]}
	}
	if first, before := last.Sequence+1, row.Sequence-1; first == before {
		report(Finding{What: Missing, Account: row.AccountID, Sequence: first})
	} else if first < before {
		report(Finding{What: Missing, Account: row.AccountID, Sequence: first, To: before})
	}
	want, err := hash(row)
	if err != nil {
		return err
	}
	finding := Finding{Account: row.AccountID, Sequence: row.Sequence, Order: row.OrderID}
	switch {
	case !bytes.Equal(row.Hash, want):
		finding.What = Altered
		report(finding)
	case row.Sequence == last.Sequence+1 && !bytes.Equal(row.PreviousHash, last.Hash):
		finding.What = Reordered
		report(finding)
	}
	return nil
}

// unproven reports the orders that were confirmed, and the changes of plan, that have no evidence.
// Orders that name no version of their plan are older than both.
func (s *Service) unproven(ctx context.Context, report func(Finding)) error {
	for _, without := range []func(context.Context, uuid.UUID) ([]Finding, error){s.orders, s.changes} {
		var after uuid.UUID
		for {
			found, err := without(ctx, after)
			if err != nil {
				return err
			}
			for _, f := range found {
				report(f)
				after = f.Order
			}
			if len(found) < batch {
				break
			}
		}
	}
	return nil
}

// unshown holds for rows under whose id nothing that was shown is kept.
func unshown(id string) func(*sql.Selector) {
	return func(query *sql.Selector) {
		rows := sql.Table(orderevidence.Table)
		query.Where(sql.NotExists(sql.Select(rows.C(orderevidence.FieldID)).From(rows).
			Where(sql.ColumnsEQ(rows.C(orderevidence.FieldOrderID), query.C(id)))))
	}
}

func (s *Service) orders(ctx context.Context, after uuid.UUID) (found []Finding, err error) {
	orders, err := s.Store.Client(ctx).Order.Query().
		Where(order.IDGT(after), order.ConfirmedAtNotNil(), order.PlanVersionIDNotNil(), unshown(order.FieldID)).
		Select(order.FieldID, order.FieldAccountID).Order(ent.Asc(order.FieldID)).Limit(batch).All(ctx)
	for _, o := range orders {
		found = append(found, Finding{What: Missing, Account: o.AccountID, Order: o.ID})
	}
	return found, err
}

func (s *Service) changes(ctx context.Context, after uuid.UUID) (found []Finding, err error) {
	changes, err := s.Store.Client(ctx).PlanChange.Query().Where(planchange.IDGT(after), unshown(planchange.FieldID)).
		Select(planchange.FieldID, planchange.FieldAccountID).Order(ent.Asc(planchange.FieldID)).Limit(batch).All(ctx)
	for _, c := range changes {
		found = append(found, Finding{What: Missing, Account: c.AccountID, Order: c.ID})
	}
	return found, err
}
