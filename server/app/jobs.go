package app

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/riverqueue/river/rivertype"

	"kaiin/server/base/store"
	"kaiin/server/staff/acts"
)

// FailedJob is a job that failed for good.
type FailedJob struct {
	ID       int64                      `json:"id"`
	Kind     string                     `json:"kind"`
	Queue    string                     `json:"queue"`
	Args     map[string]json.RawMessage `json:"args"` // those that tell nothing of a member
	Attempts int                        `json:"attempts"`
	Error    string                     `json:"error"` // of the last try, without addresses
	At       time.Time                  `json:"at"`
}

// FailedJobs are the jobs that failed for good, the newest first, so many at the most; total is how
// many there are.
func (a *App) FailedJobs(ctx context.Context, most int) (list []FailedJob, total int, err error) {
	rows, err := a.Store.Query(ctx, `SELECT id, kind, queue, args, attempt, coalesce(errors[cardinality(errors)]->>'error', ''), finalized_at, count(*) OVER ()
		FROM river_job WHERE state = 'discarded' ORDER BY finalized_at DESC, id DESC LIMIT $1`, most)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = rows.Close() }()
	list = []FailedJob{}
	for rows.Next() {
		var j FailedJob
		var args []byte
		if err := rows.Scan(&j.ID, &j.Kind, &j.Queue, &args, &j.Attempts, &j.Error, &j.At, &total); err != nil {
			return nil, 0, err
		}
		if err := json.Unmarshal(args, &j.Args); err != nil {
			return nil, 0, fmt.Errorf("arguments of job %d: %w", j.ID, err)
		}
		maps.DeleteFunc(j.Args, func(name string, _ json.RawMessage) bool { return !slices.Contains(store.ShownArgs, name) })
		j.Error = store.Impersonal(j.Error)
		list = append(list, j)
	}
	return list, total, rows.Err()
}

// RetryJob has a job run again that failed for good, or waits for another try after it has failed:
// at once, with one try more where it had none left. Who decides, and why, is kept with the job,
// too. Its error says why another job does not run again.
func (a *App) RetryJob(ctx context.Context, by acts.Decision, id int64) error {
	act := acts.Act{Kind: acts.JobRetried, Target: acts.Target{Type: "job", ID: strconv.FormatInt(id, 10)}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		var state rivertype.JobState
		err := a.Store.QueryRow(ctx, `SELECT state FROM river_job WHERE id = $1 FOR UPDATE`, id).Scan(&state)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("there is no job %d, or none any more", id)
		}
		if err != nil {
			return err
		}
		if why := notAgain[state]; why != "" {
			return fmt.Errorf("job %d %s", id, why)
		}
		note, err := json.Marshal([]map[string]any{{"at": a.Clock.Now(), "by": by.By(), "reason": by.Reason()}})
		if err != nil {
			return err
		}
		err = a.Store.Exec(ctx, `UPDATE river_job SET state = 'available', scheduled_at = now(), finalized_at = NULL, max_attempts = greatest(max_attempts, attempt + 1),
				metadata = jsonb_set(metadata, '{retried}', coalesce(metadata->'retried', '[]') || $2::jsonb)
			WHERE id = $1`, id, json.RawMessage(note))
		if store.Violates(err, "river_job_unique_idx") {
			return fmt.Errorf("job %d is not needed: another one with the same arguments waits or runs", id)
		}
		return err
	})
}

// notAgain says of the states of a job why it does not run again.
var notAgain = map[rivertype.JobState]string{
	rivertype.JobStateAvailable: "waits for a worker already",
	rivertype.JobStateCancelled: "was given up on purpose",
	rivertype.JobStateCompleted: "is done",
	rivertype.JobStatePending:   "has not been tried yet",
	rivertype.JobStateRunning:   "runs",
	rivertype.JobStateScheduled: "waits for its time",
}
