package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/money/payment"
)

// Charge is one attempt to take money.
type Charge struct {
	ID, AccountID, BillID uuid.UUID
	Attempt               int    // of the bill, from 1
	Origin                string // ours, provider
	Initiator             string // member, merchant
	PlanName              string // as the provider is told
	Provider              string
	ProviderOrderID       string
	TrackingID            string
	State                 string
	Amount, Tax           int // yen
	Left                  int // yen that can still be given back
	MethodType            string
	CardBrand, CardSuffix string // of the card as it was then
	Reason, ErrorCode     string // of a refusal; the code is the provider's
	Checks                int    `json:"-"` // how often its outcome was asked for in vain
	GiveUpAt              time.Time
	SettledAt, AppliedAt  *time.Time
	CreatedAt             time.Time
}

// ChargeFilter says which charges are listed: those that meet all that is given.
type ChargeFilter struct {
	AccountIDs, BillIDs []uuid.UUID
	States              []string
	Open                bool // those without an outcome
	CardSuffix          string
	Providers           []string
	Amount              Yen
	Days                Days // on which they were made
	Hidden              Hidden
}

// openCharges are the states of a charge that has no outcome yet.
var openCharges = []string{"attempting", "unknown", "authorized"}

var charges = list[Charge]{
	table: "charges", time: "created_at",
	columns: `t.id, t.account_id, t.bill_id, t.attempt, t.origin, t.initiator, t.plan_name, t.provider, t.provider_order_id, t.tracking_id, t.state,
		t.amount, t.tax, CASE WHEN t.state IN ('settled', 'orphaned') THEN ` + payment.LeftSQL("t") + ` ELSE 0 END, coalesce(m.payment_method_type, ''),
		t.card_brand, t.card_suffix, t.reason, t.error_code, t.checks, t.give_up_at, t.settled_at, t.applied_at, t.created_at`,
	join: `LEFT JOIN LATERAL (SELECT * FROM payment_methods WHERE id = t.payment_method_id LIMIT 1) AS m ON true`,
	fields: func(c *Charge) []any {
		return []any{
			&c.ID, &c.AccountID, &c.BillID, &c.Attempt, &c.Origin, &c.Initiator, &c.PlanName, &c.Provider, &c.ProviderOrderID, &c.TrackingID, &c.State,
			&c.Amount, &c.Tax, &c.Left, &c.MethodType, &c.CardBrand, &c.CardSuffix, &c.Reason, &c.ErrorCode, &c.Checks,
			at{&c.GiveUpAt}, mayBe{&c.SettledAt}, mayBe{&c.AppliedAt}, at{&c.CreatedAt},
		}
	},
	id: func(c Charge) uuid.UUID { return c.ID },
}

func (in ChargeFilter) find(s *Service) *find {
	f := charges.find(s)
	f.hide(in.Hidden)
	if in.Open {
		in.States = both(in.States, openCharges)
	}
	f.ids("billIds", "bill_id", in.BillIDs)
	f.ids("accountIds", "account_id", in.AccountIDs)
	if in.CardSuffix != "" {
		f.texts("cardSuffix", "card_suffix", []string{in.CardSuffix}, "t.card_suffix <> ''")
	}
	f.rare("states", "state", "settled", in.States)
	f.sparse("providers", "provider", in.Providers, true)
	f.yen("amount", in.Amount)
	f.days(in.Days)
	return f
}

// Charges is a page of the charges that meet the filter. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Charges(ctx context.Context, in ChargeFilter, p keyset.Page) ([]Charge, bool, error) {
	return charges.page(ctx, s, in.find(s), p)
}

// ChargesByID are the charges with the ids. Those that are not there are left out.
func (s *Service) ChargesByID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Charge, error) {
	return charges.byID(ctx, s, ids)
}

// ChargesOfBills are the newest charges of each of the bills.
func (s *Service) ChargesOfBills(ctx context.Context, bills []uuid.UUID, first int) (map[uuid.UUID]Some[Charge], error) {
	return charges.of(ctx, s, "bill_id", bills, first, func(c Charge) uuid.UUID { return c.BillID })
}

// Charge is the charge with the id. Fault: not found.
func (s *Service) Charge(ctx context.Context, id uuid.UUID) (Charge, error) {
	found, err := s.ChargesByID(ctx, []uuid.UUID{id})
	return one(found, id, err)
}

// ChargeOfProviderOrder is the charge that its provider knows by the order id. Fault: not found.
func (s *Service) ChargeOfProviderOrder(ctx context.Context, orderID string) (Charge, error) {
	return s.only(ctx, "SELECT id FROM charges WHERE provider_order_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1", orderID)
}

// ChargeOfTracking is the charge that rests on the provider's transaction. Fault: not found.
func (s *Service) ChargeOfTracking(ctx context.Context, trackingID string) (Charge, error) {
	if trackingID == "" { // as it is of charges without one
		return Charge{}, fault.NotFound()
	}
	return s.only(ctx, "SELECT id FROM charges WHERE tracking_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1", trackingID)
}

func (s *Service) only(ctx context.Context, find, name string) (Charge, error) {
	rows, err := charges.read(ctx, s, find, name)
	if err != nil {
		return Charge{}, err
	}
	if len(rows) == 0 {
		return Charge{}, fault.NotFound()
	}
	return rows[0], nil
}
