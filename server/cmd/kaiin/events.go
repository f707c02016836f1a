package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app"
)

// events is what the staff do with what providers told us and nobody could deal with: disputes, reversals, other amounts than ours.
func events(ctx context.Context, p *program, args []string) error {
	var open, asJSON bool
	var id, by, reason string
	err := p.flags("events", args, func(f *flag.FlagSet) {
		f.BoolVar(&open, "open", false, "list what is left to the staff, or has been open for an hour")
		f.BoolVar(&asJSON, "json", false, "with --open: as JSON")
		f.StringVar(&id, "close", "", "the event that was seen to")
		f.StringVar(&by, "by", "", "who saw to it")
		f.StringVar(&reason, "reason", "", "what came of it")
	})
	switch {
	case err != nil:
		return err
	case open == (id != ""):
		return fmt.Errorf("%w: give either --open or --close", errUsage)
	case open && by+reason != "":
		return fmt.Errorf("%w: --by and --reason go with --close", errUsage)
	case !open && asJSON:
		return fmt.Errorf("%w: --json goes with --open", errUsage)
	case !open && (by == "" || reason == ""):
		return fmt.Errorf("%w: --by and --reason are wanted", errUsage)
	}
	var event uuid.UUID
	if !open {
		if event, err = uuid.Parse(id); err != nil {
			return fmt.Errorf("%w: --close %s is no id", errUsage, id)
		}
	}
	return p.withServices(ctx, func(a *app.App) error {
		if open {
			return p.listEvents(ctx, a, asJSON)
		}
		if err := a.Payment.CloseEvent(ctx, event, by, reason); err != nil {
			return err
		}
		_, err := fmt.Fprintf(p.out, "%s is closed.\n", event)
		return err
	})
}

// openEvent is one line of the list.
type openEvent struct {
	ID       uuid.UUID       `json:"id"`
	Provider string          `json:"provider"`
	Kind     string          `json:"kind"`
	Amount   int             `json:"amount"` // yen, as the provider told it
	Charge   *uuid.UUID      `json:"chargeId,omitempty"`
	Order    string          `json:"providerOrderId,omitempty"`
	Tracking string          `json:"trackingId,omitempty"`
	Method   string          `json:"reference,omitempty"`
	Since    time.Time       `json:"since"`
	Left     bool            `json:"left"` // nothing is tried any more
	Body     json.RawMessage `json:"body,omitempty"`
}

func (p *program) listEvents(ctx context.Context, a *app.App, asJSON bool) error {
	rows, err := a.Payment.OpenEvents(ctx)
	if err != nil {
		return err
	}
	list := []openEvent{}
	for _, e := range rows {
		list = append(list, openEvent{
			e.ID, e.Provider, e.Kind, e.Amount, e.ChargeID, e.ProviderOrderID, e.TrackingID, e.Reference, e.ReceivedAt, e.LeftAt != nil, e.Body,
		})
	}
	if asJSON {
		return p.json(list)
	}
	for _, e := range list {
		about := "no charge we know"
		if e.Charge != nil {
			about = "charge " + e.Charge.String()
		}
		_, err := fmt.Fprintf(p.out, "%s %s of %s since %s: %d yen, %s, order %q, transaction %q, method %q\n",
			e.Kind, e.ID, e.Provider, e.Since.Format(time.RFC3339), e.Amount, about, e.Order, e.Tracking, e.Method)
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.out, "%d are open.\n", len(list))
	return err
}
