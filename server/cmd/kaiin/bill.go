package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/base/clock"
	"kaiin/server/money/subscription"
)

// billedAhead is how many months ahead charges are listed at most.
const billedAhead = 24

// coming is one line of the list.
type coming struct {
	Contract uuid.UUID `json:"contractId"`
	Account  uuid.UUID `json:"accountId"`
	Plan     string    `json:"planId"`
	Period   int       `json:"period"`
	Start    clock.Day `json:"periodStart"`
	End      clock.Day `json:"periodEnd"`
	Amount   int       `json:"amount"` // yen, tax included
	Day      clock.Day `json:"day"`
}

// listCharges lists what the biller is going to charge. It may run while the server does; the list
// is written as it is read, however long it is.
func listCharges(ctx context.Context, p *program, args []string) error {
	var dry, asJSON bool
	var day string
	err := p.flags("bill", args, func(f *flag.FlagSet) {
		f.BoolVar(&dry, "dry-run", false, "wanted: the server alone charges")
		f.StringVar(&day, "until", "", "the last day")
		f.BoolVar(&asJSON, "json", false, "as JSON")
	})
	if err != nil {
		return err
	}
	until, err := clock.ParseDay(day)
	switch {
	case !dry:
		return fmt.Errorf("%w: give --dry-run; the jobs of the server are what charges", errUsage)
	case err != nil:
		return fmt.Errorf("%w: --until %q is no day", errUsage, day)
	}
	return p.withServices(ctx, func(a *app.App) error {
		today := a.Clock.Today()
		if until.Before(today) || until.After(today.AddMonths(billedAhead)) {
			return fmt.Errorf("%w: --until is a day from %s to %s", errUsage, today, today.AddMonths(billedAhead))
		}
		count, yen := 0, 0
		err := a.Subscription.Upcoming(ctx, until, func(u subscription.Upcoming) error {
			count, yen = count+1, yen+u.Amount
			return p.coming(coming{u.ContractID, u.AccountID, u.PlanID, u.Period, u.Start, u.End, u.Amount, u.Day}, asJSON, count == 1)
		})
		switch {
		case err != nil:
			return err
		case !asJSON:
			_, err = fmt.Fprintf(p.out, "%d charges of %d yen until %s.\n", count, yen, until)
		case count == 0:
			_, err = fmt.Fprintln(p.out, "[]")
		default:
			_, err = fmt.Fprintln(p.out, "\n]")
		}
		return err
	})
}

// coming writes one line, or one element of a JSON array.
func (p *program) coming(c coming, asJSON, first bool) error {
	if !asJSON {
		_, err := fmt.Fprintf(p.out, "%s: contract %s of member %s, plan %s, period %d from %s to %s: %d yen\n",
			c.Day, c.Contract, c.Account, c.Plan, c.Period, c.Start, c.End, c.Amount)
		return err
	}
	between := ",\n  "
	if first {
		between = "[\n  "
	}
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s%s", between, line)
	return err
}
