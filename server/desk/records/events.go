package records

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
)

// Event is something that a provider told: a notice, or a line of its list. What names a payment
// method there is left out.
type Event struct {
	ID                          uuid.UUID
	Provider, Kind              string
	ChargeID                    *uuid.UUID // nil: of no charge that is known
	ProviderOrderID, TrackingID string
	Code                        string // the provider's, of a refusal
	Amount                      int    // yen, as it was told
	Day                         clock.Day
	Tries                       int        `json:"-"` // how often acting on it failed
	HappenedAt                  *time.Time // as it was told
	ReceivedAt                  time.Time
	AppliedAt                   *time.Time // nil: it is open
	EscalatedAt                 *time.Time // since when the staff have to see to it
}

// EventFilter says which events are listed: those that meet all that is given.
type EventFilter struct {
	ChargeIDs        []uuid.UUID
	Open             bool // those with which something is still to be done
	Kinds, Providers []string
	Day              clock.Day // the provider's business day; the zero Day: any
	Days             Days      // on which they came
}

var events = list[Event]{
	table: "gateway_events", time: "received_at",
	columns: `t.id, t.provider, t.kind, t.charge_id, t.provider_order_id, t.tracking_id, t.code, t.amount, t.day, t.tries, t.happened_at, t.received_at,
		t.applied_at, t.left_at`,
	fields: func(e *Event) []any {
		return []any{
			&e.ID, &e.Provider, &e.Kind, &e.ChargeID, &e.ProviderOrderID, &e.TrackingID, &e.Code, &e.Amount, &e.Day, &e.Tries, mayBe{&e.HappenedAt}, at{&e.ReceivedAt},
			mayBe{&e.AppliedAt}, mayBe{&e.EscalatedAt},
		}
	},
	id: func(e Event) uuid.UUID { return e.ID },
}

func (in EventFilter) find(s *Service) *find {
	f := events.find(s)
	f.ids("chargeIds", "charge_id", in.ChargeIDs)
	switch {
	case in.Open: // there are few, which have an index by time
		f.open("t.applied_at IS NULL")
		f.sparse("kinds", "kind", in.Kinds, false)
		if !in.Day.IsZero() {
			f.where("t.day = %s", in.Day)
		}
	case !in.Day.IsZero():
		f.among("day", "day", "date", "{"+in.Day.String()+"}", 1)
		f.sparse("kinds", "kind", in.Kinds, false)
	default:
		f.wide("kinds", "kind", in.Kinds)
	}
	f.sparse("providers", "provider", in.Providers, true)
	f.days(in.Days)
	return f
}

// Events is a page of the events that meet the filter. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) Events(ctx context.Context, in EventFilter, p keyset.Page) ([]Event, bool, error) {
	return events.page(ctx, s, in.find(s), p)
}

// EventsByID are the events with the ids. Those that are not there are left out.
func (s *Service) EventsByID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]Event, error) {
	return events.byID(ctx, s, ids)
}

// Event is the event with the id. Fault: not found.
func (s *Service) Event(ctx context.Context, id uuid.UUID) (Event, error) {
	found, err := s.EventsByID(ctx, []uuid.UUID{id})
	return one(found, id, err)
}

// EventsOfCharges are the newest events of each of the charges.
func (s *Service) EventsOfCharges(ctx context.Context, charges []uuid.UUID, first int) (map[uuid.UUID]Some[Event], error) {
	return events.of(ctx, s, "charge_id", charges, first, func(e Event) uuid.UUID { return *e.ChargeID })
}
