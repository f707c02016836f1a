package purchase

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/campaign"
	"kaiin/server/base/clock"
	"kaiin/server/money/audit"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
)

// drawn is a campaign at random for the plan.
func drawn(r *rand.Rand, planID string) catalog.CampaignFile {
	c := catalog.CampaignFile{ID: "drawn", Name: named("くじ"), Type: "other", DiscountCount: 1 + r.IntN(12), Plans: []string{planID}, Codes: []string{"DRAWN"}}
	switch r.IntN(4) {
	case 0:
		c.Type, c.DiscountCount, c.FreeDays = "free", 0, 1+r.IntN(60)
	case 1:
		c.DiscountYen = 1 + r.IntN(1500) // more than some plans cost
	case 2:
		c.DiscountPercent = 100
	default:
		c.DiscountPercent = 1 + r.IntN(99)
	}
	return c
}

// said is what the confirm page said of the first charges: the day and the yen of each.
func said(d Deal, count int) (charges []string) {
	regular, changes := d.Regular()
	first := d.Basis.PriceOf(1).Amount()
	for n := 1; n <= count; n++ {
		amount := first
		if changes && n >= regular.Number || d.DiscountedPayments() == 0 {
			amount, _ = d.RenewalAmount()
		}
		charges = append(charges, fmt.Sprintf("%s %d", d.Basis.Span.After(d.FirstPaymentDay(), n-1), amount))
	}
	return charges
}

// Over random campaigns: what the confirm page said of the first 24 payments is what is billed,
// from the first to the last, and the books agree. A refusal in between, a retry and a hold move
// days and never count payments anew. K-020 K-022 F-159
func TestWhatACampaignSaidIsWhatIsBilled(t *testing.T) {
	t.Parallel()
	const payments = 24
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(20260515, seed))
			s := setup(t, nil)
			planID := []string{"standard", "trial", "weekly"}[r.IntN(3)]
			s.runs(t, drawn(r, planID))
			member := s.Member(t)
			token := s.with(t, member, planID, "DRAWN")
			page, err := s.ConfirmPage(t.Context(), member, planID)
			if err != nil {
				t.Fatal(err)
			}
			result, err := s.buy(t, member, planID, token)
			if err != nil {
				t.Fatal(err)
			}
			s.runs(t) // the campaign is over; what was agreed on is kept
			all, refused := said(page.Deal, payments), r.IntN(2) == 0
			for period := 0; period < payments; {
				row := s.client(t).Subscription.GetX(t.Context(), *result.SubscriptionID)
				if period = row.Period; period >= payments {
					break
				}
				if refused && r.IntN(6) == 0 {
					s.Gateway.Next(paymenttest.Charge, paymenttest.Declined) // it is tried again the next day
				}
				s.Env.Clock.Advance(max(0, row.DueAt.Sub(s.Env.Clock.Now())))
				if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
					t.Fatal(err)
				}
			}
			bills := s.client(t).Bill.Query().Where(bill.SubscriptionID(*result.SubscriptionID), bill.PeriodGT(0), bill.PeriodLTE(payments)).
				Order(ent.Asc(bill.FieldPeriod)).AllX(t.Context())
			for i, b := range bills {
				if got := fmt.Sprintf("%s %d", b.PeriodStart, b.Amount); got != all[i] || b.State != bill.StatePaid {
					t.Errorf("payment %d of %s with %+v: billed %s (%s), and the confirm page said %s", i+1, planID, page.Deal.Campaign, got, b.State, all[i])
				}
			}
			if len(bills) != payments {
				t.Errorf("%d bills", len(bills))
			}
			checker := &audit.Checker{Store: s.Env.Store, Clock: s.Env.Clock, Lookup: s.Env.Payment.Providers.Lookup}
			if _, err := checker.Run(t.Context(), func(f audit.Finding) error { t.Errorf("%+v", f); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
}

// The same over 20,000 deals, without a database: the schedule, the texts' amounts and what
// is charged.
func TestDealsWithCampaigns(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		p, _, _ := example("subscription", func(p *ent.Plan) {
			p.Price, p.FreeTrialDays = r.IntN(3000), []int{0, 0, 14}[r.IntN(3)]
			if r.IntN(3) == 0 {
				at := clock.Date(2026, 5, 15).AddDays(r.IntN(400)).Start()
				p.ForceStopRenewAt = &at
			}
		})
		file := drawn(r, "p")
		d := newDeal(p, catalog.Offer{FreeTrialDays: p.FreeTrialDays}, false, clock.Date(2026, 5, 15)).with(&ent.Campaign{
			ID: file.ID, CampaignType: campaign.CampaignType(file.Type), DiscountCount: file.DiscountCount, DiscountYen: file.DiscountYen, DiscountPercent: file.DiscountPercent,
			FreeDays: file.FreeDays,
		})
		for i, charge := range said(d, 24) {
			if term := d.Basis.Term(i + 1); d.Basis.Charged(i+1) && charge != fmt.Sprintf("%s %d", term.Start, term.Amount) {
				t.Fatalf("%+v: payment %d is %+v, and said %s", d, i+1, term, charge)
			}
		}
		alone, free := d.withCodeOnly()
		if free && (alone.DueNow() != 0 || alone.Authenticated() != 0) {
			t.Fatalf("%+v: a code pays for it, and %d yen are charged some day", alone, alone.Authenticated())
		}
		for n := 1; free && n <= 24; n++ {
			if alone.Basis.Charged(n) && alone.Basis.Term(n).Amount > 0 {
				t.Fatalf("%+v: a code pays for it, and payment %d is charged", alone, n)
			}
		}
		if end, ends := alone.SubscriptionExpiration(); free && p.Price > 0 && (!ends || end.Before(d.Basis.Start)) {
			t.Fatalf("%+v ends on %s", alone, end)
		}
	}
}
