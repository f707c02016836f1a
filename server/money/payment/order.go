package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/charge"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/fault"
	"kaiin/server/money/gateway"
)

// Order makes the method with which one order is paid where the provider then charges each month by
// itself. It stands for nothing until the order is paid, and then for that contract alone. Faults:
// PAYMENT_METHOD_UNAVAILABLE for any other kind; PAYMENT_METHOD_LIMIT_REACHED.
func (s *Service) Order(ctx context.Context, accountID uuid.UUID, kind gateway.MethodType) (*ent.PaymentMethod, error) {
	if _, _, found := s.Providers.With(kind, true); !found {
		return nil, fault.Precondition(fault.PaymentMethodUnavailable)
	}
	return s.pending(ctx, accountID, kind)
}

// Orderable reports whether an order may be paid with the method: it was made for one that is not
// paid yet.
func (s *Service) Orderable(m *ent.PaymentMethod) bool {
	return m.State == paymentmethod.StatePending && s.Chargeable(m) && s.Bills(m)
}

// Unorder drops methods that were made for orders which are not placed any more.
func (s *Service) Unorder(ctx context.Context, ids ...uuid.UUID) error {
	for _, id := range ids {
		method, err := s.Method(ctx, id)
		if err != nil {
			return err
		}
		if !s.Bills(method) {
			continue
		}
		if err := s.drop(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// OrderForm is what the browser posts to pay the charge of an order. It may be asked for again
// while the charge is open: the provider takes its order id once. agreed and cancelled are the keys
// with which its page gives the browser back. found is false when the charge is none of that kind,
// or may not be paid any more. Fault: PAYMENT_UNAVAILABLE.
func (s *Service) OrderForm(ctx context.Context, provider, orderID, agreed, cancelled string) (form gateway.Form, found bool, err error) {
	c, err := s.ChargeOfOrder(ctx, provider, orderID)
	if err != nil || c == nil || !IsLive(c) || s.givenUp(c) {
		return form, false, err
	}
	method, err := s.Method(ctx, c.PaymentMethodID)
	if err != nil {
		return form, false, err
	}
	forms := s.Providers.Named(provider).Forms
	if forms == nil {
		return form, false, fault.Unavailable(fault.PaymentUnavailable, gateway.ErrAbsent)
	}
	form, err = forms.Form(gateway.FormRequest{
		OrderID: c.ProviderOrderID, Kind: method.PaymentMethodType, CustomerCode: method.CustomerCode, ItemID: "order", ItemName: c.PlanName,
		Amount: c.Amount, Tax: c.Tax, ReturnURL: s.BankReturn + agreed + "/ok", CancelURL: s.BankReturn + cancelled + "/ng", ErrorURL: s.BankReturn + cancelled + "/ng",
		NoticeURL: s.NoticeBase + provider,
	})
	if err != nil {
		return form, false, fault.Unavailable(fault.PaymentUnavailable, err)
	}
	return form, true, nil
}

// ChargeOfOrder is the charge of an order that its provider charges by itself; nil when there
// is none.
func (s *Service) ChargeOfOrder(ctx context.Context, provider, orderID string) (*ent.Charge, error) {
	c, err := s.Store.Client(ctx).Charge.Query().Where(charge.Provider(provider), charge.ProviderOrderID(orderID),
		charge.OriginEQ(charge.OriginProvider)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return c, err
}

// Ordered asks the provider what became of an order's charge, for a member who comes back from its
// page. One who left that page without agreeing is believed where the provider knows of nothing:
// should it take money all the same, that goes back.
func (s *Service) Ordered(ctx context.Context, provider, orderID string, cancelled bool) error {
	c, err := s.ChargeOfOrder(ctx, provider, orderID)
	if err != nil || c == nil {
		return err
	}
	if !cancelled {
		_, err := s.Resolve(ctx, c.ID)
		return err
	}
	return s.NotPaid(ctx, c, "")
}

// NotPaid concludes the charge of an order to which the member, or the provider, did not agree,
// unless the provider knows better. Code is the provider's own.
func (s *Service) NotPaid(ctx context.Context, c *ent.Charge, code string) error {
	if !IsLive(c) {
		_, err := s.Resolve(ctx, c.ID)
		return err
	}
	_, err := s.lookup(context.WithoutCancel(ctx), c, func() (*ent.Charge, error) {
		return s.record(ctx, c, verdict{state: charge.StateDeclined, tracking: c.TrackingID, reason: gateway.ReasonDeclined, code: code})
	})
	return err
}

// byProviderItself reports whether the charge is that of an order by which its provider charges
// each month by itself.
func byProviderItself(c *ent.Charge) bool {
	return c.Origin == charge.OriginProvider && c.Initiator == charge.InitiatorMember
}

// joins makes the method of such an order what its outcome says: the contract's, under the
// transaction that paid it, or nothing.
func (s *Service) joins(ctx context.Context, c *ent.Charge) error {
	if !byProviderItself(c) {
		return nil
	}
	if c.State != charge.StateSettled {
		return s.drop(ctx, c.PaymentMethodID)
	}
	n, err := s.Store.Client(ctx).PaymentMethod.Update().Where(paymentmethod.ID(c.PaymentMethodID), paymentmethod.StateNEQ(paymentmethod.StateDeleted)).
		SetState(paymentmethod.StateActive).SetReference(agreementOf(c.TrackingID)).SetAuthenticatedAt(s.Clock.Now()).Save(ctx)
	if err != nil || n == 1 {
		return err
	}
	return s.agreedLate(ctx, c, c.TrackingID)
}

// agreementOf is the agreement that came about with the order's transaction: its id, to which
// adapters add the month after a slash.
func agreementOf(tracking string) string {
	reference, _, _ := strings.Cut(tracking, "/")
	return reference
}

// disjoins ends what such an order agreed on with the provider, because its money goes back.
func (s *Service) disjoins(ctx context.Context, c *ent.Charge) error {
	if !byProviderItself(c) {
		return nil
	}
	return s.End(ctx, c.PaymentMethodID)
}

// agreedLate ends what a member agreed on with the provider although the order was over, or they
// had left.
func (s *Service) agreedLate(ctx context.Context, c *ent.Charge, tracking string) error {
	if !byProviderItself(c) {
		return nil
	}
	err := s.Store.Client(ctx).PaymentMethod.Update().Where(paymentmethod.ID(c.PaymentMethodID), paymentmethod.Reference("")).
		SetReference(agreementOf(tracking)).Exec(ctx)
	return errors.Join(err, s.Store.Enqueue(ctx, ForgetArgs{MethodID: c.PaymentMethodID}, nil))
}

// End ends what was agreed on with the provider of the method: it is deleted and forgotten. One
// that is deleted already stays so.
func (s *Service) End(ctx context.Context, id uuid.UUID) error {
	retired, err := s.Retire(ctx, id)
	if err != nil || !retired {
		return err
	}
	if err := s.Store.Enqueue(ctx, ForgetArgs{MethodID: id}, nil); err != nil {
		return fmt.Errorf("payment method %s: %w", id, err)
	}
	return nil
}

// settledLate asks the provider once more for the charge of such an order that was concluded
// unpaid: the member may have agreed since.
func (s *Service) settledLate(ctx context.Context, c *ent.Charge) error {
	if !byProviderItself(c) || c.SettledAt != nil {
		return nil
	}
	var t gateway.Transaction
	err := s.outside(ctx, func(ctx context.Context) (err error) {
		t, err = s.gateway(c).Lookup(ctx, c.ProviderOrderID, c.TrackingID)
		return err
	})
	if err != nil || t.State != gateway.TransactionSettled && t.State != gateway.TransactionAuthorized {
		return err
	}
	_, err = s.overtaken(ctx, c, verdict{state: charge.StateSettled, tracking: t.TrackingID})
	return err
}

// followBilling does what follows from a notice of a provider that charges by itself: of an order
// on its page, or of a month.
func (s *Service) followBilling(ctx context.Context, e *ent.GatewayEvent) (noticeResult, error) {
	ofMonth, understood, err := s.ProviderBilling.Noticed(ctx, e)
	switch {
	case ofMonth && err == nil && !understood:
		return needsStaff, nil
	case ofMonth:
		return handled, err
	}
	c, err := s.ChargeOfOrder(ctx, e.Provider, e.ProviderOrderID)
	if err != nil || c == nil {
		return retry, err
	}
	if gateway.NoticeKind(e.Kind) == gateway.NoticeRefused {
		err = s.NotPaid(ctx, c, e.Code)
	} else {
		_, err = s.Resolve(ctx, c.ID)
	}
	if err != nil {
		return retry, err
	}
	c, err = s.Store.Client(ctx).Charge.Get(ctx, c.ID)
	if err != nil || IsLive(c) && gateway.NoticeKind(e.Kind) != gateway.NoticePending {
		return retry, err
	}
	return handled, nil
}
