package main

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"kaiin/server/app"
	"kaiin/server/config"
)

func serve(ctx context.Context, _ []string, getenv func(string) string, out io.Writer) error {
	return withApp(ctx, getenv, out, (*app.App).Serve)
}

func work(ctx context.Context, _ []string, getenv func(string) string, out io.Writer) error {
	return withApp(ctx, getenv, out, (*app.App).Work)
}

// withApp builds the server from the environment, runs f, and closes it.
func withApp(ctx context.Context, getenv func(string) string, out io.Writer, f func(*app.App, context.Context) error) (err error) {
	cfg, err := config.Load(getenv)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: cfg.LogLevel}))
	a, err := app.New(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return f(a, ctx)
}
