package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/keyset"
)

// Refund is money on its way back.
type Refund struct {
	ID, ChargeID, BillID, AccountID uuid.UUID
	Kind                            string // refund, or release of what was authorised
	State                           string
	Amount                          int // yen
	Provider, ProviderOrderID       string
	Reason                          string
	AskedBy                         string // system, provider, or who of the staff
	ErrorCode                       string // the provider's, of a refusal
	Checks                          int    `json:"-"` // how often it was tried in vain
	DoneAt                          *time.Time
	CreatedAt                       time.Time
}

// RefundFilter says which refunds are listed: those that meet all that is given.
type RefundFilter struct {
	AccountIDs, ChargeIDs []uuid.UUID
	States, Kinds         []string
	Open                  bool // those without an outcome
	Amount                Yen
	Days                  Days // on which they were asked for
	Hidden                Hidden
}

// openRefunds are the states of a refund that has no outcome yet.
var openRefunds = []string{"attempting", "unknown"}

var refunds = list[Refund]{
	table: "refunds", time: "created_at",
	columns: `t.id, t.charge_id, c.bill_id, t.account_id, t.kind, t.state, t.amount, c.provider, c.provider_order_id, t.reason, t.asked_by, t.error_code,
		t.checks, t.done_at, t.created_at`,
	join: `JOIN LATERAL (SELECT * FROM charges WHERE id = t.charge_id LIMIT 1) AS c ON true`,
	fields: func(r *Refund) []any {
		return []any{
			&r.ID, &r.ChargeID, &r.BillID, &r.AccountID, &r.Kind, &r.State, &r.Amount, &r.Provider, &r.ProviderOrderID, &r.Reason, &r.AskedBy, &r.ErrorCode,
			&r.Checks, mayBe{&r.DoneAt}, at{&r.CreatedAt},
		}
	},
	id: func(r Refund) uuid.UUID { return r.ID },
}

func (in RefundFilter) find(s *Service) *find {
	f := refunds.find(s)
	f.hide(in.Hidden)
	if in.Open {
		in.States = both(in.States, openRefunds)
	}
	f.ids("chargeIds", "charge_id", in.ChargeIDs)
	f.ids("accountIds", "account_id", in.AccountIDs)
	f.wide("states", "state", in.States)
	f.sparse("kinds", "kind", in.Kinds, false)
	f.yen("amount", in.Amount)
	f.days(in.Days)
	return f
}

// Refunds is a page of the refunds that meet the filter. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Refunds(ctx context.Context, in RefundFilter, p keyset.Page) ([]Refund, bool, error) {
	return refunds.page(ctx, s, in.find(s), p)
}

// RefundsByID are the refunds with the ids. Those that are not there are left out.
func (s *Service) RefundsByID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Refund, error) {
	return refunds.byID(ctx, s, ids)
}

// Refund is the refund with the id. Fault: not found.
func (s *Service) Refund(ctx context.Context, id uuid.UUID) (Refund, error) {
	found, err := s.RefundsByID(ctx, []uuid.UUID{id})
	return one(found, id, err)
}

// RefundsOfCharges are the newest refunds of each of the charges.
func (s *Service) RefundsOfCharges(ctx context.Context, charges []uuid.UUID, first int) (map[uuid.UUID]Some[Refund], error) {
	return refunds.of(ctx, s, "charge_id", charges, first, func(r Refund) uuid.UUID { return r.ChargeID })
}
