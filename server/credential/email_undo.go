package credential

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/accounttoken"
	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/fault"
	"kaiin/server/notify"
	"kaiin/server/step"
	"kaiin/server/store"
)

// undoOver says that a link is unknown, spent or too old, which must look the same.
func undoOver() error { return fault.BrokenFlow(fault.EmailUndoExpired, step.Login) }

// EmailUndoPage is the address, shortened, that the link of a mail goes back to. Fault: a broken flow.
func (s *Service) EmailUndoPage(ctx context.Context, token string) (email string, err error) {
	link, err := s.undoing(ctx, token)
	if err != nil {
		return "", err
	}
	return account.ShortEmail(store.Text(link.Email)), nil
}

// undoing is the link with the token, while its account is active. Fault: a broken flow.
func (s *Service) undoing(ctx context.Context, token string) (*ent.AccountToken, error) {
	link, err := s.lookupLink(ctx, accounttoken.PurposeMailUndo, token)
	if err != nil {
		return nil, err
	}
	if link == nil {
		return nil, undoOver()
	}
	row, err := s.Account.Find(ctx, link.AccountID)
	if fault.Is(err, fault.CodeNotFound) || err == nil && row.Status != entaccount.StatusActive {
		return nil, undoOver()
	}
	return link, err
}

// UndoEmailChange gives the account the address again that the link was mailed to. Somebody else may have made the change:
// every session ends, no browser is trusted or known any more, and every other mailed link is void. Both addresses are told.
//
// Several changes leave a link each; that of the first address takes all of them back.
//
// Faults: a broken flow that starts again at /login; EMAIL_UNDO_TAKEN when another account has the address by now.
func (s *Service) UndoEmailChange(ctx context.Context, a actor.Actor, token string) error {
	link, err := s.undoing(ctx, token)
	if err != nil {
		return err
	}
	former := store.Text(link.Email)
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.spendLink(ctx, link, undoOver())
		if err != nil {
			return err
		}
		if err := s.setEmail(ctx, row, former); err != nil {
			return err
		}
		if err := s.voidLinks(ctx, row.ID, accounttoken.PurposeMailUndo); err != nil {
			return err
		}
		if err := s.Session.Distrust(ctx, a, row.ID, uuid.Nil); err != nil {
			return err
		}
		undone := notify.EmailRestored{At: s.Clock.Now()}
		if err := s.Account.Mail(ctx, row, a.Locale, undone); err != nil {
			return err
		}
		if account.EmailKey(store.Text(row.Email)) == account.EmailKey(former) {
			return nil
		}
		return s.Notify.Send(ctx, notify.To{AccountID: row.ID, Address: former, Locale: a.Locale}, undone)
	})
	if store.Violates(err, "accounts_email_key") {
		return fault.Conflict(fault.EmailUndoTaken)
	}
	return err
}
