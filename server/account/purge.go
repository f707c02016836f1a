package account

import (
	"context"

	"kaiin/ent/accounttoken"
	"kaiin/ent/authcode"
	"kaiin/ent/flow"
	"kaiin/ent/throttle"
)

// Purge deletes flows, codes, links and counts that nothing asks for any more. It is run from time to time by the worker.
func (s *Service) Purge(ctx context.Context) error {
	now, client := s.Clock.Now(), s.Store.Client(ctx)
	if _, err := client.Flow.Delete().Where(flow.ExpiresAtLT(now.Add(-codeDay))).Exec(ctx); err != nil {
		return err
	}
	if _, err := client.AuthCode.Delete().Where(authcode.ExpiresAtLT(now.Add(-codeDay))).Exec(ctx); err != nil {
		return err
	}
	if _, err := client.AccountToken.Delete().Where(accounttoken.ExpiresAtLT(now.Add(-codeDay))).Exec(ctx); err != nil {
		return err
	}
	// No window is longer than a day and no wait longer than a quarter of an hour.
	_, err := client.Throttle.Delete().Where(throttle.WindowStartLT(now.Add(-2 * codeDay))).Exec(ctx)
	return err
}
