package desk

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/keyset"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

// listActs reads a page of the record and writes the act of that, which names the members in it,
// before anything is answered. Details hold values of members: they are open to people who may open
// those, and have just proved who they are.
func (r *Resolver) listActs(ctx context.Context, field string, f acts.Filter, asked any, first *int, after *string) (*model.ActConnection, error) {
	p, err := keyset.NewPage(first, after)
	if err != nil {
		return nil, err
	}
	act, a := acts.Act{Kind: acts.ActsRead, AccountID: f.AccountID, Details: asked}, viewer.Actor(ctx)
	if f.NoDetails = !selects(graphql.GetFieldContext(ctx).Field.Selections, "Act", "details"); !f.NoDetails {
		if err := a.MayFresh(scope.MembersReveal, r.Clock.Now()); err != nil {
			return nil, r.refusedLook(ctx, field, act, err)
		}
	}
	if f.AccountID == uuid.Nil {
		if f.NotAbout, err = r.Acts.OwnAccount(ctx, a.Staff); err != nil {
			return nil, err
		}
	}
	if f.AccountID != uuid.Nil { // whose act is known before anything is read
		if err := r.look(ctx, field, act); err != nil {
			return nil, err
		}
	}
	if p.After != nil {
		f.Before = p.After.ID
	}
	entries, err := r.Acts.List(ctx, f, p.Limit())
	if err != nil {
		return nil, err
	}
	page, more := keyset.Cut(p, entries)
	if f.AccountID == uuid.Nil {
		for _, e := range page {
			if e.AccountID != nil && !slices.Contains(act.Subjects, *e.AccountID) {
				act.Subjects = append(act.Subjects, *e.AccountID)
			}
		}
		if err := r.look(ctx, field, act); err != nil {
			return nil, err
		}
	}
	return connection[model.ActConnection](p.After != nil, page, more, func(e acts.Entry) keyset.Cursor { return keyset.Cursor{At: e.At, ID: e.ID} }, actView), nil
}

// selects reports whether the selection asks for the field of the type, however deep.
func selects(set ast.SelectionSet, object, name string) bool {
	for _, one := range set {
		switch one := one.(type) {
		case *ast.Field:
			if one.ObjectDefinition.Name == object && one.Name == name || selects(one.SelectionSet, object, name) {
				return true
			}
		case *ast.InlineFragment:
			if selects(one.SelectionSet, object, name) {
				return true
			}
		case *ast.FragmentSpread:
			if selects(one.Definition.SelectionSet, object, name) {
				return true
			}
		}
	}
	return false
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
