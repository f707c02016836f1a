package desk

import (
	"kaiin/server/base/clock"
	"kaiin/server/desk/members"
	"kaiin/server/identity/session"
	"kaiin/server/staff/acts"
)

// Resolver holds what resolvers ask.
type Resolver struct {
	Acts    *acts.Service
	Clock   *clock.Clock
	Session *session.Service
	Members *members.Service
}
