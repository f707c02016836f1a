package credential

import (
	"kaiin/server/account"
	"kaiin/server/clock"
	"kaiin/server/flow"
	"kaiin/server/notify"
	"kaiin/server/passcode"
	"kaiin/server/secret"
	"kaiin/server/session"
	"kaiin/server/settings"
	"kaiin/server/store"
	"kaiin/server/throttle"
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
