package login

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/externalrequest"
	"kaiin/ent/knownbrowser"
)

// Leave ends every session of the account and forgets its browsers, because its member leaves. It joins the caller's
// transaction. The login history stays as long as any other.
func (s *Service) Leave(ctx context.Context, accountID uuid.UUID) error {
	if err := s.EndSessions(ctx, accountID, uuid.Nil); err != nil {
		return err
	}
	if err := s.ForgetDevices(ctx, accountID); err != nil {
		return err
	}
	client := s.Store.Client(ctx)
	if _, err := client.KnownBrowser.Delete().Where(knownbrowser.AccountID(accountID)).Exec(ctx); err != nil {
		return err
	}
	_, err := client.ExternalRequest.Delete().Where(externalrequest.AccountID(accountID)).Exec(ctx)
	return err
}
