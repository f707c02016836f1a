package payment

import (
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"regexp"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/gatewayevent"
	"kaiin/server/clock"
	"kaiin/server/failpoint"
	"kaiin/server/gateway"
	"kaiin/server/store"
)

// ourOrders is the form of the order ids under which we charge: p and the order's id, or s, the contract's id, the period and the attempt.
var ourOrders = regexp.MustCompile(`^(p[0-9a-f]{32}|s[0-9a-f]{32}[0-9a-z]{5})$`)

// IsOurs reports whether an order id has the form of those under which we charge.
func IsOurs(orderID string) bool { return ourOrders.MatchString(orderID) }

// GiveUnknownBack refunds sales that only the provider knows, and that nobody has claimed for the store's days. One that the provider
// refuses to give back keeps no other from going back, and is tried again the next day.
//
// What goes back by itself has an order id of our form, and is on one day no more than the store's number and sum: what else is sold by the
// same merchant is not ours to give back, and a database that has forgotten much is a matter of the staff. More than that waits as a whole,
// as an open event, until the store allows more or the staff has closed it.
func (s *Service) GiveUnknownBack(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	before := s.Clock.Now().Add(-time.Duration(settings.Contracts.UnknownSale()) * 24 * time.Hour)
	rows, sum, err := s.unknownSales(ctx, before)
	if err != nil || len(rows) == 0 {
		return err
	}
	if most, yen := settings.Contracts.UnknownSales(), settings.Contracts.UnknownSaleYen(); len(rows) > most || sum > yen {
		slog.ErrorContext(ctx, "more money of which we know nothing was taken than goes back by itself: see `kaiin events --open`",
			"sales", len(rows), "amount", sum, "unknownSalesADay", most, "unknownSaleYenADay", yen)
		return nil
	}
	var failed error
	for _, e := range rows {
		err := s.giveUnknownBack(ctx, e)
		if failed = errors.Join(failed, err); gateway.IsCircuitOpen(err) || ctx.Err() != nil {
			return errors.Join(failed, ctx.Err())
		}
	}
	return failed
}

// unknownSales are the sales of our form that nobody has claimed since the moment, and the yen they come to.
func (s *Service) unknownSales(ctx context.Context, before time.Time) (ours []*ent.GatewayEvent, sum int, err error) {
	var last uuid.UUID
	for {
		rows, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.AppliedAtIsNil(), gatewayevent.ReceivedAtLTE(before),
			gatewayevent.Kind(eventSale), gatewayevent.ChargeIDIsNil(), gatewayevent.IDGT(last)).Order(gatewayevent.ByID()).Limit(batch).All(ctx)
		if err != nil || len(rows) == 0 {
			return ours, sum, err
		}
		for _, e := range rows {
			if IsOurs(e.ProviderOrderID) {
				ours, sum = append(ours, e), sum+e.Amount
			}
		}
		last = rows[len(rows)-1].ID
	}
}

func (s *Service) giveUnknownBack(ctx context.Context, e *ent.GatewayEvent) error {
	known, err := s.Store.Client(ctx).Charge.Query().Where(charge.Provider(e.Provider), charge.ProviderOrderID(e.ProviderOrderID)).Exist(ctx)
	if err != nil || known {
		return err
	}
	err = s.outside(ctx, func(ctx context.Context) error {
		return s.Providers.Named(e.Provider).Gateway.Refund(ctx, e.TrackingID, 0)
	})
	if err != nil {
		return err
	}
	failpoint.Reached(pointUnknownReturned)
	slog.WarnContext(ctx, "money of which we knew nothing was given back", "event", e.ID, "order", e.ProviderOrderID, "amount", e.Amount)
	return e.Update().SetAppliedAt(s.Clock.Now()).Exec(ctx)
}

// ReconcileArgs is the job of one day that compares the last days' lists with the book.
type ReconcileArgs struct {
	Day clock.Day `json:"day"`
}

// reconcileJob comes once a day. One that could not read a list a few times is left to the next
// day. Its limit leaves room for long lists, and is shorter than the time after which a job counts
// as abandoned.
var reconcileJob = store.Job[ReconcileArgs]{Queue: store.QueueMoney, Tries: 4, Timeout: 4 * time.Minute, Unique: store.AmongAll}

func (ReconcileArgs) Kind() string                 { return "payment.reconcile" }
func (ReconcileArgs) InsertOpts() river.InsertOpts { return reconcileJob.InsertOpts() }

// listed is the time of the day by which the provider's list of the day before is complete: ten in the morning in Tokyo.
const listed = 10 * time.Hour

// dueReconciliation asks for the day's job when its time has come. It is the first scan after it that does, whenever that is: no
// process has to be awake at ten. asked spares the other scans of this process the statement.
func (s *Service) dueReconciliation(ctx context.Context) error {
	now := s.Clock.Now()
	today := clock.DayOf(now)
	if asked := s.asked.Load(); now.Before(today.Start().Add(listed)) || asked != nil && asked.Equal(today) {
		return nil
	}
	err := s.Store.Tx(ctx, func(ctx context.Context) error { return s.Store.Enqueue(ctx, ReconcileArgs{Day: today}, nil) })
	if err == nil {
		s.asked.Store(&today)
	}
	return err
}

const (
	reconciled = 5  // the last days, which are compared every day: their lists may still grow, and what is missing may come
	catchUp    = 10 // how many older days that were not compared as a whole, as after an outage, are compared in a run
)

// reconcileAll compares what is due of every provider.
func (s *Service) reconcileAll(ctx context.Context) error {
	var failed error
	for _, p := range s.Providers.Listing() {
		failed = errors.Join(failed, s.reconcileDue(ctx, p))
	}
	return errors.Join(failed, s.GiveUnknownBack(ctx))
}

// reconcileDue compares the days of the provider that are due, oldest first, and keeps which are done. A list that cannot be read is
// left to the next run, and so are all that come after two in a row. A provider that has no lists is told of once a day.
func (s *Service) reconcileDue(ctx context.Context, p gateway.Provider) error {
	days, err := s.dueDays(ctx, p)
	if err != nil {
		return err
	}
	var failed, former error
	for _, day := range days {
		r, err := s.reconcile(ctx, p, day)
		var refusal *gateway.Error
		if errors.As(err, &refusal) && refusal.Reason == gateway.ReasonRejected {
			slog.WarnContext(ctx, "the book is not compared with the provider's lists", "error", err)
			return failed
		}
		if err == nil && r.whole {
			err = s.keepDay(ctx, p, listKey(day), day)
		}
		failed = errors.Join(failed, err)
		if err != nil && former != nil {
			return failed
		}
		former = err
	}
	return failed
}

// dueDays are the days whose lists are compared in this run, oldest first: those since the provider was compared for the first time
// that were not compared as a whole, while it keeps their lists, and the last ones.
func (s *Service) dueDays(ctx context.Context, p gateway.Provider) (days []clock.Day, err error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	last := s.Clock.Today().AddDays(-reconciled)
	day := last.AddDays(reconciled - max(reconciled, settings.Contracts.Lists()))
	keys := []string{eventList}
	for d := day; d.Before(last); d = d.AddDays(1) {
		keys = append(keys, listKey(d))
	}
	known, err := s.Store.Client(ctx).GatewayEvent.Query().Where(gatewayevent.Provider(p.Name), gatewayevent.EventKeyIn(keys...)).All(ctx)
	if err != nil {
		return nil, err
	}
	first, done := last, map[string]bool{}
	for _, e := range known {
		if done[e.EventKey] = true; e.EventKey == eventList {
			first = e.Day
		}
	}
	if !done[eventList] {
		if err := s.keepDay(ctx, p, eventList, first); err != nil {
			return nil, err
		}
	}
	for ; day.Before(last) && len(days) < catchUp; day = day.AddDays(1) {
		if !day.Before(first) && !done[listKey(day)] {
			days = append(days, day)
		}
	}
	for back := reconciled; back >= 1; back-- {
		days = append(days, s.Clock.Today().AddDays(-back))
	}
	return days, nil
}

func listKey(day clock.Day) string { return eventList + ":" + day.String() }

// keepDay keeps a day of the provider's lists under the key, unless it is kept already.
func (s *Service) keepDay(ctx context.Context, p gateway.Provider, key string, day clock.Day) error {
	now := s.Clock.Now()
	err := s.Store.Client(ctx).GatewayEvent.Create().SetProvider(p.Name).SetEventKey(key).SetKind(eventList).SetDay(day).
		SetReceivedAt(now).SetAppliedAt(now).Exec(ctx)
	if store.Violates(err, "gateway_events_event_key") {
		return nil
	}
	return err
}

// settledWithin is how long after its attempt a charge may be settled to be missed in a list.
const settledWithin = 100 * 24 * time.Hour

// missing looks for charges of the day that stand in no list, and forgets those that do by now.
func (s *Service) missing(ctx context.Context, r *Reconciliation) error {
	after := firstID(r.Day.Start().Add(-settledWithin))
	for {
		last, err := s.missingBatch(ctx, after, r)
		if err != nil || last == uuid.Nil {
			return err
		}
		after = last
	}
}

// firstID comes before the ids of all rows made at the moment or later, which begin with its milliseconds (UUIDv7).
func firstID(at time.Time) (id uuid.UUID) {
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16)
	return id
}

func (s *Service) missingBatch(ctx context.Context, after uuid.UUID, r *Reconciliation) (last uuid.UUID, err error) {
	var count int
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		count = 0
		client, now := s.Store.Client(ctx), s.Clock.Now()
		charges, err := client.Charge.Query().Where(charge.IDGT(after), charge.Provider(r.provider), charge.StateIn(charge.StateSettled, charge.StateOrphaned),
			charge.SettledAtGTE(r.Day.Start()), charge.SettledAtLT(r.Day.AddDays(1).Start())).Order(charge.ByID()).Limit(batch).All(ctx)
		if err != nil || len(charges) == 0 {
			return err
		}
		last = charges[len(charges)-1].ID
		ids := make([]uuid.UUID, len(charges))
		for i, c := range charges {
			ids[i] = c.ID
		}
		events, err := client.GatewayEvent.Query().Where(gatewayevent.ChargeIDIn(ids...), gatewayevent.KindIn(eventSale, eventMissing)).All(ctx)
		if err != nil {
			return err
		}
		sold, told := map[uuid.UUID]bool{}, map[uuid.UUID]*ent.GatewayEvent{}
		for _, e := range events {
			if e.Kind == eventSale {
				sold[*e.ChargeID] = true
			} else {
				told[*e.ChargeID] = e
			}
		}
		for _, c := range charges {
			notice := told[c.ID]
			switch {
			case sold[c.ID] && notice != nil && notice.AppliedAt == nil:
				err = notice.Update().SetAppliedAt(now).Exec(ctx)
			case sold[c.ID]:
			case notice == nil:
				slog.ErrorContext(ctx, "the provider lists no sale for a charge that is settled", "charge", c.ID, "order", c.ProviderOrderID, "amount", c.Amount, "day", r.Day.String())
				err = client.GatewayEvent.Create().SetProvider(r.provider).SetEventKey(eventMissing + ":" + c.ID.String()).SetKind(eventMissing).SetChargeID(c.ID).
					SetProviderOrderID(c.ProviderOrderID).SetTrackingID(c.TrackingID).SetAmount(c.Amount).SetDay(r.Day).SetReceivedAt(now).Exec(ctx)
				count++
			default:
				count++
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return last, err
	}
	r.Missing += count
	failpoint.Reached(pointMissed)
	return last, nil
}
