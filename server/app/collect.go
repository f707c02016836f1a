package app

import (
	"context"

	"github.com/riverqueue/river"

	"kaiin/server/base/reseal"
)

// What services do apart from answering calls. A service that has one of these methods is found by
// collect: nothing else has to be changed when one is added. withdrawal.Leaver, session.Listener
// and entitlement.Listener are collected in the same way.
type (
	// worker has jobs of its own.
	worker interface{ Jobs(workers *river.Workers) }
	// scanner enqueues what is due, in batches, and says how many that were.
	scanner interface {
		Due(ctx context.Context) (enqueued int, err error)
	}
	// purger deletes what is over.
	purger interface {
		Purge(ctx context.Context) error
	}
	// sealer keeps what hangs on the service's secret.
	sealer interface{ Sealed() []reseal.Column }
)

// services are all of them, in the order in which a leaving member is taken out of them: money
// first, the account last.
func (a *App) services() []any {
	return []any{
		a.Acts, a.People, a.Settings, a.Catalog, a.Postal, a.StoreFile, a.Notify, a.Subscription, a.Billing, a.Payment, a.ProviderBilling, a.Reconciliation, a.Playback, a.Evidence, a.Purchase, a.Entitlement, a.Reminder, a.Withdrawal, a.Blocking, a.Search, a.Members, a.Records, a.Proposals, a.Watch,
		a.OIDC, a.Flow, a.Passcode, a.Throttle, a.Session, a.Passkey, a.Credential, a.Pin, a.Profile, a.ProfileImage, a.Preferences, a.Newsletter, a.PersonalData, a.Signup, a.Login, a.Account,
	}
}

// collect are the services that can do what T asks for, in the order of services.
func collect[T any](a *App) []T {
	var all []T
	for _, service := range a.services() {
		if one, ok := service.(T); ok {
			all = append(all, one)
		}
	}
	return all
}
