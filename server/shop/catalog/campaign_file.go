package catalog

import (
	"fmt"
	"regexp"
	"slices"

	"kaiin/server/base/typed"
	"kaiin/server/base/words"
	"kaiin/server/base/written"
)

// CampaignFile is what the store gives with an order for a while. Of type free it gives free days
// before the first charge of a subscription; of type other it takes yen or percent off, of a
// subscription's first payments or of the one payment of anything else. Without codes it counts for
// every order that it fits, with codes for orders whose member enters one of them. Days are
// calendar days in Tokyo, first and last one included.
type CampaignFile struct {
	ID              string     `json:"id"`
	Name            words.Text `json:"campaignName"`
	Description     words.Text `json:"campaignDescription"` // plain text
	Type            string     `json:"campaignType"`        // free or other
	FreeDays        int        `json:"freeDays"`
	DiscountYen     int        `json:"discountYen"`
	DiscountPercent int        `json:"discountPercent"`
	DiscountCount   int        `json:"discountContinuationCount"` // payments of a subscription
	Plans           []string   `json:"plans"`                     // ids
	Codes           []string   `json:"codes"`
	Start           string     `json:"startDay"`
	End             string     `json:"endDay"`
	Limit           *int       `json:"limit"`          // how often it is given in all
	MemberLimit     *int       `json:"limitPerMember"` // and to one member
	ReContracts     bool       `json:"reContracts"`    // also to members who had the plan before
}

const (
	campaignFree  = "free"
	campaignOther = "other"
)

// CampaignCode is what the code of a campaign looks like.
var CampaignCode = regexp.MustCompile(`^[0-9A-Za-z]{1,40}$`)

// shortestCode is how short a code may be: shorter ones are easy to guess.
const shortestCode = 4

func (c *Contents) validateCampaigns(p *written.Problems) {
	ids, codes := map[string]bool{}, map[string]bool{}
	for i := range c.Campaigns {
		one, path := &c.Campaigns[i], fmt.Sprintf("campaigns[%d]", i)
		one.validate(p, path)
		c.campaignPlans(p, path, one)
		p.Check(!ids[one.ID], path+".id", "%q is given twice", one.ID)
		ids[one.ID] = true
		for n, code := range one.Codes {
			same := typed.Campaign(code) // members may type it in any case and width
			p.Check(!codes[same], fmt.Sprintf("%s.codes[%d]", path, n), "%q is given twice, or differs from another one in case alone", code)
			codes[same] = true
		}
	}
}

func (c *CampaignFile) validate(p *written.Problems, path string) {
	p.Slug(path+".id", c.ID)
	p.Text(path+".campaignName", c.Name)
	p.Locales(path+".campaignDescription", c.Description)
	p.OneOf(path+".campaignType", c.Type, campaignFree, campaignOther)
	if c.Type == campaignFree {
		p.Check(c.FreeDays >= 1 && c.FreeDays <= 365, path+".freeDays", "must be 1 to 365")
		p.Check(c.DiscountYen == 0 && c.DiscountPercent == 0 && c.DiscountCount == 0, path, "a free campaign has free days and no discount")
	} else {
		p.Check(c.FreeDays == 0, path+".freeDays", "only a free campaign has free days")
		p.Check((c.DiscountYen > 0) != (c.DiscountPercent > 0), path, "needs either discountYen or discountPercent")
		p.Check(c.DiscountYen >= 0 && c.DiscountYen <= 9_999_999, path+".discountYen", "must be 0 to 9,999,999 yen")
		p.Check(c.DiscountPercent >= 0 && c.DiscountPercent <= 100, path+".discountPercent", "must be a percentage")
		p.Check(c.DiscountCount >= 0 && c.DiscountCount <= 120, path+".discountContinuationCount", "must be 1 to 120 payments")
	}
	for i, code := range c.Codes {
		p.Check(CampaignCode.MatchString(code) && len(code) >= shortestCode, fmt.Sprintf("%s.codes[%d]", path, i),
			"%q must be %d to 40 letters and digits", code, shortestCode)
	}
	p.Day(path+".startDay", c.Start)
	p.Day(path+".endDay", c.End)
	p.Check(c.Start == "" || c.End == "" || c.Start <= c.End, path+".endDay", "is before startDay")
	p.Check(c.Limit == nil || *c.Limit >= 1, path+".limit", "must be at least 1, or left out")
	p.Check(c.MemberLimit == nil || *c.MemberLimit >= 1, path+".limitPerMember", "must be at least 1, or left out")
}

// campaignPlans wants plans of the file that the campaign can do something for.
func (c *Contents) campaignPlans(p *written.Problems, path string, one *CampaignFile) {
	p.Check(len(one.Plans) > 0, path+".plans", "must name plans")
	renews := false
	for i, id := range one.Plans {
		at := fmt.Sprintf("%s.plans[%d]", path, i)
		n := slices.IndexFunc(c.Plans, func(plan PlanFile) bool { return plan.ID == id })
		if n < 0 {
			p.Add(at, "%q is none of the plans", id)
			continue
		}
		subscription := c.Plans[n].Type == "subscription"
		renews = renews || subscription
		p.Check(one.Type != campaignFree || subscription, at, "%q has no free days, since it is no subscription", id)
		p.Check(slices.Index(one.Plans, id) == i, at, "%q is given twice", id)
	}
	p.Check(one.Type != campaignOther || renews == (one.DiscountCount > 0), path+".discountContinuationCount",
		"is how many payments of a subscription are discounted: needed with one, and of no use without")
}
