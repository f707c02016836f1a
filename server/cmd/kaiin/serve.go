package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"

	"kaiin/server/app"
	"kaiin/server/base/config"
	"kaiin/server/base/failpoint"
	"kaiin/server/base/logs"
)

func serve(ctx context.Context, p *program, args []string) error {
	return p.withApp(ctx, "serve", args, (*app.App).Serve)
}

func work(ctx context.Context, p *program, args []string) error {
	return p.withApp(ctx, "work", args, (*app.App).WorkAlone)
}

// gcPercent lets garbage grow to twice the live data, which is some 15 MB: collecting as often as
// Go does by itself took a tenth of the server's processor time.
const gcPercent = 200

// memoryLimit makes Go collect before a burst of password hashes, of 19 MB each and one a processor
// at a time, has filled more than this; the other live data is some 15 MB, and the program itself
// is not counted. With a limit that is much lower Go would collect at nearly every hash. It is
// soft: live data may exceed it.
func memoryLimit() int64 { return int64(54+20*runtime.GOMAXPROCS(0)) << 20 }

// withApp builds everything, runs, and closes. Once the configuration is read, all it says is in
// the log, the error by which it ends too.
func (p *program) withApp(ctx context.Context, name string, args []string, run func(*app.App, context.Context) error) error {
	if err := p.flags(name, args, nil); err != nil {
		return err
	}
	c, err := p.load()
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit())
	}
	lines := logs.Behind(ctx, p.out)
	defer lines.Flush()
	p.logTo(lines)
	if err := p.build(ctx, c, func(a *app.App) error { return run(a, ctx) }); err != nil {
		p.log.ErrorContext(ctx, "the process ends by an error", "alarm", logs.ProcessFailed, "error", err)
		return errTold
	}
	return nil
}

// withServices is for a command that does one thing with the services of the server: its log is not
// its output.
func (p *program) withServices(ctx context.Context, run func(*app.App) error) error {
	c, err := p.load()
	if err != nil {
		return err
	}
	return p.build(ctx, c, run)
}

func (p *program) build(ctx context.Context, c *config.Config, run func(*app.App) error) (err error) {
	failpoint.Arm(c.Failpoint)
	a, err := app.New(ctx, c, p.log)
	if err != nil {
		return err
	}
	defer func() {
		if closing := a.Close(); err == nil {
			err = closing
		}
	}()
	return run(a)
}
