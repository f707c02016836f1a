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
	own, err := r.Acts.OwnAccount(ctx, viewer.Actor(ctx).Staff)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, 0, len(hits.List))
	for _, hit := range hits.List {
		if hit.AccountID != own {
			ids = append(ids, hit.AccountID)
		}
	}
	act.Subjects = ids
	if err := r.look(ctx, field, act); err != nil {
		return nil, err
	}
	if err := r.tellOfGuarded(ctx, false, ids...); err != nil {
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
