package reconciliation

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"kaiin/ent/gatewayevent"
	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

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

// listed is the time of the day by which the provider's list of the day before is complete: ten in
// the morning in Tokyo.
const listed = 10 * time.Hour

// Due asks for the day's job when its time has come. It is the first scan after it that does,
// whenever that is: no process has to be awake at ten. asked spares the other scans of this process
// the statement. The job does not count.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	now := s.Clock.Now()
	today := clock.DayOf(now)
	if asked := s.asked.Load(); now.Before(today.Start().Add(listed)) || asked != nil && asked.Equal(today) {
		return 0, nil
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error { return s.Store.Enqueue(ctx, ReconcileArgs{Day: today}, nil) })
	if err == nil {
		s.asked.Store(&today)
	}
	return 0, err
}

const (
	reconciled = 5  // the last days, which are compared every day: their lists may still grow, and what is missing may come
	catchUp    = 10 // how many older days that were not compared as a whole, as after an outage, are compared in a run
)

// reconcileAll compares what is due of every provider.
func (s *Service) reconcileAll(ctx context.Context) error {
	var failed error
	for _, p := range s.Payment.Providers.Listing() {
		failed = errors.Join(failed, s.reconcileDue(ctx, p))
	}
	return errors.Join(failed, s.GiveUnknownBack(ctx))
}

// reconcileDue compares the days of the provider that are due, oldest first, and keeps which are
// done. A list that cannot be read is left to the next run, and so are all that come after two in a
// row. A provider that has no lists is told of once a day.
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
			slog.WarnContext(ctx, "the book is not compared with the provider's lists", "alarm", logs.ReconciliationNotRun, "error", err)
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

// dueDays are the days whose lists are compared in this run, oldest first: those since the provider
// was compared for the first time that were not compared as a whole, while it keeps their lists,
// and the last ones.
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
	_, err := s.Payment.KeepEvent(ctx, payment.Event{Provider: p.Name, Key: key, Kind: eventList, Day: day, Applied: true})
	if store.Violates(err, "gateway_events_event_key") {
		return nil
	}
	return err
}
