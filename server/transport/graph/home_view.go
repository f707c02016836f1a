package graph

import (
	"slices"
	"time"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
	"kaiin/server/transport/graph/model"
)

// homeView is the top page in the locale: films, and for visitors a few plans and what the store
// says beside them. open are all plans that anyone may contract now, and those that the member has;
// what none of them gives is not shown.
func homeView(s *settings.Settings, few, open []*ent.Plan, now time.Time, who actor.Actor) *model.HomeScreen {
	locale := who.Locale
	screen := &model.HomeScreen{
		Plans: []*model.Plan{}, Titles: []*model.Title{}, Contracts: []*model.HomeContract{},
		Reasons: []*model.HomePassage{}, Questions: []*model.HomePassage{},
	}
	if !who.SignedIn() {
		screen.Headline = headlineView(s.Home, few, open, locale)
		screen.Reasons, screen.Questions = passageViews(s.Home.Reasons, locale), passageViews(s.Home.Questions, locale)
		for _, p := range few {
			screen.Plans = append(screen.Plans, planView(p, locale, catalog.NewOffer(p, now, false, false)))
		}
	}
	for _, title := range s.Titles {
		if view := titleView(title, open, locale); view != nil {
			screen.Titles = append(screen.Titles, view)
		}
	}
	return screen
}

// plansOf are the plans of the contracts.
func plansOf(contracts []subscription.ContractPage) (plans []*ent.Plan) {
	for _, c := range contracts {
		plans = append(plans, c.Plan)
	}
	return plans
}

func headlineView(h settings.Home, few, open []*ent.Plan, locale string) *model.HomeHeadline {
	text := h.Headline.In(locale)
	if text == "" {
		return nil
	}
	view := &model.HomeHeadline{Text: text, PhoneArt: orNull(h.Art.Phone), WideArt: orNull(h.Art.Wide)}
	if at := slices.IndexFunc(few, func(p *ent.Plan) bool { return p.ID == h.Plan }); at >= 0 {
		view.PlanID = &h.Plan
		view.IsCheapest = !slices.ContainsFunc(open, func(p *ent.Plan) bool { return costsLess(p, few[at]) })
	}
	return view
}

// costsLess is false for plans of different kinds or terms.
func costsLess(p, than *ent.Plan) bool {
	return p.PlanType == than.PlanType && p.RenewSpan == than.RenewSpan && p.RenewSpanUnit == than.RenewSpanUnit && p.Price < than.Price
}

// titleView is nil for a film that none of the plans shows.
func titleView(title settings.Title, open []*ent.Plan, locale string) *model.Title {
	view := &model.Title{TitleID: title.ID, Name: title.Name.In(locale), Year: title.Year, Minutes: title.Minutes, Art: title.Art, PlanIds: title.Plans}
	for _, id := range title.Plans {
		at := slices.IndexFunc(open, func(p *ent.Plan) bool { return p.ID == id })
		if at < 0 {
			continue
		}
		if view.PlanID == "" {
			view.PlanID = id
		}
		if kind := string(open[at].PlanType); !slices.Contains(view.Kinds, kind) {
			view.Kinds = append(view.Kinds, kind)
		}
	}
	if view.PlanID == "" {
		return nil
	}
	return view
}

func passageViews(passages []settings.Passage, locale string) []*model.HomePassage {
	views := []*model.HomePassage{}
	for _, p := range passages {
		views = append(views, &model.HomePassage{Title: p.Title.In(locale), Text: p.Text.In(locale)})
	}
	return views
}

// opensMyPage says whether the caller is a member who may open My Page at once: not before they
// have changed their password or agreed to a text, nor with a profile that keeps it closed.
func opensMyPage(a actor.Actor) bool {
	return a.SignedIn() && !a.Restricted() && !a.MustChangePassword && !a.MustReConsent
}
