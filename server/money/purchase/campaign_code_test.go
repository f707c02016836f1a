package purchase

import (
	"testing"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/campaign"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
)

// F-153 F-199: a code alone needs no card, nothing is ever charged, and the contract ends by itself
// with what is free of it.
func TestCodeOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		plan, code string
		campaign   catalog.CampaignFile
		end        string // of the contract
		bills      int
	}{
		{"standard", "GIFT2026", gift("standard"), "2026-07-14", 2},
		{"trial", "FREE2026", freeDays(30, "trial"), "2026-06-13", 1},
		{"film", "GIFT2026", func() catalog.CampaignFile { c := gift("film"); c.DiscountCount = 0; return c }(), "", 1},
	} {
		t.Run(c.plan, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.runs(t, c.campaign)
			member := s.Member(t)
			token, err := s.Form(t.Context(), member, c.plan, Form{MethodID: "CampaignCode", CampaignCode: c.code})
			if err != nil {
				t.Fatal(err)
			}
			page, err := s.ConfirmPage(t.Context(), member, c.plan)
			if err != nil || page.NeedsAuthentication || page.Terms.Method != "キャンペーンコード" || page.Terms.text("payment") != "お支払いはありません。" {
				t.Fatalf("%+v, %v", page, err)
			}
			r, err := s.Purchase(t.Context(), member, c.plan, Purchase{Token: token})
			if err != nil || r.Pending {
				t.Fatalf("%+v, %v", r, err)
			}
			if end, _ := page.Deal.SubscriptionExpiration(); end.String() != c.end {
				t.Errorf("it was shown to end on %q", end)
			}
			if r.SubscriptionID != nil {
				s.renewUntil(t, r, "2026-12-31")
				row := s.client(t).Subscription.GetX(t.Context(), *r.SubscriptionID)
				if row.Status != "TERMINATED" || row.PaidThrough.String() != c.end || row.CampaignID != c.campaign.ID {
					t.Errorf("%s, paid through %s", row.Status, row.PaidThrough)
				}
			}
			if n := s.client(t).Bill.Query().Where(bill.Amount(0), bill.StateEQ(bill.StatePaid)).CountX(t.Context()); n != c.bills {
				t.Errorf("%d bills of nothing", n)
			}
			if s.Gateway.Calls(paymenttest.Charge) != 0 || s.used(t, c.campaign.ID) != 1 {
				t.Errorf("%d charges, used %d times", s.Gateway.Calls(paymenttest.Charge), s.used(t, c.campaign.ID))
			}
		})
	}
}

// renewUntil looks after the contract on each day on which something is due.
func (s *shop) renewUntil(t *testing.T, r *Result, day string) {
	t.Helper()
	until, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		row := s.client(t).Subscription.GetX(t.Context(), *r.SubscriptionID)
		if row.DueAt == nil || !row.DueAt.Before(until.Start()) {
			return
		}
		s.Env.Clock.Advance(max(0, row.DueAt.Sub(s.Env.Clock.Now())))
		if err := s.Subscription.Renew(t.Context(), row.ID); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("something is due for ever")
}

// The texts of the confirm page name every amount that a campaign changes, and the day on which it
// changes back.
func TestTermsOfACampaign(t *testing.T) {
	p := &ent.Plan{
		ID: "p", PlanType: plan.PlanTypeSubscription, Name: named("見放題"), Service: named("全作品"), Price: 1100, TaxRate: 10, RenewSpan: 1,
		RenewSpanUnit: plan.RenewSpanUnitMonths,
	}
	terms := func(c *ent.Campaign, alone bool) Terms {
		st := planStatus{plan: p, deal: newDeal(p, catalog.Offer{}, false, clock.Date(2026, 5, 15)).with(c), settings: &settings.Settings{}}
		if alone {
			st.deal, _ = st.deal.withCodeOnly()
		}
		return newTerms(st, &ent.PaymentMethod{PaymentMethodType: gateway.SbpsCredit, CardBrand: "V", CardSuffix: "4242"}, "ja")
	}
	off := &ent.Campaign{ID: "half", Name: named("春の半額"), CampaignType: campaign.CampaignTypeOther, DiscountPercent: 50, DiscountCount: 3}
	half3 := terms(off, false)
	off.DiscountCount = 1
	half1 := terms(off, false)
	off.DiscountCount = 12
	half12 := terms(off, false)
	off.DiscountPercent, off.DiscountCount = 100, 2
	alone := terms(off, true)
	days := terms(&ent.Campaign{ID: "free", Name: named("無料"), CampaignType: campaign.CampaignTypeFree, FreeDays: 30}, false)
	for _, c := range []struct{ got, want string }{
		{half3.Button, "申し込みを確定する（最初の3回は毎月550円、その後毎月1,100円）"},
		{half3.text("campaign"), "「春の半額」により、2026年5月15日から2026年7月15日までの3回のお支払いは、各回550円（税込、通常1,100円）です。2026年8月15日からは通常の料金（毎月1,100円、税込）をお支払いいただきます。"},
		{half3.text("payment"), "クレジットカード（Visa 末尾4242）でお支払いいただきます。お申し込みの完了時（2026年5月15日）に550円、次回は2026年6月15日に550円、その次は2026年7月15日に550円。2026年8月15日のお支払いからは、毎月1,100円をお支払いいただきます。"},
		{half1.Button, "申し込みを確定する（初回550円、その後毎月1,100円）"},
		{half1.text("payment"), "クレジットカード（Visa 末尾4242）でお支払いいただきます。お申し込みの完了時（2026年5月15日）に550円、次回は2026年6月15日に1,100円、その次は2026年7月15日に1,100円。以後も毎月同じ金額をお支払いいただきます。"},
		{half12.text("payment"), "クレジットカード（Visa 末尾4242）でお支払いいただきます。お申し込みの完了時（2026年5月15日）に550円、次回は2026年6月15日に550円、その次は2026年7月15日に550円。その後も2027年4月15日のお支払いまでは、毎月550円をお支払いいただきます。2027年5月15日のお支払いからは、毎月1,100円をお支払いいただきます。"},
		{alone.Button, "申し込みを確定する（無料）"},
		{alone.text("renewal"), "契約期間は2026年5月15日から2026年7月14日までです。自動では更新されず、料金はかかりません。"},
		{days.Button, "申し込みを確定する（30日間無料、その後毎月1,100円）"},
		{days.text("campaign"), "「無料」により、本日から2026年6月13日までの30日間は無料です。"},
	} {
		if c.got != c.want {
			t.Errorf("\n%s\nwant\n%s", c.got, c.want)
		}
	}
}
