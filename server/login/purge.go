package login

import (
	"context"
	"time"

	"kaiin/ent/loginevent"
	"kaiin/ent/session"
)

// historyLife is how long the login history goes back.
const historyLife = 366 * 24 * time.Hour

// Purge deletes sessions that are dead and tries to log in that no page shows any more. It is run from time to time by
// the worker.
func (s *Service) Purge(ctx context.Context) error {
	now, client := s.Clock.Now(), s.Store.Client(ctx)
	_, err := client.Session.Delete().
		Where(session.Or(session.ExpiresAtLT(now), session.EndedAtLT(now.Add(-VisitorLife)))).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = client.LoginEvent.Delete().Where(loginevent.CreatedAtLT(now.Add(-historyLife))).Exec(ctx)
	return err
}
