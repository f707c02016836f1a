package account

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/server/store"
)

// New is an account that is about to be made. An empty text is "none".
type New struct {
	Email        string
	VerifiedAt   *time.Time // when the address was proved to be the member's
	UserID       string
	PasswordHash string
	Locale       string // ja or en
	Profile      Profile
}

// Create stores a new account. The address and the user ID may have been those of accounts that have left. It joins the caller's
// transaction, whose caller tells a violation of accounts_email_key or accounts_user_id_key.
func (s *Service) Create(ctx context.Context, in New) (*ent.Account, error) {
	if err := s.FreeIdentifiers(ctx, in.Email, in.UserID); err != nil {
		return nil, err
	}
	now, p := s.Clock.Now(), in.Profile
	create := s.Store.Client(ctx).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SetLocale(in.Locale).
		SetEmail(in.Email).SetEmailKey(EmailKey(in.Email)).SetNillableEmailVerifiedAt(in.VerifiedAt).
		SetNillableName(store.Nullable(p.Name)).SetNillableNameKana(store.Nullable(p.NameKana)).
		SetNillableFamilyName(store.Nullable(p.FamilyName)).SetNillableGivenName(store.Nullable(p.GivenName)).
		SetNillableFamilyNameKana(store.Nullable(p.FamilyNameKana)).SetNillableGivenNameKana(store.Nullable(p.GivenNameKana)).
		SetNillableNickname(store.Nullable(p.Nickname)).SetNillableSex(p.Sex).SetNillableBirthday(store.Nullable(p.Birthday)).
		SetNillablePhoneNumber(store.Nullable(p.PhoneNumber)).SetNillablePostalCode(store.Nullable(p.PostalCode)).
		SetNillablePrefecture(p.Prefecture).SetNillableAddress(store.Nullable(p.Address)).SetNillableAddress2(store.Nullable(p.Address2))
	if p.Custom != nil {
		create.SetCustom(p.Custom)
	}
	if in.UserID != "" {
		create.SetUserID(in.UserID).SetUserIDKey(UserIDKey(in.UserID))
	}
	if in.PasswordHash != "" {
		create.SetPasswordHash(in.PasswordHash).SetPasswordUpdatedAt(now)
	}
	return create.Save(ctx)
}
