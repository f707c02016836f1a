package login

import (
	"context"

	"kaiin/ent/knownbrowser"
	"kaiin/ent/loginevent"
	"kaiin/ent/session"
	"kaiin/ent/trusteddevice"
)

// Purge deletes sessions that are dead, browsers that are no longer trusted or known, and tries to log in that no page shows
// any more. It is run from time to time by the worker.
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
	if _, err := client.KnownBrowser.Delete().Where(knownbrowser.LastSeenAtLT(now.Add(-browserLife))).Exec(ctx); err != nil {
		return err
	}
	_, err = client.LoginEvent.Delete().Where(loginevent.CreatedAtLT(now.Add(-historyLife))).Exec(ctx)
	return err
}
