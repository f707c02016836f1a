package passcode

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
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
