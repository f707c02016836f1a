package preferences

import (
	"context"
	"slices"

	"github.com/google/uuid"

	entaccount "kaiin/ent/account"
	"kaiin/ent/consentanswer"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
)

// Agreed are the next accounts after one, in the order of their ids, whose members agree to the
// option. Whether an account is in use is not looked at.
func (s *Service) Agreed(ctx context.Context, optionID string, after uuid.UUID, limit int) ([]uuid.UUID, error) {
	var ids []uuid.UUID
	err := s.Store.Client(ctx).ConsentAnswer.Query().
		Where(consentanswer.OptionID(optionID), consentanswer.ReplacedAtIsNil(), consentanswer.Agreed(true), consentanswer.AccountIDGT(after)).
		Order(consentanswer.ByAccountID()).Limit(limit).Select(consentanswer.FieldAccountID).Scan(ctx, &ids)
	return ids, err
}

// Agrees reports whether the member agrees to the option.
func (s *Service) Agrees(ctx context.Context, accountID uuid.UUID, optionID string) (bool, error) {
	row, err := s.current(ctx, accountID, optionID)
	return row != nil && row.Agreed, err
}

// RefuseByLink keeps that the member who is named as the actor refuses the option, by the link in
// one of its mails. No account is logged in, and the address and the browser are those that the
// link was used from. The words are the store's in the language of its mails. A member who does not
// agree, or has left, is nothing to do.
func (s *Service) RefuseByLink(ctx context.Context, a actor.Actor, optionID string) error {
	current, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		member, err := s.Account.LockAny(ctx, a.AccountID)
		if err != nil || member == nil || member.Status == entaccount.StatusWithdrawn {
			return err
		}
		former, err := s.current(ctx, a.AccountID, optionID)
		if err != nil || former == nil || !former.Agreed {
			return err
		}
		said := former.Wording // where the store has the option no more
		if at := slices.IndexFunc(current.ConsentOptions, func(o settings.ConsentOption) bool { return o.ID == optionID }); at >= 0 {
			said = wording(current.ConsentOptions[at], words.Known(member.Locale))
		}
		return s.replace(ctx, a, former, Answer{OptionID: optionID}, said, consentanswer.ByLink)
	})
}
