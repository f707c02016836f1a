package newsletter

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/notify"
	"kaiin/server/base/words"
)

// Leaving is a newsletter for a member as it leaves now, and to where; nil when the member does not
// get it (any more). It implements notify.Newsletters.
func (s *Service) Leaving(ctx context.Context, accountID uuid.UUID, id string) (to notify.To, m *notify.Newsletter, err error) {
	row, err := s.Store.Client(ctx).Newsletter.Get(ctx, id)
	if ent.IsNotFound(err) {
		return to, nil, nil
	}
	if err != nil {
		return to, nil, err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return to, nil, err
	}
	members, err := s.Account.ByID(ctx, accountID)
	if err != nil {
		return to, nil, err
	}
	agrees, err := s.Consent.Agrees(ctx, accountID, row.OptionID)
	option, member := optionOf(settings, row.OptionID), members[accountID]
	if err != nil || !agrees || option == nil || !reachable(member) {
		return to, nil, err
	}
	locale := words.Known(member.Locale)
	return notify.To{AccountID: accountID, Address: *member.Email, Locale: locale}, &notify.Newsletter{
		NewsletterID: id, OptionID: option.ID, Title: option.Title.In(locale), Subject: row.Subject[locale], Paragraphs: paragraphs(row.Text[locale]),
		Token: s.link(accountID, *member.Email, option.ID), Address: settings.Seller.Address.In(locale), Phone: settings.Seller.Phone,
	}, nil
}
