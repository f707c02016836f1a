package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/base/words"
)

// Order is one checkout.
type Order struct {
	ID, AccountID            uuid.UUID
	ContractID               *uuid.UUID // what it became
	PlanID                   string
	PlanName                 words.Text // as the plan is called now
	PlanVersion              int        // of what was offered; 0: not known
	State                    string
	Failure                  string // the code that the member was told, when it did not complete
	Amount                   int    // yen charged at the order
	Price                    int    // yen of a term
	TaxRate                  int    // percent
	CampaignID               string
	MethodType               string // "": a campaign's code pays for all of it
	CardBrand, CardSuffix    string
	AtSignup                 bool // it was begun right after sign-up
	ConfirmedAt, CompletedAt *time.Time
	ExpiresAt, CreatedAt     time.Time
}

// OrderFilter says which orders are listed: those that meet all that is given.
type OrderFilter struct {
	AccountIDs           []uuid.UUID
	States               []string
	Open                 bool // those whose outcome is not known yet
	CampaignIDs, PlanIDs []string
	Amount               Yen
	Days                 Days // on which they were begun
	Hidden               Hidden
}

// openOrders are the states of an order that was confirmed and has no outcome yet.
var openOrders = []string{"authenticating", "charging", "unknown"}

var orders = list[Order]{
	table: "orders", time: "created_at",
	columns: `t.id, t.account_id, t.subscription_id, t.plan_id, p.name, coalesce(v.version, 0), t.state, t.failure, t.amount, t.price, t.tax_rate,
		t.campaign_id, coalesce(m.payment_method_type, ''), coalesce(m.card_brand, ''), coalesce(m.card_suffix, ''), t.signup, t.confirmed_at, t.completed_at,
		t.expires_at, t.created_at`,
	join: `LEFT JOIN LATERAL (SELECT * FROM plans WHERE id = t.plan_id LIMIT 1) AS p ON true
		LEFT JOIN LATERAL (SELECT * FROM plan_versions WHERE id = t.plan_version_id LIMIT 1) AS v ON true
		LEFT JOIN LATERAL (SELECT * FROM payment_methods WHERE id = t.payment_method_id LIMIT 1) AS m ON true`,
	fields: func(o *Order) []any {
		return []any{
			&o.ID, &o.AccountID, &o.ContractID, &o.PlanID, document{&o.PlanName}, &o.PlanVersion, &o.State, &o.Failure, &o.Amount, &o.Price, &o.TaxRate,
			&o.CampaignID, &o.MethodType, &o.CardBrand, &o.CardSuffix, &o.AtSignup, mayBe{&o.ConfirmedAt}, mayBe{&o.CompletedAt},
			at{&o.ExpiresAt}, at{&o.CreatedAt},
		}
	},
	id: func(o Order) uuid.UUID { return o.ID },
}

func (in OrderFilter) find(s *Service) *find {
	f := orders.find(s)
	f.hide(in.Hidden)
	if in.Open {
		in.States = both(in.States, openOrders)
	}
	f.ids("accountIds", "account_id", in.AccountIDs)
	f.rare("states", "state", "completed", in.States)
	f.sparse("campaignIds", "campaign_id", in.CampaignIDs, true)
	f.sparse("planIds", "plan_id", in.PlanIDs, true)
	f.yen("amount", in.Amount)
	f.days(in.Days)
	return f
}

// Orders is a page of the orders that meet the filter. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Orders(ctx context.Context, in OrderFilter, p keyset.Page) ([]Order, bool, error) {
	return orders.page(ctx, s, in.find(s), p)
}

// OrdersByID are the orders with the ids. Those that are not there are left out.
func (s *Service) OrdersByID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Order, error) {
	return orders.byID(ctx, s, ids)
}

// Order is the order with the id. Fault: not found.
func (s *Service) Order(ctx context.Context, id uuid.UUID) (Order, error) {
	found, err := s.OrdersByID(ctx, []uuid.UUID{id})
	return one(found, id, err)
}
