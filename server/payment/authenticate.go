package payment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/server/fault"
	"kaiin/server/secret"
	"kaiin/server/step"
)

// challengeLife is how long a member may take at the bank.
const challengeLife = 30 * time.Minute

// Challenge asks a card's owner to authenticate, for a registration or for an order.
type Challenge struct {
	Purpose  cardauthentication.Purpose
	Method   *ent.PaymentMethod
	OrderID  *uuid.UUID
	Amount   int // yen
	Info     CardToken
	ReturnTo string // path of ours, after a registration
}

// Challenge begins 3-D Secure and returns the address of the bank's page. Faults: TDS_FAILED, PAYMENT_UNAVAILABLE.
func (s *Service) Challenge(ctx context.Context, in Challenge) (bank string, err error) {
	key := secret.Token()
	back := s.BankReturn + key
	var begun Authentication
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		begun, err = s.Gateway.Authenticate(ctx, Authenticate{
			CustomerCode: in.Method.CustomerCode, Amount: in.Amount, Info: in.Info, OKURL: back + "/ok", NGURL: back + "/ng",
		})
		return err
	})
	if err != nil {
		return "", refused(fault.TDSFailed, err)
	}
	now := s.Clock.Now()
	err = s.Store.Client(ctx).CardAuthentication.Create().SetKeyHash(secret.HashToken(key)).SetPurpose(in.Purpose).
		SetAccountID(in.Method.AccountID).SetPaymentMethodID(in.Method.ID).SetNillableOrderID(in.OrderID).
		SetProviderID(begun.ID).SetRedirectURL(begun.RedirectURL).SetState(cardauthentication.StateStarted).
		SetReturnTo(in.ReturnTo).SetCreatedAt(now).SetExpiresAt(now.Add(challengeLife)).Exec(ctx)
	return begun.RedirectURL, err
}

// Return is the browser's return from the bank with the key of its challenge: the verdict is asked of the provider and
// recorded, once. A member who comes back without having finished has failed. An unknown key is not found.
func (s *Service) Return(ctx context.Context, key string) (*ent.CardAuthentication, error) {
	row, err := s.Store.Client(ctx).CardAuthentication.Query().Where(cardauthentication.KeyHash(secret.HashToken(key))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, fault.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return s.conclude(ctx, row, true)
}

// OrderChallenge is the order's latest challenge with its verdict as of now; nil when there is none. One the member has not
// finished stays started.
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

func (s *Service) conclude(ctx context.Context, row *ent.CardAuthentication, returned bool) (*ent.CardAuthentication, error) {
	if row.State != cardauthentication.StateStarted {
		return row, nil
	}
	verdict := VerdictFailed
	if s.Clock.Now().Before(row.ExpiresAt) {
		err := s.outside(ctx, func(ctx context.Context) (err error) {
			verdict, err = s.Gateway.Verdict(ctx, row.ProviderID)
			return err
		})
		if err != nil {
			return nil, fault.Unavailable(fault.PaymentUnavailable, err)
		}
	}
	if verdict == VerdictOutstanding && !returned {
		return row, nil
	}
	err := s.Store.Tx(ctx, func(ctx context.Context) error { return s.decide(ctx, row, verdict == VerdictSucceeded) })
	if err != nil {
		return nil, err
	}
	return s.Store.Client(ctx).CardAuthentication.Get(ctx, row.ID)
}

// decide records the verdict and what it means for the card. The first verdict stands.
func (s *Service) decide(ctx context.Context, row *ent.CardAuthentication, succeeded bool) error {
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
	n, err = client.PaymentMethod.Update().Where(paymentmethod.ID(row.PaymentMethodID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
		SetState(paymentmethod.StateActive).SetAuthenticatedAt(s.Clock.Now()).Save(ctx)
	if err != nil || n == 1 {
		return err
	}
	// The card was deleted while its owner was at the bank: the verdict is of no use.
	return client.CardAuthentication.UpdateOneID(row.ID).SetState(cardauthentication.StateFailed).Exec(ctx)
}

// AfterRegistration is where a member goes on after a card's challenge: back to where the card was wanted, or to what says how it
// ended.
func AfterRegistration(row *ent.CardAuthentication) step.Step {
	if row.State == cardauthentication.StateSucceeded {
		return step.CardAdded(row.PaymentMethodID.String(), row.ReturnTo)
	}
	return step.CardRefused(row.ReturnTo)
}
