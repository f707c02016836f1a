package personaldata

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent/dataexport"
	"kaiin/ent/dataexportpart"
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
)

// Service gives members what is kept about them.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Secrets  *secret.Box
	Throttle *throttle.Service
	Account  *account.Service
}

const (
	fileLife = 24 * time.Hour      // since it was made
	told     = 30 * 24 * time.Hour // that the page says of a file that it is over
)

// MakeArgs is the job that makes a file.
type MakeArgs struct {
	ExportID uuid.UUID `json:"export_id"`
}

// makeJob may take nearly as long as the time after which a job counts as dead.
var makeJob = store.Job[MakeArgs]{Queue: store.QueueFiles, Tries: 5, Timeout: 4 * time.Minute}

func (MakeArgs) Kind() string                 { return "personaldata.make" }
func (MakeArgs) InsertOpts() river.InsertOpts { return makeJob.InsertOpts() }

// Jobs adds the jobs of this package to the workers.
func (s *Service) Jobs(workers *river.Workers) {
	makeJob.Add(workers, func(ctx context.Context, job *river.Job[MakeArgs]) error { return s.Make(ctx, job.Args.ExportID) })
}

// Leave deletes the account's file and the wish for one, because its member leaves. It joins the
// caller's transaction. The wish goes first: a job that makes the file adds nothing after that.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	client := s.Store.Client(ctx)
	if _, err := client.DataExport.Delete().Where(dataexport.AccountID(accountID)).Exec(ctx); err != nil {
		return err
	}
	_, err := client.DataExportPart.Delete().Where(dataexportpart.AccountID(accountID)).Exec(ctx)
	return err
}

// Purge deletes files that are over, and what was kept with the books of members who left ten
// years ago.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, dataexportpart.Table, dataexportpart.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, dataexport.Table, dataexport.FieldExpiresAt, now.Add(-told)),
		s.closeBooks(ctx, now.AddDate(-bookYears, 0, 0)),
	)
}

// closeBooks deletes all rows of members who left before a time, one member after the other.
func (s *Service) closeBooks(ctx context.Context, before time.Time) error {
	for {
		found := false
		err := s.Store.Tx(ctx, func(ctx context.Context) error {
			var id *uuid.UUID
			err := s.Store.QueryRow(ctx, `SELECT (SELECT id FROM accounts WHERE withdrawn_at < $1 AND erased_at IS NOT NULL
				ORDER BY withdrawn_at LIMIT 1 FOR UPDATE SKIP LOCKED)`, before).Scan(&id)
			if found = id != nil; err != nil || !found {
				return err
			}
			for _, table := range booked() {
				if err := s.Store.Exec(ctx, "DELETE FROM "+table.Name+" WHERE "+table.Rows, *id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || !found {
			return err
		}
	}
}
