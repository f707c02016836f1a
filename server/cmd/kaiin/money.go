package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/app"
	"kaiin/server/base/fault"
	"kaiin/server/base/logs"
	"kaiin/server/base/notify"
	"kaiin/server/base/written"
	"kaiin/server/money/payment"
	"kaiin/server/staff/acts"
)

// charges is what the staff do with charges and refunds whose outcome stays open.
func charges(ctx context.Context, p *program, args []string) error {
	return staffCommand{
		verb:   "decide",
		open:   "list what has been open for an hour, and refunds that were refused",
		one:    "the charge or refund to end",
		as:     "how it ended: settled, declined or released; a refund: done or refused",
		by:     "who decides",
		reason: "how they know",
		list:   p.listStuck,
		end: func(ctx context.Context, a *app.App, d payment.Decision) error {
			return p.say(a.Payment.Decide(ctx, d), "%s is %s.\n", d.ID, d.As)
		},
	}.run(ctx, p, "charges", args)
}

// stuck is one line of the list.
type stuck struct {
	Kind     string    `json:"kind"` // charge, refund or release
	ID       uuid.UUID `json:"id"`
	State    string    `json:"state"`
	Amount   int       `json:"amount"` // yen
	Account  uuid.UUID `json:"accountId"`
	Charge   uuid.UUID `json:"chargeId"`
	Order    string    `json:"providerOrderId,omitempty"`
	Tracking string    `json:"trackingId,omitempty"`
	Since    time.Time `json:"since"`
	Checks   int       `json:"checks"`
}

func (s stuck) String() string {
	return fmt.Sprintf("%s %s is %s since %s: %d yen of member %s, charge %s, order %q, transaction %q, asked for %d times",
		s.Kind, s.ID, s.State, s.Since.Format(time.RFC3339), s.Amount, s.Account, s.Charge, s.Order, s.Tracking, s.Checks)
}

func (p *program) listStuck(ctx context.Context, a *app.App, asJSON bool) error {
	charges, refunds, err := a.Payment.Stuck(ctx)
	if err != nil {
		return err
	}
	list := []stuck{}
	for _, c := range charges {
		list = append(list, stuck{"charge", c.ID, string(c.State), c.Amount, c.AccountID, c.ID, c.ProviderOrderID, c.TrackingID, c.CreatedAt, c.Checks})
	}
	for _, r := range refunds {
		list = append(list, stuck{string(r.Kind), r.ID, string(r.State), r.Amount, r.AccountID, r.ChargeID, "", r.TrackingID, r.CreatedAt, r.Checks})
	}
	return printList(p, list, asJSON, "stuck")
}

func (p *program) json(v any) error {
	e := json.NewEncoder(p.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// refund records that a charge is given back; a job of the server carries it out. Beyond what one
// person gives back alone it is refused, unless the glass is broken, which the owners are told.
func refund(ctx context.Context, p *program, args []string) error {
	var asJSON, breakGlass bool
	var of chargeRef
	var in payment.Refund
	d := deciding{command: "refund"}
	err := p.flags(d.command, args, func(f *flag.FlagSet) {
		f.StringVar(&of.charge, "charge", "", "the charge")
		f.StringVar(&of.order, "order", "", "or the order, as its mails number it; the number in the address of an invoice; an order id of the provider's")
		f.StringVar(&of.receipt, "receipt", "", "or the receipt's number of a cancellation, such as K-7QXM-2PZC-HT5W: the contract's last payment")
		f.Func("amount", "yen, above 0; all that is left unless given", aboveZero(&in.Amount))
		d.define(f, "who asks for it", "")
		f.StringVar(&in.Key, "key", "", "what tells two wishes of the same amount apart")
		f.BoolVar(&breakGlass, "break-glass", false, "beyond the limits of one person, without a second one: all owners get a mail")
		f.BoolVar(&asJSON, "json", false, "as JSON")
	})
	if err != nil {
		return err
	}
	if err := d.check(); err != nil {
		return err
	}
	if err := of.check(); err != nil {
		return err
	}
	return p.withServices(ctx, d.as(func(a *app.App, by acts.Decision) (err error) {
		if in.ChargeID, err = of.find(ctx, a); err != nil {
			return err
		}
		in.Key = fmt.Sprintf("staff:%s:%d:%s", in.ChargeID, in.Amount, in.Key)
		var broken bool
		if breakGlass {
			in.Over = brokenGlass(a, by, &broken)
		}
		row, err := a.Payment.Refund(ctx, by, in)
		if err == nil && broken {
			slog.ErrorContext(ctx, "one person gave back what two are to decide", "alarm", logs.StaffUnusual, "charge", in.ChargeID, "yen", row.Amount, "by", by.By())
		}
		if fault.Is(err, fault.LimitExceeded) {
			return fmt.Errorf("%w: ask at the desk, where a second person approves it, or break the glass", err)
		}
		if err != nil {
			return err
		}
		return p.tell(row, asJSON)
	}))
}

// brokenGlass lets one person give back what two are to decide: the act says so, and every owner is
// told in the same transaction. broken is set where that was needed.
func brokenGlass(a *app.App, by acts.Decision, broken *bool) func(context.Context, *acts.Act, *ent.Charge, int, int) (bool, error) {
	return func(ctx context.Context, act *acts.Act, c *ent.Charge, yen, left int) (goesOn bool, err error) {
		act.Details = map[string]any{"amount": yen, "left": left - yen, "brokenGlass": true}
		*broken = true
		told := notify.StaffUnusual{What: "brokenGlass", At: a.Clock.Now(), By: by.By(), Count: yen, Member: c.AccountID.String()}
		return true, a.People.Tell(ctx, told)
	}
}

// aboveZero reads a whole number above 0 into n. The 0 that means "not given" cannot be given.
func aboveZero(n *int) func(string) error {
	return func(text string) (err error) {
		if *n, err = written.WholeNumber(text); err != nil || *n <= 0 {
			return errors.New("it is a whole number above 0")
		}
		return nil
	}
}

// chargeRef is the charge that somebody means, by one of its names.
type chargeRef struct{ charge, order, receipt string }

func (m chargeRef) check() error {
	given := 0
	for _, name := range []string{m.charge, m.order, m.receipt} {
		if name != "" {
			given++
		}
	}
	if given != 1 {
		return fmt.Errorf("%w: one of --charge, --order and --receipt is wanted", errUsage)
	}
	if m.charge != "" {
		_, err := parseID("charge", m.charge)
		return err
	}
	return nil
}

// find is the id of the charge. Where money was taken more than once for what is named, the command
// does not guess.
func (m chargeRef) find(ctx context.Context, a *app.App) (uuid.UUID, error) {
	if m.charge != "" {
		return uuid.MustParse(m.charge), nil
	}
	charges, err := m.candidates(ctx, a)
	switch {
	case fault.Is(err, fault.CodeNotFound):
		return uuid.Nil, fmt.Errorf("no money was taken for %s%s", m.order, m.receipt)
	case err != nil:
		return uuid.Nil, err
	case len(charges) > 1:
		var ids []string
		for _, c := range charges {
			ids = append(ids, c.ID.String())
		}
		return uuid.Nil, fmt.Errorf("money was taken %d times for %s%s: name one by --charge: %s", len(ids), m.order, m.receipt, strings.Join(ids, ", "))
	}
	return charges[0].ID, nil
}

func (m chargeRef) candidates(ctx context.Context, a *app.App) ([]*ent.Charge, error) {
	if m.order != "" {
		return a.Billing.TakenFor(ctx, m.order)
	}
	contract, err := a.Subscription.OfReceipt(ctx, m.receipt)
	if err != nil {
		return nil, err
	}
	return a.Billing.TakenOfContract(ctx, contract)
}

func (p *program) tell(r *ent.Refund, asJSON bool) error {
	if asJSON {
		return p.json(map[string]any{"id": r.ID, "chargeId": r.ChargeID, "amount": r.Amount, "state": r.State})
	}
	_, err := fmt.Fprintf(p.out, "Refund %s of %d yen is %s.\n", r.ID, r.Amount, r.State)
	return err
}
