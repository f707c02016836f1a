package people

import (
	"context"

	"kaiin/server/base/notify"
)

// Tell mails all owners who can log in. It joins the caller's transaction, if there is one.
func (s *Service) Tell(ctx context.Context, m notify.Message) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		owners, err := s.owners(ctx)
		if err != nil {
			return err
		}
		for _, owner := range owners {
			if err := s.Notify.Send(ctx, notify.To{Address: owner.Email, Locale: noticeLocale}, m); err != nil {
				return err
			}
		}
		return nil
	})
}
