package purchase

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/ent/predicate"
	"kaiin/server/base/clock"
	"kaiin/server/base/step"
	"kaiin/server/money/gateway"
	"kaiin/server/money/subscription"
)

// An order by which a provider charges each month by itself is paid on its page. The charge is
// written down first; then the browser posts the form. The provider's word decides, by its notice
// or when it is asked: the browser's return proves nothing.

// orders reports whether the form names a kind that is chosen with the order.
func (s *Service) orders(methodID string) bool {
	return slices.ContainsFunc(s.Payment.Providers.Ordered(), func(k gateway.Kind) bool {
		return k.Type == gateway.MethodType(methodID)
	})
}

// unorder drops what was made for orders that are replaced by newer ones.
func (s *Service) unorder(ctx context.Context, of ...predicate.Order) error {
	rows, err := s.Store.Client(ctx).Order.Query().Where(of...).All(ctx)
	if err != nil {
		return err
	}
	for _, o := range rows {
		if o.PaymentMethodID == nil {
			continue
		}
		if err := s.Payment.Unorder(ctx, *o.PaymentMethodID); err != nil {
			return err
		}
	}
	return nil
}

// ChargeDay is when the term is charged: what is shown before the order, in the mails and on the
// pages of the contract is this day.
func (d Deal) ChargeDay(t subscription.Term) clock.Day {
	if d.ByProvider && t.Number > 1 {
		return subscription.ChargedOn(t.Start)
	}
	return t.Start
}

// OrderedNext is when the second term is charged if the provider charges by itself; ok is false
// when there is none.
func (d Deal) OrderedNext() (day clock.Day, ok bool) {
	d.ByProvider = true
	return d.ChargeDay(d.Basis.Term(2)), d.Monthly() && d.Basis.Charged(2)
}

// How a member comes back from the provider's page.
const (
	agreed    = "order agreed"
	cancelled = "order cancelled"
)

// returnKey is the key with which the provider's page gives the browser back: the order, and that
// only we can have said so.
func (s *Service) returnKey(id uuid.UUID, how string) string {
	return hex.EncodeToString(id[:]) + "-" + base64.RawURLEncoding.EncodeToString(s.Secrets.MAC(how, id[:]))
}

// fromProvider is the order of a return key; found is false for any other key.
func (s *Service) fromProvider(key string) (id uuid.UUID, without, found bool) {
	const idLength = 32
	if len(key) < idLength+2 || key[idLength] != '-' {
		return id, false, false
	}
	raw, err := hex.DecodeString(key[:idLength])
	if err != nil {
		return id, false, false
	}
	mac, err := base64.RawURLEncoding.DecodeString(key[idLength+1:])
	if err != nil {
		return id, false, false
	}
	copy(id[:], raw)
	if s.Secrets.IsMAC(mac, cancelled, raw) {
		return id, true, true
	}
	return id, false, s.Secrets.IsMAC(mac, agreed, raw)
}

// GiveUp is the browser's return from a page that the member left without having agreed, before
// ReturnFromBank, which asks the provider of what was ordered on it.
func (s *Service) GiveUp(ctx context.Context, key string) error {
	if _, _, found := s.fromProvider(key); found {
		return nil
	}
	return s.Payment.GiveUp(ctx, key)
}

// atProvider is the form that leads to the provider's page; nil when the order is none of those, or
// may not be paid any more.
func (s *Service) atProvider(ctx context.Context, id uuid.UUID) (*gateway.Form, error) {
	o, method, err := s.byProvider(ctx, id)
	if err != nil || method == nil || o.State != order.StateCharging && o.State != order.StateUnknown {
		return nil, err
	}
	form, found, err := s.Payment.OrderForm(ctx, method.Provider, providerOrderID(id), s.returnKey(id, agreed), s.returnKey(id, cancelled))
	if err != nil || !found {
		return nil, err
	}
	return &form, nil
}

// abandon is the way out for a member who came back from the provider's page in some other way than
// by its own links; none for an order without such a page.
func (s *Service) abandon(ctx context.Context, o *ent.Order) (step.Step, error) {
	if _, method, err := s.byProvider(ctx, o.ID); err != nil || method == nil {
		return step.Step{}, err
	}
	return step.AbandonOrder(s.returnKey(o.ID, cancelled)), nil
}

// byProvider is the order with its method; no method when its provider does not charge by itself.
func (s *Service) byProvider(ctx context.Context, id uuid.UUID) (*ent.Order, *ent.PaymentMethod, error) {
	o, err := s.Store.Client(ctx).Order.Get(ctx, id)
	if err != nil || o.PaymentMethodID == nil {
		return o, nil, err
	}
	method, err := s.Payment.Method(ctx, *o.PaymentMethodID)
	if err != nil || !s.Payment.Bills(method) {
		return o, nil, err
	}
	return o, method, nil
}

// back is the browser's return from the provider's page. The provider is asked what became of the
// order, and the page to which the member goes says it.
func (s *Service) back(ctx context.Context, id uuid.UUID, without bool) (next step.Step, err error) {
	o, method, err := s.byProvider(ctx, id)
	if err != nil {
		return next, err
	}
	if method != nil {
		if err := s.Payment.Ordered(ctx, method.Provider, providerOrderID(id), without); err != nil {
			slog.WarnContext(ctx, "what became of an order is not known yet", "order", id, "error", err)
		}
		if o, err = s.Store.Client(ctx).Order.Get(ctx, id); err != nil {
			return next, err
		}
	}
	if o.State == order.StateDeclined || o.State == order.StateFailed {
		return step.PlanForm(o.PlanID), nil
	}
	return complete(o), nil
}
