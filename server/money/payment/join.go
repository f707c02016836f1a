package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
)

// Join sends the member to the provider of the type of payment method, on whose page they agree
// that we charge them: the browser goes to redirectTo and comes back to Return, which takes over.
// Until they have agreed, the method pays for nothing.
//
// Faults: PAYMENT_METHOD_UNAVAILABLE for a type that is not joined in this way;
// PAYMENT_METHOD_REGISTER_FAILED when the provider does not want it; PAYMENT_METHOD_LIMIT_REACHED;
// throttled after ten methods in an hour.
func (s *Service) Join(ctx context.Context, a actor.Actor, paymentMethodType, returnTo string) (redirectTo string, err error) {
	kind := gateway.MethodType(paymentMethodType)
	provider, by, found := s.Providers.Joins(kind)
	if !found || by != gateway.JoinsByApproval {
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
	var asked gateway.Asked
	err = s.outside(ctx, func(ctx context.Context) (err error) {
		asked, err = provider.Approvals.Ask(ctx, gateway.Approval{
			CustomerCode: method.CustomerCode, Locale: a.Locale, ReturnURL: back + "/ok", CancelURL: back + "/ng",
		})
		return err
	})
	if err != nil {
		return "", s.abandon(ctx, method, refused(fault.PaymentMethodRegisterFailed, err))
	}
	failpoint.Reached(pointChallenged)
	err = s.begun(ctx, Challenge{Purpose: cardauthentication.PurposeRegister, Method: method, ReturnTo: step.SafeReturnTo(returnTo)},
		key, gateway.Authentication{ID: asked.ID, RedirectURL: asked.URL})
	if err != nil {
		return "", s.abandon(ctx, method, err)
	}
	return asked.URL, nil
}

// Link begins to add a payment method of a type that is joined by a form, which the browser has to
// post: the member agrees on the page that it leads to. What they did there is told by the
// provider's notice (linked). The browser comes back to Return, which proves nothing; until the
// notice has come, the method pays for nothing.
//
// Faults: as those of Join.
func (s *Service) Link(ctx context.Context, a actor.Actor, paymentMethodType, returnTo string) (gateway.Form, error) {
	kind := gateway.MethodType(paymentMethodType)
	provider, by, found := s.Providers.Joins(kind)
	if !found || by != gateway.JoinsByForm {
		return gateway.Form{}, fault.Precondition(fault.PaymentMethodUnavailable)
	}
	if err := s.Throttle.Count(ctx, "register-card:"+a.AccountID.String(), registrations, time.Hour); err != nil {
		return gateway.Form{}, err
	}
	method, err := s.pending(ctx, a.AccountID, kind)
	if err != nil {
		return gateway.Form{}, err
	}
	key := secret.Token()
	back := s.BankReturn + key
	form, err := provider.Forms.Form(gateway.FormRequest{
		OrderID: method.CustomerCode, Kind: kind, CustomerCode: method.CustomerCode, ItemID: linkItem, ItemName: linkItemNames[a.Locale],
		ReturnURL: back + "/ok", CancelURL: back + "/ng", ErrorURL: back + "/ok", NoticeURL: s.NoticeBase + provider.Name,
	})
	if err != nil {
		return gateway.Form{}, s.abandon(ctx, method, refused(fault.PaymentMethodRegisterFailed, err))
	}
	err = s.begun(ctx, Challenge{Purpose: cardauthentication.PurposeRegister, Method: method, ReturnTo: step.SafeReturnTo(returnTo)},
		key, gateway.Authentication{ID: method.CustomerCode, RedirectURL: form.URL})
	if err != nil {
		return gateway.Form{}, s.abandon(ctx, method, err)
	}
	return form, nil
}

// What a provider's page calls the agreement.
const linkItem = "payment-method"

var linkItemNames = map[string]string{"ja": "お支払い方法の登録", "en": "Payment method"}

// linked records what the provider tells of the form with the order id: whether the member agreed.
// It may come before the browser has, after it, twice, or when the method is wanted no more; such
// an agreement is kept only until the provider has forgotten it. found is false when the provider
// was sent no such form.
func (s *Service) linked(ctx context.Context, provider, orderID string, agreed bool, agreement gateway.Agreement) (found bool, err error) {
	method, err := s.Store.Client(ctx).PaymentMethod.Query().
		Where(paymentmethod.CustomerCode(orderID), paymentmethod.Provider(provider)).Only(ctx)
	if err != nil {
		return false, ent.MaskNotFound(err)
	}
	if agreed && agreement.Reference == "" {
		return true, fmt.Errorf("payment: %s told of an agreement to %s without a reference", provider, orderID)
	}
	return true, s.Store.Tx(ctx, func(ctx context.Context) error {
		err := s.link(ctx, method, agreed, agreement)
		failpoint.Reached(pointLinked)
		return err
	})
}

func (s *Service) link(ctx context.Context, method *ent.PaymentMethod, agreed bool, agreement gateway.Agreement) error {
	row, err := s.Store.Client(ctx).CardAuthentication.Query().
		Where(cardauthentication.ID(method.ID), cardauthentication.StateEQ(cardauthentication.StateStarted)).ForUpdate().Only(ctx)
	if err == nil {
		_, err = s.decide(ctx, row.ID, agreed, agreement)
		return err
	}
	if !ent.IsNotFound(err) || !agreed {
		return ent.MaskNotFound(err)
	}
	n, err := s.Store.Client(ctx).PaymentMethod.Update().Where(paymentmethod.ID(method.ID),
		paymentmethod.StateEQ(paymentmethod.StateDeleted), paymentmethod.Reference("")).
		SetReference(agreement.Reference).SetShown(agreement.Shown).Save(ctx)
	if err != nil || n == 0 {
		return err
	}
	return s.Store.Enqueue(ctx, ForgetArgs{MethodID: method.ID}, nil)
}

// GiveUp is the browser's return from a provider's page that the member left without having agreed.
// It gives up what is joined by a form; of anything else it says nothing, and Return asks.
func (s *Service) GiveUp(ctx context.Context, key string) error {
	row, err := s.challengeOf(ctx, key)
	if err != nil {
		return err
	}
	method, err := s.Method(ctx, row.PaymentMethodID)
	if err != nil || !s.joinedByForm(method) {
		return err
	}
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		_, err := s.decide(ctx, row.ID, false, gateway.Agreement{})
		return err
	})
}

// joinedByForm reports whether what the member did at the provider is told by its notice alone.
func (s *Service) joinedByForm(m *ent.PaymentMethod) bool {
	return s.Providers.Named(m.Provider).Forms != nil
}

// Awaits reports whether it is not known yet if the member has agreed to the method with the id,
// and what comes next when it is: back to where the method was wanted, or to what says that it was
// not added. Another member's is not found.
func (s *Service) Awaits(ctx context.Context, a actor.Actor, id string) (awaited bool, next step.Step, err error) {
	methodID, err := uuid.Parse(id)
	if err != nil {
		return false, next, fault.NotFound()
	}
	method, err := s.Store.Client(ctx).PaymentMethod.Query().
		Where(paymentmethod.ID(methodID), paymentmethod.AccountID(a.AccountID)).Only(ctx)
	if ent.IsNotFound(err) {
		return false, next, fault.NotFound()
	}
	if err != nil || method.State == paymentmethod.StatePending {
		return err == nil, next, err
	}
	row, err := s.Store.Client(ctx).CardAuthentication.Get(ctx, methodID)
	switch {
	case err != nil && !ent.IsNotFound(err):
		return false, next, err
	case err != nil:
		row = &ent.CardAuthentication{PaymentMethodID: methodID}
	}
	switch {
	case method.State == paymentmethod.StateDeleted:
		return false, step.CardRefused(row.ReturnTo), nil
	case row.ReturnTo != "":
		return false, step.CardAdded(id, row.ReturnTo), nil
	}
	return false, next, nil
}
