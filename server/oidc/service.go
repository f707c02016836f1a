package oidc

import (
	"kaiin/server/account"
	"kaiin/server/clock"
	"kaiin/server/notify"
	"kaiin/server/secret"
	"kaiin/server/session"
	"kaiin/server/settings"
	"kaiin/server/store"
	"kaiin/server/throttle"
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

	Apps Apps

	Issuer string // the public origin, which tokens name (OpenID Connect Discovery 3)

	clients store.Cached[map[string]*Client]
	keys    store.Cached[*Keyring]
	calls   calls
}
