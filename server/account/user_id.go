package account

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/account"
	"kaiin/schema"
	"kaiin/server/actor"
	"kaiin/server/fault"
)

// codeUserIDTaken and the text that goes with it are the specification's (G§8).
const codeUserIDTaken = "ACCOUNT_ALREADY_EXISTS_USER_ID"

// How often one address may ask whether a user ID is free.
const (
	userIDChecks      = 25
	userIDCheckWindow = 30 * time.Minute
)

var alphanumeric = regexp.MustCompile(`^[A-Za-z0-9]*$`)

// UserIDKey is the user ID as it is compared.
func UserIDKey(userID string) string { return strings.ToLower(userID) }

// checkUserID records what is wrong with a user ID that was given.
func checkUserID(wrong *fault.Fields, userID string) {
	switch limits := schema.Rules().UserID; {
	case !alphanumeric.MatchString(userID):
		wrong.Add("userId", "ALPHANUMERIC_ONLY")
	case len(userID) < limits.Min:
		wrong.AddWith("userId", "TOO_SHORT", map[string]any{"min": limits.Min})
	case len(userID) > limits.Max:
		wrong.AddWith("userId", "TOO_LONG", map[string]any{"max": limits.Max})
	}
}

// VerifyUserID succeeds when the user ID is free, or the member's own. It is answered to members and to visitors whose
// sign-up has proved an address, and to each network 25 times in 30 minutes, because it tells who is a member.
//
// Faults: ACCOUNT_ALREADY_EXISTS_USER_ID and what is wrong with its form on userId; unauthenticated; SIGNUP_TIMEOUT;
// throttled; not found when the store has no user IDs.
func (s *Service) VerifyUserID(ctx context.Context, a actor.Actor, userID string) error {
	settings, err := s.Catalog.Settings(ctx)
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
		wrong.Add("userId", "REQUIRED")
	} else {
		checkUserID(&wrong, userID)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := s.Throttle(ctx, "verify-user-id:"+a.Network(), userIDChecks, userIDCheckWindow); err != nil {
		return err
	}
	taken, err := s.userIDTaken(ctx, userID, a.AccountID)
	if err == nil && taken {
		return fault.Invalid(codeUserIDTaken, "userId")
	}
	return err
}

func (s *Service) mayVerifyUserID(ctx context.Context, a actor.Actor) error {
	if a.SignedIn() {
		return nil
	}
	f, err := s.lookupSignup(ctx, a)
	switch {
	case err != nil:
		return err
	case f == nil || !f.proved():
		return fault.Unauthenticated()
	case f.expired(s.Clock.Now()):
		return signupTimeout()
	}
	return nil
}

// userIDTaken reports whether a member other than own has the user ID. Those who have left have it no more.
func (s *Service) userIDTaken(ctx context.Context, userID string, own uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Account.Query().
		Where(account.UserIDKey(UserIDKey(userID)), account.IDNEQ(own), account.StatusNEQ(account.StatusWithdrawn)).Exist(ctx)
}
