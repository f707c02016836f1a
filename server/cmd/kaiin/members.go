package main

import (
	"context"
	"flag"
	"fmt"

	"kaiin/server/app"
)

// endSessions is what staff do when a member tells of a lost phone or a stranger: every browser has
// to log in again, and to give the second factor, and every app has to ask again.
func endSessions(ctx context.Context, p *program, args []string) error {
	var member string
	d := deciding{command: "end-sessions"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		f.StringVar(&member, "member", "", "the email address or user ID")
		d.define(f, "", "")
	})
	if err != nil {
		return err
	}
	if member == "" {
		return fmt.Errorf("%w: --member is missing", errUsage)
	}
	if err := d.check(); err != nil {
		return err
	}
	return p.withStaff(ctx, func(a *app.App) error {
		by, err := d.by(a)
		if err != nil {
			return err
		}
		row, err := a.Account.LookupByIdentifier(ctx, member)
		if err != nil {
			return err
		}
		if row == nil {
			return fmt.Errorf("no member logs in with %q", member)
		}
		return p.say(a.Session.EndByStaff(ctx, by, row.ID), "Every session and all access of apps has ended, and no device is trusted any more.\n")
	})
}
