package modeltest

import (
	"slices"
	"strings"

	"kaiin/server/base/fault"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
)

// campaign is one of the store's, known by its code.
type campaign struct {
	plans         []string
	free          int // days
	yen, percent  int // off
	payments      int // of so many payments
	limit, each   int // orders in all, and of one member; 0: any number
	days          int // of the world's, on which it is given; 0: all
	firstContract bool
}

var campaigns = map[string]campaign{
	"HALF":  {plans: []string{"standard", "weekly", "trial", "annual"}, percent: 50, payments: 2, each: 1},
	"THIRD": {plans: []string{"standard", "annual", "short"}, percent: 33, payments: 3, days: 40},
	"YEN3":  {plans: []string{"standard", "trial", "short"}, yen: 240, payments: 3, limit: 4},
	"FREE":  {plans: []string{"standard", "weekly", "annual", "trial"}, free: 30, each: 2},
	"FIRST": {plans: []string{"standard", "trial", "weekly", "short"}, free: 10, firstContract: true},
	"GIFT":  {plans: []string{"standard", "weekly", "trial"}, percent: 100, payments: 2},
}

var codes = []string{"HALF", "HALF", "HALF", "THIRD", "YEN3", "FREE", "FIRST", "FIRST", "GIFT", "GIFT", "WRONG"}

// file is the campaign in the store file of a world that begins on the day.
func (g campaign) file(id string, first day) catalog.CampaignFile {
	f := catalog.CampaignFile{
		ID: strings.ToLower(id), Name: words.Text{"ja": id, "en": id}, Type: "other", DiscountYen: g.yen, DiscountPercent: g.percent, DiscountCount: g.payments,
		Plans: g.plans, Codes: []string{id}, ReContracts: !g.firstContract,
	}
	if g.free > 0 {
		f.Type, f.FreeDays = "free", g.free
	}
	if g.limit > 0 {
		f.Limit = &g.limit
	}
	if g.each > 0 {
		f.MemberLimit = &g.each
	}
	if g.days > 0 {
		f.End = (first + day(g.days-1)).String()
	}
	return f
}

// deal is what an order agrees on, or the code of what prevents it.
func (m *Model) deal(a Act) (d deal, wrong fault.Code) {
	had := m.had(a.Plan)
	if d.price, d.stop = sold[a.Plan].price, m.stops[a.Plan]; m.prices[a.Plan].yen != 0 {
		d.price = m.prices[a.Plan].yen
	}
	if !had {
		d.free = sold[a.Plan].trial
	}
	if a.Code == "" {
		if a.With == alone {
			wrong = fault.CampaignCodeRequired
		}
		return d, wrong
	}
	g, known := campaigns[a.Code]
	if !known || !slices.Contains(g.plans, a.Plan) {
		return d, fault.CampaignCodeNotApplicable
	}
	for why, so := range map[string]bool{
		"a campaign that is over":                g.days > 0 && m.today >= m.first+day(g.days),
		"a campaign for first contracts":         g.firstContract && had,
		"a campaign that is used up":             g.limit > 0 && m.shop.used[a.Code] >= g.limit,
		"a campaign that the member has used up": g.each > 0 && m.used[a.Code] >= g.each,
	} {
		if so {
			m.pass(why)
			wrong = fault.CampaignCodeNotApplicable
		}
	}
	if wrong != "" {
		return d, wrong
	}
	d.campaign, d.free = a.Code, max(d.free, g.free)
	if d.cheaper = g.payments; g.percent > 0 {
		d.off = d.price - d.price*(100-g.percent)/100
	} else {
		d.off = min(g.yen, d.price)
	}
	if a.With != alone {
		return d, ""
	}
	if g.free == 0 && d.off < d.price {
		return d, fault.CampaignNotFree
	}
	// It ends by itself with what is free of it.
	last := m.today
	if g.payments > 0 {
		last = (&contract{deal: d, anchor: m.today + day(d.free), from: 1, months: sold[a.Plan].months, length: sold[a.Plan].days}).start(g.payments)
	}
	if d.stop == 0 || last < d.stop {
		d.stop = last
	}
	return d, ""
}

// giveBack takes an order that failed out of the count.
func (m *Model) giveBack(d deal) {
	m.count(d, -1)
	if d.campaign != "" {
		m.pass("an order that gave its campaign back")
	}
}

// count counts orders with the campaign of the deal.
func (m *Model) count(d deal, orders int) {
	if d.campaign != "" {
		m.shop.used[d.campaign] += orders
		m.used[d.campaign] += orders
	}
}
