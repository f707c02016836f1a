package entitlement

import (
	"context"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/entitlement"
	"kaiin/ent/predicate"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
)

// Bought is something a member has bought or rented.
type Bought struct {
	Row      *ent.Entitlement
	Plan     *ent.Plan  // as it is sold now
	Name     words.Text // as it was billed
	Paid     int        // yen, tax included
	Refunded bool       // all of it went back, which ended it
	Again    bool       // it is over and can be bought once more
	WatchURL words.Text // where it is watched; empty: it is over, or the store does not say
	Now      clock.Day
}

// LastDay is the last day of viewing; ok is false for what was bought for good.
func (b Bought) LastDay() (day clock.Day, ok bool) {
	if b.Row.ExpiresAt == nil {
		return clock.Day{}, false
	}
	return clock.DayOf(*b.Row.ExpiresAt).AddDays(-1), true
}

// DaysLeft is how many days of viewing are left, today included; 0 for what is over or has no
// last day.
func (b Bought) DaysLeft() int {
	last, limited := b.LastDay()
	if !limited || last.Before(b.Now) {
		return 0
	}
	return b.Now.DaysUntil(last) + 1
}

// Bought is a page of what the member has bought or rented, newest first, and whether more follow:
// what can be watched, or else what is over.
func (s *Service) Bought(ctx context.Context, a actor.Actor, over bool, p keyset.Page) (all []Bought, more bool, err error) {
	now := s.Clock.Now()
	wanted := watchable(now)
	if over {
		wanted = entitlement.Not(wanted)
	}
	query := s.Store.Client(ctx).Entitlement.Query().Where(entitlement.AccountID(a.AccountID), entitlement.SubscriptionIDIsNil(), wanted)
	if p.After != nil {
		query.Where(before(*p.After))
	}
	rows, err := query.Order(entitlement.ByCreatedAt(sql.OrderDesc()), entitlement.ByID(sql.OrderDesc())).Limit(p.Limit()).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, false, err
	}
	rows, more = keyset.Cut(p, rows)
	orders, plans := []uuid.UUID{}, []string{}
	for _, row := range rows {
		orders, plans = append(orders, row.SourceID), append(plans, row.PlanID)
	}
	bills, err := s.bills(ctx, orders)
	if err != nil {
		return nil, false, err
	}
	sold, err := s.plans(ctx, plans)
	if err != nil {
		return nil, false, err
	}
	held := map[string]bool{}
	if over {
		if held, err = s.Held(ctx, a.AccountID, plans...); err != nil {
			return nil, false, err
		}
	}
	for _, row := range rows {
		b := Bought{Row: row, Plan: sold[row.PlanID], Now: s.Clock.Today()}
		b.Name = b.Plan.Name
		if owed := bills[row.SourceID]; owed != nil {
			b.Name, b.Paid = owed.PlanName, owed.Amount
			b.Refunded = owed.Amount > 0 && owed.Refunded == owed.Amount
		}
		b.Again = over && b.Plan.Published && !held[row.PlanID] && catalog.NewOffer(b.Plan, now, false, false).Open()
		if !over {
			if b.WatchURL, err = s.Catalog.WatchURL(ctx, b.Plan); err != nil {
				return nil, false, err
			}
		}
		all = append(all, b)
	}
	return all, more, nil
}

// before holds for what comes after the cursor in a list with the newest first.
func before(c keyset.Cursor) predicate.Entitlement {
	return func(s *sql.Selector) {
		s.Where(sql.CompositeLT([]string{s.C(entitlement.FieldCreatedAt), s.C(entitlement.FieldID)}, c.At, c.ID))
	}
}

// bills are those of the orders, by order.
func (s *Service) bills(ctx context.Context, orders []uuid.UUID) (map[uuid.UUID]*ent.Bill, error) {
	rows, err := s.Store.Client(ctx).Bill.Query().Where(bill.OrderIDIn(orders...), bill.StateNEQ(bill.StateVoid)).All(ctx)
	byOrder := map[uuid.UUID]*ent.Bill{}
	for _, row := range rows {
		byOrder[*row.OrderID] = row
	}
	return byOrder, err
}

// plans are those with the ids, sold any more or not.
func (s *Service) plans(ctx context.Context, ids []string) (map[string]*ent.Plan, error) {
	rows, err := s.Catalog.PlansWith(ctx, ids...)
	byID := map[string]*ent.Plan{}
	for _, row := range rows {
		byID[row.ID] = row
	}
	return byID, err
}
