package flow

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// Service keeps flows.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
}
