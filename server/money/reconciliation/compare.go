package reconciliation

import (
	"context"
	"errors"
	"fmt"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// Reconcile compares what the providers list for the day, and for the next one, since clocks
// differ, with charges and refunds. Each line is kept once, however often its list is read. A sale
// whose charge is open has it looked up; one whose charge was given up goes back. The act of it
// is written before. It is an error when a list cannot be read.
func (s *Service) Reconcile(ctx context.Context, by acts.Decision, day clock.Day) (Comparison, error) {
	all, failed := Comparison{Day: day}, error(nil)
	if err := by.Note(ctx, acts.Act{Kind: acts.DayReconciled, Target: acts.Target{Type: "day", ID: day.String()}}); err != nil {
		return all, err
	}
	for _, p := range s.Payment.Providers.Listing() {
		r, err := s.reconcile(ctx, p, day)
		failed = errors.Join(failed, err)
		all.Lines, all.Unknown, all.Differs, all.Missing = all.Lines+r.Lines, all.Unknown+r.Unknown, all.Differs+r.Differs, all.Missing+r.Missing
	}
	return all, failed
}

// reconcile is Reconcile for one provider.
func (s *Service) reconcile(ctx context.Context, p gateway.Provider, day clock.Day) (Comparison, error) {
	r := Comparison{Day: day, provider: p.Name}
	for _, d := range []clock.Day{day, day.AddDays(1)} {
		if d.After(s.Clock.Today()) {
			break
		}
		var list []gateway.Settlement
		err := payment.Outside(ctx, listLimit, func(ctx context.Context) (err error) {
			list, err = p.Lists.Settlements(ctx, d)
			return err
		})
		if err != nil {
			return r, fmt.Errorf("the list of %s: %w", d, err)
		}
		counted := &r
		if d != day {
			counted = &Comparison{provider: p.Name}
		}
		if err := s.compare(ctx, p, d, list, counted); err != nil {
			return r, err
		}
	}
	if day.AddDays(1).Before(s.Clock.Today()) { // both lists are complete
		r.whole = r.open == 0
		return r, s.missing(ctx, &r)
	}
	return r, nil
}

// compare keeps the lines of a list and compares them, in batches.
func (s *Service) compare(ctx context.Context, p gateway.Provider, day clock.Day, list []gateway.Settlement, r *Comparison) error {
	keys, seen := make([]string, len(list)), map[string]int{}
	for i, line := range list {
		key := fmt.Sprintf("%s:%s:%s", line.Kind, line.OrderID, line.TrackingID)
		switch {
		case line.Ref != "":
			key = fmt.Sprintf("%s:%s", line.Kind, line.Ref)
		case line.Kind == gateway.SettlementRefund: // a charge may have several
			key = fmt.Sprintf("%s:%d:%d", key, line.Amount, line.At.Unix())
		}
		if seen[key]++; seen[key] > 1 {
			keys[i] = fmt.Sprintf("%s#%d", key, seen[key])
		} else {
			keys[i] = key
		}
	}
	for from := 0; from < len(list); from += batch {
		to := min(from+batch, len(list))
		lines, keys, err := s.complete(ctx, p, day, list[from:to], keys[from:to])
		if err != nil {
			return err
		}
		r.Lines += len(lines)
		var part Comparison
		err = s.Store.Tx(ctx, func(ctx context.Context) error {
			part = Comparison{provider: r.provider}
			if err := s.compareBatch(ctx, day, lines, keys, &part); err != nil {
				return err
			}
			failpoint.Reached(pointComparing)
			return nil
		})
		if err != nil {
			return err
		}
		failpoint.Reached(pointCompared)
		r.Unknown, r.Differs, r.open = r.Unknown+part.Unknown, r.Differs+part.Differs, r.open+part.open
	}
	return nil
}

func (s *Service) compareBatch(ctx context.Context, day clock.Day, list []gateway.Settlement, keys []string, r *Comparison) error {
	client := s.Store.Client(ctx)
	known, err := client.GatewayEvent.Query().Where(gatewayevent.Provider(r.provider), gatewayevent.EventKeyIn(keys...)).All(ctx)
	if err != nil {
		return err
	}
	byKey := map[string]*ent.GatewayEvent{}
	for _, e := range known {
		byKey[e.EventKey] = e
	}
	var orders []string
	for _, line := range list {
		orders = append(orders, line.OrderID)
	}
	charges, err := client.Charge.Query().Where(charge.Provider(r.provider), charge.ProviderOrderIDIn(orders...)).All(ctx)
	if err != nil {
		return err
	}
	byOrder := map[string]*ent.Charge{}
	for _, c := range charges {
		byOrder[c.ProviderOrderID] = c
	}
	for i, line := range list {
		e, c := byKey[keys[i]], byOrder[line.OrderID]
		first := e == nil
		if first {
			e, err = s.Payment.KeepEvent(ctx, payment.Event{
				Provider: r.provider, Key: keys[i], Kind: string(line.Kind), Charge: c, OrderID: line.OrderID, TrackingID: line.TrackingID, Amount: line.Amount, Day: day,
			})
			if err != nil {
				return err
			}
		}
		switch {
		case e.AppliedAt != nil:
			continue
		case e.ChargeID == nil && c != nil:
			if e, err = s.Payment.EventIsOf(ctx, e, c); err != nil {
				return err
			}
		}
		agrees, err := s.agrees(ctx, e, c, line.Reversed, first, r)
		if err != nil {
			return err
		}
		if agrees {
			if err := s.Payment.EventApplied(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}
