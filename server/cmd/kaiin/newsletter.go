package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"kaiin/server/app"
	"kaiin/server/leaving/newsletter"
	"kaiin/server/staff/acts"
)

// sendNewsletter queues a newsletter's mails, which the workers then send.
func sendNewsletter(ctx context.Context, p *program, args []string) error {
	if len(args) == 0 || args[0] != "send" {
		return fmt.Errorf("%w: the one thing to do is send", errUsage)
	}
	var option, file string
	var dry bool
	d := deciding{command: "newsletter send"}
	err := p.flags(d.command, args[1:], func(f *flag.FlagSet) {
		f.StringVar(&option, "option", "", "the consentOptionId of those who get it")
		f.StringVar(&file, "file", "", "the newsletter: newsletterId, subject and text, in YAML")
		f.BoolVar(&dry, "dry-run", false, "say how many would get it, and send nothing")
		d.define(f, "", "")
	})
	switch {
	case err != nil:
		return err
	case option == "" || file == "":
		return fmt.Errorf("%w: --option and --file are wanted", errUsage)
	}
	if err := d.checkUnless(dry, "dry-run"); err != nil {
		return err
	}
	issue, err := readNewsletter(file)
	if err != nil {
		return err
	}
	if dry {
		return p.withServices(ctx, func(a *app.App) error {
			members, err := a.Newsletter.Preview(ctx, option, issue)
			return p.say(err, "%s would go to %d members. Nothing was sent.\n", issue.ID, members)
		})
	}
	return p.withServices(ctx, d.as(func(a *app.App, by acts.Decision) error {
		sent, err := a.Newsletter.Send(ctx, by, option, issue)
		return p.say(err, "%s: %d mails were queued now, %d in all.\n", issue.ID, sent.New, sent.Mails)
	}))
}

func readNewsletter(file string) (issue newsletter.File, err error) {
	opened, err := os.Open(filepath.Clean(file))
	if err != nil {
		return issue, err
	}
	defer func() { _ = opened.Close() }()
	if issue, err = newsletter.Parse(opened); err != nil {
		err = fmt.Errorf("%s:\n%w", file, err)
	}
	return issue, err
}
