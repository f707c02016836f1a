package passcode

import (
	"kaiin/server/catalog"
	"kaiin/server/clock"
	"kaiin/server/notify"
	"kaiin/server/secret"
	"kaiin/server/store"
	"kaiin/server/throttle"
)

// Service sends codes and takes them back.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Secrets  *secret.Box
	Catalog  *catalog.Service
	Notify   *notify.Service
	Throttle *throttle.Service
}
