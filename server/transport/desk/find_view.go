package desk

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/server/desk/members"
	"kaiin/server/desk/search"
	"kaiin/server/staff/acts"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/viewer"
)

// findLimits are how often a person or a program may search.
var findLimits = []acts.Limit{{Most: 600, Per: time.Hour}}

// found writes the act of a search, with what was searched for and the members that were hit, and
// shows them then.
func (r *Resolver) found(ctx context.Context, field string, asked any, after *string, hits *search.Hits, err error) (*model.FindHitConnection, error) {
	act := acts.Act{Kind: acts.MembersFound, Details: map[string]any{"asked": asked}, Limits: findLimits}
	if err != nil {
		return nil, r.refusedLook(ctx, field, act, err)
	}
	ids, err := r.lookAtHits(ctx, field, act, hits)
	if err != nil {
		return nil, err
	}
	shown, err := r.Members.Summaries(ctx, ids)
	if err != nil {
		return nil, err
	}
	there := slices.DeleteFunc(hits.List, func(hit search.Hit) bool { return shown[hit.AccountID] == nil }) // erased meanwhile
	return connection[model.FindHitConnection](after != nil, there, hits.More, func(hit search.Hit) place { return place(hit.Cursor) }, func(hit search.Hit) *model.FindHit {
		return &model.FindHit{Matched: hit.Matched, Member: *summaryView(shown[hit.AccountID]), TargetID: idOf(hit.ID)}
	}), nil
}

// lookAtHits writes the act of a search with the members that were hit, without the caller's own
// membership, and tells the owners of those who are guarded. It answers who they are.
func (r *Resolver) lookAtHits(ctx context.Context, field string, act acts.Act, hits *search.Hits) ([]uuid.UUID, error) {
	own, err := r.Acts.OwnAccount(ctx, viewer.Actor(ctx).Staff)
	if err != nil {
		return nil, err
	}
	for _, hit := range hits.List {
		if hit.AccountID != own {
			act.Subjects = append(act.Subjects, hit.AccountID)
		}
	}
	if err := r.look(ctx, field, act); err != nil {
		return nil, err
	}
	return act.Subjects, r.tellOfGuarded(ctx, false, act.Subjects...)
}

// memberCount counts members, without the caller's own membership. The member whom an exact
// key names is told of it as of any search: that there is one, and what else is true of them, is an
// answer.
func (r *Resolver) memberCount(ctx context.Context, asked model.MemberFilter) (*model.BoundedCount, error) {
	const field = "memberCount"
	act := acts.Act{Kind: acts.MembersFound, Details: map[string]any{"asked": asked}, Limits: findLimits}
	f, err := r.memberFilter(ctx, asked)
	if err != nil {
		return nil, r.refusedLook(ctx, field, act, err)
	}
	if f.IsKeyed() {
		most := 100
		hits, err := r.Search.Members(ctx, f, search.Page{First: &most})
		if err != nil {
			return nil, r.refusedLook(ctx, field, act, err)
		}
		ids, err := r.lookAtHits(ctx, field, act, hits)
		if err != nil {
			return nil, err
		}
		return &model.BoundedCount{Count: len(ids), HasMore: hits.More}, nil
	}
	own, err := r.Acts.OwnAccount(ctx, viewer.Actor(ctx).Staff)
	if err != nil {
		return nil, err
	}
	if own != uuid.Nil {
		f.Except = append(f.Except, own)
	}
	if err := r.look(ctx, field, act); err != nil {
		return nil, err
	}
	n, err := r.Search.Count(ctx, f)
	if err != nil {
		return nil, err
	}
	return &model.BoundedCount{Count: n.Members, HasMore: n.More}, nil
}

// place is a cursor as search writes it.
type place string

func (p place) String() string { return string(p) }

func summaryView(m *members.Member) *model.MemberSummary {
	return &model.MemberSummary{
		AccountID: m.ID.String(), Status: m.Status, IsGuarded: m.IsGuarded, Name: &m.Name, NameKana: &m.Kana, Email: &m.Email, Phone: &m.Phone, CreatedAt: m.CreatedAt,
	}
}

// memberFilter is the filter as the search knows it, with the members of whom something waits where
// it asks for that.
func (r *Resolver) memberFilter(ctx context.Context, f model.MemberFilter) (search.Filter, error) {
	filter := search.Filter{
		Email: deref(f.Email), UserID: deref(f.UserID), Phone: deref(f.Phone), NameKana: deref(f.NameKana), Name: deref(f.Name), EmailDomain: deref(f.EmailDomain),
		PhoneLast4: deref(f.PhoneLast4), Birthday: deref(f.Birthday), PostalCode: deref(f.PostalCode), CardSuffix: deref(f.CardSuffix), Prefectures: f.Prefecture,
		Statuses: f.Status, Plans: f.Plan, Campaigns: f.Campaign, ContractStatuses: f.ContractStatus, MethodTypes: f.PaymentMethodType, ExternalAccounts: f.ExternalAccount,
	}
	if f.BirthMonth != nil {
		filter.BirthMonth = *f.BirthMonth
	}
	if f.CreatedFrom != nil {
		filter.CreatedFrom = *f.CreatedFrom
	}
	if f.CreatedTo != nil {
		filter.CreatedTo = *f.CreatedTo
	}
	filter.EmailPrefix, filter.LoginIP, filter.Consent, filter.HasNote = deref(f.EmailPrefix), deref(f.LoginIP), deref(f.Consent), f.HasNote
	filter.SpentFrom, filter.SpentTo, filter.Bought = f.SpentFrom, f.SpentTo, f.Bought
	logins := daysOf(f.LastLoginFrom, f.LastLoginTo)
	filter.LastLoginFrom, filter.LastLoginTo = logins.From, logins.To
	if f.HasOpenMatter == nil {
		return filter, nil
	}
	waiting, err := r.Records.MembersWithMatters(ctx)
	if filter.Looked = "without matters"; *f.HasOpenMatter {
		filter.Looked, filter.Among = "with matters", append([]uuid.UUID{}, waiting...)
	} else {
		filter.Except = waiting
	}
	return filter, err
}
