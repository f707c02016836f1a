package credential

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/session"
)

// Service keeps what members prove their identity with.
type Service struct {
	Store     *store.Store
	Clock     *clock.Clock
	Secrets   *secret.Box
	Settings  *settings.Service
	Notify    *notify.Service
	Throttle  *throttle.Service
	Flow      *flow.Service
	Passcode  *passcode.Service
	Session   *session.Service
	Account   *account.Service
	Passwords PasswordPool // ready as its zero value
}
