package subscription

import (
	"context"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"

	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
)

// morning is when a day's reminders begin: at ten in Tokyo, when members are awake.
func morning(day clock.Day) time.Time { return day.Start().Add(10 * time.Hour) }

// Morning takes up contracts that were not taken up today, at most limit, and locks them until the
// transaction ends. Before ten o'clock there are none. taken says how many they were; views are
// those that renew by themselves: not on hold and not cancelled. Servers that call it at once take
// up different ones.
func (s *Service) Morning(ctx context.Context, limit int) (views []View, taken int, err error) {
	if !store.InTx(ctx) {
		return nil, 0, fmt.Errorf("contracts taken up outside a transaction")
	}
	now, client := s.Clock.Now(), s.Store.Client(ctx)
	today := clock.DayOf(now)
	if now.Before(morning(today)) {
		return nil, 0, nil
	}
	rows, err := client.Subscription.Query().Where(subscription.RemindAtLTE(now)).Order(subscription.ByRemindAt()).Limit(limit).
		ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	err = client.Subscription.Update().Where(subscription.IDIn(ids(rows)...)).SetRemindAt(morning(today.AddDays(1))).Exec(ctx)
	if err != nil {
		return nil, 0, err
	}
	var renewing Holdings
	for _, row := range rows {
		if group := Status(row.Status).Group(); group == GroupContract || group == GroupTrial {
			renewing = append(renewing, row)
		}
	}
	if len(renewing) == 0 {
		return nil, len(rows), nil
	}
	plans, err := s.Catalog.PlansWith(ctx, planIDs(renewing)...)
	if err != nil {
		return nil, 0, err
	}
	views, err = s.views(ctx, renewing, plans)
	return views, len(rows), err
}

// Stopped is the day after which the store renews the contract no more, if it has decided so since
// the contract began; the zero Day otherwise.
func (v View) Stopped() clock.Day {
	stop, agreed := lastRenewal(v.Plan.ForceStopRenewAt), lastRenewal(v.Row.ForceStopRenewAt)
	if stop.IsZero() || !agreed.IsZero() && !stop.Before(agreed) {
		return clock.Day{}
	}
	return stop
}

// Ends is the last day of a contract that the store renews no more, and the day of its last charge,
// which is zero when nothing is charged any more. ok is false for a contract that goes on.
func (v View) Ends() (last, lastCharge clock.Day, ok bool) {
	if v.Basis.LastRenewal.IsZero() {
		return clock.Day{}, clock.Day{}, false
	}
	n := v.Row.Period + 1
	for v.Basis.Renews(v.Basis.Term(n).Start) {
		lastCharge = v.Basis.Term(n).Start
		n++
	}
	return v.Basis.Term(n).Start.AddDays(-1), lastCharge, true
}
