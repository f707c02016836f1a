package desk

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/desk/records"
	"kaiin/server/money/subscription"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

// listed reads a page and writes the act of that, which names the members in it, before anything is
// answered. Guarded members are on it, and the caller's own membership is refused, only where an id
// of theirs is named: else they are left out. The owners are told of the former.
func listed[T any](ctx context.Context, r *Resolver, field string, kind acts.Kind, asked any, named bool, first *int, after *string,
	read func(keyset.Page, records.Hidden) ([]T, bool, error), member func(T) *uuid.UUID,
) (p keyset.Page, page []T, more bool, err error) {
	if p, err = keyset.NewPage(first, after); err != nil {
		return p, nil, false, err
	}
	hidden := records.Hidden{Guarded: !named}
	if !named {
		if hidden.Own, err = r.Acts.OwnAccount(ctx, viewer.Actor(ctx).Staff); err != nil {
			return p, nil, false, err
		}
	}
	if page, more, err = read(p, hidden); err != nil {
		return p, nil, false, err
	}
	var subjects []uuid.UUID
	for _, row := range page {
		if id := member(row); id != nil && !slices.Contains(subjects, *id) {
			subjects = append(subjects, *id)
		}
	}
	err = r.look(ctx, field, acts.Act{Kind: kind, Details: map[string]any{"asked": asked}, Subjects: subjects})
	if err == nil && named {
		err = r.tellOfGuarded(ctx, false, subjects...)
	}
	return p, page, more, err
}

// one is listed for a row by its id: of no row it answers nil.
func one[T any](ctx context.Context, r *Resolver, field string, kind acts.Kind, read func() (T, error), member func(T) *uuid.UUID) (row *T, err error) {
	found, err := read()
	if fault.Is(err, fault.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	act := acts.Act{Kind: kind}
	if id := member(found); id != nil {
		act.AccountID = *id
	}
	if err = r.look(ctx, field, act); err == nil && act.AccountID != uuid.Nil {
		err = r.tellOfGuarded(ctx, true, act.AccountID)
	}
	return &found, err
}

// wrongID collects what is no id in a filter.
type ids struct{ wrong fault.Fields }

func (i *ids) read(field string, texts ...*string) (all []uuid.UUID) {
	for _, text := range texts {
		if text == nil {
			continue
		}
		id, err := idIn(field, *text)
		if err != nil {
			i.wrong.Add(field, fault.InvalidFormat)
			continue
		}
		all = append(all, id)
	}
	return all
}

func daysOf(from, to *clock.Day) (d records.Days) {
	if from != nil {
		d.From = *from
	}
	if to != nil {
		d.To = *to
	}
	return d
}

func contractFilter(f *model.ContractFilter) (records.ContractFilter, error) {
	if f == nil {
		return records.ContractFilter{}, nil
	}
	var i ids
	filter := records.ContractFilter{
		AccountIDs: i.read("filter.accountId", f.AccountID), Running: f.IsRunning != nil && *f.IsRunning, PlanIDs: f.PlanID, Days: daysOf(f.From, f.To),
	}
	for _, s := range f.Status {
		filter.Statuses = append(filter.Statuses, subscription.Status(s))
	}
	return filter, i.wrong.Err()
}

func isTrue(b *bool) bool { return b != nil && *b }

// firstOf is how many entries of a nested list are asked for. Fault: INVALID_FORMAT.
func firstOf(first *int) (int, error) {
	p, err := keyset.NewPage(first, nil)
	return p.First, err
}

// eachOf puts what was read by ids into the order of the objects.
func eachOf[O, T, V any](objects []*O, id func(*O) string, read func([]uuid.UUID) (map[uuid.UUID]records.Some[T], error), view func(T) V) ([][]V, error) {
	all := make([]uuid.UUID, 0, len(objects))
	for _, o := range objects {
		all = append(all, uuid.MustParse(id(o)))
	}
	found, err := read(all)
	if err != nil {
		return nil, err
	}
	lists := make([][]V, len(objects))
	for i, id := range all {
		lists[i] = []V{}
		for _, row := range found[id].Rows {
			lists[i] = append(lists[i], view(row))
		}
	}
	return lists, nil
}

// askProvider is what the provider says of the charge.
func (r *Resolver) askProvider(ctx context.Context, charge string) (*model.ProviderVerdict, error) {
	id, err := idIn("chargeId", charge)
	if err != nil {
		return nil, err
	}
	told, err := r.Payment.AskProvider(ctx, id)
	if told == nil || err != nil {
		return nil, err
	}
	verdict := &model.ProviderVerdict{State: string(told.State)}
	if told.Amount > 0 {
		verdict.Amount, verdict.Refunded = &told.Amount, &told.Refunded
	}
	return verdict, nil
}
