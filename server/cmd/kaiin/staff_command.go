package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// staffCommand is a command by which the staff list what is open, or end one thing of it: `--open
// [--json] | --VERB ID --by NAME --reason TEXT`.
type staffCommand struct {
	verb                      string // the flag that names what is ended
	open, one, as, by, reason string // what the flags mean; of --as empty where there is one way to end a thing
	list                      func(ctx context.Context, a *app.App, asJSON bool) error
	end                       func(ctx context.Context, a *app.App, d payment.Decision) error
}

// run is the command. Without a list it is to end a thing, and has no --open.
func (d staffCommand) run(ctx context.Context, p *program, name string, args []string) error {
	var open, asJSON bool
	var id string
	var does payment.Decision
	who := deciding{command: name}
	names := "--by and --reason"
	err := p.flags(name, args, func(f *flag.FlagSet) {
		if d.list != nil {
			f.BoolVar(&open, "open", false, d.open)
			f.BoolVar(&asJSON, "json", false, "with --open: as JSON")
		}
		f.StringVar(&id, d.verb, "", d.one)
		if d.as != "" {
			names = "--as, " + names
			f.StringVar(&does.As, "as", "", d.as)
		}
		who.define(f, d.by, d.reason)
	})
	switch {
	case err != nil:
		return err
	case d.list != nil && open == (id != ""):
		return fmt.Errorf("%w: give either --open or --%s", errUsage, d.verb)
	case open && (does.As != "" || who.given()):
		return fmt.Errorf("%w: %s go with --%s", errUsage, names, d.verb)
	case open:
		return p.withServices(ctx, func(a *app.App) error { return d.list(ctx, a, asJSON) })
	case asJSON:
		return fmt.Errorf("%w: --json goes with --open", errUsage)
	case who.said.By == "" || who.said.Reason == "" || d.as != "" && does.As == "":
		return fmt.Errorf("%w: %s are wanted", errUsage, names)
	}
	if err := who.check(); err != nil {
		return err
	}
	if does.ID, err = parseID(d.verb, id); err != nil {
		return err
	}
	if d.list != nil {
		who.command += " --" + d.verb
	}
	return p.withServices(ctx, who.as(func(a *app.App, by acts.Decision) error {
		does.By = by
		return d.end(ctx, a, does)
	}))
}

// parseID reads the value of a flag that names a row.
func parseID(name, value string) (uuid.UUID, error) {
	id, err := uuid.Parse(value)
	if err != nil {
		err = fmt.Errorf("%w: --%s %s is no id", errUsage, name, value)
	}
	return id, err
}

// say tells what came of something, unless that is an error.
func (p *program) say(err error, format string, args ...any) error {
	if err == nil {
		_, err = fmt.Fprintf(p.out, format, args...)
	}
	return err
}

// printList prints what is open: as JSON, or a line each and how many they are.
func printList[T fmt.Stringer](p *program, list []T, asJSON bool, state string) error {
	if asJSON {
		return p.json(list)
	}
	var err error
	for _, row := range list {
		err = p.say(err, "%s\n", row)
	}
	return p.say(err, "%d are %s.\n", len(list), state)
}

// importFile is a command that reads a file: `--file FILE [--dry-run] [--json]`, and without
// --dry-run who decides and why. The flags mean what is said of the file and of trying it.
func (p *program) importFile(
	ctx context.Context, name string, args []string, file, try string, take func(a *app.App, by acts.Decision, table *os.File, dry, asJSON bool) error,
) error {
	var path string
	var dry, asJSON bool
	d := deciding{command: name}
	err := p.flags(name, args, func(f *flag.FlagSet) {
		f.StringVar(&path, "file", "", file)
		f.BoolVar(&dry, "dry-run", false, try)
		f.BoolVar(&asJSON, "json", false, "as JSON")
		d.define(f, "", "")
	})
	switch {
	case err != nil:
		return err
	case path == "":
		return fmt.Errorf("%w: --file is wanted", errUsage)
	}
	if err := d.checkUnless(dry, "dry-run"); err != nil {
		return err
	}
	table, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	defer func() { _ = table.Close() }()
	run := func(a *app.App, by acts.Decision) error { return take(a, by, table, dry, asJSON) }
	if dry {
		return p.withServices(ctx, func(a *app.App) error { return run(a, acts.Decision{}) })
	}
	return p.withServices(ctx, d.as(run))
}
