package desk

import (
	"context"

	"kaiin/server/base/keyset"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/model"
)

func (r *Resolver) listActs(ctx context.Context, f acts.Filter, first *int, after *string) (*model.ActConnection, error) {
	p, err := keyset.NewPage(first, after)
	if err != nil {
		return nil, err
	}
	if p.After != nil {
		f.Before = p.After.ID
	}
	entries, err := r.Acts.List(ctx, f, p.Limit())
	if err != nil {
		return nil, err
	}
	page, more := keyset.Cut(p, entries)
	return connection[model.ActConnection](p.After != nil, page, more, func(e acts.Entry) keyset.Cursor { return keyset.Cursor{At: e.At, ID: e.ID} }, actView), nil
}

func actView(e acts.Entry) *model.Act {
	view := &model.Act{
		ActID: e.ID.String(), At: e.At, By: e.By, Through: e.Through, Field: e.Command, Kind: e.Kind, TargetType: orNil(e.TargetType), TargetID: orNil(e.TargetID),
		Reason: orNil(e.Reason), Ticket: orNil(e.Ticket), Outcome: e.Outcome, Hash: e.Hash,
	}
	if e.AccountID != nil {
		view.AccountID = orNil(e.AccountID.String())
	}
	if e.ReasonKind != "" {
		kind := acts.ReasonKind(e.ReasonKind)
		view.ReasonKind = &kind
	}
	if e.Details != nil {
		view.Details = e.Details
	}
	return view
}

// orNil is the text; nil where it is empty.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
