package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kaiin/server/app"
	"kaiin/server/base/clock"
	"kaiin/server/base/logs"
	"kaiin/server/money/audit"
	"kaiin/server/staff/acts"
)

// verifyLedger looks for what is wrong in the book of money. It may run while the server does.
func verifyLedger(ctx context.Context, p *program, args []string) error {
	var provider, asJSON bool
	err := p.flags("verify-ledger", args, func(f *flag.FlagSet) {
		f.BoolVar(&provider, "provider", false, "ask the provider for every charge and month, too")
		f.BoolVar(&asJSON, "json", false, "as JSON")
	})
	if err != nil {
		return err
	}
	return p.withServices(ctx, func(a *app.App) error {
		checker := &audit.Checker{Store: a.Store, Clock: a.Clock}
		if provider {
			checker.Lookup, checker.Month = a.Payment.Providers.Lookup, a.Payment.Providers.Month
		}
		found := []audit.Finding{}
		counts, err := checker.Run(ctx, func(f audit.Finding) error {
			found = append(found, f)
			if asJSON {
				return nil
			}
			_, err := fmt.Fprintf(p.out, "%s: %s %s: %s\n", f.Kind, f.Table, f.ID, f.Detail)
			return err
		})
		if err != nil {
			return err
		}
		if asJSON {
			err = p.json(map[string]any{"findings": found, "rows": counts})
		} else {
			_, err = fmt.Fprintf(p.out, "%d findings in %s.\n", len(found), looked(counts))
		}
		if err == nil && len(found) > 0 {
			p.log.ErrorContext(ctx, "the book of money is wrong", "alarm", logs.LedgerWrong, "findings", len(found))
			err = fmt.Errorf("%d findings", len(found))
		}
		return err
	})
}

// looked is how many rows were looked at, in words.
func looked(counts audit.Counts) string {
	var parts []string
	for _, table := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[table], table))
	}
	return strings.Join(parts, ", ")
}

// reconcile compares one day's list with the book.
func reconcile(ctx context.Context, p *program, args []string) error {
	var text string
	var asJSON bool
	d := deciding{command: "reconcile"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		f.StringVar(&text, "day", "", "the day in Tokyo")
		d.define(f, "", "")
		f.BoolVar(&asJSON, "json", false, "as JSON")
	})
	if err != nil {
		return err
	}
	day, err := clock.ParseDay(text)
	if err != nil {
		return fmt.Errorf("%w: --day: %w", errUsage, err)
	}
	if err := d.check(); err != nil {
		return err
	}
	return p.withServices(ctx, d.as(func(a *app.App, by acts.Decision) error {
		if !day.Before(a.Clock.Today()) {
			return fmt.Errorf("%w: --day: %s is not over in Tokyo", errUsage, day)
		}
		r, err := a.Reconciliation.Reconcile(ctx, by, day)
		if err != nil {
			return err
		}
		if asJSON {
			err = p.json(r)
		} else {
			_, err = fmt.Fprintf(p.out, "%s: %d lines; %d of sales that we do not know, %d that differ from their charge; %d charges are in no list.\n",
				r.Day, r.Lines, r.Unknown, r.Differs, r.Missing)
		}
		if err == nil && !r.Right() {
			err = fmt.Errorf("list and book differ")
		}
		return err
	}))
}
