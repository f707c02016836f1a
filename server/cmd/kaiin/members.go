package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/staff/acts"
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
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error {
		id, err := memberOf(ctx, a, member)
		if err != nil {
			return err
		}
		return p.say(a.Credential.EndByStaff(ctx, by, id), "Every session and all access of apps has ended, no device is trusted any more, and recent passkeys are deleted.\n")
	}))
}

// memberOf is the account of the member who logs in with an email address or a user ID.
func memberOf(ctx context.Context, a *app.App, identifier string) (uuid.UUID, error) {
	row, err := a.Account.LookupByIdentifier(ctx, identifier)
	switch {
	case err != nil:
		return uuid.Nil, err
	case row == nil:
		return uuid.Nil, fmt.Errorf("no member logs in with %q", identifier)
	}
	return row.ID, nil
}

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
