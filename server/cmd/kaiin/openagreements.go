package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app"
)

// agreements is what the staff do with agreements that members left open at the companies behind their payment methods.
func agreements(ctx context.Context, p *program, args []string) error {
	var open, asJSON bool
	var id, by, reason string
	err := p.flags("agreements", args, func(f *flag.FlagSet) {
		f.BoolVar(&open, "open", false, "list what members have not ended at the company behind a deleted payment method")
		f.BoolVar(&asJSON, "json", false, "with --open: as JSON")
		f.StringVar(&id, "close", "", "the payment method whose agreement is over")
		f.StringVar(&by, "by", "", "who saw to it")
		f.StringVar(&reason, "reason", "", "how it is known")
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
	var method uuid.UUID
	if !open {
		if method, err = uuid.Parse(id); err != nil {
			return fmt.Errorf("%w: --close %s is no id", errUsage, id)
		}
	}
	return p.withServices(ctx, func(a *app.App) error {
		if open {
			return p.listAgreements(ctx, a, asJSON)
		}
		if err := a.Payment.CloseAgreement(ctx, method, by, reason); err != nil {
			return err
		}
		_, err := fmt.Fprintf(p.out, "The agreement of %s is closed.\n", method)
		return err
	})
}

// openAgreement is one line of the list.
type openAgreement struct {
	Method    uuid.UUID `json:"paymentMethodId"`
	Account   uuid.UUID `json:"accountId"`
	Provider  string    `json:"provider"`
	Type      string    `json:"paymentMethodType"`
	Reference string    `json:"reference"`    // the provider's key of the agreement
	Customer  string    `json:"customerCode"` // ours there
	Since     time.Time `json:"since"`        // when the method was deleted
}

func (p *program) listAgreements(ctx context.Context, a *app.App, asJSON bool) error {
	rows, err := a.Payment.OpenAgreements(ctx)
	if err != nil {
		return err
	}
	list := []openAgreement{}
	for _, m := range rows {
		list = append(list, openAgreement{m.ID, m.AccountID, m.Provider, string(m.PaymentMethodType), m.Reference, m.CustomerCode, *m.DeletedAt})
	}
	if asJSON {
		return p.json(list)
	}
	for _, l := range list {
		_, err := fmt.Fprintf(p.out, "%s of %s since %s: payment method %s of member %s, agreement %q, customer %q\n",
			l.Type, l.Provider, l.Since.Format(time.RFC3339), l.Method, l.Account, l.Reference, l.Customer)
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.out, "%d are open.\n", len(list))
	return err
}
