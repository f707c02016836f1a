package subscription

import (
	"context"
	"errors"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/store"
	"kaiin/server/base/telemetry"
)

// patience is how long a contract may be looked after before Due sends another job; impatience, the
// same where a job runs already: it may have decided before the contract was due, as by a clock
// that is behind, and be about to end.
const (
	patience   = time.Hour
	impatience = time.Minute
)

// batch is how many contracts one Due takes up.
const batch = 500

// RenewArgs is the job that looks after one contract on which something has become due.
type RenewArgs struct {
	SubscriptionID uuid.UUID `json:"subscription_id"`
}

// renewJob comes after the jobs that find out what became of charges: on the first of a month a
// hundred thousand renewals may be waiting. Its limit leaves room for every call to the provider
// to run into its own.
var renewJob = store.Job[RenewArgs]{Queue: store.QueueMoney, Priority: 2, Timeout: 3 * time.Minute, Unique: store.AmongUnfinished}

func (RenewArgs) Kind() string                 { return "subscription.renew" }
func (RenewArgs) InsertOpts() river.InsertOpts { return renewJob.InsertOpts() }

// Due finds the contracts on which something has become due (due_at has come) and gives each a job;
// enqueued says how many. Call it again until that is 0.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	fresh := 0
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		enqueued, fresh = 0, 0
		now, client := s.Clock.Now(), s.Store.Client(ctx)
		ids, err := client.Subscription.Query().Where(subscription.DueAtLTE(now)).Order(subscription.ByDueAt()).Limit(batch).
			ForUpdate(sql.WithLockAction(sql.SkipLocked)).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		var jobs []river.JobArgs
		for _, id := range ids {
			jobs = append(jobs, RenewArgs{SubscriptionID: id})
		}
		runs, inserted, err := s.Store.EnqueueAbsent(ctx, jobs...)
		if err != nil {
			return err
		}
		var waiting, running []uuid.UUID
		for i, id := range ids {
			if runs[i] {
				running = append(running, id)
			} else {
				waiting = append(waiting, id)
			}
		}
		enqueued, fresh = len(ids), inserted
		return errors.Join(s.lookAgain(ctx, waiting, now.Add(patience)), s.lookAgain(ctx, running, now.Add(impatience)))
	})
	telemetry.RenewalsDue.Add(ctx, fresh)
	if enqueued > 0 {
		failpoint.Reached(pointSwept)
	}
	return enqueued, err
}

// lookAgain has Due find the contracts at the moment.
func (s *Service) lookAgain(ctx context.Context, ids []uuid.UUID, at time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return s.Store.Client(ctx).Subscription.Update().Where(subscription.IDIn(ids...)).SetDueAt(at).Exec(ctx)
}

// mostWaiting bounds what Waiting counts.
const mostWaiting = 10_000

// Waiting is how many contracts are due and were not taken up by a scan, mostWaiting at the most.
func (s *Service) Waiting(ctx context.Context) (count int, err error) {
	err = s.Store.QueryRow(ctx, `SELECT count(*) FROM (SELECT FROM subscriptions WHERE due_at <= $1 LIMIT $2) AS waiting`, s.Clock.Now(), mostWaiting).Scan(&count)
	return count, err
}

// action is something that the biller does with a contract that renews.
type action int

const (
	waits      action = iota // nothing before a moment
	underWay                 // nothing: the term is being paid, or paid and about to be applied
	ends                     // it is renewed no more
	waives                   // the term went by and could not be charged
	renewsFree               // the term costs nothing
	holds                    // there is nothing to charge it to
	charges                  // the term is charged
)

// nextAction decides what the biller does now about the term that comes next. When it waits, at is
// until when. owed is the bill of the term, nil when there is none yet. payable says whether there
// is a method to charge it to.
func (b Basis) nextAction(next Term, owed *ent.Bill, payable bool, now time.Time) (todo action, at time.Time) {
	today := clock.DayOf(now)
	switch {
	case next.Start.After(today):
		return waits, next.Start.Start()
	case owed != nil && owed.State != bill.StateOpen:
		return underWay, at
	case !b.Renews(next.Start):
		return ends, at
	case !next.Next.After(today):
		return waives, at
	case owed != nil && owed.NextAttemptAt != nil && now.Before(*owed.NextAttemptAt):
		return waits, *owed.NextAttemptAt
	case owing(next, owed) == 0:
		return renewsFree, at
	case !payable:
		return holds, at
	default:
		return charges, at
	}
}

// owing is the yen that the term costs: what its bill says, if there is one.
func owing(next Term, owed *ent.Bill) int {
	if owed != nil {
		return owed.Amount
	}
	return next.Amount
}

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
	stop, agreed := lastRenewal(v.NextPlan().ForceStopRenewAt), lastRenewal(v.Row.ForceStopRenewAt)
	if v.Coming != nil { // that one is of the plan that it leaves
		agreed = lastRenewal(v.Row.NextForceStopRenewAt)
	}
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
