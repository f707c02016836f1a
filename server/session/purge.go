package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/ent/knownbrowser"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
)

// Purge deletes sessions that are dead, and browsers that are no longer trusted or known.
func (s *Service) Purge(ctx context.Context) error {
	now := s.Clock.Now()
	return errors.Join(
		s.Store.DeleteBefore(ctx, session.Table, session.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, session.Table, session.FieldEndedAt, now.Add(-VisitorLife)),
		s.Store.DeleteBefore(ctx, trusteddevice.Table, trusteddevice.FieldExpiresAt, now),
		s.Store.DeleteBefore(ctx, knownbrowser.Table, knownbrowser.FieldLastSeenAt, now.Add(-browserLife)),
	)
}

// Leave ends every session of the account and forgets its browsers, because its member leaves. It joins the caller's
// transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	if err := s.EndAll(ctx, accountID, uuid.Nil); err != nil {
		return err
	}
	if err := s.ForgetDevices(ctx, accountID); err != nil {
		return err
	}
	_, err := s.Store.Client(ctx).KnownBrowser.Delete().Where(knownbrowser.AccountID(accountID)).Exec(ctx)
	return err
}
