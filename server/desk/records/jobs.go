package records

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
)

// Job is something that the program does later, or has done.
type Job struct {
	ID                      int64
	Kind, Queue, State      string                     // State is as River calls it; discarded failed for good
	Args                    map[string]json.RawMessage // those that tell nothing of a member
	Attempt, MaxAttempts    int
	Error                   string // of the last try, without addresses
	CreatedAt, ScheduledAt  time.Time
	AttemptedAt, FinishedAt *time.Time
}

// JobFilter says which jobs are listed: those that meet all that is given.
type JobFilter struct {
	States, Kinds, Queues []string
	Failed                bool // for good
}

// JobCursor is the place of the job in the list, after which a page begins.
func JobCursor(j Job) keyset.Cursor {
	c := keyset.Cursor{At: j.CreatedAt}
	binary.BigEndian.PutUint64(c.ID[8:], uint64(j.ID))
	return c
}

// jobStates are what River calls them.
var jobStates = []string{"available", "cancelled", "completed", "discarded", "pending", "retryable", "running", "scheduled"}

// JobList is a page of the jobs that meet the filter, the newest first. Finished ones are kept for
// some days. Faults: INVALID_FORMAT, TOO_BROAD.
func (s *Service) JobList(ctx context.Context, in JobFilter, p keyset.Page) ([]Job, bool, error) {
	f := &find{}
	if in.Failed {
		in.States = both(in.States, []string{"discarded"})
	}
	for _, state := range in.States {
		if state != "" && !slices.Contains(jobStates, state) {
			f.wrong.Add("states", fault.InvalidFormat)
		}
	}
	if p.First < 1 || p.First > mostRows {
		f.wrong.Add("first", fault.InvalidFormat)
	}
	f.rest = []string{"true"}
	if len(in.States) > 0 {
		f.where("state::text = ANY (%s::text[])", pq.Array(in.States))
	}
	f.sparse("kinds", "kind", in.Kinds, false)
	f.sparse("queues", "queue", in.Queues, false)
	if err := f.wrong.Err(); err != nil {
		return nil, false, err
	}
	if p.After != nil {
		f.where("t.id < %s", int64(binary.BigEndian.Uint64(p.After.ID[8:])))
	}
	rows, err := s.jobs(ctx, strings.Join(f.rest, " AND "), p.Limit(), f.args...)
	rows, more := keyset.Cut(p, rows)
	return rows, more, err
}

// JobsByID are the jobs with the ids. Those that are not there any more are left out.
func (s *Service) JobsByID(ctx context.Context, ids []int64) (map[int64]Job, error) {
	found := map[int64]Job{}
	if len(ids) == 0 {
		return found, nil
	}
	rows, err := s.jobs(ctx, "t.id = ANY ($1::bigint[])", len(ids), pq.Array(ids))
	for _, j := range rows {
		found[j.ID] = j
	}
	return found, err
}

// Job is the job with the id. Fault: not found.
func (s *Service) Job(ctx context.Context, id int64) (Job, error) {
	found, err := s.JobsByID(ctx, []int64{id})
	j, ok := found[id]
	if err == nil && !ok {
		err = fault.NotFound()
	}
	return j, err
}

func (s *Service) jobs(ctx context.Context, where string, limit int, args ...any) (all []Job, err error) {
	query := fmt.Sprintf(`SELECT id, kind, queue, state::text, args, attempt, max_attempts, coalesce(errors[cardinality(errors)]->>'error', ''),
		created_at, scheduled_at, attempted_at, finalized_at FROM river_job AS t WHERE %s ORDER BY id DESC LIMIT %d`, where, limit)
	err = s.read(ctx, func(ctx context.Context) error {
		all = nil
		rows, err := s.Store.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		all, err = scanned(rows, func(j *Job) []any {
			return []any{
				&j.ID, &j.Kind, &j.Queue, &j.State, document{&j.Args}, &j.Attempt, &j.MaxAttempts, &j.Error,
				at{&j.CreatedAt}, at{&j.ScheduledAt}, mayBe{&j.AttemptedAt}, mayBe{&j.FinishedAt},
			}
		})
		return err
	})
	for i := range all {
		all[i].Error = store.Impersonal(all[i].Error)
		maps.DeleteFunc(all[i].Args, func(name string, _ json.RawMessage) bool { return !slices.Contains(store.ShownArgs, name) })
	}
	return all, err
}

// Queues are all queues of jobs, in the order of their names.
func (s *Service) Queues(ctx context.Context) (all []store.Queue, err error) {
	err = s.read(ctx, func(ctx context.Context) (err error) {
		all, err = s.Store.Queues(ctx)
		return err
	})
	return all, err
}

// Cursor is the place of the row in its list, after which a page begins.
func Cursor[T Contract | ContractEvent | Bill | Charge | Refund | Order | Event | Matter](row T) keyset.Cursor {
	switch row := any(row).(type) {
	case Contract:
		return keyset.Cursor{At: row.CreatedAt, ID: row.ID}
	case ContractEvent:
		return keyset.Cursor{At: row.At, ID: row.ID}
	case Bill:
		return keyset.Cursor{At: row.CreatedAt, ID: row.ID}
	case Charge:
		return keyset.Cursor{At: row.CreatedAt, ID: row.ID}
	case Refund:
		return keyset.Cursor{At: row.CreatedAt, ID: row.ID}
	case Order:
		return keyset.Cursor{At: row.CreatedAt, ID: row.ID}
	case Event:
		return keyset.Cursor{At: row.ReceivedAt, ID: row.ID}
	case Matter:
		return keyset.Cursor{At: row.Since, ID: row.ID}
	}
	return keyset.Cursor{ID: uuid.Nil}
}
