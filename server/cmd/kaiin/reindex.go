package main

import (
	"context"
	"flag"

	"kaiin/server/app"
	"kaiin/server/staff/acts"
)

// reindex has the words be made anew by which the staff find members.
func reindex(ctx context.Context, p *program, args []string) error {
	d := deciding{command: "reindex"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) { d.define(f, "", "") })
	if err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return err
	}
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error {
		return p.say(a.Search.Reindex(ctx, by), "A job makes anew what members are found by.\n")
	}))
}
