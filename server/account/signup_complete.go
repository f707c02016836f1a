package account

import (
	"context"
	"reflect"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/actor"
	"kaiin/server/fault"
	"kaiin/server/notify"
	"kaiin/server/store"
)

// SignIn gives a new account its session and returns the session's id. It runs inside the transaction that makes the
// account, so that nobody becomes a member without being signed in. external is the type of the external account it was made
// with; "" when it was made with a password.
type SignIn func(ctx context.Context, accountID uuid.UUID, external string) (sessionID uuid.UUID, err error)

// Signup is the last step: it makes the account from what the confirm step kept, records the consents, queues the welcome
// mail and signs the member in, all in one transaction. sent, when not nil, is the form the page sends once more: it must
// be the one that was confirmed. Of several calls for one flow, one address or one user ID, one succeeds.
//
// Faults: a broken flow, which for POLICY_CHANGED goes on at the form; CONFIRM_MISMATCH; ACCOUNT_ALREADY_EXISTS, when the external
// account was linked to another account meanwhile; ACCOUNT_ALREADY_EXISTS_EMAIL on email,
// ACCOUNT_ALREADY_EXISTS_USER_ID on userId.
func (s *Service) Signup(ctx context.Context, a actor.Actor, sent *SignupForm, signIn SignIn) error {
	_, policies, err := s.signupTexts(ctx)
	if err != nil {
		return err
	}
	f, err := s.provedSignup(ctx, a)
	if err != nil {
		return err
	}
	if f.Form == nil {
		return signupBroken()
	}
	if sent != nil {
		f.Consents = merged(f.Consents, sent.Consents)
		if err := s.compare(ctx, f, *sent); err != nil {
			return err
		}
	}
	if len(unconsented(policies, f.Consents)) > 0 {
		return fault.BrokenFlow("POLICY_CHANGED", "/signup/form") // which shows them
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.spendSignup(ctx, a.SessionID); err != nil {
			return err
		}
		row, err := s.create(ctx, a, f)
		if err != nil {
			return err
		}
		if err := s.recordConsents(ctx, row.ID, policies); err != nil {
			return err
		}
		to := notify.To{AccountID: row.ID, Address: f.ProvedEmail, Locale: a.Locale}
		if err := s.Notify.Send(ctx, to, notify.Welcome{}); err != nil {
			return err
		}
		external := ""
		if f.External != nil {
			external = f.External.Type
			if err := s.link(ctx, row.ID, f.External.External); err != nil {
				return err
			}
		}
		sessionID, err := signIn(ctx, row.ID, external)
		if err != nil {
			return err
		}
		return s.saveSignup(ctx, sessionID, &signupFlow{Done: true, expiresAt: s.Clock.Now().Add(signupTime)})
	})
	switch {
	case store.Violates(err, "accounts_email_key"):
		return fault.Invalid(codeEmailTaken, "email")
	case store.Violates(err, "accounts_user_id_key"):
		return fault.Invalid(codeUserIDTaken, "userId")
	case store.Violates(err, "external_accounts_subject_key"):
		return fault.Conflict("ACCOUNT_ALREADY_EXISTS")
	}
	return err
}

// compare wants the sent form to be the kept one. The password is compared only when it was sent.
func (s *Service) compare(ctx context.Context, f *signupFlow, sent SignupForm) error {
	settings, err := s.Catalog.Settings(ctx)
	if err != nil {
		return err
	}
	sent = sent.tidy(f.registration(settings), f.ProvedEmail)
	same := EmailKey(sent.Email) == EmailKey(f.ProvedEmail) && sent.UserID == f.Form.UserID &&
		reflect.DeepEqual(sent.Profile, f.Form.Profile)
	if same && sent.Password != "" {
		if same, err = s.Passwords.Matches(ctx, some(f.Form.PasswordHash), sent.Password); err != nil {
			return err
		}
	}
	if !same {
		return fault.BadRequest("CONFIRM_MISMATCH")
	}
	return nil
}

// create stores the account of a confirmed sign-up.
func (s *Service) create(ctx context.Context, a actor.Actor, f *signupFlow) (*ent.Account, error) {
	if err := s.freeIdentifiers(ctx, f.ProvedEmail, f.Form.UserID); err != nil {
		return nil, err
	}
	now, p := s.Clock.Now(), f.Form.Profile
	create := s.Store.Client(ctx).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SetLocale(a.Locale).
		SetEmail(f.ProvedEmail).SetEmailKey(EmailKey(f.ProvedEmail)).SetNillableEmailVerifiedAt(f.ProvedAt).
		SetNillableName(some(p.Name)).SetNillableNameKana(some(p.NameKana)).
		SetNillableFamilyName(some(p.FamilyName)).SetNillableGivenName(some(p.GivenName)).
		SetNillableFamilyNameKana(some(p.FamilyNameKana)).SetNillableGivenNameKana(some(p.GivenNameKana)).
		SetNillableNickname(some(p.Nickname)).SetNillableSex(p.Sex).SetNillableBirthday(some(p.Birthday)).
		SetNillablePhoneNumber(some(p.PhoneNumber)).SetNillablePostalCode(some(p.PostalCode)).
		SetNillablePrefecture(p.Prefecture).SetNillableAddress(some(p.Address)).SetNillableAddress2(some(p.Address2))
	if p.Custom != nil {
		create.SetCustom(p.Custom)
	}
	if f.Form.UserID != "" {
		create.SetUserID(f.Form.UserID).SetUserIDKey(UserIDKey(f.Form.UserID))
	}
	if f.Form.PasswordHash != "" {
		create.SetPasswordHash(f.Form.PasswordHash).SetPasswordUpdatedAt(now)
	}
	return create.Save(ctx)
}

// some is the text as the database keeps it: NULL when nothing was given.
func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
