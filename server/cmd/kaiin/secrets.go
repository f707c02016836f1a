package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"kaiin/server/app"
	"kaiin/server/base/reseal"
	"kaiin/server/staff/acts"
)

// secrets seals what is kept with the secret in use.
func secrets(ctx context.Context, p *program, args []string) error {
	if len(args) == 0 || args[0] != "rotate" {
		return fmt.Errorf("%w: the one thing to do is rotate", errUsage)
	}
	var status, asJSON bool
	d := deciding{command: "secrets rotate"}
	err := p.flags(d.command, args[1:], func(f *flag.FlagSet) {
		f.BoolVar(&status, "status", false, "say how much hangs on which secret, and whether the former ones may be taken out; change nothing")
		f.BoolVar(&asJSON, "json", false, "as JSON")
		d.define(f, "", "")
	})
	switch {
	case err != nil:
		return err
	case !status && !d.given():
		return fmt.Errorf("%w: give either --status, or --by and --reason", errUsage)
	}
	if err := d.checkUnless(status, "status"); err != nil {
		return err
	}
	if status {
		return p.withStaff(ctx, func(a *app.App) error { return p.secretsStatus(ctx, a.Rotation(), asJSON) }, "KAIIN_SECRET")
	}
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error { return p.rotateSecrets(ctx, a, by, asJSON) }), "KAIIN_SECRET")
}

// rotateSecrets tells what was done, also of a run that an error ended. What could not be opened is
// an error.
func (p *program) rotateSecrets(ctx context.Context, a *app.App, by acts.Decision, asJSON bool) error {
	all, failed := a.RotateSecrets(ctx, by)
	var err error
	if asJSON {
		err = p.json(all)
	}
	lost := 0
	for _, done := range all {
		lost += done.Lost
		if !asJSON {
			err = p.say(err, "%s.%s: %d sealed anew, %d that no configured secret opens\n", done.Table, done.Column, done.Resealed, done.Lost)
		}
	}
	switch {
	case failed != nil:
		return fmt.Errorf("stopped, and goes on here when it is repeated: %w", failed)
	case err == nil && lost > 0:
		err = fmt.Errorf("%d values were sealed with a secret that is not configured, and stay as they are", lost)
	}
	return err
}

func (p *program) secretsStatus(ctx context.Context, r *reseal.Rotation, asJSON bool) error {
	s, err := r.Status(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return p.json(struct {
			*reseal.Status
			MayRetire bool `json:"mayRetire"`
		}{s, s.MayRetire()})
	}
	err = p.say(nil, "The secret in use has the key %s.\n", s.InUse)
	if len(s.Former) > 0 {
		err = p.say(err, "Former secrets have the keys %s.\n", strings.Join(s.Former, ", "))
	}
	waits := false
	for _, c := range s.Columns {
		err = p.say(err, "%s\n", lineOf(c))
		waits = waits || c.Waits && c.Needed > 0
	}
	switch {
	case s.MayRetire() && len(s.Former) > 0:
		return p.say(err, "Nothing that is kept needs a former secret: it may be taken out. Links in mails that it sealed end with it.\n")
	case s.MayRetire():
		return p.say(err, "There is no former secret, and none is missed.\n")
	case waits:
		return p.say(err, "A former secret may be needed: run `kaiin secrets rotate`, and wait for what runs out.\n")
	}
	return p.say(err, "A former secret may be needed: run `kaiin secrets rotate`.\n")
}

// lineOf tells of a column.
func lineOf(c reseal.Count) string {
	line := c.Table + "." + c.Column + ":"
	for _, id := range slices.Sorted(maps.Keys(c.Keys)) {
		key := "under " + id
		if id == "" {
			key = "without the id of a key"
		}
		line += fmt.Sprintf(" %d %s,", c.Keys[id], key)
	}
	line += fmt.Sprintf(" %d may need a former secret", c.Needed)
	if c.Ends != nil {
		line += " and run out by " + c.Ends.Format(time.RFC3339)
	}
	if c.Lost > 0 {
		line += fmt.Sprintf(", %d are opened by no configured secret", c.Lost)
	}
	return line
}
