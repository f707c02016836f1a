package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app"
	"kaiin/server/money/payment"
)

// agreements is what the staff do with agreements that members left open at the companies behind
// their payment methods.
func agreements(ctx context.Context, p *program, args []string) error {
	return staffCommand{
		verb:   "close",
		open:   "list what members have not ended at the company behind a deleted payment method",
		one:    "the payment method whose agreement is over",
		by:     "who saw to it",
		reason: "how it is known",
		list:   p.listAgreements,
		end: func(ctx context.Context, a *app.App, d payment.Decision) error {
			return p.say(a.Payment.CloseAgreement(ctx, d.By, d.ID), "The agreement of %s is closed.\n", d.ID)
		},
	}.run(ctx, p, "agreements", args)
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

func (l openAgreement) String() string {
	return fmt.Sprintf("%s of %s since %s: payment method %s of member %s, agreement %q, customer %q",
		l.Type, l.Provider, l.Since.Format(time.RFC3339), l.Method, l.Account, l.Reference, l.Customer)
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
	return printList(p, list, asJSON, "open")
}
