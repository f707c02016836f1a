package signup

import (
	"kaiin/server/account"
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/credential"
	"kaiin/server/flow"
	"kaiin/server/notify"
	"kaiin/server/passcode"
	"kaiin/server/session"
	"kaiin/server/settings"
	"kaiin/server/store"
	"kaiin/server/throttle"
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

	PlanOf func(path string) string // the id of the plan at whose page a path of this site leads, or ""
}
