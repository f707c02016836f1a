package credential

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/ent/accounttoken"
	"kaiin/ent/authcode"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
)

const flowEmailEdit flow.Kind = "mailEdit"

// emailEditTime is how long a change of the address may take, resends included, unless its code is
// valid for longer.
const emailEditTime = time.Hour

// emailEdit is a change of the address under way. It is stored sealed.
type emailEdit struct{ Email string }

// emailEditCode is what the code is bound to that proves the new address.
func emailEditCode(a actor.Actor, email string) passcode.Scope {
	return passcode.Scope{Purpose: authcode.PurposeMailEdit, SessionID: a.SessionID, AccountID: a.AccountID, Address: email}
}

// EmailPage is what a page about the member's address shows.
type EmailPage struct {
	Next    step.Step // go there instead
	Account *ent.Account
	Code    passcode.Page
}

// EmailEditPage is the change of the address. Where the store has a page of its own for that it
// leads there. Faults: those of NeedsFresh.
func (s *Service) EmailEditPage(ctx context.Context, a actor.Actor) (*EmailPage, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	if settings.EmailEditURL != "" {
		return &EmailPage{Next: step.Outside(settings.EmailEditURL)}, nil
	}
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	return &EmailPage{Account: row, Code: passcode.Page{Called: settings.AuthCodes.Of(authcode.PurposeMailEdit)}}, err
}

// EmailEditPinCodePage is the entry of the code that proves the new address. Without a change under
// way it leads back to its beginning. Faults: those of NeedsFresh.
func (s *Service) EmailEditPinCodePage(ctx context.Context, a actor.Actor) (*EmailPage, error) {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return nil, err
	}
	var f emailEdit
	found, err := s.Flow.Open(ctx, a.SessionID, flowEmailEdit, &f)
	if err != nil {
		return nil, err
	}
	if !found {
		return &EmailPage{Next: step.ChangeEmail}, nil
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return nil, err
	}
	page := &EmailPage{Account: row}
	page.Code, err = s.Passcode.PageOf(ctx, emailEditCode(a, f.Email))
	return page, err
}

// StartEmailEdit begins to change the member's address: it keeps the new one and mails a code
// there. An address of another account gets the same mail and the same answer; only a member who
// has read the mail learns whether it is taken. Next is the page that asks for the code.
//
// Faults: those of NeedsFresh; INVALID_CHOICE on type; EMAIL_REQUIRED, TOO_LONG, EMAIL_INVALID,
// UNCHANGED on email; throttled; not found, where the store has a page of its own.
func (s *Service) StartEmailEdit(ctx context.Context, a actor.Actor, email, purpose string) (next step.Step, err error) {
	if err := s.mayEditEmail(ctx, a); err != nil {
		return step.Step{}, err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return step.Step{}, err
	}
	email = typed.HalfWidth(email)
	var wrong fault.Fields
	if purpose != string(authcode.PurposeMailEdit) {
		wrong.Add("type", fault.InvalidChoice)
	}
	account.CheckTypedEmail(&wrong, email)
	if len(wrong) == 0 && account.EmailKey(email) == account.EmailKey(store.Text(row.Email)) {
		wrong.Add("email", fault.Unchanged)
	}
	if err := wrong.Err(); err != nil {
		return step.Step{}, err
	}
	return step.ChangeEmailCode, s.sendEmailEdit(ctx, a, email)
}

// mayEditEmail returns the fault when the member may not change the address now or here.
func (s *Service) mayEditEmail(ctx context.Context, a actor.Actor) error {
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	where, err := s.EmailEdit(ctx)
	if err == nil && where != step.ChangeEmail {
		err = fault.NotFound()
	}
	return err
}

// sendEmailEdit keeps the new address and mails it a code, which ends those that went to
// another one.
func (s *Service) sendEmailEdit(ctx context.Context, a actor.Actor, email string) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	to := emailEditCode(a, email)
	if err := s.Passcode.Allow(ctx, a, to); err != nil {
		return err
	}
	called := settings.AuthCodes.Of(to.Purpose)
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		until := s.Clock.Now().Add(max(emailEditTime, called.Life()))
		if err := s.Flow.Save(ctx, a.SessionID, flowEmailEdit, emailEdit{email}, until); err != nil {
			return err
		}
		return s.Passcode.Send(ctx, a, to, called)
	})
}

func (s *Service) resendEmailEdit(ctx context.Context, a actor.Actor) error {
	if err := s.mayEditEmail(ctx, a); err != nil {
		return err
	}
	f, err := s.emailEditing(ctx, a)
	if err != nil {
		return err
	}
	return s.sendEmailEdit(ctx, a, f.Email)
}

// emailEditing is the change under way in the actor's session. Fault: a broken flow.
func (s *Service) emailEditing(ctx context.Context, a actor.Actor) (emailEdit, error) {
	var f emailEdit
	found, err := s.Flow.Open(ctx, a.SessionID, flowEmailEdit, &f)
	if err == nil && !found {
		err = fault.BrokenFlow(fault.InvalidSessionFlow, step.ChangeEmail)
	}
	return f, err
}

// ChangeEmail ends a change of the address with the code that was mailed to the new one. The other
// sessions of the account end, and the links that were mailed to the former address to set a
// password. Both addresses are told; the former one gets a link that takes the change back within
// 72 hours, with a password where there is one (keepUndo). Trusted devices stay: the change needed
// a recent login, second factor included.
//
// Faults: those of NeedsFresh; PIN_CODE_ERROR and what is wrong with its form on pinCode;
// ACCOUNT_ALREADY_EXISTS_EMAIL on email, which uses the code up; a broken flow; not found, where
// the store has a page of its own.
func (s *Service) ChangeEmail(ctx context.Context, a actor.Actor, pinCode string) error {
	if err := s.mayEditEmail(ctx, a); err != nil {
		return err
	}
	f, err := s.emailEditing(ctx, a)
	if err != nil {
		return err
	}
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	scope := emailEditCode(a, f.Email)
	called := settings.AuthCodes.Of(scope.Purpose).DisplayName.In(a.Locale)
	code, err := s.Passcode.TryTyped(ctx, scope, pinCode, called)
	if err != nil {
		return err
	}
	taken := false
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if err := s.Passcode.Spend(ctx, code, "pinCode", called); err != nil {
			return err
		}
		if taken, err = s.Account.EmailTaken(ctx, f.Email); err != nil || taken {
			return err
		}
		if _, err := s.Flow.Spend(ctx, a.SessionID, flowEmailEdit); err != nil {
			return err
		}
		return s.moveTo(ctx, a, row, f.Email)
	})
	if taken && err == nil || store.Violates(err, "accounts_email_key") {
		return fault.Invalid(fault.AccountAlreadyExistsEmail, "email")
	}
	return err
}

// moveTo is the change of the address, with all that goes with it. It joins the caller's
// transaction, which holds the account's lock.
func (s *Service) moveTo(ctx context.Context, a actor.Actor, row *ent.Account, email string) error {
	now := s.Clock.Now()
	changedAt := &now
	if row.Email == nil {
		changedAt = nil
	}
	if err := s.setEmail(ctx, row, email, changedAt); err != nil {
		return err
	}
	if err := s.Session.EndAll(ctx, row.ID, a.SessionID); err != nil {
		return err
	}
	changed := notify.EmailChanged{At: now, Email: email, New: true}
	if err := s.Notify.Send(ctx, notify.To{AccountID: row.ID, Address: email, Locale: a.Locale}, changed); err != nil {
		return err
	}
	if row.Email == nil {
		return nil
	}
	changed = notify.EmailChanged{At: changed.At, Email: account.ShortEmail(email), UndoHours: int(undoLife.Hours()), UndoPassword: row.PasswordHash != nil}
	var err error
	if changed.UndoToken, err = s.keepUndo(ctx, row); err != nil {
		return err
	}
	return s.Account.Mail(ctx, row, a.Locale, changed)
}

// setEmail gives the account an address that has just been proved, voids the links that were mailed
// to the former one to set a password, and ends a change that the staff have begun. What else ends
// is the caller's to say. It joins the caller's transaction.
func (s *Service) setEmail(ctx context.Context, row *ent.Account, email string, changedAt *time.Time) error {
	if err := s.endHeldEmail(ctx, row.ID); err != nil {
		return err
	}
	if err := s.Account.SetEmail(ctx, row.ID, email, changedAt); err != nil {
		return err
	}
	return s.voidLinks(ctx, row.ID, accounttoken.PurposePasswordReset)
}

// EmailEdit is where a member changes the address: the store's own page for it when it has
// one.
func (s *Service) EmailEdit(ctx context.Context) (step.Step, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil || settings.EmailEditURL == "" {
		return step.ChangeEmail, err
	}
	return step.Outside(settings.EmailEditURL), nil
}
