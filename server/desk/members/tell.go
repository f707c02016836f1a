package members

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
)

// tell mails the member that something of theirs was opened, where the store wants that. There is
// no mail where a law asks for it: an authority may ask for silence.
func (s *Service) tell(ctx context.Context, by acts.Decision, account uuid.UUID, told notify.Message) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil || !settings.Staff.TellReveals || by.ReasonKind() == acts.Legal {
		return err
	}
	var address, locale string
	if err := s.Store.QueryRow(ctx, `SELECT coalesce(email, ''), locale FROM accounts WHERE id = $1`, account).Scan(&address, &locale); err != nil || address == "" {
		return err
	}
	return s.Notify.Send(ctx, notify.To{AccountID: account, Address: address, Locale: locale}, told)
}
