package desk

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"kaiin/server/base/keyset"
	"kaiin/server/desk/members"
	"kaiin/server/desk/records"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/entity"
	"kaiin/server/transport/desk/gate"
	"kaiin/server/transport/desk/model"
	"kaiin/server/transport/desk/scalar"
	"kaiin/server/transport/viewer"
)

// openMember is the member as the caller may see them; nil if there is none. That they were opened
// is written first.
func (r *Resolver) openMember(ctx context.Context, field string, id uuid.UUID) (*entity.Member, error) {
	found, guarded, err := r.Members.Known(ctx, id)
	if err != nil || !found {
		return nil, err
	}
	told := !guarded
	if guarded {
		if told, err = r.Acts.OpenedLately(ctx, viewer.Actor(ctx), id, acts.MemberOpened); err != nil {
			return nil, err
		}
	}
	looked, err := r.lookAtMember(ctx, field, id)
	if err != nil {
		return nil, err
	}
	if !told {
		if err := r.tellOfGuarded(ctx, true, id); err != nil {
			return nil, err
		}
	}
	m, open, err := r.Members.Open(ctx, viewer.Actor(ctx), id)
	if err != nil || m == nil {
		return nil, err
	}
	view := &entity.Member{
		Account: m.ID, Acts: looked, OpenAddresses: m.IsOpen(acts.FieldLogins), HasPassword: m.HasPassword, MustChange: m.MustChange,
		AccountID: m.ID.String(), Status: m.Status, IsGuarded: m.IsGuarded, Locale: m.Locale, CreatedAt: m.CreatedAt, WithdrawnAt: m.WithdrawnAt, ErasedAt: m.ErasedAt, LeavesAt: m.LeavesAt, Version: m.Version,
		Profile: model.MemberProfile{
			Name: &m.Name, NameKana: &m.Kana, Email: &m.Email, EmailVerifiedAt: m.EmailVerifiedAt, Phone: &m.Phone, Birthday: &m.Birthday, Sex: &m.Sex,
			PostalCode: &m.PostalCode, Prefecture: m.Prefecture, Address: &m.Address, UserID: &m.UserID, Custom: customView(m.Custom, viewer.Actor(ctx).Locale),
		},
	}
	if open != nil {
		view.Reveal = &model.Reveal{RevealID: open.ID.String(), Fields: open.Fields, Until: open.Until, ReasonKind: acts.ReasonKind(open.ReasonKind)}
	}
	return view, nil
}

func customView(answers []members.Custom, locale string) []*model.MemberCustomValue {
	return eachAs(answers, func(c members.Custom) *model.MemberCustomValue {
		value := c.In(locale)
		view := &model.MemberCustomValue{ID: c.ID, Title: c.Title.In(locale), Value: &value}
		if view.Title == "" {
			view.Title = c.ID
		}
		if c.Type != "" {
			view.Type = &c.Type
		}
		return view
	})
}

func loginView(l members.Login) *model.LoginEntry {
	return &model.LoginEntry{At: l.At, IsSuccess: l.IsSuccess, Method: l.Method, Factor: l.Factor, IP: &l.IP, Country: l.Country, Device: l.Device, Browser: l.Browser}
}

func noteView(n members.Noted) *model.Note {
	return &model.Note{NoteID: n.ID.String(), Version: n.Version, Text: n.Text, By: n.By, IsPinned: n.IsPinned, CreatedAt: n.CreatedAt, ChangedAt: n.ChangedAt}
}

// readsOf are the acts of reading what a field of a member shows that needs such a scope. Fields
// that ask for another one write their act themselves.
var readsOf = map[scope.Scope]acts.Kind{scope.ContractsRead: acts.ContractsRead, scope.MoneyRead: acts.MoneyRead}

// lookAtMember writes that a member is opened, with what of theirs is asked for, before any of it
// is read. It answers the kinds of the acts.
func (r *Resolver) lookAtMember(ctx context.Context, field string, id uuid.UUID) ([]acts.Kind, error) {
	kinds := []acts.Kind{acts.MemberOpened}
	for _, f := range askedOfMember(ctx) {
		d := f.Definition.Directives.ForName("staff")
		if d == nil {
			continue
		}
		needed, _ := scalar.ScopeOf(d.Arguments.ForName("scope").Value.Raw)
		if kind, ok := readsOf[needed]; ok && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds, r.Acts.Open(ctx, viewer.Actor(ctx), gate.Origin(ctx), field, id, kinds...)
}

// askedOfMember are the fields that the operation asks for of the member that the present field
// answers, or that its payload holds.
func askedOfMember(ctx context.Context) (all []graphql.CollectedField) {
	const member = "Member"
	answers := graphql.GetFieldContext(ctx).Field.Definition.Type.Name()
	set := graphql.CollectFieldsCtx(ctx, []string{answers, "StaffResult"})
	if answers == member {
		return set
	}
	for _, f := range set {
		if f.Definition.Type.Name() == member {
			all = append(all, graphql.CollectFields(graphql.GetOperationContext(ctx), f.Selections, []string{member})...)
		}
	}
	return all
}

func methodView(m records.Method) *model.StaffPaymentMethod {
	return &model.StaffPaymentMethod{
		MethodID: m.ID.String(), Type: m.Type, State: m.State, Provider: m.Provider, CardBrand: m.CardBrand, CardSuffix: m.CardSuffix, CardExpire: m.CardExpire,
		DeletedAt: m.DeletedAt, CreatedAt: m.CreatedAt,
	}
}

func entitlementView(e records.Entitlement, locale string) *model.StaffEntitlement {
	return &model.StaffEntitlement{
		EntitlementID: e.ID.String(), PlanID: e.PlanID, PlanName: e.PlanName.In(locale), Source: e.Source, SourceID: e.SourceID.String(), SubscriptionID: textOf(e.ContractID),
		StartsAt: e.StartsAt, ExpiresAt: e.ExpiresAt, RevokedAt: e.RevokedAt, CreatedAt: e.CreatedAt,
	}
}

func evidenceView(e records.Evidence) *model.StaffEvidence {
	return &model.StaffEvidence{EvidenceID: e.ID.String(), OrderID: e.OrderID.String(), Sequence: e.Sequence, Locale: e.Locale, CreatedAt: e.CreatedAt}
}

func consentView(c members.Consent) *model.StaffConsent {
	return &model.StaffConsent{Kind: c.Kind, ID: c.ID, IsAgreed: c.IsAgreed, Revision: c.Revision, At: c.At}
}

func grantView(g members.Grant) *model.StaffGrant {
	return &model.StaffGrant{GrantID: g.ID.String(), ClientID: g.Client, Scopes: g.Scopes, IssuedAt: g.IssuedAt, LastUsedAt: g.LastUsedAt}
}

// eachAs are the rows as view shows them.
func eachAs[T, N any](rows []T, view func(T) *N) []*N {
	all := []*N{}
	for _, row := range rows {
		all = append(all, view(row))
	}
	return all
}

// timeline reads what of the kinds the caller may read, and says which they may not. What the staff
// did is read as an act of its own, as money and contracts are.
func (r *Resolver) timeline(ctx context.Context, of *entity.Member, kinds []members.Happening, p keyset.Page) (*model.TimelineConnection, error) {
	a := viewer.Actor(ctx)
	var shown, leftOut []members.Happening
	var reads []acts.Kind
	for _, kind := range members.Happenings() {
		if len(kinds) > 0 && !slices.Contains(kinds, kind) {
			continue
		}
		needed := kind.Needs()
		if needed != "" && a.May(needed) != nil {
			leftOut = append(leftOut, kind)
			continue
		}
		shown = append(shown, kind)
		read, ok := readsOf[needed]
		if needed == scope.ActsRead {
			read, ok = acts.ActsRead, true
		}
		if ok && !slices.Contains(of.Acts, read) && !slices.Contains(reads, read) {
			reads = append(reads, read)
		}
	}
	if err := r.Acts.Open(ctx, a, gate.Origin(ctx), "member.timeline", of.Account, reads...); err != nil {
		return nil, err
	}
	page, more, err := r.Members.Timeline(ctx, of.Account, shown, p)
	if err != nil {
		return nil, err
	}
	view := connection[timelinePage](p.After != nil, page, more, members.Happened.Cursor, happenedView)
	return &model.TimelineConnection{Edges: view.Edges, Nodes: view.Nodes, PageInfo: view.PageInfo, LeftOut: append([]members.Happening{}, leftOut...)}, nil
}

// timelinePage is a TimelineConnection without what it says beside its page.
type timelinePage struct {
	Edges    []*model.TimelineEdge  `json:"edges"`
	Nodes    []*model.TimelineEntry `json:"nodes"`
	PageInfo model.PageInfo         `json:"pageInfo"`
}

func happenedView(h members.Happened) *model.TimelineEntry {
	return &model.TimelineEntry{
		Kind: h.Kind, At: h.At, ID: h.ID.String(), What: h.What, Detail: h.Detail, By: h.By, Amount: h.Amount, SubscriptionID: textOf(h.ContractID),
	}
}

// lookalikes writes the act of a search, with the members that are hit, and shows them then.
func (r *Resolver) lookalikes(ctx context.Context, account uuid.UUID) ([]*model.Lookalike, error) {
	hits, err := r.Search.Lookalikes(ctx, account)
	act := acts.Act{Kind: acts.MembersFound, Details: map[string]any{"alike": account}, Limits: findLimits}
	if err != nil {
		return nil, r.refusedLook(ctx, "member.lookalikes", act, err)
	}
	if hits, err = r.unhidden(ctx, hits); err != nil {
		return nil, err
	}
	for _, hit := range hits {
		act.Subjects = append(act.Subjects, hit.AccountID)
	}
	if err := r.look(ctx, "member.lookalikes", act); err != nil {
		return nil, err
	}
	found, err := r.Members.Summaries(ctx, act.Subjects)
	if err != nil {
		return nil, err
	}
	all := []*model.Lookalike{}
	for _, hit := range hits {
		if m := found[hit.AccountID]; m != nil {
			all = append(all, &model.Lookalike{Member: *summaryView(m), Alike: hit.Matched})
		}
	}
	return all, nil
}
