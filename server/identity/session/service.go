package session

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/passcode"
)

// Service keeps sessions and the browsers that accounts know.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Settings *settings.Service
	Throttle *throttle.Service
	Passcode *passcode.Service

	Countries *Countries // where addresses are; nil: unknown
	Listeners []Listener // told when sessions of members end, in this order; may be empty, but while it is nil no session can end
}
