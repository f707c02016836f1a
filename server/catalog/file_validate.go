package catalog

import (
	"errors"
	"fmt"
	"regexp"

	"kaiin/schema"
	"kaiin/server/clock"
)

// slug is an id that stands in URLs.
var slug = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// Validate reports everything that is wrong with the file, each with its path in it.
func (f *File) Validate() error {
	var p problems
	if err := f.Settings.Validate(); err != nil {
		p = append(p, fmt.Errorf("settings: %w", err))
	}
	p.atMost("policies", len(f.Policies), "policies")
	seen := map[string]bool{}
	for i := range f.Policies {
		path := fmt.Sprintf("policies[%d]", i)
		f.Policies[i].validate(&p, path)
		p.check(!seen[f.Policies[i].ID], path+".id", "%q stands twice", f.Policies[i].ID)
		seen[f.Policies[i].ID] = true
	}
	leaving := f.Settings.WithdrawPolicy
	p.check(leaving == "" || seen[leaving], "settings.withdrawPolicy", "%q is none of the policies", leaving)
	seen = map[string]bool{}
	for i := range f.Plans {
		path := fmt.Sprintf("plans[%d]", i)
		f.Plans[i].validate(&p, path)
		p.check(!seen[f.Plans[i].ID], path+".id", "%q stands twice", f.Plans[i].ID)
		seen[f.Plans[i].ID] = true
	}
	f.validateCampaigns(&p)
	seen = map[string]bool{}
	for i := range f.Clients {
		path := fmt.Sprintf("clients[%d].", i)
		f.Clients[i].validate(&p, path)
		p.check(!seen[f.Clients[i].ID], path+"clientId", "%q stands twice", f.Clients[i].ID)
		seen[f.Clients[i].ID] = true
	}
	f.sellable(&p)
	return errors.Join(p...)
}

func (policy *PolicyFile) validate(p *problems, path string) {
	p.check(slug.MatchString(policy.ID), path+".id", "%q must be lower-case letters, digits and -", policy.ID)
	p.check(policy.Key != "", path+".key", "is needed")
	p.check(policy.Revision >= 1, path+".revision", "must be at least 1")
	p.day(path+".askedFrom", policy.AskedFrom)
	p.text(path+".title", policy.Title)
	if policy.External != "" {
		p.address(path+".external", policy.External)
		p.check(len(policy.Body) == 0, path+".files", "an external policy has no text here")
		return
	}
	p.text(path+".files", policy.Body)
}

func (plan *PlanFile) validate(p *problems, path string) {
	p.check(slug.MatchString(plan.ID), path+".id", "%q must be lower-case letters, digits and -", plan.ID)
	p.oneOf(path+".planType", plan.Type, "subscription", "purchase", "rental")
	p.text(path+".planName", plan.Name)
	p.text(path+".planDescription", plan.Description)
	p.text(path+".service", plan.Service)
	p.locales(path+".orderCompletedMessage", plan.CompletedMessage)
	p.address(path+".image", plan.Image)
	p.mediaRef(path+".sampleMediaRefId", plan.SampleMediaRefID)
	p.check(plan.Price >= 0 && plan.Price <= 9_999_999, path+".price", "must be 0 to 9,999,999 yen")
	plan.validateTax(p, path)
	if plan.Type == "subscription" {
		p.check(plan.RenewSpan >= 1, path+".renewSpan", "must be at least 1")
		p.oneOf(path+".renewSpanUnit", plan.RenewSpanUnit, "days", "weeks", "months")
		p.check(plan.FreeTrialDays >= 0 && plan.FreeTrialDays <= 365, path+".freeTrialDays", "must be 0 to 365")
	} else {
		p.check(plan.RenewSpan == 0 && plan.RenewSpanUnit == "" && plan.FreeTrialDays == 0 && plan.ForceStopRenew == "" && plan.RepriceFrom == "", path,
			"only a subscription has renewSpan, renewSpanUnit, freeTrialDays, forceStopRenewDay and repriceFrom")
	}
	p.check(plan.ViewingDays >= 0 && (plan.ViewingDays == 0 || plan.Type == "rental"), path+".viewingDays", "only a rental has viewing days")
	p.check(plan.SalesLimit == nil || *plan.SalesLimit >= 1, path+".salesLimit", "must be at least 1, or left out")
	p.day(path+".salesStartDay", plan.SalesStart)
	p.day(path+".salesEndDay", plan.SalesEnd)
	p.day(path+".forceStopRenewDay", plan.ForceStopRenew)
	p.day(path+".repriceFrom", plan.RepriceFrom)
	p.check(plan.SalesStart == "" || plan.SalesEnd == "" || plan.SalesStart <= plan.SalesEnd, path+".salesEndDay", "is before salesStartDay")
	if plan.Survey != nil {
		plan.Survey.validate(p, path+".survey")
	}
}

func (plan *PlanFile) validateTax(p *problems, path string) {
	percentage := func(path string, rate int) {
		p.check(rate >= 0 && rate <= 100, path, "must be a percentage")
	}
	percentage(path+".taxRate", plan.TaxRate)
	last := ""
	for i, tax := range plan.TaxRates {
		at := fmt.Sprintf("%s.taxRates[%d]", path, i)
		percentage(at+".rate", tax.Rate)
		p.check(tax.From != "", at+".from", "is needed: the day from which the rate holds")
		p.day(at+".from", tax.From)
		p.check(i == 0 || tax.From == "" || tax.From > last, at+".from", "%q must be after %s, the day above it", tax.From, last)
		last = tax.From
	}
}

// mediaRefs are the reference ids of the video service.
var mediaRefs = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)

func (p *problems) mediaRef(path, value string) {
	p.check(value == "" || mediaRefs.MatchString(value), path, "%q must be letters, digits, _ and -, 100 at most", value)
}

func (p *problems) day(path, value string) {
	_, err := clock.ParseDay(value)
	p.check(value == "" || err == nil, path, "%q must be a day, YYYY-MM-DD", value)
}

// atMost holds how many there are against a bound of the schema: what a member answers has as many elements, and a longer list is refused.
// Answers to the most questions, each as long as it may be, are within the body of a call.
func (p *problems) atMost(path string, n int, bound string) {
	most := schema.Rules().Lists[bound]
	p.check(n <= most, path, "are more than %d %s", most, bound)
}

func (s *Survey) validate(p *problems, path string) {
	p.text(path+".surveyName", s.Name)
	p.locales(path+".surveyDescription", s.Description)
	p.check(len(s.Questions) > 0, path+".questions", "must ask something")
	p.atMost(path+".questions", len(s.Questions), "questions")
	seen := map[string]bool{}
	for i := range s.Questions {
		q, at := &s.Questions[i], fmt.Sprintf("%s.questions[%d]", path, i)
		q.validate(p, at)
		p.check(!seen[q.ID], at+".questionId", "%q stands twice", q.ID)
		seen[q.ID] = true
	}
}

func (q *Question) validate(p *problems, path string) {
	p.check(itemID.MatchString(q.ID), path+".questionId", "%q must be a letter, then letters, digits, _ or -, 40 at most", q.ID)
	p.oneOf(path+".questionType", string(q.Type), "text", "textarea", "radio", "checkbox", "select", "date", "time")
	p.text(path+".questionTitle", q.Title)
	p.locales(path+".questionDescription", q.Description)
	_, err := regexp.Compile(q.Validation)
	p.check(err == nil && (q.Validation == "" || q.textLike()), path+".validation", "must be a regular expression, for text and textarea only")
	if q.Type == AnswerCheckbox {
		p.atMost(path+".answerOptions", len(q.Options), "choices")
	}
	p.check(q.chosen() == (len(q.Options) > 0), path+".answerOptions", "are for radio, checkbox and select, which need some")
	p.check(q.Type == AnswerCheckbox || (q.MinCount == 0 && q.MaxCount == 0), path, "only a checkbox has minCount and maxCount")
	p.check(q.MinCount >= 0 && q.MaxCount >= 0 && q.MinCount <= len(q.Options) && q.MaxCount <= len(q.Options) && (q.MaxCount == 0 || q.MinCount <= q.MaxCount),
		path, "minCount and maxCount do not fit each other and the options")
	seen := map[string]bool{}
	for i, o := range q.Options {
		at := fmt.Sprintf("%s.answerOptions[%d]", path, i)
		p.check(o.ID != "" && !seen[o.ID], at+".optionId", "is needed, once each")
		p.text(at+".optionTitle", o.Title)
		seen[o.ID] = true
	}
}
