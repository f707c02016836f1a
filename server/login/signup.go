package login

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"kaiin/server/account"
	"kaiin/server/actor"
)

// SignUp completes a sign-up (account.Service.Signup, whose faults it returns) and signs the new member in with a new
// session, in one transaction.
func (s *Service) SignUp(ctx context.Context, a actor.Actor, sent *account.SignupForm) (Signed, error) {
	var signed Signed
	err := s.Account.Signup(ctx, a, sent, func(ctx context.Context, accountID uuid.UUID, external string) (_ uuid.UUID, err error) {
		signed, err = s.SignIn(ctx, a, accountID, cmp.Or(external, MethodPassword))
		return signed.SessionID, err
	})
	signed.RedirectTo = "/signup/complete"
	return signed, err
}
