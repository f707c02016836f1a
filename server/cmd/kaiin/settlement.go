package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/money/gateway/sbps"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/staff/acts"
)

// settlement is what the staff do with what a carrier tells of the months that it charges
// by itself.
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
	Other  int  `json:"other"` // say otherwise than one that was known
	Known  int  `json:"known"`
	DryRun bool `json:"dryRun"`
}

func (p *program) importMonths(ctx context.Context, args []string) error {
	const file, try = "the carrier's file of results: CSV in Shift_JIS", "say what is new in it, and keep nothing"
	return p.importFile(ctx, "settlement import", args, file, try, func(a *app.App, by acts.Decision, table *os.File, dry, asJSON bool) (err error) {
		lines, what := sbps.ReadResults(table, a.Config.SBPS), "kept"
		var kept providerbilling.MonthsKept
		if dry {
			what = "new"
			kept, err = a.ProviderBilling.TryMonths(ctx, lines)
		} else {
			kept, err = a.ProviderBilling.ImportMonths(ctx, by, strings.ToValidUTF8(filepath.Base(table.Name()), "?"), lines)
		}
		if err != nil {
			return err
		}
		did := imported{Lines: kept.New + kept.Other + kept.Known, New: kept.New, Other: kept.Other, Known: kept.Known, DryRun: dry}
		if asJSON {
			return p.json(did)
		}
		return p.say(nil, "%d results are %s, %d say otherwise than one that was known, and %d were known.\n", did.New, what, did.Other, did.Known)
	})
}

// question is one line of the list.
type question struct {
	Kind     string     `json:"kind"` // result: it cannot be applied; month: there is no result
	ID       uuid.UUID  `json:"id"`   // of the event, or of the bill
	What     string     `json:"what"`
	Amount   int        `json:"amount"` // yen
	Contract *uuid.UUID `json:"subscriptionId,omitempty"`
	Since    time.Time  `json:"since"`
}

func (q question) String() string {
	contract := ""
	if q.Contract != nil {
		contract = ", contract " + q.Contract.String()
	}
	return fmt.Sprintf("%s %s since %s: %s, %d yen%s", q.Kind, q.ID, q.Since.Format(time.RFC3339), q.What, q.Amount, contract)
}

func (p *program) openMonths(ctx context.Context, args []string) error {
	var asJSON bool
	err := p.flags("settlement open", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "as JSON") })
	if err != nil {
		return err
	}
	return p.withServices(ctx, func(a *app.App) error {
		events, err := a.ProviderBilling.Questions(ctx)
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
		return printList(p, list, asJSON, "open")
	})
}

func (p *program) answerMonth(ctx context.Context, args []string) error {
	return staffCommand{
		verb:   "result",
		one:    "the result that cannot be applied",
		as:     "paid: the month is booked with the sum of the result, as if it were owed; unpaid: nothing is booked, the month was not charged",
		by:     "who answers",
		reason: "what they found out, or did, at the carrier",
		end: func(ctx context.Context, a *app.App, d payment.Decision) error {
			return p.say(a.ProviderBilling.AnswerQuestion(ctx, d), "%s is answered as %s.\n", d.ID, d.As)
		},
	}.run(ctx, p, "settlement answer", args)
}
