package graph

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/keyset"
	"kaiin/server/base/spoken"
	"kaiin/server/money/billing"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// history is a page of the owner's payment history.
func (r *Resolver) history(ctx context.Context, owner uuid.UUID, first *int, after *string) (*model.PaymentHistoryConnection, error) {
	page, err := keyset.NewPage(first, after)
	if err != nil {
		return nil, err
	}
	lines, more, err := r.Billing.History(ctx, owner, page)
	if err != nil {
		return nil, err
	}
	nodes, err := r.historyEntries(ctx, owner, lines)
	if err != nil {
		return nil, err
	}
	connection := &model.PaymentHistoryConnection{Edges: []*model.PaymentHistoryEdge{}, Nodes: nodes}
	var cursors []string
	for i, l := range lines {
		cursors = append(cursors, keyset.Cursor{At: l.CreatedAt, ID: l.ID}.String())
		connection.Edges = append(connection.Edges, &model.PaymentHistoryEdge{Cursor: cursors[i], Node: *connection.Nodes[i]})
	}
	connection.PageInfo = pageInfo(page, cursors, more)
	return connection, nil
}

// historyEntries are the owner's lines in the language of the viewer. A line names its order when
// the evidence of that order is kept.
func (r *Resolver) historyEntries(ctx context.Context, owner uuid.UUID, lines []billing.Line) ([]*model.PaymentHistoryEntry, error) {
	var orders []uuid.UUID
	for _, l := range lines {
		if l.OrderID != nil && l.Kind != billing.Refund && !slices.Contains(orders, *l.OrderID) {
			orders = append(orders, *l.OrderID)
		}
	}
	kept, err := r.Evidence.Kept(ctx, owner, orders...)
	if err != nil {
		return nil, err
	}
	views := historyEntryViews(lines, viewer.Actor(ctx).Locale)
	for i, l := range lines {
		if l.OrderID != nil && l.Kind != billing.Refund && kept[*l.OrderID] {
			views[i].OrderID = orNull(l.OrderID.String())
		}
	}
	return views, nil
}

func historyEntryViews(lines []billing.Line, locale string) []*model.PaymentHistoryEntry {
	views := []*model.PaymentHistoryEntry{}
	for _, l := range lines {
		views = append(views, &model.PaymentHistoryEntry{
			EarningsID: l.BillID.String(), RefundID: refundID(l), Kind: l.Kind, CreatedAt: l.CreatedAt, DoneAt: l.DoneAt,
			PlanName: l.PlanName.In(locale), StartDay: orNull(l.Start), EndDay: orNull(l.End), OriginalPrice: l.List, Discount: l.Discount,
			CampaignName:  orNull(l.Campaign.In(locale)),
			BillingAmount: l.Amount, NetBillingAmount: l.Net(), TaxAmount: l.Tax, TaxRate: l.TaxRate,
			AccountPaymentMethod: paidWithView(l.PaidWith), HasInvoice: l.Invoiced, Number: l.Number(),
		})
	}
	return views
}

// invoiceView is an invoice in the member's language. A return invoice tells what was given back as
// an amount above 0.
func invoiceView(i *billing.Issued, a actor.Actor) model.Invoice {
	sign := 1
	if i.Kind == billing.Refund {
		sign = -1
	}
	view := model.Invoice{
		EarningsID: i.BillID.String(), RefundID: refundID(i.Line), Number: i.Number(), ContactEmail: orNull(a.Email), PlanName: i.PlanName.In(a.Locale),
		StartDay: orNull(i.Start), EndDay: orNull(i.End), CreatedAt: i.CreatedAt, DoneAt: i.DoneAt, SoldAt: i.SoldAt, OriginalPrice: i.List, Discount: i.Discount,
		CampaignName:  orNull(i.Campaign.In(a.Locale)),
		BillingAmount: sign * i.Amount, NetBillingAmount: sign * i.Net(), TaxAmount: sign * i.Tax, TaxRate: i.TaxRate,
		AccountPaymentMethod: paidWithView(i.PaidWith), InvoiceRegistrationNumber: orNull(i.RegistrationNumber),
		Seller: model.InvoiceSeller{
			Name: i.Seller.Name.In(a.Locale), ServiceName: i.Service.In(a.Locale), Address: orNull(i.Seller.Address.In(a.Locale)),
			Phone: orNull(i.Seller.Phone), Email: orNull(i.Seller.Email),
		},
	}
	if i.Kind == billing.Refund {
		view.OriginalNumber = orNull(spoken.Of(spoken.Invoice, i.BillID))
	}
	if i.OrderID != nil {
		view.OrderInfoID, view.OrderNumber = orNull(i.OrderID.String()), orNull(spoken.Of(spoken.Order, *i.OrderID))
	}
	return view
}

// refundID is the id of the refund that the line tells of; nil when it tells of a bill.
func refundID(l billing.Line) *string {
	if l.Kind != billing.Refund {
		return nil
	}
	return orNull(l.ID.String())
}

func paidWithView(with *billing.PaidWith) *model.PaidWith {
	if with == nil {
		return nil
	}
	view := &model.PaidWith{PaymentMethodType: with.Type}
	if with.CardSuffix != "" {
		view.SbpsCreditInfo = &model.PaidWithCard{CardbrandCode: with.CardBrand, CardNumberSuffix: with.CardSuffix}
	}
	return view
}
