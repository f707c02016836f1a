package account

import (
	"context"
	"regexp"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent/account"
	"kaiin/schema"
	"kaiin/server/base/fault"
)

var alphanumeric = regexp.MustCompile(`^[A-Za-z0-9]*$`)

// UserIDKey is the user ID as it is compared.
func UserIDKey(userID string) string { return strings.ToLower(userID) }

// CheckUserID records what is wrong with a user ID that was given.
func CheckUserID(wrong *fault.Fields, userID string) {
	switch limits := schema.Rules().UserID; {
	case !alphanumeric.MatchString(userID):
		wrong.Add("userId", fault.AlphanumericOnly)
	case len(userID) < limits.Min:
		wrong.AddWith("userId", fault.TooShort, map[string]any{"min": limits.Min})
	case len(userID) > limits.Max:
		wrong.AddWith("userId", fault.TooLong, map[string]any{"max": limits.Max})
	}
}

// UserIDTaken reports whether a member other than own has the user ID. Those who have left have it
// no more.
func (s *Service) UserIDTaken(ctx context.Context, userID string, own uuid.UUID) (bool, error) {
	return s.Store.Client(ctx).Account.Query().
		Where(account.UserIDKey(UserIDKey(userID)), account.IDNEQ(own), account.StatusNEQ(account.StatusWithdrawn)).Exist(ctx)
}
