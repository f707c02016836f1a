package catalog

import (
	"context"
	"encoding/json"

	"kaiin/ent"
	entplan "kaiin/ent/plan"
	"kaiin/ent/storepolicy"
	"kaiin/server/base/words"
)

// Apply has the store sell what the contents say, which are valid. It is idempotent, and joins the
// caller's transaction. Plans and campaigns that are not among them are no longer published, since
// contracts may name them; such policies are removed. How much of a plan was sold is never touched.
// A plan that says something else than before gets one more version; what was sold keeps its type
// and span.
func (s *Service) Apply(ctx context.Context, c *Contents) error {
	defer s.plans.Forget()
	defer s.policies.Forget()
	defer s.campaigns.Forget()
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		var kept []string
		for i, p := range c.Policies {
			kept = append(kept, p.ID)
			if err := s.savePolicy(ctx, i, p); err != nil {
				return err
			}
		}
		client := s.Store.Client(ctx)
		if _, err := client.StorePolicy.Delete().Where(storepolicy.IDNotIn(kept...)).Exec(ctx); err != nil {
			return err
		}
		kept = nil
		for i, p := range c.Plans {
			kept = append(kept, p.ID)
			if err := s.savePlan(ctx, i, p); err != nil {
				return err
			}
		}
		if err := client.Plan.Update().Where(entplan.IDNotIn(kept...)).SetPublished(false).ClearRepriceFrom().Exec(ctx); err != nil {
			return err
		}
		return s.saveCampaigns(ctx, c.Campaigns)
	})
}

// SellsSubscriptions is whether a subscription is published.
func (s *Service) SellsSubscriptions(ctx context.Context) (bool, error) {
	return s.Store.Client(ctx).Plan.Query().
		Where(entplan.Published(true), entplan.PlanTypeEQ(entplan.PlanTypeSubscription)).Exist(ctx)
}

func (s *Service) savePolicy(ctx context.Context, position int, p PolicyFile) error {
	source := p.External
	if source == "" {
		source = "inline"
	}
	title, err := json.Marshal(p.Title)
	if err != nil {
		return err
	}
	body, err := json.Marshal(sanitised(p.Body))
	if err != nil {
		return err
	}
	return s.Store.Exec(ctx, `INSERT INTO policies (id, key, revision, position, asked_from, title, is_external, data_source, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (id) DO UPDATE SET key = excluded.key, revision = excluded.revision, position = excluded.position, asked_from = excluded.asked_from,
			title = excluded.title, is_external = excluded.is_external, data_source = excluded.data_source, body = excluded.body`,
		p.ID, p.Key, p.Revision, position, firstMoment(p.AskedFrom), json.RawMessage(title), p.External != "", source, json.RawMessage(body))
}

// savePlan writes the plan through the mutation that creating and updating share.
func (s *Service) savePlan(ctx context.Context, position int, p PlanFile) error {
	client := s.Store.Client(ctx)
	old, err := client.Plan.Query().Where(entplan.ID(p.ID)).ForUpdate().Only(ctx)
	switch {
	case ent.IsNotFound(err):
		version, err := s.version(ctx, nil, p)
		if err != nil {
			return err
		}
		create := client.Plan.Create().SetID(p.ID).SetVersionID(version)
		if err := s.fill(create.Mutation(), position, p); err != nil {
			return err
		}
		return create.Exec(ctx)
	case err != nil:
		return err
	}
	if err := s.changeable(ctx, position, old, p); err != nil {
		return err
	}
	version, err := s.version(ctx, old, p)
	if err != nil {
		return err
	}
	update := old.Update().SetVersionID(version)
	if err := s.fill(update.Mutation(), position, p); err != nil {
		return err
	}
	return update.Exec(ctx)
}

func (s *Service) fill(m *ent.PlanMutation, position int, p PlanFile) error {
	if p.Type != "subscription" { // the columns want a span; nothing reads it
		p.RenewSpan, p.RenewSpanUnit = 1, "months"
	}
	m.SetPlanType(entplan.PlanType(p.Type))
	m.SetPlanGroup(p.Group)
	m.SetPosition(position)
	m.SetPublished(!p.Unpublished)
	m.SetName(p.Name)
	m.SetDescription(sanitised(p.Description))
	m.SetService(p.Service)
	m.SetOrderCompletedMessage(p.CompletedMessage)
	if len(p.Features) > 0 {
		m.SetFeatures(p.Features)
	} else {
		m.ClearFeatures()
	}
	m.SetRecommended(p.Recommended)
	m.SetImage(p.Image)
	m.SetSampleRefID(p.SampleMediaRefID)
	m.SetWatchURL(p.WatchURL)
	m.SetPrice(p.Price)
	m.SetTaxRate(p.TaxRate)
	if len(p.TaxRates) > 0 {
		m.SetTaxRates(p.ratesByDay())
	} else {
		m.ClearTaxRates()
	}
	m.SetRenewSpan(p.RenewSpan)
	m.SetRenewSpanUnit(entplan.RenewSpanUnit(p.RenewSpanUnit))
	m.SetFreeTrialDays(p.FreeTrialDays)
	m.SetViewingDays(p.ViewingDays)
	m.SetUpdatedAt(s.Clock.Now())
	optional(firstMoment(p.SalesStart), m.SetSalesStartAt, m.ClearSalesStartAt)
	optional(lastMoment(p.SalesEnd), m.SetSalesEndAt, m.ClearSalesEndAt)
	optional(lastMoment(p.ForceStopRenew), m.SetForceStopRenewAt, m.ClearForceStopRenewAt)
	optional(p.SalesLimit, m.SetSalesLimit, m.ClearSalesLimit)
	fillRepricing(m, p)
	if p.Survey == nil {
		m.ClearSurvey()
		return nil
	}
	document, err := json.Marshal(p.Survey)
	m.SetSurvey(document)
	return err
}

func optional[T any](value *T, set func(T), clear func()) {
	if value == nil {
		clear()
		return
	}
	set(*value)
}

func sanitised(t words.Text) words.Text {
	clean := words.Text{}
	for locale, markup := range t {
		clean[locale] = Sanitise(markup)
	}
	return clean
}

// ratesByDay are the rates of tax that replace the first one.
func (plan *PlanFile) ratesByDay() map[string]int {
	rates := map[string]int{}
	for _, tax := range plan.TaxRates {
		rates[tax.From] = tax.Rate
	}
	return rates
}
