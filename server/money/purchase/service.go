package purchase

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/predicate"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/evidence"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// Service is the checkout. The composition root makes it the owner of orders' bills
// (billing.Service.Orders).
type Service struct {
	Store        *store.Store
	Clock        *clock.Clock
	Secrets      *secret.Box
	Catalog      *catalog.Service
	Settings     *settings.Service
	Throttle     *throttle.Service
	Account      *account.Service
	Payment      *payment.Service
	Billing      *billing.Service
	Subscription *subscription.Service
	Entitlement  *entitlement.Service
	Evidence     *evidence.Service
	Notify       *notify.Service
	LockPatience time.Duration // how long a step waits for each lock; zero: ten seconds
}

// complete is where the order's checkout ends.
func complete(o *ent.Order) step.Step { return step.OrderComplete(o.PlanID, o.Signup) }

// token is the order's idempotency key: 256 bits that only we can compute, so that the confirm page
// can show it again after a reload while the database keeps its hash alone.
func (s *Service) token(id uuid.UUID) string {
	return base64.RawURLEncoding.EncodeToString(s.Secrets.MAC("purchase token", id[:]))
}

// prepare reads the settings: what follows asks for them again and again, in transactions, which
// put nothing into the memory.
func (s *Service) prepare(ctx context.Context) error {
	_, err := s.Settings.Get(ctx)
	return err
}

// tx is a transaction of the checkout, which waits for each lock no longer than LockPatience.
func (s *Service) tx(ctx context.Context, f func(context.Context) error) error {
	patience := cmp.Or(s.LockPatience, 10*time.Second)
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.Store.Exec(ctx, fmt.Sprintf("SET LOCAL lock_timeout = %d", patience.Milliseconds())); err != nil {
			return err
		}
		return f(ctx)
	})
}

// notKept is err in the words of the checkout, where a step has left nothing behind:
// PURCHASE_LOCK_FAILED when others kept what it had to lock, PURCHASE_STORE_FAILED when the
// database keeps nothing. Any other error stays as it is.
func notKept(err error) error {
	switch {
	case store.LockTimedOut(err):
		return fault.Unavailable(fault.PurchaseLockFailed, err)
	case store.Unwritable(err):
		return fault.Unavailable(fault.PurchaseStoreFailed, err)
	}
	return err
}

// lock reads the order and keeps others from changing it until the transaction ends.
func (s *Service) lock(ctx context.Context, of ...predicate.Order) (*ent.Order, error) {
	if !store.InTx(ctx) {
		return nil, errors.New("an order locked outside a transaction")
	}
	return s.Store.Client(ctx).Order.Query().Where(of...).ForUpdate().Only(ctx)
}

// providerOrderID is the provider's key of an order's charge.
func providerOrderID(id uuid.UUID) string { return "p" + strings.ReplaceAll(id.String(), "-", "") }

// termsOf reads what the order was agreed on.
func termsOf(o *ent.Order) (Terms, error) {
	var t Terms
	err := json.Unmarshal(o.Terms, &t)
	return t, err
}
