package withdrawal

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/staff/acts"
)

// Request is how somebody asked the staff to end a membership.
type Request string

// Requests.
const (
	Letter Request = "letter"
	Phone  Request = "phone"
	Court  Request = "court"
)

const (
	requestedWait = 72 * time.Hour // in which it can be stopped
	requestedPoll = time.Hour      // how long a payment that is under way is waited for
	requestedKept = 14 * 24 * time.Hour
	requestsBatch = 100

	stopsPerSource = 60 // per hour, of bad links
)

// outcome is what became of a request.
type outcome string

const (
	hasLeft outcome = "left"
	stopped outcome = "stopped" // by the link of the mail, or by the staff
	refused outcome = "refused" // there is a contract by now
)

// LeaveByStaff has the membership end after three days, as somebody asked the staff for. A mail
// tells the member at once, with a link that stops it. The rules are those of Withdraw: they hold
// now, and once more when the time has come.
//
// Faults: not found; MEMBER_LEFT; EMAIL_NOT_SET, unless a court asks, since no mail could say how
// to stop it; ALREADY_DONE for one that waits already; CONTRACT_REMAINS;
// WITHDRAW_PAYMENT_UNDER_WAY.
func (s *Service) LeaveByStaff(ctx context.Context, by acts.Decision, id uuid.UUID, request Request) error {
	act := acts.Act{Kind: acts.WithdrawalAsked, AccountID: id, Details: map[string]any{"request": request}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.Account.LockAny(ctx, id)
		switch {
		case err != nil:
			return err
		case row == nil:
			return fault.NotFound()
		case row.Status == entaccount.StatusWithdrawn:
			return fault.Precondition(fault.MemberLeft)
		}
		if err := mayBeAsked(row, request); err != nil {
			return err
		}
		if err := s.free(ctx, id); err != nil {
			return err
		}
		now := s.Clock.Now()
		due, key := now.Add(requestedWait), uuid.Must(uuid.NewV7())
		var added bool
		err = s.Store.QueryRow(ctx, `WITH added AS (INSERT INTO requested_withdrawals (id, created_at, account_id, request, due_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (account_id) WHERE ended_at IS NULL DO NOTHING RETURNING id) SELECT EXISTS (SELECT FROM added)`, key, now, id, request, due).Scan(&added)
		if err == nil && !added {
			err = fault.Precondition(fault.AlreadyDone).With(map[string]any{"state": "asked"})
		}
		if err != nil || row.Email == nil {
			return err
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.WithdrawalComing{At: due, StopToken: s.stopLink(key, *row.Email, now)})
	})
}

// MayLeaveByStaff is the fault that LeaveByStaff would answer for what no wait changes: not found;
// EMAIL_NOT_SET.
func (s *Service) MayLeaveByStaff(ctx context.Context, id uuid.UUID, request Request) error {
	row, err := s.Account.Find(ctx, id)
	if err != nil {
		return err
	}
	return mayBeAsked(row, request)
}

func mayBeAsked(row *ent.Account, request Request) error {
	if row.Email == nil && request != Court {
		return fault.Precondition(fault.EmailNotSet)
	}
	return nil
}

// StopByStaff lets a member stay whose withdrawal waits, and tells them. Faults: NOT_FOUND on
// accountId; INVALID_CHOICE on what where none waits.
func (s *Service) StopByStaff(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	act := acts.Act{Kind: acts.WaitingStopped, AccountID: id, Details: map[string]any{"what": "WITHDRAWAL"}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.Account.LockAny(ctx, id)
		if err != nil {
			return err
		}
		if row == nil {
			return fault.Invalid(fault.CodeNotFound, "accountId")
		}
		var request uuid.UUID
		err = s.Store.QueryRow(ctx, `SELECT id FROM requested_withdrawals WHERE account_id = $1 AND ended_at IS NULL FOR UPDATE`, id).Scan(&request)
		if errors.Is(err, sql.ErrNoRows) {
			return fault.Invalid(fault.InvalidChoice, "what")
		}
		if err != nil {
			return err
		}
		return s.stay(ctx, row, request, stopped)
	})
}

// free is nil for a member whom nothing keeps from leaving.
func (s *Service) free(ctx context.Context, id uuid.UUID) error {
	contracts, err := s.Subscription.Contracts(ctx, id)
	if err != nil {
		return err
	}
	for _, c := range contracts {
		if c.Status().Remains() {
			return fault.Precondition(fault.ContractRemains)
		}
	}
	underWay, err := s.Payment.UnderWay(ctx, id)
	if err == nil && underWay {
		err = fault.Precondition(fault.WithdrawPaymentUnderWay)
	}
	return err
}

// waiting is a request whose time has not come, or has just.
type waiting struct {
	ID, AccountID uuid.UUID
	Due           time.Time
	Outcome       *string
}

func (s *Service) request(ctx context.Context, id uuid.UUID, lock string) (*waiting, error) {
	var w waiting
	err := s.Store.QueryRow(ctx, `SELECT id, account_id, due_at, outcome FROM requested_withdrawals WHERE id = $1`+lock, id).Scan(&w.ID, &w.AccountID, &w.Due, &w.Outcome)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &w, err
}

// stay ends a request that waits and will not take place, and tells the member. It joins the
// caller's transaction, which holds the account's lock.
func (s *Service) stay(ctx context.Context, row *ent.Account, id uuid.UUID, as outcome) error {
	w, err := s.request(ctx, id, " FOR UPDATE")
	if err != nil || w == nil || w.Outcome != nil {
		return err
	}
	if err := s.endRequest(ctx, id, as); err != nil || row == nil {
		return err
	}
	return s.Account.Mail(ctx, row, row.Locale, notify.WithdrawalOff{At: s.Clock.Now()})
}

func (s *Service) endRequest(ctx context.Context, id uuid.UUID, as outcome) error {
	return s.Store.Exec(ctx, `UPDATE requested_withdrawals SET ended_at = $1, outcome = $2 WHERE id = $3`, s.Clock.Now(), as, id)
}

// LeaveArgs is the job that ends a membership whose time has come.
type LeaveArgs struct {
	RequestID uuid.UUID `json:"request_id"`
}

var leaveJob = store.Job[LeaveArgs]{Queue: store.QueueMoney, Unique: store.AmongUnfinished}

func (LeaveArgs) Kind() string                 { return "withdrawal.leave" }
func (LeaveArgs) InsertOpts() river.InsertOpts { return leaveJob.InsertOpts() }

// Jobs adds the function of the job.
func (s *Service) Jobs(workers *river.Workers) {
	leaveJob.Add(workers, func(ctx context.Context, job *river.Job[LeaveArgs]) error { return s.CarryOut(ctx, job.Args.RequestID) })
}

// Due gives a job to each request whose time has come.
func (s *Service) Due(ctx context.Context) (enqueued int, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		enqueued = 0
		now := s.Clock.Now()
		rows, err := s.Store.Query(ctx, `WITH due AS (SELECT id FROM requested_withdrawals WHERE ended_at IS NULL AND due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
			UPDATE requested_withdrawals SET due_at = $2 WHERE id IN (SELECT id FROM due) RETURNING id`, now, now.Add(requestedPoll), requestsBatch)
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		var jobs []river.JobArgs
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id); err != nil {
				return err
			}
			jobs = append(jobs, LeaveArgs{RequestID: id})
		}
		if err := rows.Err(); err != nil || len(jobs) == 0 {
			return err
		}
		_ = rows.Close()
		enqueued = len(jobs)
		return s.Store.EnqueueMany(ctx, jobs...)
	})
	return enqueued, err
}

// CarryOut ends the membership that was asked to end, as Withdraw does. While a payment is under
// way it waits. A member who has a contract by now stays one, and the staff are asked once more.
func (s *Service) CarryOut(ctx context.Context, id uuid.UUID) error {
	w, err := s.request(ctx, id, "")
	if err != nil || w == nil {
		return err
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockAny(ctx, w.AccountID)
		if err != nil || row == nil {
			return err
		}
		if w, err = s.request(ctx, id, " FOR UPDATE"); err != nil || w == nil || w.Outcome != nil {
			return err
		}
		if row.Status == entaccount.StatusWithdrawn {
			return s.endRequest(ctx, id, hasLeft)
		}
		return s.end(ctx, row, nil, row.Locale, textOf(row.Email))
	})
	switch {
	case fault.Is(err, fault.WithdrawPaymentUnderWay):
		return nil // Due has set when it is tried again
	case fault.Is(err, fault.ContractRemains):
		slog.WarnContext(ctx, "a withdrawal that the staff were asked for is off: the member has a contract", "request", id)
		return s.Store.Tx(ctx, func(ctx context.Context) error {
			row, err := s.Account.LockAny(ctx, w.AccountID)
			if err != nil {
				return err
			}
			return s.stay(ctx, row, id, refused)
		})
	}
	return err
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// Purge deletes requests that have ended.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, "requested_withdrawals", "ended_at", s.Clock.Now().Add(-requestedKept))
}

const stopSealing = "stop a withdrawal"

func (s *Service) stopLink(request uuid.UUID, address string, at time.Time) string {
	return account.SealMailLink(s.Secrets, stopSealing, request, address, at, "")
}

// stopOver says that a link is made up, too old or void, which must look the same.
func stopOver() error { return fault.BrokenFlow(fault.StopLinkExpired, step.Login) }

// StopPage is what the link of the mail shows.
type StopPage struct {
	EndsAt    time.Time
	IsStopped bool
}

// stopping is the request that a link is about, and its member. Fault: a broken flow.
func (s *Service) stopping(ctx context.Context, token string) (*waiting, *ent.Account, error) {
	link, ok := account.OpenMailLink(s.Secrets, stopSealing, "", token)
	if !ok || link.More != "" {
		return nil, nil, stopOver()
	}
	w, err := s.request(ctx, link.Of, "")
	if err != nil {
		return nil, nil, err
	}
	if w == nil || w.Outcome != nil && outcome(*w.Outcome) != stopped {
		return nil, nil, stopOver()
	}
	row, err := s.Account.Find(ctx, w.AccountID)
	if err != nil {
		return nil, nil, err
	}
	return w, row, nil // also where the address has changed since: the link is about the request
}

// StopPage opens the page of a mailed link. It changes nothing, since mail programs open links by
// themselves. Fault: a broken flow for a link that does not work (any more).
func (s *Service) StopPage(ctx context.Context, token string) (*StopPage, error) {
	w, _, err := s.stopping(ctx, token)
	if err != nil {
		return nil, err
	}
	return &StopPage{EndsAt: w.Due, IsStopped: w.Outcome != nil}, nil
}

// Stop lets a member stay whose withdrawal the staff were asked for. Of one that is stopped it
// changes nothing, since the answer to a former call may have been lost. Faults: a broken flow for
// a link that does not work (any more); throttled.
func (s *Service) Stop(ctx context.Context, a actor.Actor, token string) error {
	w, row, err := s.stopping(ctx, token)
	if err != nil {
		if throttled := s.Throttle.Count(ctx, "stop-leaving-from:"+a.Network(), stopsPerSource, time.Hour); throttled != nil {
			return throttled
		}
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockAny(ctx, row.ID)
		if err != nil {
			return err
		}
		now, err := s.request(ctx, w.ID, " FOR UPDATE")
		switch {
		case err != nil:
			return err
		case now == nil || now.Outcome != nil && outcome(*now.Outcome) != stopped:
			return stopOver()
		case now.Outcome != nil:
			return nil
		}
		return s.stay(ctx, row, w.ID, stopped)
	})
}
