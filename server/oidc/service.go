package oidc

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/session"
	"kaiin/server/staff/acts"
)

// Service lets other apps in.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Secrets  *secret.Box
	Settings *settings.Service
	Throttle *throttle.Service
	Session  *session.Service
	Account  *account.Service
	Notify   *notify.Service
	Acts     *acts.Service

	Apps Apps

	Issuer string // the public origin, which tokens name (OpenID Connect Discovery 3)

	clients store.Cached[map[string]*Client]
	keys    store.Cached[*Keyring]
	calls   calls
}
