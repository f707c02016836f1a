package watch

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/staff/acts"
)

// Owners are those of the desk.
type Owners interface {
	// Tell mails all of them. It joins the caller's transaction.
	Tell(ctx context.Context, m notify.Message) error
}

// Service looks for what is unusual.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service
	Owners   Owners
}

const (
	every      = 5 * time.Minute
	behind     = time.Minute // an act may be written a little after its time
	step       = 500         // acts
	stepsATime = 20
	alertsKept = 400 * 24 * time.Hour
)

// Kind is what is unusual.
type Kind string

// Kinds.
const (
	ManyReveals Kind = "manyReveals"
	ManyFinds   Kind = "manyFinds"
	AtNight     Kind = "atNight"
	InOrder     Kind = "inOrder"
	ByMany      Kind = "byMany"
	ManyDecided Kind = "manyDecisions"
	UnderLimit  Kind = "underLimit"
)

// WatchArgs is the job that looks at what was done since it last did.
type WatchArgs struct{}

var watchJob = store.Job[WatchArgs]{Queue: store.QueueFiles, Unique: store.AmongUnfinished, Priority: 4}

func (WatchArgs) Kind() string                 { return "staff.watch" }
func (WatchArgs) InsertOpts() river.InsertOpts { return watchJob.InsertOpts() }

// Jobs adds the function of the job.
func (s *Service) Jobs(workers *river.Workers) {
	watchJob.Add(workers, func(ctx context.Context, _ *river.Job[WatchArgs]) error { return s.Look(ctx) })
}

// Due gives a job to what was done since the last look, if that was some minutes ago.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	now := s.Clock.Now()
	var due bool
	err = s.Store.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM staff_watches WHERE looked_at > $1)
		AND EXISTS (SELECT FROM acts WHERE at > coalesce((SELECT max(until) FROM staff_watches), '-infinity') AND at <= $2)
		AND NOT EXISTS (SELECT FROM river_job WHERE kind = 'staff.watch' AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled'))`,
		now.Add(-every), now.Add(-behind)).Scan(&due)
	if err != nil || !due {
		return 0, err
	}
	return 1, s.Store.Tx(ctx, func(ctx context.Context) error { return s.Store.Enqueue(ctx, WatchArgs{}, nil) })
}

// Look looks at all that was done since the last time, in steps.
func (s *Service) Look(ctx context.Context) error {
	for range stepsATime {
		more, err := s.look(ctx)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// done is an act of a person or a program.
type done struct {
	ID, Staff uuid.UUID // Staff is zero of a program
	At        time.Time
	Kind      acts.Kind
	Account   uuid.NullUUID
	Name      string
	Number    int
}

func (d done) isPerson() bool { return d.Staff != uuid.Nil }

// staff is the person, for SQL.
func (d done) staff() *uuid.UUID {
	if !d.isPerson() {
		return nil
	}
	return &d.Staff
}

// who tells one caller from another in what is told once.
func (d done) who() string {
	if !d.isPerson() {
		return "program " + d.Name
	}
	return d.Staff.String()
}

// look is one step. more says that there may be another one.
func (s *Service) look(ctx context.Context) (more bool, err error) {
	now := s.Clock.Now()
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		var at time.Time
		var id uuid.UUID
		if err := s.Store.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('watch of the staff', 0))`); err != nil {
			return err
		}
		err := s.Store.QueryRow(ctx, `SELECT until, after FROM staff_watches`).Scan(&at, &id)
		if errors.Is(err, sql.ErrNoRows) { // what was done before there was a watch is not looked at
			return s.Store.Exec(ctx, `INSERT INTO staff_watches (id, until, after, looked_at) VALUES ($1, $2, $3, $4)`, uuid.Must(uuid.NewV7()), now.Add(-24*time.Hour), uuid.Nil, now.Add(-2*every))
		}
		if err != nil {
			return err
		}
		all, last, n, err := s.since(ctx, at, id, now.Add(-behind))
		if err != nil {
			return err
		}
		more = n == step
		if n > 0 {
			at, id = last.At, last.ID
		}
		for _, check := range []func(context.Context, []done) ([]alert, error){s.many, s.night, s.ordered, s.byMany, s.underLimit} {
			alerts, err := check(ctx, all)
			if err != nil {
				return err
			}
			for _, a := range alerts {
				if err := s.raise(ctx, a); err != nil {
					return err
				}
			}
		}
		return s.Store.Exec(ctx, `UPDATE staff_watches SET until = $1, after = $2, looked_at = $3`, at, id, now)
	})
	return more, err
}

// since are the acts of people and programs after a place of the record, at most so many, with the
// last one that was read and how many that were.
func (s *Service) since(ctx context.Context, at time.Time, id uuid.UUID, until time.Time) (all []done, last done, n int, err error) {
	rows, err := s.Store.Query(ctx, `SELECT id, at, coalesce(kind, ''), account_id, staff_id, coalesce(name, ''), coalesce(staff_number, 0), coalesce(outcome, ''), through = 'program' FROM acts
		WHERE (at, id) > ($1, $2) AND at <= $3 ORDER BY at, id LIMIT $4`, at, id, until, step)
	if err != nil {
		return nil, last, 0, err
	}
	defer func() { _ = rows.Close() }()
	for ; rows.Next(); n++ {
		var d done
		var staff uuid.NullUUID
		var outcome string
		var isProgram bool
		if err := rows.Scan(&d.ID, &d.At, &d.Kind, &d.Account, &staff, &d.Name, &d.Number, &outcome, &isProgram); err != nil {
			return nil, last, 0, err
		}
		last = d
		if d.Staff = staff.UUID; (staff.Valid || isProgram) && acts.Outcome(outcome) == acts.Done {
			all = append(all, d)
		}
	}
	return all, last, n, rows.Err()
}

// alert is something unusual. Key is what it is told once for.
type alert struct {
	Kind    Kind
	Key     string
	At      time.Time
	By      string // "": more than one
	Number  int
	Account uuid.UUID // of the member; zero: none, or many
	Count   int
}

// raise tells an alert, unless it was told.
func (s *Service) raise(ctx context.Context, a alert) error {
	var fresh bool
	err := s.Store.QueryRow(ctx, `WITH added AS (INSERT INTO staff_alerts (id, created_at, kind, key) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, key) DO NOTHING RETURNING id)
		SELECT EXISTS (SELECT FROM added)`, uuid.Must(uuid.NewV7()), s.Clock.Now(), a.Kind, a.Key).Scan(&fresh)
	if err != nil || !fresh {
		return err
	}
	slog.ErrorContext(ctx, "something unusual at the desk", "alarm", logs.StaffUnusual, "what", string(a.Kind), "by", a.By, "number", a.Number, "account", a.Account, "count", a.Count, "at", a.At)
	mail := notify.StaffUnusual{What: string(a.Kind), At: a.At, By: a.By, Number: a.Number, Count: a.Count}
	if a.Account != uuid.Nil {
		mail.Member = a.Account.String()
	}
	return s.Owners.Tell(ctx, mail)
}

// Purge deletes alerts that were told long ago.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, "staff_alerts", "created_at", s.Clock.Now().Add(-alertsKept))
}
