package reconciliation

import (
	"context"
	"errors"
	"sync"
	"time"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

const (
	detailsAtOnce = 8                // calls for details that are under way together
	soonKept      = 10 * time.Minute // how long after a sale its charge is settled in our book, when nothing went wrong
)

// complete gives lines that have a name of the provider's alone their order ids and tracking ids.
// It asks the provider for those that are new and are not plainly the sale of a charge that is
// settled, each once. Lines of what was not made through us are left out.
func (s *Service) complete(ctx context.Context, p gateway.Provider, day clock.Day, list []gateway.Settlement, keys []string) ([]gateway.Settlement, []string, error) {
	detailed, ok := p.Lists.(gateway.Detailed)
	if !ok {
		return list, keys, nil
	}
	known, charges, err := s.knownLines(ctx, p, list, keys)
	if err != nil {
		return nil, nil, err
	}
	sales := map[string]int{}
	for _, line := range list {
		if line.Kind == gateway.SettlementSale {
			sales[line.OrderID]++
		}
	}
	lines, failed := append([]gateway.Settlement{}, list...), make([]error, len(list))
	var asking sync.WaitGroup
	slots := make(chan struct{}, detailsAtOnce)
	for i, line := range list {
		e, c := known[keys[i]], charges[line.OrderID]
		switch {
		case line.Ref == "":
		case e != nil && e.Kind == eventForeign, line.OrderID != "" && !isOurs(line.OrderID):
			failed[i] = gateway.ErrForeign
		case e != nil:
			lines[i].OrderID, lines[i].TrackingID = e.ProviderOrderID, e.TrackingID
		case sales[line.OrderID] == 1 && isPlainly(c, line):
			lines[i].TrackingID = c.TrackingID
		default:
			slots <- struct{}{}
			asking.Go(func() {
				defer func() { <-slots }()
				failed[i] = payment.Outside(ctx, payment.CallLimit, func(ctx context.Context) (err error) {
					lines[i], err = detailed.Detail(ctx, line)
					return err
				})
			})
		}
	}
	asking.Wait()
	var ours []gateway.Settlement
	var ourKeys []string
	for i, line := range lines {
		switch {
		case errors.Is(failed[i], gateway.ErrForeign):
			err = errors.Join(err, s.keepForeign(ctx, p, day, list[i], keys[i], known[keys[i]]))
		case failed[i] != nil:
			err = errors.Join(err, failed[i])
		default:
			ours, ourKeys = append(ours, line), append(ourKeys, keys[i])
		}
	}
	return ours, ourKeys, err
}

// knownLines are the events that are kept of lines, by key, and the charges of their order ids.
func (s *Service) knownLines(ctx context.Context, p gateway.Provider, list []gateway.Settlement, keys []string) (map[string]*ent.GatewayEvent, map[string]*ent.Charge, error) {
	events, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(p.Name), gatewayevent.EventKeyIn(keys...)).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	known := map[string]*ent.GatewayEvent{}
	for _, e := range events {
		known[e.EventKey] = e
	}
	var orders []string
	for _, line := range list {
		orders = append(orders, line.OrderID)
	}
	rows, err := s.Store.Client(ctx).Charge.Query().Where(charge.Provider(p.Name), charge.ProviderOrderIDIn(orders...)).All(ctx)
	charges := map[string]*ent.Charge{}
	for _, c := range rows {
		charges[c.ProviderOrderID] = c
	}
	return known, charges, err
}

// isPlainly reports whether the line is the sale of the charge without being asked for: it is
// settled for that amount, at that time.
func isPlainly(c *ent.Charge, line gateway.Settlement) bool {
	return c != nil && line.Kind == gateway.SettlementSale && c.SettledAt != nil && c.TrackingID != "" && c.Amount == line.Amount &&
		c.SettledAt.Sub(line.At).Abs() <= soonKept
}

// keepForeign notes a line that is none of ours, so that we do not ask for it again. One whose
// order id says so needs no note.
func (s *Service) keepForeign(ctx context.Context, p gateway.Provider, day clock.Day, line gateway.Settlement, key string, e *ent.GatewayEvent) error {
	if e != nil || line.OrderID != "" && !isOurs(line.OrderID) {
		return nil
	}
	_, err := s.Payment.KeepEvent(ctx, payment.Event{Provider: p.Name, Key: key, Kind: eventForeign, Amount: line.Amount, Day: day, Applied: true})
	if store.Violates(err, "gateway_events_event_key") {
		return nil
	}
	return err
}
