package main

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/staff/acts"
)

// mostActs is how many acts are listed at the most.
const mostActs = 100

// listActs lists what the staff did.
func listActs(ctx context.Context, p *program, args []string) error {
	var member, day, before string
	var asJSON bool
	var filter acts.Filter
	err := p.flags("acts", args, func(f *flag.FlagSet) {
		f.StringVar(&member, "member", "", "those about a member: the email address, user ID or account id")
		f.StringVar(&filter.By, "by", "", "those of a person")
		f.StringVar(&day, "day", "", "those of a day in Tokyo")
		f.StringVar(&before, "before", "", "those older than this act")
		f.BoolVar(&asJSON, "json", false, "as JSON, with what each was given and changed")
	})
	if err != nil {
		return err
	}
	if day != "" {
		if filter.Day, err = clock.ParseDay(day); err != nil {
			return fmt.Errorf("%w: --day: %w", errUsage, err)
		}
	}
	if before != "" {
		if filter.Before, err = parseID("before", before); err != nil {
			return err
		}
	}
	return p.withStaff(ctx, func(a *app.App) error {
		if member != "" {
			if filter.AccountID, err = accountOf(ctx, a, member); err != nil {
				return err
			}
		}
		list, err := a.Acts.List(ctx, filter, mostActs+1)
		if err != nil {
			return err
		}
		more := len(list) > mostActs
		list = list[:min(len(list), mostActs)]
		if asJSON {
			return p.json(map[string]any{"acts": list, "more": more})
		}
		for _, e := range list {
			err = p.say(err, "%s\n", e)
		}
		if more {
			err = p.say(err, "There are older ones: --before %s\n", list[mostActs-1].ID)
		}
		return p.say(err, "%d acts.\n", len(list))
	}, "KAIIN_SECRET")
}

// accountOf is the account that an email address, a user ID or an id names. The id of a member who
// has left is one, too.
func accountOf(ctx context.Context, a *app.App, member string) (uuid.UUID, error) {
	if id, err := uuid.Parse(member); err == nil {
		return id, nil
	}
	return memberOf(ctx, a, member)
}

// verifyActs walks what the staff did. Anything that is not as it was written is an error.
func verifyActs(ctx context.Context, p *program, args []string) error {
	var seal string
	var asJSON bool
	err := p.flags("verify-acts", args, func(f *flag.FlagSet) {
		f.StringVar(&seal, "seal", "", "a seal that the log told, which has to be there")
		f.BoolVar(&asJSON, "json", false, "print one JSON document")
	})
	if err != nil {
		return err
	}
	if _, err := hex.DecodeString(seal); err != nil || seal != "" && len(seal) != 64 {
		return fmt.Errorf("%w: --seal has 64 hexadecimal digits", errUsage)
	}
	return p.withStaff(ctx, func(a *app.App) error {
		found := atMost[acts.Finding]{}
		n, err := a.Acts.Verify(ctx, seal, found.add)
		switch {
		case err != nil:
			return err
		case asJSON:
			err = p.json(map[string]any{"looked": n, "findings": found.kept(), "more": found.more()})
		default:
			err = p.say(printFindings(p, found), "%d acts and %d seals were looked at.\n", n.Acts, n.Seals)
		}
		if err == nil && found.all > 0 {
			p.log.ErrorContext(ctx, "what the staff did is not as it was kept", "alarm", logs.ActsAltered, "findings", found.all)
			err = fmt.Errorf("what the staff did is not as it was kept: %d findings", found.all)
		}
		return err
	}, "KAIIN_SECRET")
}
