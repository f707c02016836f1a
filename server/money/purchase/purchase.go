package purchase

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/cardauthentication"
	"kaiin/ent/order"
	"kaiin/ent/predicate"
	"kaiin/server/base/actor"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/secret"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment"
)

// Purchase is what the confirm page sends: the order's token and, unless nothing is ever charged
// for it, what the provider's 3-D Secure script made of the browser of the card's owner.
type Purchase struct {
	Token string
	Info  gateway.CardToken
}

// Result is where the member goes on: to the bank, to a provider by its form, or to the complete
// page. Pending says that the outcome of the charge is being looked up; the member will not be
// charged twice.
type Result struct {
	Next           step.Step
	Pending        bool
	Form           *gateway.Form // posted by the browser: Next is nothing then
	SubscriptionID *uuid.UUID
}

// todo is what is left to do for an order once its row was looked at.
type todo struct {
	action  action
	order   *ent.Order
	method  *ent.PaymentMethod // what it is paid with, for the bank
	started payment.Started    // the attempt to charge
}

type action int

const (
	todoAnswer    action = iota // it has its result
	todoWait                    // somebody else is charging
	todoCarry                   // the attempt is recorded: charge
	todoChallenge               // send the member to the bank
	todoForm                    // the attempt is recorded: send the member to the provider that charges by itself
	todoVerdict                 // the member was sent to the bank: ask how it ended
)

// Purchase buys what the order's token stands for. Repeating it, also at the same time, charges
// nothing more and answers the same.
//
// Faults: INVALID_SESSION_FLOW as a broken flow when the token is not of this member, session and
// plan, has expired or was replaced; PRICE_CHANGED, CONTRACT_LIMIT_REACHED,
// DOUBLE_BILLING_DETECTED, PRODUCT_UNAVAILABLE, PAYMENT_METHOD_UNAVAILABLE,
// AUTHENTICATION_REQUIRED, TDS_FAILED, CARD_DECLINED, PAYMENT_DECLINED, PAYMENT_UNAVAILABLE: no
// money moved; PURCHASE_TOO_FREQUENT throttled; PLAN_NOT_SELECTED without a plan;
// PURCHASE_LOCK_FAILED and PURCHASE_STORE_FAILED unavailable: this call has moved no money.
func (s *Service) Purchase(ctx context.Context, a actor.Actor, planID string, in Purchase) (*Result, error) {
	if planID == "" {
		return nil, fault.BadRequest(fault.PlanNotSelected)
	}
	todo, err := s.decide(ctx, in.Info, order.TokenHash(secret.HashToken(in.Token)), order.AccountID(a.AccountID), order.SessionID(a.SessionID), order.PlanID(planID))
	if ent.IsNotFound(err) {
		return nil, brokenFlow(planID)
	}
	if err != nil {
		return nil, notKept(err)
	}
	failpoint.Reached(pointConfirmed)
	id := todo.order.ID
	switch todo.action {
	case todoChallenge:
		asked, err := s.challenge(ctx, todo.order, todo.method, in.Info)
		return asked, notKept(err)
	case todoVerdict:
		return s.verdict(ctx, id)
	case todoCarry:
		return s.execute(ctx, id, todo.started)
	default:
		if form, err := s.atProvider(ctx, id); form != nil || err != nil {
			return &Result{Form: form, Pending: true}, err
		}
		return s.execute(ctx, id, todo.started)
	}
}

func brokenFlow(planID string) error {
	return fault.BrokenFlow(fault.InvalidSessionFlow, step.PlanForm(planID))
}

// decide looks at the order under its lock, and confirms one that is still confirming.
func (s *Service) decide(ctx context.Context, info gateway.CardToken, of ...predicate.Order) (next todo, err error) {
	if err := s.prepare(ctx); err != nil {
		return next, err
	}
	err = s.tx(ctx, func(ctx context.Context) error {
		o, err := s.lock(ctx, of...)
		if err != nil {
			return err
		}
		switch next = (todo{order: o}); o.State {
		case order.StateConfirming:
			next, err = s.confirm(ctx, o, info)
		case order.StateAuthenticating:
			next.action = todoVerdict
		case order.StateCharging:
			next.action = todoWait
		}
		return err
	})
	return next, err
}

// execute brings a recorded attempt through the provider, if it is ours, and answers the order's
// result. What goes wrong on the way leaves the charge open for payment's Due; the member hears
// like everybody else who asks that it is being looked up.
func (s *Service) execute(ctx context.Context, id uuid.UUID, started payment.Started) (*Result, error) {
	if started.ID != uuid.Nil {
		if _, err := s.Payment.Execute(ctx, started); err != nil {
			slog.ErrorContext(ctx, "a purchase's charge was left open", "alarm", logs.ChargeLeftOpen, "order", id, "charge", started.ID, "error", err)
		}
	}
	return s.result(ctx, id)
}

// Waiting for the request that is charging.
const (
	waitAtMost = 15 * time.Second
	waitStep   = 100 * time.Millisecond
)

// result answers for the order as soon as no worker is charging it any more, or after waitAtMost as
// pending.
func (s *Service) result(ctx context.Context, id uuid.UUID) (*Result, error) {
	o, err := s.await(ctx, id, func(o *ent.Order) (bool, error) { return o.State != order.StateCharging, nil })
	if err != nil {
		return nil, err
	}
	switch o.State {
	case order.StateCompleted:
		return &Result{Next: complete(o), SubscriptionID: o.SubscriptionID}, nil
	case order.StateDeclined, order.StateFailed:
		if o.Failure == fault.OrderReplaced {
			return nil, brokenFlow(o.PlanID)
		}
		return nil, fault.Precondition(o.Failure)
	default:
		return &Result{Next: complete(o), Pending: true}, nil
	}
}

// await reads the order again and again, holding nothing, until it is as wanted or the time is up.
func (s *Service) await(ctx context.Context, id uuid.UUID, wanted func(*ent.Order) (bool, error)) (*ent.Order, error) {
	limit, cancel := context.WithTimeout(ctx, waitAtMost)
	defer cancel()
	for {
		o, err := s.Store.Client(ctx).Order.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if done, err := wanted(o); done || err != nil {
			return o, err
		}
		select {
		case <-limit.Done():
			return o, ctx.Err()
		case <-time.After(waitStep):
		}
	}
}

// challenge sends the member to the bank.
func (s *Service) challenge(ctx context.Context, o *ent.Order, method *ent.PaymentMethod, info gateway.CardToken) (*Result, error) {
	terms, err := termsOf(o)
	if err != nil {
		return nil, err
	}
	bank, err := s.Payment.Challenge(ctx, payment.Challenge{
		Purpose: cardauthentication.PurposePurchase, Method: method, OrderID: &o.ID, Amount: terms.Deal.Authenticated(), Info: info,
	})
	if f, ok := fault.As(err); ok {
		slog.WarnContext(ctx, "3-D Secure was not begun", "order", o.ID, "error", err)
		if err := s.giveUp(ctx, o.ID, f.Code); err != nil {
			return nil, err
		}
		return s.result(ctx, o.ID)
	}
	if err != nil {
		return nil, err
	}
	return &Result{Next: step.Outside(bank)}, nil
}

// verdict answers for an order whose member was sent to the bank.
func (s *Service) verdict(ctx context.Context, id uuid.UUID) (*Result, error) {
	var challenge *ent.CardAuthentication
	_, err := s.await(ctx, id, func(o *ent.Order) (_ bool, err error) {
		if o.State != order.StateAuthenticating {
			return true, nil
		}
		challenge, err = s.Payment.OrderChallenge(ctx, id) // none yet: another call is just asking the bank
		return challenge != nil, err
	})
	if err != nil {
		return nil, err
	}
	switch {
	case challenge == nil:
		err = s.giveUp(ctx, id, fault.TDSFailed) // the process that was asking has died
	case challenge.State == cardauthentication.StateStarted:
		return &Result{Next: step.Outside(challenge.RedirectURL)}, nil
	default:
		return s.authenticated(ctx, id, challenge)
	}
	if err != nil {
		return nil, err
	}
	return s.result(ctx, id)
}

// authenticated goes on with an order whose member has been at the bank.
func (s *Service) authenticated(ctx context.Context, id uuid.UUID, challenge *ent.CardAuthentication) (*Result, error) {
	if challenge.State != cardauthentication.StateSucceeded {
		if err := s.giveUp(ctx, id, fault.TDSFailed); err != nil {
			return nil, err
		}
		return s.result(ctx, id)
	}
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	var started payment.Started
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		o, err := s.Store.Client(ctx).Order.UpdateOneID(id).Where(order.StateEQ(order.StateAuthenticating)).SetState(order.StateCharging).Save(ctx)
		if err != nil {
			return ent.MaskNotFound(err) // somebody else goes on with it
		}
		_, started, err = s.reserve(ctx, o, challenge)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.execute(ctx, id, started)
}

// giveUp ends an order that waits for its member to authenticate. One that is further on stays as
// it is.
func (s *Service) giveUp(ctx context.Context, id uuid.UUID, code fault.Code) error {
	return s.Store.Client(ctx).Order.Update().Where(order.ID(id), order.StateEQ(order.StateAuthenticating)).
		SetState(order.StateFailed).SetFailure(code).Exec(ctx)
}

// ReturnFromBank is the browser's return from the bank's 3-D Secure page with the challenge's
// one-time key. It charges what was waiting for it and answers the path to go on to. It needs no
// session: a POST from another site carries none. An unknown key is not found.
func (s *Service) ReturnFromBank(ctx context.Context, key string) (next step.Step, err error) {
	if id, cancelled, found := s.fromProvider(key); found {
		return s.back(ctx, id, cancelled)
	}
	if next, found := s.Payment.BackFromEnding(key); found {
		return next, nil
	}
	challenge, err := s.Payment.Return(ctx, key)
	if err != nil {
		return step.Step{}, err
	}
	failpoint.Reached(pointReturned)
	if challenge.Purpose == cardauthentication.PurposeRegister {
		return payment.AfterRegistration(challenge), nil
	}
	result, err := s.authenticated(ctx, *challenge.OrderID, challenge)
	if _, refused := fault.As(err); refused {
		o, err := s.Store.Client(ctx).Order.Get(ctx, *challenge.OrderID)
		if err != nil {
			return step.Step{}, err
		}
		return step.PlanForm(o.PlanID), nil // the form says why
	}
	if err != nil {
		return step.Step{}, err
	}
	return result.Next, nil
}
