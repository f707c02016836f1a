package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kaiin/server/app"
	"kaiin/server/desk/people"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/paths"
)

// staff says who works at the desk, and what they may do there.
func staff(ctx context.Context, p *program, args []string) error {
	verbs := map[string]func(context.Context, *program, []string) error{
		"add": addStaff, "list": listStaff, "roles": setRoles, "disable": disableStaff, "reset": resetStaff,
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		return fmt.Errorf("%w: what is to be done is one of %q", errUsage, slices.Sorted(maps.Keys(verbs)))
	}
	return verbs[args[0]](ctx, p, args[1:])
}

// names are the values of a flag that may be given more than once.
type names []string

func (n *names) String() string { return strings.Join(*n, " ") }

func (n *names) Set(value string) error {
	*n = append(*n, value)
	return nil
}

// staffNeeds are what commands about the staff need of the configuration, beside the database.
var staffNeeds = []string{"KAIIN_SECRET", "KAIIN_ORIGIN", "STAFF_ISSUER_URL"}

// decideOnStaff reads the flags of a command about one of the staff, and runs what was decided.
func (p *program) decideOnStaff(
	ctx context.Context, name string, args []string, more func(*flag.FlagSet), wanted func() string, run func(context.Context, *app.App, acts.Decision, string) error,
) error {
	var email string
	d := deciding{command: name}
	err := p.flags(name, args, func(f *flag.FlagSet) {
		f.StringVar(&email, "email", "", "the person's address")
		if more != nil {
			more(f)
		}
		d.define(f, "", "")
	})
	if err != nil {
		return err
	}
	missing := ""
	if wanted != nil {
		missing = wanted()
	}
	if email == "" {
		missing = "--email"
	}
	if missing != "" {
		return fmt.Errorf("%w: %s is wanted", errUsage, missing)
	}
	if err := d.check(); err != nil {
		return err
	}
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error { return run(ctx, a, by, email) }), staffNeeds...)
}

// roleFlag defines --role.
func roleFlag(f *flag.FlagSet, roles *names) {
	f.Var(roles, "role", fmt.Sprintf("one of %v; once for each", scope.Roles()))
}

func addStaff(ctx context.Context, p *program, args []string) error {
	in, roles := people.Invite{}, names{}
	return p.decideOnStaff(ctx, "staff add", args, func(f *flag.FlagSet) {
		f.StringVar(&in.Name, "name", "", "the person's name")
		f.StringVar(&in.Department, "department", "", "where they work, which members are shown")
		roleFlag(f, &roles)
	}, func() string {
		switch {
		case in.Name == "":
			return "--name"
		case len(roles) == 0:
			return "--role"
		}
		return ""
	}, func(ctx context.Context, a *app.App, by acts.Decision, email string) error {
		in.Email, in.Roles = email, roles
		out, err := a.People.Invite(ctx, by, in)
		if err != nil {
			return err
		}
		return p.sayInvitation(a, out)
	})
}

// sayInvitation says how the person gets in. The link is shown this once.
func (p *program) sayInvitation(a *app.App, in people.Invitation) error {
	until, link := in.ExpiresAt.Format("2006-01-02 15:04:05Z07:00"), a.Config.Origin.String()+paths.OfStaffInvite(in.Token)
	if in.Token == "" {
		return p.say(nil, "Number %d logs in by the company's issuer until %s: %s\n", in.Number, until, link)
	}
	return p.say(nil, "Number %d opens this link until %s; it counts once and is not shown again: %s\n", in.Number, until, link)
}

func listStaff(ctx context.Context, p *program, args []string) error {
	var asJSON bool
	if err := p.flags("staff list", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "as JSON") }); err != nil {
		return err
	}
	return p.withStaff(ctx, func(a *app.App) error {
		const batch = 500
		all := []*people.Person{}
		for after := 0; ; {
			some, err := a.People.List(ctx, after, batch)
			if err != nil {
				return err
			}
			if all = append(all, some...); len(some) < batch {
				break
			}
			after = some[len(some)-1].Number
		}
		if asJSON {
			return p.json(all)
		}
		var err error
		for _, one := range all {
			err = p.say(err, "%d\t%s\t%s\t%s\t%s\n", one.Number, one.Email, one.Name, strings.Join(one.Roles, " "), one.State)
		}
		return p.say(err, "%d people.\n", len(all))
	})
}

// onPerson is a command about somebody who works here already.
func (p *program) onPerson(
	ctx context.Context, name string, args []string, more func(*flag.FlagSet), wanted func() string, run func(context.Context, *app.App, acts.Decision, *people.Person) error,
) error {
	return p.decideOnStaff(ctx, name, args, more, wanted, func(ctx context.Context, a *app.App, by acts.Decision, email string) error {
		found, err := a.People.LookupByEmail(ctx, email)
		if err != nil {
			return err
		}
		if found == nil {
			return fmt.Errorf("there is no person with the address %q", email)
		}
		return run(ctx, a, by, found)
	})
}

func setRoles(ctx context.Context, p *program, args []string) error {
	roles := names{}
	return p.onPerson(ctx, "staff roles", args, func(f *flag.FlagSet) { roleFlag(f, &roles) }, func() string {
		if len(roles) == 0 {
			return "--role"
		}
		return ""
	}, func(ctx context.Context, a *app.App, by acts.Decision, one *people.Person) error {
		return p.say(a.People.SetRoles(ctx, by, one.ID, roles, nil), "%s is logged out and has the roles %s.\n", one.Email, roles.String())
	})
}

func disableStaff(ctx context.Context, p *program, args []string) error {
	return p.onPerson(ctx, "staff disable", args, nil, nil, func(ctx context.Context, a *app.App, by acts.Decision, one *people.Person) error {
		return p.say(a.People.Disable(ctx, by, one.ID), "%s is let in no more.\n", one.Email)
	})
}

func resetStaff(ctx context.Context, p *program, args []string) error {
	return p.onPerson(ctx, "staff reset", args, nil, nil, func(ctx context.Context, a *app.App, by acts.Decision, one *people.Person) error {
		out, err := a.People.Reset(ctx, by, one.ID)
		if err != nil {
			return err
		}
		return p.sayInvitation(a, out)
	})
}
