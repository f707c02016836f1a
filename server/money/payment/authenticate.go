package payment

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
)

// challengeLife is how long a member may take at the bank.
const challengeLife = 30 * time.Minute

// Challenge asks a card's owner to authenticate, for a registration or for an order.
type Challenge struct {
	Purpose  cardauthentication.Purpose
	Method   *ent.PaymentMethod
	OrderID  *uuid.UUID
	Amount   int // yen
	Info     gateway.CardToken
	ReturnTo string // path of ours, after a registration
}

// Challenge begins 3-D Secure and returns the address of the bank's page. Faults:
// TDS_FAILED, PAYMENT_UNAVAILABLE.
func (s *Service) Challenge(ctx context.Context, in Challenge) (bank string, err error) {
	key := secret.Token()
	back := s.BankReturn + key
	var begun gateway.Authentication
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		begun, err = s.Providers.Named(in.Method.Provider).Cards.Authenticate(ctx, gateway.Authenticate{
			CustomerCode: in.Method.CustomerCode, Amount: in.Amount, Info: in.Info, OKURL: back + "/ok", NGURL: back + "/ng",
		})
		return err
	})
	if err != nil {
		return "", refused(fault.TDSFailed, err)
	}
	failpoint.Reached(pointChallenged)
	return begun.RedirectURL, s.begun(ctx, in, key, begun)
}

// begun keeps what its owner has been asked, under the key with which the browser comes back.
func (s *Service) begun(ctx context.Context, in Challenge, key string, a gateway.Authentication) error {
	now := s.Clock.Now()
	create := s.Store.Client(ctx).CardAuthentication.Create()
	if in.Purpose == cardauthentication.PurposeRegister {
		create.SetID(in.Method.ID) // there is one for each method, which is found by it
	}
	return create.SetKeyHash(secret.HashToken(key)).SetPurpose(in.Purpose).
		SetAccountID(in.Method.AccountID).SetPaymentMethodID(in.Method.ID).SetNillableOrderID(in.OrderID).
		SetAmount(in.Amount).SetProviderID(a.ID).SetRedirectURL(a.RedirectURL).SetState(cardauthentication.StateStarted).
		SetReturnTo(in.ReturnTo).SetCreatedAt(now).SetExpiresAt(now.Add(challengeLife)).Exec(ctx)
}

// Return is the browser's return from the bank with the key of its challenge: the verdict is asked
// of the provider and recorded, once. A member who comes back without having finished has failed,
// except where the provider's notice tells what they did: until it has come, nothing is decided. An
// unknown key is not found.
func (s *Service) Return(ctx context.Context, key string) (*ent.CardAuthentication, error) {
	row, err := s.challengeOf(ctx, key)
	if err != nil {
		return nil, err
	}
	return s.conclude(ctx, row, true)
}

func (s *Service) challengeOf(ctx context.Context, key string) (*ent.CardAuthentication, error) {
	row, err := s.Store.Client(ctx).CardAuthentication.Query().Where(cardauthentication.KeyHash(secret.HashToken(key))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	return row, err
}

// Mine reports whether the caller may come back with the key. Where members agree on a provider's
// page, it has to be the one who was sent there; from a bank's, the key is enough, since its
// cross-site POST carries no session cookie.
func (s *Service) Mine(ctx context.Context, key string, caller func() (accountID uuid.UUID, err error)) (bool, error) {
	row, err := s.challengeOf(ctx, key)
	if fault.Is(err, fault.CodeNotFound) {
		return true, nil // Return says so
	}
	if err != nil {
		return false, err
	}
	method, err := s.Method(ctx, row.PaymentMethodID)
	if err != nil || s.Authenticates(method) {
		return err == nil, err
	}
	accountID, err := caller()
	return accountID == row.AccountID, err
}

// OrderChallenge is the order's latest challenge with its verdict as of now; nil when there is
// none. One the member has not finished stays started.
func (s *Service) OrderChallenge(ctx context.Context, orderID uuid.UUID) (*ent.CardAuthentication, error) {
	row, err := s.Store.Client(ctx).CardAuthentication.Query().Where(cardauthentication.OrderID(orderID)).
		Order(ent.Desc(cardauthentication.FieldCreatedAt)).First(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.conclude(ctx, row, false)
}

// OrderAuthentication is the 3-D Secure authentication that was made for the order, with the method
// and for at least the amount in yen, and succeeded; nil when there is none. One of a registration,
// or of another order, stands for nothing here.
func (s *Service) OrderAuthentication(ctx context.Context, orderID, methodID uuid.UUID, amount int) (*uuid.UUID, error) {
	id, err := s.Store.Client(ctx).CardAuthentication.Query().
		Where(cardauthentication.OrderID(orderID), cardauthentication.PaymentMethodID(methodID), cardauthentication.AmountGTE(amount),
			cardauthentication.StateEQ(cardauthentication.StateSucceeded)).
		Order(ent.Desc(cardauthentication.FieldCreatedAt)).FirstID(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return &id, err
}

func (s *Service) conclude(ctx context.Context, row *ent.CardAuthentication, returned bool) (*ent.CardAuthentication, error) {
	if row.State != cardauthentication.StateStarted {
		return row, nil
	}
	method, err := s.Method(ctx, row.PaymentMethodID)
	if err != nil || s.joinedByForm(method) {
		return row, err
	}
	verdict, agreement := gateway.VerdictFailed, gateway.Agreement{}
	if s.Clock.Now().Before(row.ExpiresAt) {
		if verdict, agreement, err = s.ask(ctx, method, row.ProviderID); err != nil {
			return nil, fault.Unavailable(fault.PaymentUnavailable, err)
		}
	}
	if verdict == gateway.VerdictOutstanding && !returned {
		return row, nil
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		return s.decide(ctx, row, verdict == gateway.VerdictSucceeded, agreement)
	})
	if err != nil {
		return nil, err
	}
	failpoint.Reached(pointJudged)
	return s.Store.Client(ctx).CardAuthentication.Get(ctx, row.ID)
}

// ask has the provider tell what the owner of the method did on its page.
func (s *Service) ask(ctx context.Context, method *ent.PaymentMethod, id string) (verdict gateway.Verdict, agreement gateway.Agreement, err error) {
	provider := s.Providers.Named(method.Provider)
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		if s.Authenticates(method) {
			verdict, err = provider.Cards.Verdict(ctx, id)
			return err
		}
		agreement, err = provider.Approvals.Agreed(ctx, id)
		failpoint.Reached(pointAgreed)
		var refusal *gateway.Error
		switch {
		case err == nil:
			verdict = gateway.VerdictSucceeded
		case errors.As(err, &refusal) && refusal.Reason == gateway.ReasonDeclined:
			verdict, err = gateway.VerdictOutstanding, nil
		}
		return err
	})
	return verdict, agreement, err
}

// decide records the verdict and what it means for the method. The first verdict is final.
func (s *Service) decide(ctx context.Context, row *ent.CardAuthentication, succeeded bool, agreement gateway.Agreement) error {
	client, state := s.Store.Client(ctx), cardauthentication.StateFailed
	if succeeded {
		state = cardauthentication.StateSucceeded
	}
	n, err := client.CardAuthentication.Update().Where(cardauthentication.ID(row.ID), cardauthentication.StateEQ(cardauthentication.StateStarted)).
		SetState(state).Save(ctx)
	if err != nil || n == 0 {
		return err
	}
	if !succeeded {
		return s.drop(ctx, row.PaymentMethodID) // leaves cards alone that are in use
	}
	active := client.PaymentMethod.Update().Where(paymentmethod.ID(row.PaymentMethodID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
		SetState(paymentmethod.StateActive).SetAuthenticatedAt(s.Clock.Now())
	if agreement.Reference != "" {
		active.SetReference(agreement.Reference).SetShown(agreement.Shown)
	}
	n, err = active.Save(ctx)
	if err != nil || n == 1 {
		return err
	}
	// The method was deleted while its owner was at the provider: the verdict is of no use.
	if agreement.Reference != "" {
		err := client.PaymentMethod.UpdateOneID(row.PaymentMethodID).SetReference(agreement.Reference).Exec(ctx)
		if err := errors.Join(err, s.Store.Enqueue(ctx, ForgetArgs{MethodID: row.PaymentMethodID}, nil)); err != nil {
			return err
		}
	}
	return client.CardAuthentication.UpdateOneID(row.ID).SetState(cardauthentication.StateFailed).Exec(ctx)
}

// AfterRegistration is where a member goes on after a challenge by which a method is added: back to
// where it was wanted, or to what says how it ended, or that it is not known yet.
func AfterRegistration(row *ent.CardAuthentication) step.Step {
	switch row.State {
	case cardauthentication.StateSucceeded:
		return step.CardAdded(row.PaymentMethodID.String(), row.ReturnTo)
	case cardauthentication.StateStarted:
		return step.MethodAwaited(row.PaymentMethodID.String())
	}
	return step.CardRefused(row.ReturnTo)
}

// unprovedLife is how long the challenge of a failed registration is kept after its time was up, so
// that a browser that comes back late from the bank still finds it.
const unprovedLife = 30 * 24 * time.Hour

// Purge deletes challenges of failed registrations. Those that succeeded stay as evidence that the
// card's owner was asked, and those of orders stay with their orders.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, cardauthentication.Table, cardauthentication.FieldExpiresAt, s.Clock.Now().Add(-unprovedLife),
		"purpose = 'register'", "state <> 'succeeded'")
}
