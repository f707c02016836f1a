package people

import (
	"context"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/social"
	"kaiin/server/staff/acts"
)

// Issuer is the OpenID provider of the company (social.Company).
type Issuer interface {
	// Start is the address that the browser goes to.
	Start(ctx context.Context, in login.ProviderStart) (address string, err error)
	// Finish says who logged in there. Its errors are those of login.Provider.
	Finish(ctx context.Context, in login.ProviderFinish) (social.Employee, error)
}

// Service keeps who works for the store.
type Service struct {
	Store     *store.Store
	Clock     *clock.Clock
	Secrets   *secret.Box
	Settings  *settings.Service
	Throttle  *throttle.Service
	Flow      *flow.Service
	Notify    *notify.Service
	Acts      *acts.Service
	Passwords *credential.PasswordPool

	InvitePath func(token string) string // of the page of an invitation

	ByIssuer bool   // people log in by the company's issuer
	Issuer   Issuer // that; nil for commands
	Callback string // where it gives the browser back, absolute
}

const (
	sessionLife = 12 * time.Hour
	sessionIdle = 30 * time.Minute
	touchAfter  = time.Minute // how exact the idle time is
	linkLife    = time.Hour   // of an invitation by a link
	boundWithin = 7 * 24 * time.Hour
	tokenLength = 43 // of secret.Token
)

// SessionLife is how long a session lasts at the most.
const SessionLife = sessionLife
