package payment

import (
	"context"
	"time"

	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/server/actor"
	"kaiin/server/failpoint"
	"kaiin/server/fault"
	"kaiin/server/secret"
	"kaiin/server/step"
)

// Join sends the member to the provider of the type of payment method, on whose page they agree that we charge them: the browser goes to redirectTo and
// comes back to Return, which takes over. Until they have agreed, the method pays for nothing.
//
// Faults: PAYMENT_METHOD_UNAVAILABLE for a type that is not joined in this way; PAYMENT_METHOD_REGISTER_FAILED when the provider
// does not want it; PAYMENT_METHOD_LIMIT_REACHED; throttled after ten methods in an hour.
func (s *Service) Join(ctx context.Context, a actor.Actor, paymentMethodType, returnTo string) (redirectTo string, err error) {
	kind := paymentmethod.PaymentMethodType(paymentMethodType)
	provider, by, found := s.Providers.Joins(kind)
	if !found || by != JoinsByApproval {
		return "", fault.Precondition(fault.PaymentMethodUnavailable)
	}
	if err := s.Throttle.Count(ctx, "register-card:"+a.AccountID.String(), registrations, time.Hour); err != nil {
		return "", err
	}
	method, err := s.pending(ctx, a.AccountID, kind)
	if err != nil {
		return "", err
	}
	key := secret.Token()
	back := s.BankReturn + key
	var asked Asked
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		asked, err = provider.Approvals.Ask(ctx, Approval{
			CustomerCode: method.CustomerCode, Locale: a.Locale, ReturnURL: back + "/ok", CancelURL: back + "/ng",
		})
		return err
	})
	if err != nil {
		return "", s.abandon(ctx, method, refused(fault.PaymentMethodRegisterFailed, err))
	}
	failpoint.Reached(pointChallenged)
	err = s.begun(ctx, Challenge{Purpose: cardauthentication.PurposeRegister, Method: method, ReturnTo: step.SafeReturnTo(returnTo)},
		key, Authentication{ID: asked.ID, RedirectURL: asked.URL})
	if err != nil {
		return "", s.abandon(ctx, method, err)
	}
	return asked.URL, nil
}
