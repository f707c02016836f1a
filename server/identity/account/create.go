package account

import (
	"context"
	"time"

	"kaiin/ent"
)

// New is an account that is about to be made. An empty text is "none".
type New struct {
	Email        string
	VerifiedAt   *time.Time // when the address was proved to be the member's
	UserID       string
	PasswordHash string
	Locale       string // ja or en
	Profile      Personal
}

// Create stores a new account. The address and the user ID may have been those of accounts that
// have left. It joins the caller's transaction, whose caller tells a violation of
// accounts_email_key or accounts_user_id_key.
func (s *Service) Create(ctx context.Context, in New) (*ent.Account, error) {
	if err := s.FreeIdentifiers(ctx, in.Email, in.UserID); err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	create := s.Store.Client(ctx).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SetLocale(in.Locale).
		SetEmail(in.Email).SetEmailKey(EmailKey(in.Email)).SetNillableEmailVerifiedAt(in.VerifiedAt)
	in.Profile.write(create.Mutation())
	if in.UserID != "" {
		create.SetUserID(in.UserID).SetUserIDKey(UserIDKey(in.UserID))
	}
	if in.PasswordHash != "" {
		create.SetPasswordHash(in.PasswordHash).SetPasswordUpdatedAt(now)
	}
	return create.Save(ctx)
}
