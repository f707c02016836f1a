package settings

import "kaiin/server/base/written"

// Contracts is what the store does with contracts whose money does not come, in days. What the
// store file does not say is as below.
type Contracts struct {
	// RetryDays is on how many days a refused charge is tried again before the contract goes on
	// hold. 3 unless said.
	RetryDays *int `json:"retryDays"`
	// GraceDays is how long viewing stays open while the delay is the store's own: its provider or
	// its worker is down. 7 unless said.
	GraceDays *int `json:"graceDays"`
	// HoldDays is how long a contract stays on hold before it ends. 30 unless said.
	HoldDays *int `json:"holdDays"`
	// UnknownSaleDays is how long a sale that only the provider knows of waits for somebody to
	// claim it before it is refunded. 7 unless said.
	UnknownSaleDays *int `json:"unknownSaleDays"`
	// UnknownSalesADay and UnknownSaleYenADay are how many such sales, and how many yen of them,
	// are refunded by themselves on one day: where there are more, all wait for the staff. 0 has
	// none refunded. 10, and 50,000 yen, unless said.
	UnknownSalesADay   *int `json:"unknownSalesADay"`
	UnknownSaleYenADay *int `json:"unknownSaleYenADay"`
	// ListDays is for how long providers keep the list of a day: what was not compared by then is
	// not asked for any more. 60 unless said.
	ListDays *int `json:"listDays"`
}

func (c Contracts) Retry() int          { return or(c.RetryDays, 3) }
func (c Contracts) Grace() int          { return or(c.GraceDays, 7) }
func (c Contracts) Hold() int           { return or(c.HoldDays, 30) }
func (c Contracts) UnknownSale() int    { return or(c.UnknownSaleDays, 7) }
func (c Contracts) UnknownSales() int   { return or(c.UnknownSalesADay, 10) }
func (c Contracts) UnknownSaleYen() int { return or(c.UnknownSaleYenADay, 50_000) }
func (c Contracts) Lists() int          { return or(c.ListDays, 60) }

// Reminders is how many days ahead members are told of what comes by itself, in mails. What the
// store file does not say is as below.
type Reminders struct {
	// TrialDays is before a free trial turns paid; a shorter trial is told of on its second day. 3
	// unless said.
	TrialDays *int `json:"trialDays"`
	// YearlyDays is before a contract of a year renews. 14 unless said.
	YearlyDays *int `json:"yearlyDays"`
	// CardDays is before the last day of a card that pays a running contract. 30 unless said.
	CardDays *int `json:"cardDays"`
	// EndDays is before the last day of a contract that the store renews no more. 14 unless said.
	EndDays *int `json:"endDays"`
	// DiscountDays is before the first payment that a campaign makes cheaper no more; where that is
	// sooner, on the second day of the contract. 14 unless said.
	DiscountDays *int `json:"discountDays"`
}

func (r Reminders) Trial() int    { return or(r.TrialDays, 3) }
func (r Reminders) Yearly() int   { return or(r.YearlyDays, 14) }
func (r Reminders) Card() int     { return or(r.CardDays, 30) }
func (r Reminders) End() int      { return or(r.EndDays, 14) }
func (r Reminders) Discount() int { return or(r.DiscountDays, 14) }

func (r Reminders) validate(p *written.Problems) {
	for _, d := range []struct {
		path string
		days *int
	}{
		{"reminders.trialDays", r.TrialDays}, {"reminders.yearlyDays", r.YearlyDays},
		{"reminders.cardDays", r.CardDays}, {"reminders.endDays", r.EndDays},
		{"reminders.discountDays", r.DiscountDays},
	} {
		p.Check(d.days == nil || *d.days >= 1 && *d.days <= 90, d.path, "must be 1 to 90 days")
	}
}

func or(given *int, otherwise int) int {
	if given == nil {
		return otherwise
	}
	return *given
}

func (c Contracts) validate(p *written.Problems) {
	for _, d := range []struct {
		path string
		days *int
		most int
	}{
		{"contracts.retryDays", c.RetryDays, 28}, {"contracts.graceDays", c.GraceDays, 60},
		{"contracts.holdDays", c.HoldDays, 365}, {"contracts.unknownSaleDays", c.UnknownSaleDays, 60},
		{"contracts.listDays", c.ListDays, 90},
	} {
		p.Check(d.days == nil || *d.days >= 0 && *d.days <= d.most, d.path, "must be 0 to %d days", d.most)
	}
	for _, n := range []struct {
		path  string
		given *int
		most  int
	}{{"contracts.unknownSalesADay", c.UnknownSalesADay, 10_000}, {"contracts.unknownSaleYenADay", c.UnknownSaleYenADay, 100_000_000}} {
		p.Check(n.given == nil || *n.given >= 0 && *n.given <= n.most, n.path, "must be 0 to %d", n.most)
	}
}
