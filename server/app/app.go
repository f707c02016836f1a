package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/riverqueue/river"

	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/flow"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/base/throttle"
	"kaiin/server/desk/members"
	"kaiin/server/desk/people"
	"kaiin/server/desk/proposal"
	"kaiin/server/desk/records"
	"kaiin/server/desk/search"
	"kaiin/server/desk/watch"
	"kaiin/server/identity/account"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/passcode"
	"kaiin/server/identity/passkey"
	"kaiin/server/identity/pin"
	"kaiin/server/identity/preferences"
	"kaiin/server/identity/profile"
	"kaiin/server/identity/profileimage"
	"kaiin/server/identity/session"
	"kaiin/server/identity/signup"
	"kaiin/server/leaving/blocking"
	"kaiin/server/leaving/newsletter"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/leaving/withdrawal"
	"kaiin/server/money/billing"
	"kaiin/server/money/entitlement"
	"kaiin/server/money/evidence"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/money/purchase"
	"kaiin/server/money/reconciliation"
	"kaiin/server/money/reminder"
	"kaiin/server/money/subscription"
	"kaiin/server/oidc"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/playback"
	"kaiin/server/shop/postal"
	"kaiin/server/shop/storefile"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/edge"
	"kaiin/server/transport/endpoints"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/guard"
	"kaiin/server/transport/pages"
	"kaiin/server/transport/viewer"
	"kaiin/server/transport/visit"
	"kaiin/server/transport/zapi"
)

// App is the whole of Kaiin, built once.
type App struct {
	Config  *config.Config
	Log     *slog.Logger
	Store   *store.Store
	Lane    *store.Store // what the staff read by: members never wait for them; the same one where there is no desk
	Clock   *clock.Clock
	Secrets *secret.Box

	Acts            *acts.Service
	Members         *members.Service
	Records         *records.Service
	Search          *search.Service
	Proposals       *proposal.Service
	Catalog         *catalog.Service
	Settings        *settings.Service
	Postal          *postal.Service
	StoreFile       *storefile.Service
	Notify          *notify.Service
	Throttle        *throttle.Service
	Flow            *flow.Service
	Passcode        *passcode.Service
	Session         *session.Service
	Account         *account.Service
	Credential      *credential.Service
	Passkey         *passkey.Service
	Pin             *pin.Service
	Profile         *profile.Service
	ProfileImage    *profileimage.Service
	Preferences     *preferences.Service
	Newsletter      *newsletter.Service
	PersonalData    *personaldata.Service
	Signup          *signup.Service
	Login           *login.Service
	Entitlement     *entitlement.Service
	Payment         *payment.Service
	ProviderBilling *providerbilling.Service
	Reconciliation  *reconciliation.Service
	Playback        *playback.Service
	Billing         *billing.Service
	Subscription    *subscription.Service
	Evidence        *evidence.Service
	Purchase        *purchase.Service
	Reminder        *reminder.Service
	Withdrawal      *withdrawal.Service
	Blocking        *blocking.Service
	Watch           *watch.Service
	OIDC            *oidc.Service
	People          *people.Service

	Graph *graph.Executor
	Edge  *edge.Edge

	worker *river.Client[*sql.Tx]
	runs   runs
}

// New connects to the database and builds everything; nothing runs yet. Close it in the end.
func New(ctx context.Context, c *config.Config, log *slog.Logger) (*App, error) {
	a := &App{Config: c, Log: log}
	var err error
	if a.Clock, err = ClockOf(ctx, c); err != nil {
		return nil, err
	}
	if a.Secrets, err = secret.NewBox(c.Secrets...); err != nil {
		return nil, fmt.Errorf("KAIIN_SECRET: %w", err)
	}
	if a.Store, err = openStore(ctx, c); err != nil {
		return nil, err
	}
	if len(c.StaffNetworks) > 0 {
		if a.Lane, err = openStore(ctx, c); err != nil {
			_ = a.Store.Close()
			return nil, err
		}
	}
	if err := a.build(ctx); err != nil {
		_ = a.Close()
		return nil, err
	}
	return a, nil
}

// openStore connects to the database for what works through a pooler, too: all but migrations.
func openStore(ctx context.Context, c *config.Config) (*store.Store, error) {
	if c.DatabaseDirectURL != "" {
		return store.OpenPooled(ctx, c.DatabaseURL)
	}
	return store.Open(ctx, c.DatabaseURL)
}

func (a *App) build(ctx context.Context) error {
	if err := a.buildServices(); err != nil {
		return err
	}
	if err := a.buildWorker(); err != nil {
		return err
	}
	return a.buildTransports(ctx)
}

func (a *App) buildTransports(ctx context.Context) error {
	var err error
	a.Graph, err = graph.New(&graph.Resolver{
		Catalog: a.Catalog, Postal: a.Postal, Settings: a.Settings, Session: a.Session, Accounts: a.Account, Credential: a.Credential, Passkey: a.Passkey, Pin: a.Pin, Profile: a.Profile, ProfileImage: a.ProfileImage, Preferences: a.Preferences, Newsletter: a.Newsletter, PersonalData: a.PersonalData, Signup: a.Signup, Login: a.Login, Payment: a.Payment, Playback: a.Playback, Billing: a.Billing, Subscription: a.Subscription, Purchase: a.Purchase,
		Entitlement: a.Entitlement, Evidence: a.Evidence, Withdrawal: a.Withdrawal, OIDC: a.OIDC, Acts: a.Acts,
	}, a.Log)
	if err != nil {
		return err
	}
	shim, err := zapi.New(a.Graph)
	if err != nil {
		return err
	}
	arrivals := &visit.Arrivals{Config: a.Config, Log: a.Log, Secrets: a.Secrets}
	guard := &guard.Guard{
		Config: a.Config, Log: a.Log, Patience: guard.Patience,
		Viewers:  &viewer.Finder{Secure: a.Config.Secure(), Resume: a.Session.Resume},
		Settings: a.Settings.Get, Country: a.Session.Country,
	}
	pages := &pages.Pages{Config: a.Config, Log: a.Log, Time: a.Clock, Arrivals: arrivals, Guard: guard, Plans: a.Catalog.Plans}
	site := endpoints.Site{Config: a.Config, Log: a.Log, Guard: guard, Pages: pages}
	shows := &graph.Shows{Executor: a.Graph, Reads: a.Lane, Account: a.Account, Settings: a.Settings}
	staff, err := desk.New(&desk.Resolver{
		Clock: a.Clock, Acts: a.Acts, Session: a.Session, Account: a.Account, Credential: a.Credential, Members: a.Members, Records: a.Records, Search: a.Search, People: a.People,
		Proposals: a.Proposals, Payment: a.Payment, Billing: a.Billing, Subscription: a.Subscription, Purchase: a.Purchase, ProviderBilling: a.ProviderBilling,
		Blocking: a.Blocking, Withdrawal: a.Withdrawal, Owners: a.People, Show: shows.Screen,
	}, a.Log)
	if err != nil {
		return err
	}
	door := &gate.Door{
		Desk: staff, Members: a.Graph, Guard: guard, Person: a.People.Resume, Program: a.OIDC.Program,
	}
	a.Edge = &edge.Edge{
		Config: a.Config, Log: a.Log, Arrivals: arrivals, Guard: guard, Pages: pages, Graph: door, Shim: shim,
		Social:      &endpoints.Social{Site: site, Leave: a.Login.LeaveForProvider, Return: a.Login.ReturnFromProvider},
		Bank:        &endpoints.Bank{Site: site, Return: a.Purchase.ReturnFromBank, Mine: a.Payment.Mine, GiveUp: a.Purchase.GiveUp},
		Notices:     &endpoints.Notices{Site: site, Receive: a.Payment.Receive},
		Newsletters: &endpoints.Newsletters{Site: site, Stop: a.Newsletter.Stop},
		Apps:        &endpoints.Apps{Site: site, Provider: a.OIDC, Pins: a.Pin, Logout: func(r *http.Request, who actor.Actor) error { return a.Session.Logout(r.Context(), who) }},
		Data:        &endpoints.Data{Site: site, Service: a.PersonalData},
		Staff:       &endpoints.Staff{Site: site, People: a.People, Program: a.OIDC.Program, Schema: staff.SDL()},
		Pictures:    &endpoints.Pictures{Site: site, Find: a.ProfileImage.Find},
		StoreFiles:  &endpoints.StoreFiles{Site: site},
		Health:      &endpoints.Health{Site: site, Ready: a.ready},
		WellKnown:   &endpoints.WellKnown{Site: site, Time: a.Clock},
	}
	if a.Config.SandboxURL != nil {
		a.Edge.Clock = &endpoints.SandboxClock{Site: site, Move: a.MoveClock}
	}
	return a.Edge.Prepare(ctx)
}

// ready is nil when the database answers, is migrated, and holds a store.
func (a *App) ready(ctx context.Context) error {
	if err := a.Store.Migrated(ctx); err != nil {
		return err
	}
	_, err := a.Settings.Get(ctx)
	return err
}

// Handler answers every request of the public origin.
func (a *App) Handler() http.Handler { return a.Edge }

// Close ends the connections to the database.
func (a *App) Close() error {
	if a.Lane != nil && a.Lane != a.Store {
		return errors.Join(a.Lane.Close(), a.Store.Close())
	}
	return a.Store.Close()
}
