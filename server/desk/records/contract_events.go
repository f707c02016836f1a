package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/money/subscription"
)

// ContractEvent is a step of a contract.
type ContractEvent struct {
	ID, ContractID uuid.UUID
	Event          subscription.Event
	From, To       subscription.Status // From is "" for the first
	Period         int
	BillID         *uuid.UUID
	At             time.Time
}

var contractEvents = list[ContractEvent]{
	table: "subscription_events", time: "created_at",
	columns: `t.id, t.subscription_id, t.event, t.from_status, t.to_status, t.period, t.bill_id, t.created_at`,
	fields: func(e *ContractEvent) []any {
		return []any{&e.ID, &e.ContractID, &e.Event, &e.From, &e.To, &e.Period, &e.BillID, at{&e.At}}
	},
	id: func(e ContractEvent) uuid.UUID { return e.ID },
}

// EventsOfContracts are the newest steps of each of the contracts.
func (s *Service) EventsOfContracts(ctx context.Context, contracts []uuid.UUID, first int) (map[uuid.UUID]Some[ContractEvent], error) {
	return contractEvents.of(ctx, s, "subscription_id", contracts, first, func(e ContractEvent) uuid.UUID { return e.ContractID })
}
