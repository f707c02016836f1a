package credential

import (
	"context"
	"time"

	"kaiin/ent"
	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/identity/account"
)

// How often one address may ask whether a user ID is free.
const (
	userIDChecks      = 25
	userIDCheckWindow = 30 * time.Minute
)

// AllowUserIDCheck counts one more question whether a user ID is free, which tells who is a member
// . Fault: throttled.
func (s *Service) AllowUserIDCheck(ctx context.Context, a actor.Actor) error {
	return s.Throttle.Count(ctx, "verify-user-id:"+a.Network(), userIDChecks, userIDCheckWindow)
}

// UserIDEditPage is the account whose user ID is to be changed. Fault: not found, in a store
// without user IDs.
func (s *Service) UserIDEditPage(ctx context.Context, a actor.Actor) (*ent.Account, error) {
	if err := s.userIDs(ctx); err != nil {
		return nil, err
	}
	return s.Account.Find(ctx, a.AccountID)
}

// userIDs is the fault of a store without user IDs: not found.
func (s *Service) userIDs(ctx context.Context) error {
	settings, err := s.Settings.Get(ctx)
	if err == nil && !settings.Flags.UserID {
		err = fault.NotFound()
	}
	return err
}

// ChangeUserID gives the member another user ID. It needs the password, even right after a login,
// because the user ID is what one logs in with; the password is the proof that other changes take
// from a recent login.
//
// Faults: REQUIRED, PASSWORD_TOO_SHORT and REQUEST_UNAUTHORIZED on password; what is wrong with its
// form, UNCHANGED and ACCOUNT_ALREADY_EXISTS_USER_ID on userId; PASSWORD_NOT_SET for an account
// without one; throttled; unavailable; not found in a store without user IDs.
func (s *Service) ChangeUserID(ctx context.Context, a actor.Actor, password, userID string) error {
	row, err := s.UserIDEditPage(ctx, a)
	if err != nil {
		return err
	}
	if row.PasswordHash == nil {
		return fault.Precondition(fault.PasswordNotSet)
	}
	userID = typed.HalfWidth(userID)
	var wrong fault.Fields
	checkPresentPassword(&wrong, password)
	if userID == "" {
		wrong.Add("userId", fault.Required)
	} else {
		account.CheckUserID(&wrong, userID)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.provePassword(ctx, row, password, "password"); err != nil {
		return err
	}
	if store.Text(row.UserID) == userID {
		return fault.Invalid(fault.Unchanged, "userId")
	}
	// The answer tells that an account exists, so it is limited as VerifyUserID is.
	if err := s.AllowUserIDCheck(ctx, a); err != nil {
		return err
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		locked, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		if !samePassword(row, locked) {
			return fault.Refused(fault.RequestUnauthorized, "password")
		}
		if err := s.Account.FreeIdentifiers(ctx, "", userID); err != nil {
			return err
		}
		now := s.Clock.Now()
		if err := locked.Update().SetUserID(userID).SetUserIDKey(account.UserIDKey(userID)).SetUpdatedAt(now).Exec(ctx); err != nil {
			return err
		}
		return s.Account.Mail(ctx, locked, a.Locale, notify.UserIDChanged{At: now})
	})
	if store.Violates(err, "accounts_user_id_key") {
		return fault.Invalid(fault.AccountAlreadyExistsUserID, "userId")
	}
	return err
}

// checkPresentPassword records what is wrong with the form of a password that exists: nothing but
// its length.
func checkPresentPassword(wrong *fault.Fields, password string) {
	switch limit := schema.Rules().Password.Min; {
	case password == "":
		wrong.Add("password", fault.Required)
	case len([]rune(password)) < limit:
		wrong.AddWith("password", fault.PasswordTooShort, map[string]any{"min": limit})
	}
}
