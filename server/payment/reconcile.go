package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/ent/refund"
	"kaiin/server/clock"
	"kaiin/server/failpoint"
	"kaiin/server/gateway"
	"kaiin/server/store"
)

// Kinds of gateway_events.
const (
	eventSale    = "sale"
	eventRefund  = "refund"
	eventMissing = "missing" // a charge of ours that stands in no list
	eventForeign = "foreign" // a line of something that was not made through us, which is not asked for again
	eventList    = "list"    // a day's list that was compared as a whole, or, with no day in its key, the first day to compare
)

// Reconciliation is how a day's list compares with the book. Each difference is an error in the log when it is seen first.
type Reconciliation struct {
	Day     clock.Day `json:"day"`
	Lines   int       `json:"lines"`   // of the provider's list
	Unknown int       `json:"unknown"` // sales of which we know nothing: given back when nobody has claimed them for the store's days
	Differs int       `json:"differs"` // lines that do not agree with their charge
	Missing int       `json:"missing"` // charges that stand in no list

	provider string
	whole    bool // both lists of the day were complete, and none of its lines is of a charge that is still open
	open     int  // lines of charges that are still open
}

// Right reports whether list and book agree.
func (r Reconciliation) Right() bool { return r.Unknown+r.Differs+r.Missing == 0 }

// Reconcile compares what the providers list for the day, and for the next one, since clocks differ, with charges and refunds. Each
// line is kept once, however often its list is read. A sale whose charge is open has it looked up; one whose charge was given up goes
// back. It is an error when a list cannot be read.
func (s *Service) Reconcile(ctx context.Context, day clock.Day) (Reconciliation, error) {
	all, failed := Reconciliation{Day: day}, error(nil)
	for _, p := range s.Providers.Listing() {
		r, err := s.reconcile(ctx, p, day)
		failed = errors.Join(failed, err)
		all.Lines, all.Unknown, all.Differs, all.Missing = all.Lines+r.Lines, all.Unknown+r.Unknown, all.Differs+r.Differs, all.Missing+r.Missing
	}
	return all, failed
}

// reconcile is Reconcile for one provider.
func (s *Service) reconcile(ctx context.Context, p gateway.Provider, day clock.Day) (Reconciliation, error) {
	r := Reconciliation{Day: day, provider: p.Name}
	for _, d := range []clock.Day{day, day.AddDays(1)} {
		if d.After(s.Clock.Today()) {
			break
		}
		var list []gateway.Settlement
		err := s.outsideFor(ctx, listLimit, func(ctx context.Context) (err error) {
			list, err = p.Lists.Settlements(ctx, d)
			return err
		})
		if err != nil {
			return r, fmt.Errorf("the list of %s: %w", d, err)
		}
		counted := &r
		if d != day {
			counted = &Reconciliation{provider: p.Name}
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
func (s *Service) compare(ctx context.Context, p gateway.Provider, day clock.Day, list []gateway.Settlement, r *Reconciliation) error {
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
		var part Reconciliation
		err = s.Store.Tx(ctx, func(ctx context.Context) error {
			part = Reconciliation{provider: r.provider}
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

func (s *Service) compareBatch(ctx context.Context, day clock.Day, list []gateway.Settlement, keys []string, r *Reconciliation) error {
	client, now := s.Store.Client(ctx), s.Clock.Now()
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
			create := client.GatewayEvent.Create().SetProvider(r.provider).SetEventKey(keys[i]).SetKind(string(line.Kind)).
				SetProviderOrderID(line.OrderID).SetTrackingID(line.TrackingID).SetAmount(line.Amount).SetDay(day).SetReceivedAt(now)
			if c != nil {
				create.SetChargeID(c.ID)
			}
			if e, err = create.Save(ctx); err != nil {
				return err
			}
		}
		switch {
		case e.AppliedAt != nil:
			continue
		case e.ChargeID == nil && c != nil:
			if e, err = e.Update().SetChargeID(c.ID).Save(ctx); err != nil {
				return err
			}
		}
		agrees, err := s.agrees(ctx, e, c, line.Reversed, first, r)
		if err != nil {
			return err
		}
		if agrees {
			if err := e.Update().SetAppliedAt(now).Exec(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// listedAs keeps under which name of its own the provider has the sale of an open charge, where it finds it by that alone: what we know it by
// may be another order, made for a try that was refused because the order id was used.
func (s *Service) listedAs(ctx context.Context, c *ent.Charge, e *ent.GatewayEvent) error {
	if c.TrackingID != "" || c.ProviderRef == "" || e.TrackingID == "" || c.ProviderRef == e.TrackingID {
		return nil
	}
	return s.Store.Client(ctx).Charge.Update().Where(charge.ID(c.ID), charge.StateIn(live...), charge.TrackingID("")).
		SetProviderRef(e.TrackingID).SetUpdatedAt(s.Clock.Now()).Exec(ctx)
}

// agrees compares a line with its charge, and does what can be done where they differ; it is false for a line that is looked at again.
func (s *Service) agrees(ctx context.Context, e *ent.GatewayEvent, c *ent.Charge, reversed, first bool, r *Reconciliation) (bool, error) {
	differs := func(what string) {
		if first {
			slog.ErrorContext(ctx, what, "event", e.ID, "order", e.ProviderOrderID, "transaction", e.TrackingID, "amount", e.Amount, "day", e.Day.String())
		}
	}
	switch {
	case c == nil && e.Kind == eventRefund:
		return true, nil // of a sale of which we know nothing
	case c == nil:
		r.Unknown++
		differs("the provider took money of which we know nothing")
		return false, nil
	case e.Kind == eventRefund:
		more, err := s.uncovered(ctx, c)
		if err != nil || more <= 0 {
			return err == nil, err
		}
		r.Differs++
		differs("the provider gave back more of a charge than we asked for")
		return s.takeOver(ctx, e, more, reversed)
	case isLive(c):
		r.open++
		if err := s.listedAs(ctx, c, e); err != nil {
			return false, err
		}
		return false, s.Store.Enqueue(ctx, ResolveArgs{ChargeID: c.ID}, nil)
	case c.SettledAt == nil || c.TrackingID != "" && c.TrackingID != e.TrackingID:
		known, err := s.Store.Client(ctx).Refund.Query().Where(refund.ChargeID(c.ID), refund.KindEQ(refund.KindRelease),
			refund.TrackingIDIn("", e.TrackingID)).Exist(ctx)
		if err != nil || known {
			return known, err
		}
		r.Differs++
		differs("the provider took money for a charge that is given up, or a second time: it goes back")
		return true, s.releaseListed(ctx, c, e)
	case c.Amount != e.Amount:
		r.Differs++
		differs("the provider took another amount than the charge's")
		return false, nil
	default:
		return true, nil
	}
}

// uncovered is how many yen the provider lists as given back of the charge beyond what we asked for and what we know that it took back, which
// may have come back since (CameBack).
func (s *Service) uncovered(ctx context.Context, c *ent.Charge) (yen int, err error) {
	client := s.Store.Client(ctx)
	refunds, err := client.Refund.Query().
		Where(refund.ChargeID(c.ID), refund.Or(refund.StateNEQ(refund.StateRefused), refund.Reason(ReversedByProvider))).All(ctx)
	if err != nil {
		return 0, err
	}
	for _, r := range refunds {
		yen -= r.Amount
	}
	events, err := client.GatewayEvent.Query().Where(gatewayevent.ChargeID(c.ID), gatewayevent.Kind(eventRefund)).All(ctx)
	for _, e := range events {
		yen += e.Amount
	}
	return yen, err
}

// takeOver writes into the book that more went back than it knew of: the staff did it at the provider, or the database was restored
// and has forgotten it. It is false while the book cannot hold it: the charge took no money by then, or not so much.
func (s *Service) takeOver(ctx context.Context, e *ent.GatewayEvent, yen int, reversed bool) (done bool, err error) {
	c, err := s.Store.Client(ctx).Charge.Query().Where(charge.ID(*e.ChargeID)).ForUpdate().Only(ctx)
	if err != nil {
		return false, err
	}
	left, err := s.left(ctx, c)
	if err != nil || c.SettledAt == nil || c.TrackingID != e.TrackingID || yen > min(left, e.Amount) {
		return false, err
	}
	reason := "listed"
	if reversed {
		reason = ReversedByProvider
	}
	return true, s.wentBack(ctx, c, yen, "listed-"+e.ID.String(), reason)
}

// wentBack writes that money of the charge, which the caller has locked, has gone back without our asking for it.
func (s *Service) wentBack(ctx context.Context, c *ent.Charge, yen int, key, reason string) error {
	now := s.Clock.Now()
	row, err := s.Store.Client(ctx).Refund.Create().SetChargeID(c.ID).SetAccountID(c.AccountID).SetKind(refund.KindRefund).SetAmount(yen).
		SetTrackingID(c.TrackingID).SetRequestKey(key).SetState(refund.StateDone).SetDoneAt(now).
		SetReason(reason).SetAskedBy(byProvider).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return err
	}
	return s.Ledger.Refunded(ctx, c, row)
}

const (
	detailsAtOnce = 8                // calls for details that are under way together
	soonKept      = 10 * time.Minute // how long after a sale its charge is settled in our book, when nothing went wrong
)

// complete gives lines that have a name of the provider's alone their order ids and tracking ids. It asks the provider for those that are new
// and are not plainly the sale of a charge that is settled, each once. Lines of what was not made through us are left out.
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
		case e != nil && e.Kind == eventForeign, line.OrderID != "" && !IsOurs(line.OrderID):
			failed[i] = gateway.ErrForeign
		case e != nil:
			lines[i].OrderID, lines[i].TrackingID = e.ProviderOrderID, e.TrackingID
		case sales[line.OrderID] == 1 && isPlainly(c, line):
			lines[i].TrackingID = c.TrackingID
		default:
			slots <- struct{}{}
			asking.Go(func() {
				defer func() { <-slots }()
				failed[i] = s.outside(ctx, func(ctx context.Context) (err error) {
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

// isPlainly reports whether the line is the sale of the charge without being asked for: it is settled for that amount, at that time.
func isPlainly(c *ent.Charge, line gateway.Settlement) bool {
	return c != nil && line.Kind == gateway.SettlementSale && c.SettledAt != nil && c.TrackingID != "" && c.Amount == line.Amount &&
		c.SettledAt.Sub(line.At).Abs() <= soonKept
}

// keepForeign notes a line that is none of ours, so that nobody asks for it again. One whose order id says so needs no note.
func (s *Service) keepForeign(ctx context.Context, p gateway.Provider, day clock.Day, line gateway.Settlement, key string, e *ent.GatewayEvent) error {
	if e != nil || line.OrderID != "" && !IsOurs(line.OrderID) {
		return nil
	}
	now := s.Clock.Now()
	err := s.Store.Client(ctx).GatewayEvent.Create().SetProvider(p.Name).SetEventKey(key).SetKind(eventForeign).SetAmount(line.Amount).SetDay(day).
		SetReceivedAt(now).SetAppliedAt(now).Exec(ctx)
	if store.Violates(err, "gateway_events_event_key") {
		return nil
	}
	return err
}
