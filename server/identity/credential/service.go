package credential

import (
	"kaiin/ent/backupcode"
	"kaiin/ent/factor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/reseal"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/session"
)

// Service keeps what members prove their identity with.
type Service struct {
	Store     *store.Store
	Clock     *clock.Clock
	Secrets   *secret.Box
	Settings  *settings.Service
	Notify    *notify.Service
	Throttle  *throttle.Service
	Flow      *flow.Service
	Passcode  *passcode.Service
	Session   *session.Service
	Account   *account.Service
	Passkey   *passkey.Service
	Passwords PasswordPool // ready as its zero value
}

// Sealed are the columns of this package that hang on the service's secret, and the requests for a
// link that wait. MACs of codes are known to their recipients alone.
func (s *Service) Sealed() []reseal.Column {
	return []reseal.Column{
		{Table: factor.Table, Name: factor.FieldSecret, By: []string{factor.FieldAccountID}, Reseal: reseal.Sealed(func(by []string) string { return otpSeal(by[0]) })},
		{Table: backupcode.Table, Name: backupcode.FieldCodeHash, Read: "used_at IS NULL", Reseal: reseal.Hash(sealBackup)},
		{Table: "held_changes", Name: "code_hash", Read: "ended_at IS NULL AND proved_at IS NULL AND expires_at > $1", Ends: "expires_at"},
		{
			Table: "river_job", Name: "args", Value: "decode(args->>'sealed', 'base64')",
			Read: "kind = 'account.reset' AND state NOT IN ('completed', 'cancelled', 'discarded')",
		},
	}
}
