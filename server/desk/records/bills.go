package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/words"
)

// Bill is what a member owes: for an order, or for one period of a contract.
type Bill struct {
	ID, AccountID       uuid.UUID
	OrderID, ContractID *uuid.UUID
	Period              int       // of the contract, from 1; 0 for an order without contract
	Start, End          clock.Day // first and last day of the period
	PlanID              string
	PlanName            words.Text // as it was billed
	List, Discount      int        // yen
	CampaignID          string
	Amount, Tax         int // yen
	TaxRate             int // percent
	DueDay              clock.Day
	State               string
	Attempts            int
	NextAttemptAt       *time.Time
	RefusedAt, PaidAt   *time.Time
	Refunded            int  // yen
	Invoiced            bool // there is an invoice of it
	CreatedAt           time.Time
}

// BillFilter says which bills are listed: those that meet all that is given.
type BillFilter struct {
	AccountIDs, ContractIDs, OrderIDs []uuid.UUID
	States                            []string
	Open                              bool // those that are owed, or being paid
	PlanIDs                           []string
	Amount                            Yen
	Days                              Days // on which they were made
	Hidden                            Hidden
}

// openBills are the states of a bill that is owed.
var openBills = []string{"open", "paying"}

// countOrVoid are the two indexes of what bills are of.
var countOrVoid = []string{"t.state <> 'void'", "t.state = 'void'"}

var bills = list[Bill]{
	table: "bills", time: "created_at",
	columns: `t.id, t.account_id, t.order_id, t.subscription_id, t.period, t.period_start, t.period_end, t.plan_id, t.plan_name, t.list_amount, t.discount,
		t.campaign, t.amount, t.tax, t.tax_rate, t.due_day, t.state, t.attempts, t.next_attempt_at, t.refused_at, t.paid_at, t.refunded,
		t.state = 'paid' AND t.amount > 0, t.created_at`,
	fields: func(b *Bill) []any {
		return []any{
			&b.ID, &b.AccountID, &b.OrderID, &b.ContractID, &b.Period, &b.Start, &b.End, &b.PlanID, document{&b.PlanName}, &b.List, &b.Discount,
			&b.CampaignID, &b.Amount, &b.Tax, &b.TaxRate, &b.DueDay, &b.State, &b.Attempts, mayBe{&b.NextAttemptAt}, mayBe{&b.RefusedAt}, mayBe{&b.PaidAt}, &b.Refunded,
			&b.Invoiced, at{&b.CreatedAt},
		}
	},
	id: func(b Bill) uuid.UUID { return b.ID },
}

func (in BillFilter) find(s *Service) *find {
	f := bills.find(s)
	f.hide(in.Hidden)
	if in.Open {
		in.States = both(in.States, openBills)
	}
	f.ids("contractIds", "subscription_id", in.ContractIDs, countOrVoid...)
	f.ids("orderIds", "order_id", in.OrderIDs, countOrVoid...)
	f.ids("accountIds", "account_id", in.AccountIDs)
	f.rare("states", "state", "paid", in.States)
	f.sparse("planIds", "plan_id", in.PlanIDs, true)
	f.yen("amount", in.Amount)
	f.days(in.Days)
	return f
}

// Bills is a page of the bills that meet the filter. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Bills(ctx context.Context, in BillFilter, p keyset.Page) ([]Bill, bool, error) {
	return bills.page(ctx, s, in.find(s), p)
}

// BillsByID are the bills with the ids. Those that are not there are left out.
func (s *Service) BillsByID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Bill, error) {
	return bills.byID(ctx, s, ids)
}

// Bill is the bill with the id. Fault: not found.
func (s *Service) Bill(ctx context.Context, id uuid.UUID) (Bill, error) {
	found, err := s.BillsByID(ctx, []uuid.UUID{id})
	return one(found, id, err)
}

// BillsOfContracts are the newest bills of each of the contracts.
func (s *Service) BillsOfContracts(ctx context.Context, contracts []uuid.UUID, first int) (map[uuid.UUID]Some[Bill], error) {
	return bills.of(ctx, s, "subscription_id", contracts, first, func(b Bill) uuid.UUID { return *b.ContractID }, countOrVoid...)
}

// BillsOfOrders are the newest bills of each of the orders.
func (s *Service) BillsOfOrders(ctx context.Context, orders []uuid.UUID, first int) (map[uuid.UUID]Some[Bill], error) {
	return bills.of(ctx, s, "order_id", orders, first, func(b Bill) uuid.UUID { return *b.OrderID }, countOrVoid...)
}
