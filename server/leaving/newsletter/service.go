package newsletter

import (
	"context"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/newsletter"
	"kaiin/server/base/clock"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/account"
	"kaiin/server/identity/preferences"
)

// Service sends newsletters and stops them.
type Service struct {
	Store    *store.Store
	Clock    *clock.Clock
	Secrets  *secret.Box
	Settings *settings.Service
	Throttle *throttle.Service
	Account  *account.Service
	Consent  *preferences.Service
	Notify   *notify.Service
}

// life is how long it is known that a newsletter was sent, and what it said.
const life = 365 * 24 * time.Hour

// Purge deletes newsletters that are older than that.
func (s *Service) Purge(ctx context.Context) error {
	return s.Store.DeleteBefore(ctx, newsletter.Table, newsletter.FieldCreatedAt, s.Clock.Now().Add(-life))
}

// reachable reports whether a member can get newsletters at all: the account is in use, and its
// address proved.
func reachable(row *ent.Account) bool {
	return row != nil && row.Status == entaccount.StatusActive && row.Email != nil && row.EmailVerifiedAt != nil
}

// optionOf is the store's option of newsletters with the id; nil where there is none, or the store
// has newsletters switched off.
func optionOf(settings *settings.Settings, id string) *settings.ConsentOption {
	for i := range settings.ConsentOptions {
		if o := &settings.ConsentOptions[i]; o.ID == id && o.Type == string(preferences.Newsletter) && settings.Flags.Newsletter {
			return o
		}
	}
	return nil
}
