package members

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/notify"
	"kaiin/server/staff/acts"
)

// tell mails the member that something of theirs was opened, where the store wants that. There is
// no mail where a law asks for it: an authority may ask for silence. Where no second person has
// approved that, the owners are told instead, so that one word alone does not keep it quiet.
func (s *Service) tell(ctx context.Context, by acts.Decision, account uuid.UUID, told notify.Message) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil || !settings.Staff.TellReveals {
		return err
	}
	if by.ReasonKind() == acts.Legal {
		if by.IsApproved() {
			return nil
		}
		return s.Owners.Tell(ctx, notify.StaffUnusual{What: "untold", At: s.Clock.Now(), By: by.By(), Number: by.Staff().Number, Count: 1, Member: account.String()})
	}
	var address, locale string
	if err := s.Store.QueryRow(ctx, `SELECT coalesce(email, ''), locale FROM accounts WHERE id = $1`, account).Scan(&address, &locale); err != nil || address == "" {
		return err
	}
	return s.Notify.Send(ctx, notify.To{AccountID: account, Address: address, Locale: locale}, told)
}
