package billing

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
)

// Invoice is what an invoice says of who sold (適格請求書: issuer and registration number), kept with a
// bill when it is paid: what the store changes later does not change what was issued.
type Invoice struct {
	Seller             Seller     `json:"seller"`
	RegistrationNumber string     `json:"registrationNumber"` // T and 13 digits; "" for a store that has none, whose invoices are no qualified ones
	Service            words.Text `json:"service"`            // by which members know the store
}

// Seller is the company that sold.
type Seller struct {
	Name    words.Text `json:"name"`
	Address words.Text `json:"address"`
	Phone   string     `json:"phone"`
	Email   string     `json:"email"`
}

// keepSeller is the seller's data that a bill paid now keeps for its invoice.
func keepSeller(settings *settings.Settings) (json.RawMessage, error) {
	seller := settings.Seller
	return json.Marshal(Invoice{
		Seller:             Seller{Name: seller.Name, Address: seller.Address, Phone: seller.Phone, Email: seller.Email},
		RegistrationNumber: seller.InvoiceNumber, Service: settings.ServiceName,
	})
}

func (s *Service) frozen(ctx context.Context) (json.RawMessage, error) {
	settings, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	return keepSeller(settings)
}

// Issued is an invoice of what a member has paid, or a return invoice (適格返還請求書) of what was given
// back, whose line is the refund. An invoice has one rate of tax, and its tax is rounded once, from
// its total.
type Issued struct {
	Line
	Invoice
}

// Invoice is the invoice of a paid bill of the actor, however long ago it was. Fault: not
// found, for another's, for one that is not paid, and for one over 0 yen.
func (s *Service) Invoice(ctx context.Context, a actor.Actor, earningsID string) (*Issued, error) {
	return s.issued(ctx, a, earningsID, `SELECT id AS line, id AS bill, NULL::uuid AS refund, NULL::uuid AS charge, created_at FROM bills
		WHERE id = $1 AND account_id = $2 AND state = 'paid'`)
}

// ReturnInvoice is the return invoice of a refund that the actor got. Fault: not found, for
// another's, for one that is not done, and for money that had been taken for nothing, where nothing
// was sold.
func (s *Service) ReturnInvoice(ctx context.Context, a actor.Actor, refundID string) (*Issued, error) {
	return s.issued(ctx, a, refundID, `SELECT id AS line, NULL::uuid AS bill, id AS refund, charge_id AS charge, created_at FROM refunds
		WHERE id = $1 AND account_id = $2 AND state = 'done' AND kind = 'refund'`)
}

func (s *Service) issued(ctx context.Context, a actor.Actor, id, find string) (*Issued, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, fault.NotFound()
	}
	lines, err := s.lines(ctx, find, key, a.AccountID)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 || !lines[0].Invoiced {
		return nil, fault.NotFound()
	}
	out := &Issued{Line: lines[0]}
	out.Invoice, err = s.sellerOf(ctx, out.Line)
	return out, err
}

// sellerOf is what the bill has kept. One that was paid before bills kept anything is issued by the
// seller of now.
func (s *Service) sellerOf(ctx context.Context, l Line) (invoice Invoice, err error) {
	document := l.frozen
	if len(document) == 0 {
		settings, err := s.Settings.Get(ctx)
		if err != nil {
			return invoice, err
		}
		if document, err = keepSeller(settings); err != nil {
			return invoice, err
		}
	}
	if err := json.Unmarshal(document, &invoice); err != nil {
		return invoice, fmt.Errorf("invoice of bill %s: %w", l.BillID, err)
	}
	return invoice, nil
}
