package flow

import (
	"kaiin/server/clock"
	"kaiin/server/secret"
	"kaiin/server/store"
)

// Service keeps flows.
type Service struct {
	Store   *store.Store
	Clock   *clock.Clock
	Secrets *secret.Box
}
