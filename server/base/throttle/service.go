package throttle

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// Service counts tries.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
}
