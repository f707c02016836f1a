package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
)

const (
	// registrations is how many methods a member may try to add in an hour: trying stolen numbers
	// must not be worth it.
	registrations = 10
	// registrationAmount is the yen that 3-D Secure shows the owner while a card is registered. The
	// least the provider takes; nothing is charged.
	registrationAmount = 1
	// abandoned is how old an unauthenticated card must be before it is forgotten.
	abandoned = time.Hour
)

// RegisterCard is a card behind the tokens of the provider's scripts. ReturnTo is a path of ours.
type RegisterCard struct {
	Token    gateway.CardToken
	Info     gateway.CardToken // of 3-D Secure
	ReturnTo string
}

// Validate reports all missing tokens.
func (in RegisterCard) Validate() error {
	var f fault.Fields
	for _, field := range []struct{ path, value string }{
		{"token", in.Token.Token}, {"tokenKey", in.Token.Key}, {"tds2infoToken", in.Info.Token}, {"tds2infoTokenKey", in.Info.Key},
	} {
		if field.value == "" {
			f.Add(field.path, fault.CardRegistrationFailed)
		}
	}
	return f.Err()
}

// RegisterCard keeps a card and sends its owner to the bank: redirectTo is the bank's page, from
// where Conclude takes over. Until the bank agrees, the card pays for nothing.
//
// Faults: CARD_REGISTRATION_FAILED when the card was not kept, CARD_ALREADY_REGISTERED,
// TDS_CARD_NOT_SAVED when the bank cannot authenticate it, PAYMENT_METHOD_LIMIT_REACHED, throttled
// after ten cards in an hour.
func (s *Service) RegisterCard(ctx context.Context, a actor.Actor, in RegisterCard) (redirectTo string, err error) {
	if err := in.Validate(); err != nil {
		return "", err
	}
	if err := s.Throttle.Count(ctx, "register-card:"+a.AccountID.String(), registrations, time.Hour); err != nil {
		return "", err
	}
	method, err := s.pending(ctx, a.AccountID, gateway.SbpsCredit)
	if err != nil {
		return "", err
	}
	provider := s.Providers.Named(method.Provider)
	var card gateway.Card
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		card, err = provider.Cards.SaveCard(ctx, method.CustomerCode, in.Token)
		return err
	})
	if err != nil {
		return "", s.abandon(ctx, method, refused(fault.CardRegistrationFailed, err))
	}
	if err := s.show(ctx, method.ID, card); err != nil {
		return "", err
	}
	again, err := s.isRegistered(ctx, method.ID)
	if err == nil && again {
		err = fault.Precondition(fault.CardAlreadyRegistered)
	}
	if err != nil {
		return "", s.abandon(ctx, method, err)
	}
	redirectTo, err = s.Challenge(ctx, Challenge{
		Purpose: cardauthentication.PurposeRegister, Method: method, Amount: registrationAmount, Info: in.Info,
		ReturnTo: step.SafeReturnTo(in.ReturnTo),
	})
	if fault.Is(err, fault.TDSFailed) {
		return "", s.abandon(ctx, method, fault.Precondition(fault.TDSCardNotSaved).Because(err))
	}
	if err != nil {
		return "", s.abandon(ctx, method, err)
	}
	return redirectTo, nil
}

// pending makes the row of a method the provider is about to keep. Faults:
// PAYMENT_METHOD_UNAVAILABLE for a kind that is not open for joining; PAYMENT_METHOD_LIMIT_REACHED;
// unauthenticated, for a member who has left.
func (s *Service) pending(ctx context.Context, accountID uuid.UUID, kind gateway.MethodType) (*ent.PaymentMethod, error) {
	provider, _, found := s.Providers.Joins(kind)
	if !found {
		provider, _, found = s.Providers.With(kind, true)
	}
	if !found {
		return nil, fault.Precondition(fault.PaymentMethodUnavailable)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, err
	}
	var row *ent.PaymentMethod
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		if _, err := s.Account.Lock(ctx, accountID); err != nil {
			return err
		}
		kept, err := s.Store.Client(ctx).PaymentMethod.Query().
			Where(paymentmethod.AccountID(accountID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).Count(ctx)
		if err != nil {
			return err
		}
		if most := schema.Rules().PaymentMethods.Max; kept >= most { // those at the bank count
			return fault.Precondition(fault.PaymentMethodLimitReached).With(map[string]any{"max": most})
		}
		row, err = s.Store.Client(ctx).PaymentMethod.Create().SetID(id).SetAccountID(accountID).
			SetPaymentMethodType(kind).SetProvider(provider.Name).SetState(paymentmethod.StatePending).
			SetCustomerCode(strings.ReplaceAll(id.String(), "-", "")).SetCreatedAt(s.Clock.Now()).Save(ctx)
		return err
	})
	return row, err
}

// show keeps what may be shown of a pending card. A card whose member has left while the provider
// took it is forgotten.
func (s *Service) show(ctx context.Context, id uuid.UUID, card gateway.Card) error {
	shown := 0
	err := s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		shown, err = s.Store.Client(ctx).PaymentMethod.Update().
			Where(paymentmethod.ID(id), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
			SetCardBrand(card.Brand).SetCardSuffix(card.Suffix).SetCardExpire(card.Expire).Save(ctx)
		if err != nil || shown > 0 {
			return err
		}
		return s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil)
	})
	if err == nil && shown == 0 {
		return fault.Unauthenticated()
	}
	return err
}

// isRegistered reports whether the member has registered the same card as another method that is in
// use.
func (s *Service) isRegistered(ctx context.Context, id uuid.UUID) (bool, error) {
	row, err := s.Method(ctx, id)
	if err != nil || row.CardSuffix == "" {
		return false, err
	}
	others, err := s.Store.Client(ctx).PaymentMethod.Query().
		Where(paymentmethod.AccountID(row.AccountID), paymentmethod.StateEQ(paymentmethod.StateActive), paymentmethod.IDNEQ(id)).All(ctx)
	return slices.ContainsFunc(others, func(other *ent.PaymentMethod) bool { return sameCard(row, other) }), err
}

// sameCard compares all that the provider tells of a card: the brand, the last four digits and the
// month of expiry. A card that was renewed has another month, and is another card.
func sameCard(a, b *ent.PaymentMethod) bool {
	return a.CardSuffix != "" && a.PaymentMethodType == b.PaymentMethodType && a.Provider == b.Provider &&
		a.CardBrand == b.CardBrand && a.CardSuffix == b.CardSuffix && a.CardExpire == b.CardExpire
}

// abandon gives a pending card up and answers with the reason.
func (s *Service) abandon(ctx context.Context, method *ent.PaymentMethod, reason error) error {
	ctx = context.WithoutCancel(ctx)
	return errors.Join(reason, s.Store.Tx(ctx, func(ctx context.Context) error { return s.drop(ctx, method.ID) }))
}

// refused is the fault for a call of the gateway that did not do what it was to do. The member may
// simply try again.
func refused(code fault.Code, err error) error {
	var g *gateway.Error
	if errors.As(err, &g) && g.Reason == gateway.ReasonTrouble {
		return fault.Unavailable(fault.PaymentUnavailable, err)
	}
	return fault.Precondition(code).Because(err)
}

// ForgetArgs is the job that makes the provider forget a card.
type ForgetArgs struct {
	MethodID uuid.UUID `json:"method_id"`
}

// forgetJob is not unique: a job that is just being worked on may have seen nothing to forget yet.
var forgetJob = store.Job[ForgetArgs]{Queue: store.QueueMoney}

func (ForgetArgs) Kind() string                 { return "payment.forget" }
func (ForgetArgs) InsertOpts() river.InsertOpts { return forgetJob.InsertOpts() }

// Forget makes the provider forget a deleted card. Forgetting twice is no error.
func (s *Service) Forget(ctx context.Context, id uuid.UUID) error {
	method, err := s.Method(ctx, id)
	if err != nil {
		return err
	}
	if method.State != paymentmethod.StateDeleted {
		return fmt.Errorf("payment method %s is in use and must not be forgotten", method.ID)
	}
	provider := s.Providers.Named(method.Provider)
	if provider.Forms != nil && method.Reference == "" {
		return nil // its member has not agreed; if they do so yet, the notice comes back to this
	}
	if provider.Approvals != nil && method.Reference == "" {
		return s.revoke(ctx, method, provider)
	}
	err = s.outside(ctx, func(ctx context.Context) error { return provider.Gateway.Forget(ctx, kept(method)) })
	failpoint.Reached(pointForgotten)
	return err
}

// drop marks a pending card deleted and has the provider forget it. A card that is no longer
// pending stays.
func (s *Service) drop(ctx context.Context, id uuid.UUID) error {
	n, err := s.Store.Client(ctx).PaymentMethod.Update().Where(paymentmethod.ID(id), paymentmethod.StateEQ(paymentmethod.StatePending)).
		SetState(paymentmethod.StateDeleted).SetDeletedAt(s.Clock.Now()).Save(ctx)
	if err != nil || n == 0 {
		return err
	}
	return s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil)
}

// dropAbandoned drops cards whose owner never came back from the bank.
func (s *Service) dropAbandoned(ctx context.Context) (int, error) {
	ids, err := s.Store.Client(ctx).PaymentMethod.Query().
		Where(paymentmethod.StateEQ(paymentmethod.StatePending), paymentmethod.CreatedAtLT(s.Clock.Now().Add(-abandoned))).
		Limit(batch).ForUpdate(sql.WithLockAction(sql.SkipLocked)).All(ctx)
	if err != nil {
		return 0, err
	}
	dropped := 0
	for _, method := range ids {
		ordered, err := s.Store.Client(ctx).Charge.Query().Where(charge.PaymentMethodID(method.ID), unfinished()).Exist(ctx)
		if err != nil {
			return 0, err
		}
		if ordered {
			continue // it is being bought with
		}
		if err := s.drop(ctx, method.ID); err != nil {
			return 0, err
		}
		dropped++
	}
	return dropped, nil
}
