package session

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/knownbrowser"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
	"kaiin/server/actor"
)

// Purge deletes sessions that are dead, and browsers that are no longer trusted or known.
func (s *Service) Purge(ctx context.Context) error {
	now, client := s.Clock.Now(), s.Store.Client(ctx)
	_, err := client.Session.Delete().
		Where(session.Or(session.ExpiresAtLT(now), session.EndedAtLT(now.Add(-VisitorLife)))).Exec(ctx)
	if err != nil {
		return err
	}
	if _, err := client.TrustedDevice.Delete().Where(trusteddevice.ExpiresAtLT(now)).Exec(ctx); err != nil {
		return err
	}
	_, err = client.KnownBrowser.Delete().Where(knownbrowser.LastSeenAtLT(now.Add(-browserLife))).Exec(ctx)
	return err
}

// Leave ends every session of the account and forgets its browsers, because its member leaves. It joins the caller's
// transaction.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	return s.Distrust(ctx, actor.Actor{}, accountID, uuid.Nil)
}
