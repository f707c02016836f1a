package login

import (
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
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
	Passkey    *passkey.Service
	Signup     *signup.Service // for visitors whose external account is not linked

	Humans HumanCheck // tells people from programs; nil: no check

	Providers map[string]Provider // by the type of their accounts: LINE, Google, Yahoo! JAPAN, Facebook
	// Callback is the address at which providers give the browser back, CallbackForm that for a
	// posted form.
	Callback, CallbackForm string
}
