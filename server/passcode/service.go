package passcode

import (
	"kaiin/server/clock"
	"kaiin/server/notify"
	"kaiin/server/secret"
	"kaiin/server/settings"
	"kaiin/server/store"
	"kaiin/server/throttle"
)

// Service sends codes and takes them back.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Secrets  *secret.Box
	Settings *settings.Service
	Notify   *notify.Service
	Throttle *throttle.Service
}
