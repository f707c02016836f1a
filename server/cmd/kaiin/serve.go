package main

import (
	"context"
	"log/slog"

	"kaiin/server/app"
	"kaiin/server/failpoint"
)

func serve(ctx context.Context, p *program, args []string) error {
	return p.withApp(ctx, "serve", args, (*app.App).Serve)
}

func work(ctx context.Context, p *program, args []string) error {
	return p.withApp(ctx, "work", args, (*app.App).WorkAlone)
}

// withApp builds everything, runs, and closes.
func (p *program) withApp(ctx context.Context, name string, args []string, run func(*app.App, context.Context) error) (err error) {
	if err := p.flags(name, args, nil); err != nil {
		return err
	}
	c, err := p.load()
	if err != nil {
		return err
	}
	failpoint.Arm(c.Failpoint)
	log := slog.New(slog.NewJSONHandler(p.out, &slog.HandlerOptions{Level: c.LogLevel}))
	a, err := app.New(ctx, c, log)
	if err != nil {
		return err
	}
	defer func() {
		if closing := a.Close(); err == nil {
			err = closing
		}
	}()
	return run(a, ctx)
}
