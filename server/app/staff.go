package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/settings"
	"kaiin/server/desk/members"
	"kaiin/server/desk/search"
	"kaiin/server/money/evidence"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/postal"
	"kaiin/server/shop/storefile"
	"kaiin/server/staff/acts"
)

// NewForStaff builds what commands do with the settings of the store, its members and its apps.
// They send no mail and ask no provider, so they need less of the configuration than New:
// DATABASE_URL, for some the secret, and the sandbox's clock where there is a sandbox. The services
// that need more are nil. What one service tells another is connected as in New, so that a command
// that ends sessions ends what apps were given in them, too. Close it in the end.
func NewForStaff(ctx context.Context, c *config.Config) (*App, error) {
	a := &App{Config: c, Log: slog.Default()}
	var err error
	a.Clock = clockForStaff(ctx, c)
	if len(c.Secrets) > 0 {
		if a.Secrets, err = secret.NewBox(c.Secrets...); err != nil {
			return nil, fmt.Errorf("KAIIN_SECRET: %w", err)
		}
	}
	if a.Store, err = openStore(ctx, c); err != nil {
		return nil, err
	}
	a.Acts = &acts.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.Members = &members.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.Search = &search.Service{Store: a.Store, Reads: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.Settings = &settings.Service{Store: a.Store, Clock: a.Clock}
	a.Catalog = &catalog.Service{Store: a.Store, Clock: a.Clock, Settings: a.Settings}
	a.Postal = &postal.Service{Store: a.Store}
	a.StoreFile = &storefile.Service{Store: a.Store, Settings: a.Settings, Catalog: a.Catalog}
	a.Notify = &notify.Service{Store: a.Store, Clock: a.Clock, Secrets: a.Secrets}
	a.buildIdentity(nil)
	a.buildApps()
	a.buildDesk()
	a.Evidence = &evidence.Service{Store: a.Store, Clock: a.Clock, Catalog: a.Catalog}
	if err := a.connectIdentity(); err != nil {
		_ = a.Store.Close()
		return nil, err
	}
	return a, nil
}

// clockForStaff is ClockOf for commands, which do not wait for a sandbox: the store is filled
// before it starts, and its time will be the machine's then.
func clockForStaff(ctx context.Context, c *config.Config) *clock.Clock {
	now := clock.New()
	if c.SandboxURL == nil {
		return now
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if offset, err := askSandbox(ctx, c); err == nil {
		now.SetOffset(offset)
	}
	return now
}
