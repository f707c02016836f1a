package subscription

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/ent/subscription"
)

// patience is how long a renewal may be under way before Scan sends another job after it.
const patience = time.Hour

// batch is how many contracts one Scan takes up.
const batch = 500

// due are the statuses for which something happens on the billing day. A held contract waits for its member.
var due = statusesIn(GroupContract, GroupTrial, GroupCancelRequested)

// RenewArgs is the job that brings one contract over one billing day.
type RenewArgs struct {
	SubscriptionID uuid.UUID `json:"subscription_id"`
	Term           int       `json:"term"` // the term that is to be paid
}

func (RenewArgs) Kind() string { return "subscription.renew" }

// InsertOpts keeps two jobs of the same contract and term from waiting side by side. A finished one does not count.
func (RenewArgs) InsertOpts() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}}}
}

type renewWorker struct {
	river.WorkerDefaults[RenewArgs]
	service *Service
}

// Work renews. An error means that it has to be tried again.
func (w *renewWorker) Work(ctx context.Context, job *river.Job[RenewArgs]) error {
	return w.service.Renew(ctx, job.Args.SubscriptionID, job.Args.Term)
}

// Timeout leaves room for every call to the provider to run into its own limit.
func (w *renewWorker) Timeout(*river.Job[RenewArgs]) time.Duration { return 3 * time.Minute }

// Due finds the contracts whose billing day has come and gives each a job; enqueued says how many. Call it again until
// that is 0: a contract several terms behind becomes due again after each paid one.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		now, client := s.Clock.Now(), s.Store.Client(ctx)
		rows, err := client.Subscription.Query().Where(
			subscription.NextSettlementDayLTE(s.Clock.Today()), subscription.StatusIn(due...),
			subscription.Or(subscription.RenewingSinceIsNil(), subscription.RenewingSinceLT(now.Add(-patience))),
		).Order(subscription.ByNextSettlementDay()).Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := row.Update().SetRenewingSince(now).Exec(ctx); err != nil {
				return err
			}
			if err := s.Store.Enqueue(ctx, RenewArgs{SubscriptionID: row.ID, Term: row.Term + 1}, nil); err != nil {
				return err
			}
		}
		enqueued = len(rows)
		return nil
	})
	return enqueued, err
}
