package throttle

import (
	"kaiin/server/clock"
	"kaiin/server/secret"
	"kaiin/server/store"
)

// Service counts tries.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
}
