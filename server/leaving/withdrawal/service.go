package withdrawal

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
	"kaiin/server/money/payment"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// Service lets members leave.
type Service struct {
	Store        *store.Store
	Clock        *clock.Clock
	Catalog      *catalog.Service
	Settings     *settings.Service
	Flow         *flow.Service
	Passcode     *passcode.Service
	Account      *account.Service
	Payment      *payment.Service
	Subscription *subscription.Service
	Notify       *notify.Service
	Secrets      *secret.Box
	Throttle     *throttle.Service
	// Leavers end what a member holds, in this order.
	Leavers []Leaver
}

// Leaver is what holds something of members: it ends or deletes that because the member of the
// account leaves, in the transaction of the withdrawal, which holds the account's lock.
type Leaver interface {
	Leave(ctx context.Context, accountID uuid.UUID) error
}
