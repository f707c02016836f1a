package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/money/payment"
)

// events is what the staff do with what providers told us and the program could not deal with:
// disputes, reversals, other amounts than ours.
func events(ctx context.Context, p *program, args []string) error {
	return staffCommand{
		verb:   "close",
		open:   "list what is left to the staff, or has been open for an hour",
		one:    "the event that was seen to",
		by:     "who saw to it",
		reason: "what came of it",
		list:   p.listEvents,
		end: func(ctx context.Context, a *app.App, d payment.Decision) error {
			return p.say(a.Payment.CloseEvent(ctx, d.By, d.ID), "%s is closed.\n", d.ID)
		},
	}.run(ctx, p, "events", args)
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

func (e openEvent) String() string {
	about := "no charge we know"
	if e.Charge != nil {
		about = "charge " + e.Charge.String()
	}
	return fmt.Sprintf("%s %s of %s since %s: %d yen, %s, order %q, transaction %q, method %q",
		e.Kind, e.ID, e.Provider, e.Since.Format(time.RFC3339), e.Amount, about, e.Order, e.Tracking, e.Method)
}

func (p *program) listEvents(ctx context.Context, a *app.App, asJSON bool) error {
	rows, err := a.Payment.OpenEvents(ctx)
	if err != nil {
		return err
	}
	list := []openEvent{}
	for _, e := range rows {
		list = append(list, openEvent{
			e.ID, e.Provider, e.Kind, e.Amount, e.ChargeID, e.ProviderOrderID, e.TrackingID, e.Reference, e.ReceivedAt, e.EscalatedAt != nil, e.Body,
		})
	}
	return printList(p, list, asJSON, "open")
}
