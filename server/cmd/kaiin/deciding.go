package main

import (
	"flag"
	"fmt"

	"kaiin/server/app"
	"kaiin/server/staff/acts"
)

// deciding is a command that decides, ends, seeds, rotates, sends or imports something: `--by NAME
// --reason TEXT [--ticket ID]`. What it does is an act of the staff.
type deciding struct {
	command string
	said    acts.Statement
}

// define defines the flags. by and reason say what is asked for; "" is the usual.
func (d *deciding) define(f *flag.FlagSet, by, reason string) {
	f.StringVar(&d.said.By, "by", "", orUsual(by, "who decides"))
	f.StringVar(&d.said.Reason, "reason", "", orUsual(reason, "why"))
	f.StringVar(&d.said.Ticket, "ticket", "", "the ticket that it is for")
}

func orUsual(text, usual string) string {
	if text == "" {
		return usual
	}
	return text
}

// given is whether one of the flags is.
func (d *deciding) given() bool { return d.said != acts.Statement{} }

// check is a usage error unless the flags say who and why.
func (d *deciding) check() error {
	if d.said.By == "" || d.said.Reason == "" {
		return fmt.Errorf("%w: --by and --reason are wanted", errUsage)
	}
	if _, err := d.said.Trimmed(); err != nil {
		return fmt.Errorf("%w: --%w", errUsage, err)
	}
	return nil
}

// checkUnless is check, unless a flag asks for something that decides nothing: then who and why are
// not said.
func (d *deciding) checkUnless(only bool, flag string) error {
	switch {
	case !only:
		return d.check()
	case d.given():
		return fmt.Errorf("%w: --by and --reason are not for --%s", errUsage, flag)
	}
	return nil
}

// as runs what was decided, with the decision whose act the app keeps.
func (d *deciding) as(run func(*app.App, acts.Decision) error) func(*app.App) error {
	return func(a *app.App) error {
		by, err := a.Acts.Decide(d.command, d.said)
		if err != nil {
			return err
		}
		return run(a, by)
	}
}
