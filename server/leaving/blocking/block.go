package blocking

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/session"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
)

// Service blocks members.
type Service struct {
	Store        *store.Store
	Clock        *clock.Clock
	Account      *account.Service
	Session      *session.Service
	Subscription *subscription.Service
}

var changesStatus = []acts.PersonalField{acts.FieldStatus}

// Block keeps the member out. With now contracts end at once, else each with what is paid of it.
// Faults: not found; MEMBER_LEFT; ALREADY_DONE.
func (s *Service) Block(ctx context.Context, by acts.Decision, id uuid.UUID, now bool) error {
	act := acts.Act{Kind: acts.MemberBlocked, AccountID: id, Fields: changesStatus, Details: map[string]any{"contractsEndNow": now}}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.lock(ctx, id, entaccount.StatusSuspended)
		if err != nil {
			return err
		}
		if err := s.Account.Suspend(ctx, id); err != nil {
			return err
		}
		if err := s.Session.Distrust(ctx, actor.Actor{}, id, uuid.Nil); err != nil {
			return err
		}
		mail := notify.MemberBlocked{At: s.Clock.Now()}
		if mail.Contracts, mail.Open, err = s.Subscription.Stop(ctx, id, now); err != nil {
			return err
		}
		return s.Account.Mail(ctx, row, row.Locale, mail)
	})
}

// Unblock lets a blocked member in again. Faults as Block's.
func (s *Service) Unblock(ctx context.Context, by acts.Decision, id uuid.UUID) error {
	act := acts.Act{Kind: acts.MemberUnblocked, AccountID: id, Fields: changesStatus}
	return by.Do(ctx, act, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.lock(ctx, id, entaccount.StatusActive)
		if err != nil {
			return err
		}
		if err := s.Account.Restore(ctx, id); err != nil {
			return err
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.MemberUnblocked{At: s.Clock.Now()})
	})
}

// lock is the account, which no other transaction changes until this one ends, unless it is as it
// is to be.
func (s *Service) lock(ctx context.Context, id uuid.UUID, not entaccount.Status) (*ent.Account, error) {
	row, err := s.Account.LockAny(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case row == nil:
		return nil, fault.NotFound()
	case row.Status == entaccount.StatusWithdrawn:
		return nil, fault.Precondition(fault.MemberLeft)
	case row.Status == not:
		return nil, fault.Precondition(fault.AlreadyDone).With(map[string]any{"state": string(not)})
	}
	return row, nil
}
