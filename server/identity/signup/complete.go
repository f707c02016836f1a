package signup

import (
	"context"
	"reflect"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/session"
)

// Complete is the last step: it makes the account from what the confirm step kept, records the
// consents, queues the welcome mail, signs the member in and begins the login history, all in one
// transaction. sent, when not nil, is the form the page sends once more: it must be the one that
// was confirmed. In the inline style it is sent now for the first time, and checked as
// Confirm does. Of several calls for one flow, one address or one user ID, one succeeds. The answer
// is the next page, and the session of the new member.
//
// Faults: what Confirm says of the form, in the inline style; a broken flow, which for
// POLICY_CHANGED goes on at the form; CONFIRM_MISMATCH;
// ACCOUNT_ALREADY_EXISTS, when the external account was linked to another account meanwhile;
// throttled, when the form was sent too often; ACCOUNT_ALREADY_EXISTS_EMAIL on email,
// ACCOUNT_ALREADY_EXISTS_USER_ID on userId.
func (s *Service) Complete(ctx context.Context, a actor.Actor, sent *Form) (next step.Step, signed session.Signed, err error) {
	next, signed, err = s.complete(ctx, a, sent)
	if sent != nil {
		err = begunFor(sent.ReturnTo, err)
	}
	return next, signed, err
}

func (s *Service) complete(ctx context.Context, a actor.Actor, sent *Form) (next step.Step, signed session.Signed, err error) {
	settings, policies, err := s.texts(ctx)
	if err != nil {
		return step.Step{}, session.Signed{}, err
	}
	f, err := s.provedCurrent(ctx, a)
	if err != nil {
		return step.Step{}, session.Signed{}, err
	}
	if sent != nil {
		if err := s.allowForm(ctx, a); err != nil {
			return step.Step{}, session.Signed{}, err
		}
	}
	switch {
	case sent != nil && settings.SignupIsInline():
		err = s.take(ctx, a, f, *sent, settings)
	case f.Form == nil:
		err = broken()
	case sent != nil:
		f.Consents = account.MergeConsents(f.Consents, sent.Consents)
		err = s.compare(ctx, credential.LaneOf(a), f, *sent)
	}
	if err != nil {
		return step.Step{}, session.Signed{}, err
	}
	if len(account.Unconsented(policies, f.Consents)) > 0 {
		return step.Step{}, session.Signed{}, fault.BrokenFlow(fault.PolicyChanged, step.SignupForm) // which shows them
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.spend(ctx, a.SessionID); err != nil {
			return err
		}
		row, err := s.Account.Create(ctx, account.New{
			Email: f.ProvedEmail, VerifiedAt: f.ProvedAt, UserID: f.Form.UserID, PasswordHash: f.Form.PasswordHash,
			Locale: a.Locale, Profile: f.Form.Profile,
		})
		if err != nil {
			return err
		}
		if err := s.Account.RecordConsents(ctx, row.ID, policies); err != nil {
			return err
		}
		to := notify.To{AccountID: row.ID, Address: f.ProvedEmail, Locale: a.Locale}
		if err := s.Notify.Send(ctx, to, notify.Welcome{}); err != nil {
			return err
		}
		method := actor.MethodPassword
		if f.Form.PasswordHash == "" { // the mailed code has let the member in
			method = actor.MethodAuthCode
		}
		if f.External != nil {
			method = actor.Method(f.External.Type)
			if err := s.Account.Link(ctx, row.ID, f.External.External); err != nil {
				return err
			}
		}
		if signed, err = s.Session.SignIn(ctx, a, row, method); err != nil {
			return err
		}
		if s.Noted != nil {
			if err := s.Noted(ctx, a, row, method); err != nil {
				return err
			}
		}
		return s.save(ctx, signed.SessionID, &state{Done: true, ReturnTo: f.ReturnTo, expiresAt: s.Clock.Now().Add(timeLimit)})
	})
	switch {
	case store.Violates(err, "accounts_email_key"):
		return step.Step{}, session.Signed{}, fault.Invalid(fault.AccountAlreadyExistsEmail, "email")
	case store.Violates(err, "accounts_user_id_key"):
		return step.Step{}, session.Signed{}, fault.Invalid(fault.AccountAlreadyExistsUserID, "userId")
	case store.Violates(err, "external_accounts_subject_key"):
		return step.Step{}, session.Signed{}, fault.Conflict(fault.AccountAlreadyExists)
	case err != nil:
		return step.Step{}, session.Signed{}, err
	}
	next = step.SignupComplete
	if settings.SignupIsInline() && f.ReturnTo != "" {
		next = step.SignedUpFor(f.ReturnTo)
	}
	return next, signed, nil
}

// take puts a form into the flow that was not confirmed before, as the inline style sends it. The
// address is the proved one: that style has no page that changes it.
func (s *Service) take(ctx context.Context, a actor.Actor, f *state, sent Form, current *settings.Settings) (err error) {
	sent = sent.tidy(f.registration(current), f.ProvedEmail)
	if account.EmailKey(sent.Email) != account.EmailKey(f.ProvedEmail) {
		return fault.BadRequest(fault.ConfirmMismatch)
	}
	f.keepReturn(sent.ReturnTo)
	f.Form, f.Consents, err = s.checked(ctx, a, f, sent, nil)
	return err
}

// compare wants the sent form to be the kept one. The password is compared only when it was sent.
func (s *Service) compare(ctx context.Context, in credential.Lane, f *state, sent Form) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	sent = sent.tidy(f.registration(settings), f.ProvedEmail)
	same := account.EmailKey(sent.Email) == account.EmailKey(f.ProvedEmail) && sent.UserID == f.Form.UserID &&
		reflect.DeepEqual(sent.Profile, f.Form.Profile)
	if same && sent.Password != "" {
		if same, err = s.Credential.Passwords.Matches(ctx, in, store.Nullable(f.Form.PasswordHash), sent.Password); err != nil {
			return err
		}
	}
	if !same {
		return fault.BadRequest(fault.ConfirmMismatch)
	}
	return nil
}
