package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/gateway/sbps"
)

// settlement is what the staff do with what a carrier tells of the months that it charges by itself.
func settlement(ctx context.Context, p *program, args []string) error {
	if len(args) > 0 {
		switch args[0] {
		case "import":
			return p.importMonths(ctx, args[1:])
		case "open":
			return p.openMonths(ctx, args[1:])
		case "answer":
			return p.answerMonth(ctx, args[1:])
		}
	}
	return fmt.Errorf("%w: what there is to do is import, open or answer", errUsage)
}

// imported is what became of a file.
type imported struct {
	Lines  int  `json:"lines"`
	New    int  `json:"new"`
	Known  int  `json:"known"`
	DryRun bool `json:"dryRun"`
}

func (p *program) importMonths(ctx context.Context, args []string) error {
	var file string
	var dry, asJSON bool
	err := p.flags("settlement import", args, func(f *flag.FlagSet) {
		f.StringVar(&file, "file", "", "the carrier's file of results: CSV in Shift_JIS")
		f.BoolVar(&dry, "dry-run", false, "say what is new in it, and keep nothing")
		f.BoolVar(&asJSON, "json", false, "as JSON")
	})
	switch {
	case err != nil:
		return err
	case file == "":
		return fmt.Errorf("%w: --file is wanted", errUsage)
	}
	table, err := os.Open(filepath.Clean(file))
	if err != nil {
		return err
	}
	defer func() { _ = table.Close() }()
	return p.withServices(ctx, func(a *app.App) error {
		take := a.Payment.TakeMonths
		if dry {
			take = a.Payment.TryMonths
		}
		kept, err := take(ctx, sbps.ReadResults(table, a.Config.SBPS))
		if err != nil {
			return err
		}
		did := imported{Lines: kept.New + kept.Known, New: kept.New, Known: kept.Known, DryRun: dry}
		if asJSON {
			return p.json(did)
		}
		what := "kept"
		if dry {
			what = "new"
		}
		_, err = fmt.Fprintf(p.out, "%d results are %s, and %d were known.\n", did.New, what, did.Known)
		return err
	})
}

// question is one line of the list.
type question struct {
	Kind     string     `json:"kind"` // result: nobody can apply it; month: nothing was told of it
	ID       uuid.UUID  `json:"id"`   // of the event, or of the bill
	What     string     `json:"what"`
	Amount   int        `json:"amount"` // yen
	Contract *uuid.UUID `json:"subscriptionId,omitempty"`
	Since    time.Time  `json:"since"`
}

func (p *program) openMonths(ctx context.Context, args []string) error {
	var asJSON bool
	err := p.flags("settlement open", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "as JSON") })
	if err != nil {
		return err
	}
	return p.withServices(ctx, func(a *app.App) error {
		events, err := a.Payment.Questions(ctx)
		if err != nil {
			return err
		}
		bills, err := a.Subscription.Unanswered(ctx)
		if err != nil {
			return err
		}
		list := []question{}
		for _, e := range events {
			list = append(list, question{"result", e.ID, e.EventKey, e.Amount, nil, e.ReceivedAt})
		}
		for _, b := range bills {
			list = append(list, question{"month", b.ID, "nothing is told of the period from " + b.PeriodStart.String(), b.Amount, b.SubscriptionID, b.DueDay.Start()})
		}
		if asJSON {
			return p.json(list)
		}
		for _, q := range list {
			contract := ""
			if q.Contract != nil {
				contract = ", contract " + q.Contract.String()
			}
			if _, err := fmt.Fprintf(p.out, "%s %s since %s: %s, %d yen%s\n", q.Kind, q.ID, q.Since.Format(time.RFC3339), q.What, q.Amount, contract); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(p.out, "%d are open.\n", len(list))
		return err
	})
}

func (p *program) answerMonth(ctx context.Context, args []string) error {
	var id, by, reason string
	err := p.flags("settlement answer", args, func(f *flag.FlagSet) {
		f.StringVar(&id, "result", "", "the result that nobody can apply")
		f.StringVar(&by, "by", "", "who answers")
		f.StringVar(&reason, "reason", "", "what they found out, or did, at the carrier")
	})
	switch {
	case err != nil:
		return err
	case by == "" || reason == "":
		return fmt.Errorf("%w: --by and --reason are wanted", errUsage)
	}
	event, err := uuid.Parse(id)
	if err != nil {
		return fmt.Errorf("%w: --result %s is no id", errUsage, id)
	}
	return p.withServices(ctx, func(a *app.App) error {
		if err := a.Payment.AnswerQuestion(ctx, event, by, reason); err != nil {
			return err
		}
		_, err := fmt.Fprintf(p.out, "%s is answered.\n", event)
		return err
	})
}
