package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kaiin/server/app"
	"kaiin/server/base/config"
	"kaiin/server/base/store"
	"kaiin/server/shop/postal"
	"kaiin/server/staff/acts"
)

// withStaff is for a command that needs the database, what else is named, and nothing more of the
// configuration. Its services are those of the server (app.NewForStaff).
func (p *program) withStaff(ctx context.Context, run func(*app.App) error, needs ...string) (err error) {
	c, err := config.LoadSome(p.getenv, append(needs, "KAIIN_ENV", "DATABASE_URL", "DATABASE_DIRECT_URL", "KAIIN_SANDBOX_URL", "KAIIN_SANDBOX_TOKEN")...)
	if err != nil {
		return fmt.Errorf("the configuration is not right:\n%w", err)
	}
	a, err := app.NewForStaff(ctx, c)
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

// migrate needs sessions of PostgreSQL, so it goes past a pooler.
func migrate(ctx context.Context, p *program, args []string) error {
	if err := p.flags("migrate", args, nil); err != nil {
		return err
	}
	url := cmp.Or(p.getenv("DATABASE_DIRECT_URL"), p.getenv("DATABASE_URL"))
	if url == "" {
		return fmt.Errorf("DATABASE_URL is required")
	}
	s, err := store.Open(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	m := store.NewMigrator(s.DB)
	m.Log = p.log
	if err := m.Run(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.out, "The database is up to date.")
	return err
}

func seed(ctx context.Context, p *program, args []string) error {
	var file string
	var only bool
	d := deciding{command: "seed"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		f.StringVar(&file, "store", "", "the store file")
		f.BoolVar(&only, "check", false, "only say what is wrong with the file")
		d.define(f, "", "")
	})
	if err != nil {
		return err
	}
	if file == "" {
		return fmt.Errorf("%w: --store is missing", errUsage)
	}
	if err := d.checkUnless(only, "check"); err != nil {
		return err
	}
	if only {
		return p.checkStore(file)
	}
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error {
		if err := a.Seed(ctx, by, file); err != nil {
			return err
		}
		settings, err := a.Settings.Get(ctx)
		if err != nil {
			return err
		}
		plans, err := a.Catalog.Plans(ctx)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "%s sells %d plans.\n", settings.ServiceName.In("en"), len(plans))
		return err
	}))
}

// Where the demo store's postal codes come from, seen from the root of a checkout.
const (
	demoYubin = "node_modules/yubin"
	demoExtra = "demo/postal_extra.csv"
)

func postalCodes(ctx context.Context, p *program, args []string) error {
	if len(args) == 0 || args[0] != "import" {
		return fmt.Errorf("%w: the one thing to do is import", errUsage)
	}
	var file, yubin, extra string
	var demo bool
	d := deciding{command: "postal import"}
	err := p.flags(d.command, args[1:], func(f *flag.FlagSet) {
		f.StringVar(&file, "file", "", "Japan Post's KEN_ALL.CSV or utf_ken_all.csv")
		f.StringVar(&yubin, "yubin", "", "the folder of the npm package yubin")
		f.StringVar(&extra, "extra", "", "with --yubin: a table code,prefecture,city,town of further places")
		f.BoolVar(&demo, "demo", false, "from a checkout: what --yubin and --extra find there")
		d.define(f, "", "")
	})
	if err != nil {
		return err
	}
	if demo {
		yubin, extra = demoYubin, demoExtra
	}
	if (file == "") == (yubin == "") {
		return fmt.Errorf("%w: give either --file, --yubin or --demo", errUsage)
	}
	if err := d.check(); err != nil {
		return err
	}
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error {
		n, err := importPostal(ctx, a.Postal, by, file, yubin, extra)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "%d places.\n", n)
		return err
	}))
}

func importPostal(ctx context.Context, codes *postal.Service, by acts.Decision, file, yubin, extra string) (int, error) {
	if file != "" {
		return read(file, func(table io.Reader) (int, error) { return codes.ImportPostal(ctx, by, table) })
	}
	return read(filepath.Join(yubin, "dist", "index.mjs"), func(module io.Reader) (int, error) {
		if extra == "" {
			extra = os.DevNull
		}
		return read(extra, func(places io.Reader) (int, error) { return codes.ImportYubin(ctx, by, module, places) })
	})
}

func read(path string, use func(io.Reader) (int, error)) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	return use(f)
}
