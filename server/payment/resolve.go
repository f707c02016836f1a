package payment

import (
	"context"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"kaiin/ent"
	"kaiin/ent/charge"
)

const (
	// Patience is how long a charge may be under way before Scan takes it for abandoned. It is longer than all calls of a
	// charge can take together.
	Patience = 90 * time.Second
	// giveUp is how long after the order a purchase that never reached the provider is still charged.
	giveUp = 24 * time.Hour
	batch  = 500
)

// ResolveArgs is the job that finds out what became of a charge.
type ResolveArgs struct {
	ChargeID uuid.UUID `json:"charge_id"`
}

func (ResolveArgs) Kind() string { return "payment.resolve" }

// InsertOpts keeps two jobs of one charge from waiting side by side; a finished one does not count. There are few tries, since their
// waits grow: after an outage Scan sets the pace, and no member is left in the dark long after the provider has come back.
func (ResolveArgs) InsertOpts() river.InsertOpts {
	opts := uniqueWhileWaiting()
	opts.MaxAttempts = 4
	return opts
}

func uniqueWhileWaiting() river.InsertOpts {
	return river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
		rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
	}}}
}

type resolveWorker struct {
	river.WorkerDefaults[ResolveArgs]
	service *Service
}

// Work resolves. A charge whose outcome stays unknown is an error, so that the job comes back.
func (w *resolveWorker) Work(ctx context.Context, job *river.Job[ResolveArgs]) error {
	c, err := w.service.Resolve(ctx, job.Args.ChargeID)
	if err == nil && isLive(c) {
		err = fmt.Errorf("the outcome of charge %s is still unknown", c.ID)
	}
	return err
}

// Timeout leaves room for every call to run into its own limit.
func (w *resolveWorker) Timeout(*river.Job[ResolveArgs]) time.Duration { return 3 * time.Minute }

func isLive(c *ent.Charge) bool {
	return c.State == charge.StateAttempting || c.State == charge.StateUnknown
}

// Resolve asks the provider what became of a charge and goes on from there. A concluded charge is answered as it is.
func (s *Service) Resolve(ctx context.Context, id uuid.UUID) (*ent.Charge, error) {
	ctx = context.WithoutCancel(ctx)
	c, err := s.Store.Client(ctx).Charge.Get(ctx, id)
	if err != nil || !isLive(c) {
		return c, err
	}
	return s.lookup(ctx, c, func() (*ent.Charge, error) {
		if c.OrderID != nil && s.Clock.Now().Sub(c.CreatedAt) > giveUp {
			return s.record(ctx, c, verdict{state: charge.StateCanceled, reason: ReasonTrouble})
		}
		return s.authorise(ctx, c)
	})
}

// lookup asks the provider for the order and acts on the answer; nothing is what to do when it knows of none.
func (s *Service) lookup(ctx context.Context, c *ent.Charge, nothing func() (*ent.Charge, error)) (*ent.Charge, error) {
	if !lookupFirst {
		return nothing()
	}
	var t Transaction
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.Gateway.Lookup(ctx, c.ProviderOrderID)
		return err
	})
	if err != nil {
		return s.markUnknown(ctx, c, err)
	}
	if t.Amount != 0 && t.Amount != c.Amount {
		return c, fmt.Errorf("charge %s is %d yen and the provider knows it as %d yen", c.ID, c.Amount, t.Amount)
	}
	switch t.State {
	case TransactionSettled:
		return s.record(ctx, c, verdict{state: charge.StateSettled, tracking: t.TrackingID})
	case TransactionAuthorized:
		return s.commit(ctx, c, t.TrackingID)
	case TransactionCanceled:
		return s.record(ctx, c, verdict{state: charge.StateCanceled, tracking: t.TrackingID, reason: ReasonTrouble})
	default:
		return nothing()
	}
}

// Due finds charges that nobody is working on any more, and cards whose owner never authenticated, and gives each a job;
// enqueued says how many.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		now := s.Clock.Now()
		rows, err := s.Store.Client(ctx).Charge.Query().
			Where(charge.StateIn(live...), charge.UpdatedAtLTE(now.Add(-Patience))).
			Order(charge.ByUpdatedAt()).Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := row.Update().SetUpdatedAt(now).Exec(ctx); err != nil {
				return err
			}
			if err := s.Store.Enqueue(ctx, ResolveArgs{ChargeID: row.ID}, nil); err != nil {
				return err
			}
		}
		forgotten, err := s.dropAbandoned(ctx)
		enqueued = len(rows) + forgotten
		return err
	})
	return enqueued, err
}
