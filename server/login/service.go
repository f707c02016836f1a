package login

import (
	"kaiin/server/account"
	"kaiin/server/clock"
	"kaiin/server/credential"
	"kaiin/server/flow"
	"kaiin/server/notify"
	"kaiin/server/passcode"
	"kaiin/server/secret"
	"kaiin/server/session"
	"kaiin/server/settings"
	"kaiin/server/signup"
	"kaiin/server/store"
	"kaiin/server/throttle"
)

// Service proves who asks.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Secrets  *secret.Box
	Settings *settings.Service
	Notify   *notify.Service

	Throttle   *throttle.Service
	Flow       *flow.Service
	Passcode   *passcode.Service
	Session    *session.Service
	Account    *account.Service
	Credential *credential.Service
	Signup     *signup.Service // for visitors whose external account is linked to nobody

	Humans HumanCheck // who tells people from programs; nil: nobody

	Providers map[string]Provider // by the type of their accounts: LINE, Google, Yahoo! JAPAN, Facebook
	// Callback is the address at which providers give the browser back, CallbackForm that for a posted form.
	Callback, CallbackForm string
}
