package login

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passcode"
)

// CodeArgs is the job that mails a login code to the account that is meant, if there is one. The
// flow names it, sealed.
type CodeArgs struct {
	SessionID uuid.UUID `json:"session_id"`
	Request   uuid.UUID `json:"request"`
}

var codeJob = store.Job[CodeArgs]{Queue: store.QueueCodes, Tries: 5}

func (CodeArgs) Kind() string                 { return "login.code" }
func (CodeArgs) InsertOpts() river.InsertOpts { return codeJob.InsertOpts() }

// Jobs adds the jobs of this package to the workers.
func (s *Service) Jobs(workers *river.Workers) {
	codeJob.Add(workers, func(ctx context.Context, job *river.Job[CodeArgs]) error { return s.MailCode(ctx, job.Args) })
}

// MailCode mails the login code that a browser has asked for, when an active account with an
// address that was proved is meant. Else a code that is never sent takes its place, so that trying
// it costs the same. A request that a later one has replaced is let go.
func (s *Service) MailCode(ctx context.Context, job CodeArgs) error {
	var f codeFlow
	found, err := s.Flow.Open(ctx, job.SessionID, flowCode, &f)
	if err != nil || !found || f.Request != job.Request {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	row, err := s.Account.LookupByIdentifier(ctx, f.Identifier)
	if err != nil {
		return err
	}
	to := loginCode(job.SessionID, row, f.Identifier)
	reachable := mayUseCode(row)
	if reachable { // whichever of its names was typed, and in however many browsers that the account does not know
		err := s.Throttle.Count(ctx, credential.LoginCodesTo(row.ID, f.Browser), credential.LoginCodesADay, passcode.Day)
		if fault.Is(err, fault.TooManyRequests) && f.Browser == "" {
			err = s.Passcode.AllowSpare(ctx, f.Network, "account "+row.ID.String())
		}
		if fault.Is(err, fault.TooManyRequests) {
			reachable = false
		} else if err != nil {
			return err
		}
	}
	a := actor.Actor{SessionID: job.SessionID, Locale: f.Locale}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if !reachable {
			return s.Passcode.KeepSecret(ctx, to, settings.AuthCodes.Login)
		}
		return s.Passcode.Send(ctx, a, to, settings.AuthCodes.Login)
	})
}
