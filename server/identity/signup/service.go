package signup

import (
	"context"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/session"
	"kaiin/server/shop/catalog"
)

// Service makes members of visitors.
type Service struct {
	Store      *store.Store
	Clock      *clock.Clock
	Catalog    *catalog.Service
	Settings   *settings.Service
	Notify     *notify.Service
	Throttle   *throttle.Service
	Flow       *flow.Service
	Passcode   *passcode.Service
	Session    *session.Service
	Account    *account.Service
	Credential *credential.Service

	// Noted begins the login history of a new member, in the transaction of the sign-up. Nil: none.
	Noted  func(ctx context.Context, a actor.Actor, row *ent.Account, method actor.Method) error
	PlanOf func(path string) string // the id of the plan at whose page a path of this site leads, or ""
}
