package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"golang.org/x/sync/errgroup"

	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/delivery"
	"kaiin/server/edge"
	"kaiin/server/failpoint"
	"kaiin/server/gateway/sbps"
	"kaiin/server/graph"
	"kaiin/server/secret"
	"kaiin/server/store"
	"kaiin/server/zapi"
)

// App is the whole server, built and not yet running.
type App struct {
	Store *store.Store
	Clock *clock.Clock
	graph.Resolver

	config *config.Config
	log    *slog.Logger
	edge   *edge.Edge
	worker *worker
}

// New connects to the database and builds every part. In development it waits for the sandbox's clock. Close releases
// what the App holds.
func New(ctx context.Context, cfg *config.Config, log *slog.Logger) (_ *App, err error) {
	failpoint.Arm(cfg.Failpoint)
	clk := clock.New()
	if cfg.SandboxURL != nil {
		if err := followClock(ctx, clk, cfg.SandboxURL); err != nil {
			return nil, err
		}
	}
	secrets, err := secret.NewBox(cfg.Secret)
	if err != nil {
		return nil, err
	}
	mailer, err := delivery.NewSMTP(cfg.SMTP, cfg.MailFrom, clk)
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	gateway, err := sbps.New(cfg.SBPS, clk)
	if err != nil {
		return nil, fmt.Errorf("sbps: %w", err)
	}
	db, err := store.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	a := &App{Store: db, Clock: clk, config: cfg, log: log}
	domains, mails := services(cfg, db, clk, secrets, outside{mailer, gateway})
	a.Resolver = domains
	a.worker, err = newWorker(db, log,
		[]registrar{mails, a.Payment, a.Subscription},
		[]scanner{a.Payment, a.Subscription},
		[]purger{a.Account, a.Login})
	if err != nil {
		return nil, err
	}
	return a, a.openDoor(secrets)
}

// openDoor builds the HTTP side.
func (a *App) openDoor(secrets *secret.Box) error {
	documents, err := graph.New(&a.Resolver, a.log)
	if err != nil {
		return err
	}
	shim, err := zapi.New(documents)
	if err != nil {
		return err
	}
	a.edge = &edge.Edge{
		Config: a.config, Log: a.log, Secrets: secrets, Graph: documents, Shim: shim,
		Resume: a.Login.Resume, ReturnFromBank: a.Purchase.ReturnFromBank, Settings: a.Catalog.Settings, Ready: a.ready,
	}
	if a.config.SandboxURL != nil {
		a.edge.MoveClock = a.moveClock
	}
	return a.edge.Prepare()
}

// ready is nil when the database answers, is migrated, and holds a store.
func (a *App) ready(ctx context.Context) error {
	if err := a.Store.Migrated(ctx); err != nil {
		return err
	}
	_, err := a.Catalog.Settings(ctx)
	return err
}

// Handler answers every request.
func (a *App) Handler() http.Handler { return a.edge }

// Serve answers on the configured address until ctx ends, and runs the jobs too where the configuration says so.
func (a *App) Serve(ctx context.Context) error {
	listener, err := net.Listen("tcp", a.config.Listen)
	if err != nil {
		return err
	}
	a.log.InfoContext(ctx, "listening", "address", listener.Addr().String())
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return edge.Serve(ctx, listener, a.edge, a.edge.Drain, a.log) })
	if a.config.Worker {
		group.Go(func() error { return a.worker.run(ctx) })
	}
	return group.Wait()
}

// Work runs the jobs until ctx ends.
func (a *App) Work(ctx context.Context) error { return a.worker.run(ctx) }

// Close ends the connections to the database.
func (a *App) Close() error { return a.Store.Close() }
