package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"kaiin/ent/knownbrowser"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
	"kaiin/server/actor"
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
	return s.Distrust(ctx, actor.Actor{}, accountID, uuid.Nil)
}
