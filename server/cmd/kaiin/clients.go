package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"kaiin/server/app"
	"kaiin/server/base/settings"
	"kaiin/server/base/written"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/acts"
)

// decideOnApps is withProvider for a command that decides something.
func (p *program) decideOnApps(ctx context.Context, d deciding, run func(*oidc.Service, acts.Decision) error) error {
	return p.withStaff(ctx, d.as(func(a *app.App, by acts.Decision) error { return run(a.OIDC, by) }), "KAIIN_SECRET")
}

// withProvider is for what staff do with apps and keys: beside the database it needs the secret.
func (p *program) withProvider(ctx context.Context, run func(*oidc.Service) error) error {
	return p.withStaff(ctx, func(a *app.App) error { return run(a.OIDC) }, "KAIIN_SECRET")
}

// client manages the apps that may ask members for access, and the programs of the staff.
func client(ctx context.Context, p *program, args []string) error {
	verbs := map[string]func(context.Context, *program, []string) error{
		"add": addClient, "list": listClients, "show": showClient, "rotate-secret": rotateSecret, "disable": disableClient,
	}
	if len(args) == 0 || verbs[args[0]] == nil {
		return fmt.Errorf("%w: what is to be done is one of %q", errUsage, slices.Sorted(maps.Keys(verbs)))
	}
	return verbs[args[0]](ctx, p, args[1:])
}

func addClient(ctx context.Context, p *program, args []string) error {
	var file string
	d := deciding{command: "client add"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		f.StringVar(&file, "file", "", "a file of JSON with the client")
		d.define(f, "", "")
	})
	if err != nil {
		return err
	}
	if file == "" {
		return fmt.Errorf("%w: --file is missing", errUsage)
	}
	if err := d.check(); err != nil {
		return err
	}
	c, err := readClient(file)
	if err != nil {
		return err
	}
	return p.decideOnApps(ctx, d, func(provider *oidc.Service, by acts.Decision) error {
		known, err := provider.Scopes(ctx)
		if err != nil {
			return err
		}
		for _, key := range c.Scopes {
			if !slices.ContainsFunc(known, func(one settings.ScopeSetting) bool { return one.Key == key }) {
				return fmt.Errorf("scopes: the store has no %q", key)
			}
		}
		text, err := provider.AddClient(ctx, by, c)
		may := "ask members for access"
		if c.IsInternal {
			may = "work for the staff"
		}
		return p.say(err, "%s may %s.%s\n", c.ID, may, shown(text))
	})
}

// readClient reads the file strictly: a key that is misspelt would leave an app without what
// it says.
func readClient(file string) (c clientfile.File, err error) {
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return c, err
	}
	document := json.NewDecoder(bytes.NewReader(written.Plain(text)))
	document.DisallowUnknownFields()
	err = document.Decode(&c)
	if err == nil && document.More() {
		err = errors.New("more than one document")
	}
	if err == nil && c.SecretHash != "" {
		err = errors.New("clientSecretSha256 is for store files: here a secret is made and shown")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return c, err
}

// shown is a new secret, which is never shown again; "" where there is none.
func shown(text string) string {
	if text == "" {
		return ""
	}
	return " Its secret, which cannot be read again: " + text
}

func listClients(ctx context.Context, p *program, args []string) error {
	var asJSON bool
	if err := p.flags("client list", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "as JSON") }); err != nil {
		return err
	}
	return p.withProvider(ctx, func(provider *oidc.Service) error {
		all, err := provider.Clients(ctx)
		if err != nil {
			return err
		}
		if asJSON {
			return p.json(all)
		}
		for _, id := range slices.Sorted(maps.Keys(all)) {
			err = p.say(err, "%s\t%s\t%s\n", id, kindOf(all[id]), stateOf(all[id]))
		}
		return err
	})
}

func kindOf(c *oidc.Client) string {
	if c.IsInternal {
		return "internal"
	}
	return string(c.Type)
}

func stateOf(c *oidc.Client) string {
	switch {
	case c.DisabledAt != nil:
		return "disabled " + c.DisabledAt.Format("2006-01-02 15:04:05Z07:00")
	case c.FromFile:
		return "of the store file"
	}
	return "added"
}

// ofClient reads the --id of a command about one client, and who decides where the command does.
func (p *program) ofClient(name string, args []string, d *deciding) (id string, err error) {
	err = p.flags(name, args, func(f *flag.FlagSet) {
		f.StringVar(&id, "id", "", "the client_id")
		if d != nil {
			d.define(f, "", "")
		}
	})
	switch {
	case err != nil:
		return "", err
	case id == "":
		return "", fmt.Errorf("%w: --id is missing", errUsage)
	case d != nil:
		err = d.check()
	}
	return id, err
}

func showClient(ctx context.Context, p *program, args []string) error {
	id, err := p.ofClient("client show", args, nil)
	if err != nil {
		return err
	}
	return p.withProvider(ctx, func(provider *oidc.Service) error {
		all, err := provider.Clients(ctx)
		if err == nil && all[id] == nil {
			err = fmt.Errorf("there is no client %q", id)
		}
		if err != nil {
			return err
		}
		return p.json(all[id].File)
	})
}

func rotateSecret(ctx context.Context, p *program, args []string) error {
	d := deciding{command: "client rotate-secret"}
	id, err := p.ofClient(d.command, args, &d)
	if err != nil {
		return err
	}
	return p.decideOnApps(ctx, d, func(provider *oidc.Service, by acts.Decision) error {
		text, err := provider.RotateSecret(ctx, by, id)
		return p.say(err, "The secret before is good for another day.%s\n", shown(text))
	})
}

func disableClient(ctx context.Context, p *program, args []string) error {
	d := deciding{command: "client disable"}
	id, err := p.ofClient(d.command, args, &d)
	if err != nil {
		return err
	}
	return p.decideOnApps(ctx, d, func(provider *oidc.Service, by acts.Decision) error {
		return p.say(provider.DisableClient(ctx, by, id), "%s is let in no more, and all that it was given is over.\n", id)
	})
}

// keys makes new keys for the tokens of other apps.
func keys(ctx context.Context, p *program, args []string) error {
	if len(args) == 0 || args[0] != "rotate" {
		return fmt.Errorf("%w: the one thing to do is rotate", errUsage)
	}
	d := deciding{command: "keys rotate"}
	if err := p.flags(d.command, args[1:], func(f *flag.FlagSet) { d.define(f, "", "") }); err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return err
	}
	return p.decideOnApps(ctx, d, func(provider *oidc.Service, by acts.Decision) error {
		at, err := provider.RotateKeys(ctx, by)
		return p.say(err, "New keys are published, and sign from %s on.\n", at.Format("2006-01-02 15:04:05Z07:00"))
	})
}
