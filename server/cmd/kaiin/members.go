package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/clock"
	"kaiin/server/passcode"
	"kaiin/server/session"
	"kaiin/server/store"
)

// endSessions is what staff do when a member tells of a lost phone or a stranger: every browser has to log in again, and
// to give the second factor.
func endSessions(ctx context.Context, p *program, args []string) error {
	var member string
	err := p.flags("end-sessions", args, func(f *flag.FlagSet) { f.StringVar(&member, "member", "", "the email address or user ID") })
	if err != nil {
		return err
	}
	if member == "" {
		return fmt.Errorf("%w: --member is missing", errUsage)
	}
	return p.withStore(ctx, func(s *store.Store) error {
		now := clock.New()
		accounts := &account.Service{Store: s, Clock: now}
		sessions := &session.Service{Store: s, Clock: now, Passcode: &passcode.Service{Store: s, Clock: now}}
		row, err := accounts.LookupByIdentifier(ctx, member)
		if err != nil {
			return err
		}
		if row == nil {
			return fmt.Errorf("nobody logs in with %q", member)
		}
		if err := sessions.Distrust(ctx, actor.Actor{}, row.ID, uuid.Nil); err != nil {
			return err
		}
		_, err = fmt.Fprintln(p.out, "Every session has ended, and no device is trusted any more.")
		return err
	})
}
