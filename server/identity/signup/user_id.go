package signup

import (
	"context"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account"
)

// VerifyUserID succeeds when the user ID is free, or the member's own. It is answered to members
// and to visitors whose sign-up has proved an address, and to each network 25 times in 30 minutes,
// because it tells who is a member.
//
// Faults: ACCOUNT_ALREADY_EXISTS_USER_ID and what is wrong with its form on userId;
// unauthenticated; SIGNUP_TIMEOUT; throttled; not found when the store has no user IDs.
func (s *Service) VerifyUserID(ctx context.Context, a actor.Actor, userID string) error {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return err
	}
	if !settings.Flags.UserID {
		return fault.NotFound()
	}
	if err := s.mayVerifyUserID(ctx, a); err != nil {
		return err
	}
	var wrong fault.Fields
	if userID == "" {
		wrong.Add("userId", fault.Required)
	} else {
		account.CheckUserID(&wrong, userID)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.Credential.AllowUserIDCheck(ctx, a); err != nil {
		return err
	}
	taken, err := s.Account.UserIDTaken(ctx, userID, a.AccountID)
	if err == nil && taken {
		return fault.Invalid(fault.AccountAlreadyExistsUserID, "userId")
	}
	return err
}

func (s *Service) mayVerifyUserID(ctx context.Context, a actor.Actor) error {
	if a.SignedIn() {
		return nil
	}
	f, err := s.lookup(ctx, a)
	switch {
	case err != nil:
		return err
	case f == nil || !f.proved():
		return fault.Unauthenticated()
	case f.expired(s.Clock.Now()):
		return timeout(f.ReturnTo)
	}
	return nil
}
