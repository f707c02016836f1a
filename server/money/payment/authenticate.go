package payment

import (
	"context"
	"errors"
	"strings"
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

// ofBank begins the keys with which browsers come back from a bank.
const ofBank = "bank-"

// Challenge begins 3-D Secure and returns the address of the bank's page. Faults:
// TDS_FAILED, PAYMENT_UNAVAILABLE.
func (s *Service) Challenge(ctx context.Context, in Challenge) (bank string, err error) {
	key := ofBank + secret.Token()
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
	if strings.HasPrefix(key, ofBank) {
		return true, nil
	}
	// Keys of a bank that a former version made begin otherwise. Once none is open, this can go.
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

// Authenticated reports whether the challenge is a 3-D Secure authentication that succeeded, and
// was made for the order, with the method and for at least the amount in yen. One of a
// registration, or of another order, stands for nothing here. The first verdict is final, so it
// needs no lock.
func Authenticated(c *ent.CardAuthentication, orderID, methodID uuid.UUID, amount int) bool {
	return c.State == cardauthentication.StateSucceeded && c.OrderID != nil && *c.OrderID == orderID && c.PaymentMethodID == methodID && c.Amount >= amount
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
	var judged *ent.CardAuthentication
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		judged, err = s.decide(ctx, row.ID, verdict == gateway.VerdictSucceeded, agreement)
		return err
	})
	if err != nil {
		return nil, err
	}
	failpoint.Reached(pointJudged)
	return judged, nil
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

// decide records the verdict and what it means for the method, and answers the challenge as it then
// is. The first verdict is final.
func (s *Service) decide(ctx context.Context, id uuid.UUID, succeeded bool, agreement gateway.Agreement) (*ent.CardAuthentication, error) {
	client, state := s.Store.Client(ctx), cardauthentication.StateFailed
	if succeeded {
		state = cardauthentication.StateSucceeded
	}
	row, err := client.CardAuthentication.UpdateOneID(id).Where(cardauthentication.StateEQ(cardauthentication.StateStarted)).SetState(state).Save(ctx)
	switch {
	case ent.IsNotFound(err):
		return client.CardAuthentication.Get(ctx, id)
	case err != nil:
		return nil, err
	case row.Purpose == cardauthentication.PurposePurchase: // the card is in use, or was deleted meanwhile
		return row, nil
	case !succeeded:
		return row, s.drop(ctx, row.PaymentMethodID)
	}
	// Of two tabs that register the same card at once, the one that comes back first has it.
	if _, err := s.Account.LockAny(ctx, row.AccountID); err != nil {
		return nil, err
	}
	again, err := s.isRegistered(ctx, row.PaymentMethodID)
	if err != nil {
		return nil, err
	}
	if again {
		if err := s.drop(ctx, row.PaymentMethodID); err != nil {
			return nil, err
		}
		return row.Update().SetState(cardauthentication.StateFailed).Save(ctx)
	}
	active := client.PaymentMethod.Update().Where(paymentmethod.ID(row.PaymentMethodID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
		SetState(paymentmethod.StateActive).SetAuthenticatedAt(s.Clock.Now())
	if agreement.Reference != "" {
		active.SetReference(agreement.Reference).SetShown(agreement.Shown)
	}
	n, err := active.Save(ctx)
	if err != nil || n == 1 {
		return row, err
	}
	// The method was deleted while its owner was at the provider: the verdict is of no use.
	if agreement.Reference != "" {
		err := client.PaymentMethod.UpdateOneID(row.PaymentMethodID).SetReference(agreement.Reference).Exec(ctx)
		if err := errors.Join(err, s.Store.Enqueue(ctx, ForgetArgs{MethodID: row.PaymentMethodID}, nil)); err != nil {
			return nil, err
		}
	}
	return row.Update().SetState(cardauthentication.StateFailed).Save(ctx)
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
