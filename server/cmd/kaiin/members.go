package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/base/actor"
)

// endSessions is what staff do when a member tells of a lost phone or a stranger: every browser has
// to log in again, and to give the second factor, and every app has to ask again.
func endSessions(ctx context.Context, p *program, args []string) error {
	var member string
	err := p.flags("end-sessions", args, func(f *flag.FlagSet) { f.StringVar(&member, "member", "", "the email address or user ID") })
	if err != nil {
		return err
	}
	if member == "" {
		return fmt.Errorf("%w: --member is missing", errUsage)
	}
	return p.withStaff(ctx, func(a *app.App) error {
		row, err := a.Account.LookupByIdentifier(ctx, member)
		if err != nil {
			return err
		}
		if row == nil {
			return fmt.Errorf("no member logs in with %q", member)
		}
		err = a.Session.Distrust(ctx, actor.Actor{}, row.ID, uuid.Nil)
		return p.say(err, "Every session and all access of apps has ended, and no device is trusted any more.\n")
	})
}
