package catalog

import (
	"fmt"
	"maps"

	"kaiin/schema"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// Contents is what a store file says of what the store sells.
type Contents struct {
	Policies  []PolicyFile
	Plans     []PlanFile
	Campaigns []CampaignFile
}

// Validate reports everything that is wrong with the contents, each with its path in the store
// file. The seller says what a plan needs before it may be sold.
func (c *Contents) Validate(p *written.Problems, seller settings.Seller) {
	p.AtMost("policies", len(c.Policies), schema.Rules().Lists["policies"], "policies")
	seen := map[string]bool{}
	for i := range c.Policies {
		path := fmt.Sprintf("policies[%d]", i)
		c.Policies[i].validate(p, path)
		p.Check(!seen[c.Policies[i].ID], path+".id", "%q is given twice", c.Policies[i].ID)
		seen[c.Policies[i].ID] = true
	}
	seen = map[string]bool{}
	for i := range c.Plans {
		path := fmt.Sprintf("plans[%d]", i)
		c.Plans[i].validate(p, path)
		p.Check(!seen[c.Plans[i].ID], path+".id", "%q is given twice", c.Plans[i].ID)
		seen[c.Plans[i].ID] = true
	}
	c.comparable(p)
	c.validateCampaigns(p)
	c.sellable(p, seller)
}

// mostFeatures is how many features of a plan a comparison has room for.
const mostFeatures = 8

// comparable wants plans that can be put side by side: at most one is recommended, and a feature
// that several plans have is called the same in every language.
func (c *Contents) comparable(p *written.Problems) {
	names, recommended := map[string]words.Text{}, ""
	for i := range c.Plans {
		plan, path := &c.Plans[i], fmt.Sprintf("plans[%d]", i)
		p.Check(!plan.Recommended || recommended == "", path+".recommended", "%s is recommended already, and the store recommends one plan", recommended)
		if plan.Recommended {
			recommended = plan.ID
		}
		p.AtMost(path+".features", len(plan.Features), mostFeatures, "features")
		own := map[string]bool{}
		for n, feature := range plan.Features {
			at, name := fmt.Sprintf("%s.features[%d]", path, n), feature.Name.In(words.Locales[0])
			p.Text(at+".name", feature.Name)
			p.Text(at+".value", feature.Value)
			p.Check(!own[name], at+".name", "%q is given twice", name)
			own[name] = true
			if known, ok := names[name]; ok {
				p.Check(maps.Equal(known, feature.Name), at+".name", "%q has another name in one of the languages than in the plans above", name)
				continue
			}
			names[name] = feature.Name
		}
	}
}

func (policy *PolicyFile) validate(p *written.Problems, path string) {
	p.Slug(path+".id", policy.ID)
	p.Check(policy.Key != "", path+".key", "is needed")
	p.Check(policy.Revision >= 1, path+".revision", "must be at least 1")
	p.Day(path+".askedFrom", policy.AskedFrom)
	p.Text(path+".title", policy.Title)
	if policy.External != "" {
		p.Address(path+".external", policy.External)
		p.Check(len(policy.Body) == 0, path+".files", "an external policy has no text here")
		return
	}
	p.Text(path+".files", policy.Body)
}

func (plan *PlanFile) validate(p *written.Problems, path string) {
	p.Slug(path+".id", plan.ID)
	p.OneOf(path+".planType", plan.Type, "subscription", "purchase", "rental")
	p.Text(path+".planName", plan.Name)
	p.Text(path+".planDescription", plan.Description)
	p.Text(path+".service", plan.Service)
	p.Locales(path+".orderCompletedMessage", plan.CompletedMessage)
	p.Address(path+".image", plan.Image)
	p.MediaRef(path+".sampleMediaRefId", plan.SampleMediaRefID)
	p.SecureAddress(path+".watchUrl", plan.WatchURL)
	p.Check(plan.Price >= 0 && plan.Price <= 9_999_999, path+".price", "must be 0 to 9,999,999 yen")
	plan.validateTax(p, path)
	if plan.Type == "subscription" {
		p.Check(plan.RenewSpan >= 1, path+".renewSpan", "must be at least 1")
		p.OneOf(path+".renewSpanUnit", plan.RenewSpanUnit, "days", "weeks", "months")
		p.Check(plan.FreeTrialDays >= 0 && plan.FreeTrialDays <= 365, path+".freeTrialDays", "must be 0 to 365")
	} else {
		p.Check(plan.RenewSpan == 0 && plan.RenewSpanUnit == "" && plan.FreeTrialDays == 0 && plan.ForceStopRenew == "" && plan.RepriceFrom == "" && plan.Group == "", path,
			"only a subscription has renewSpan, renewSpanUnit, freeTrialDays, forceStopRenewDay, repriceFrom and planGroup")
	}
	p.Check(plan.ViewingDays >= 0 && (plan.ViewingDays == 0 || plan.Type == "rental"), path+".viewingDays", "only a rental has viewing days")
	p.Check(plan.SalesLimit == nil || *plan.SalesLimit >= 1, path+".salesLimit", "must be at least 1, or left out")
	if plan.Group != "" {
		p.Slug(path+".planGroup", plan.Group)
	}
	p.Day(path+".salesStartDay", plan.SalesStart)
	p.Day(path+".salesEndDay", plan.SalesEnd)
	p.Day(path+".forceStopRenewDay", plan.ForceStopRenew)
	p.Day(path+".repriceFrom", plan.RepriceFrom)
	p.Check(plan.SalesStart == "" || plan.SalesEnd == "" || plan.SalesStart <= plan.SalesEnd, path+".salesEndDay", "is before salesStartDay")
	if plan.Survey != nil {
		plan.Survey.Validate(p, path+".survey")
	}
}

func (plan *PlanFile) validateTax(p *written.Problems, path string) {
	percentage := func(path string, rate int) {
		p.Check(rate >= 0 && rate <= 100, path, "must be a percentage")
	}
	percentage(path+".taxRate", plan.TaxRate)
	last := ""
	for i, tax := range plan.TaxRates {
		at := fmt.Sprintf("%s.taxRates[%d]", path, i)
		percentage(at+".rate", tax.Rate)
		p.Check(tax.From != "", at+".from", "is needed: the day from which the rate holds")
		p.Day(at+".from", tax.From)
		p.Check(i == 0 || tax.From == "" || tax.From > last, at+".from", "%q must be after %s, the day above it", tax.From, last)
		last = tax.From
	}
}
