package purchase

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/order"
	"kaiin/server/account"
	"kaiin/server/billing"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/entitlement"
	"kaiin/server/evidence"
	"kaiin/server/notify"
	"kaiin/server/payment"
	"kaiin/server/secret"
	"kaiin/server/step"
	"kaiin/server/store"
	"kaiin/server/subscription"
	"kaiin/server/throttle"
)

// Service is the checkout. The composition root makes it the owner of orders' bills (billing.Service.Orders).
type Service struct {
	Store        *store.Store
	Clock        *clock.Clock
	Secrets      *secret.Box
	Catalog      *catalog.Service
	Throttle     *throttle.Service
	Account      *account.Service
	Payment      *payment.Service
	Billing      *billing.Service
	Subscription *subscription.Service
	Entitlement  *entitlement.Service
	Evidence     *evidence.Service
	Notify       *notify.Service
}

// complete is where the order's checkout ends.
func complete(o *ent.Order) step.Step { return step.OrderComplete(o.PlanID, o.Signup) }

// token is the order's idempotency key: 256 bits that only we can compute, so that the confirm page can show it again
// after a reload while the database keeps its hash alone.
func (s *Service) token(id uuid.UUID) string {
	return base64.RawURLEncoding.EncodeToString(s.Secrets.MAC("purchase token", id[:]))
}

// lock reads the order and keeps others from changing it until the transaction ends.
func (s *Service) lock(ctx context.Context, id uuid.UUID) (*ent.Order, error) {
	if !store.InTx(ctx) {
		return nil, fmt.Errorf("order %s locked outside a transaction", id)
	}
	return s.Store.Client(ctx).Order.Query().Where(order.ID(id)).ForUpdate().Only(ctx)
}

// providerOrderID is the provider's key of an order's charge.
func providerOrderID(id uuid.UUID) string { return "p" + strings.ReplaceAll(id.String(), "-", "") }

// termsOf reads what the order was agreed on.
func termsOf(o *ent.Order) (Terms, error) {
	var t Terms
	err := json.Unmarshal(o.Terms, &t)
	return t, err
}
