package purchase

import (
	"sync"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/ent/bill"
	"kaiin/ent/campaign"
	"kaiin/ent/paymentmethod"
	"kaiin/ent/plan"
	"kaiin/ent/subscription"
	"kaiin/server/actor"
	"kaiin/server/catalog"
	"kaiin/server/catalog/catalogtest"
	"kaiin/server/clock"
	"kaiin/server/fault"
	"kaiin/server/payment/paymenttest"
)

func named(ja string) catalog.Text { return catalog.Text{"ja": ja, "en": ja} }

// half takes 550 of 1,100 yen off three payments.
func half(change func(*catalog.CampaignFile)) catalog.CampaignFile {
	c := catalog.CampaignFile{
		ID: "half", Name: named("春の半額"), Description: named("三か月"), Type: "other", DiscountPercent: 50, DiscountCount: 3,
		Plans: []string{"standard"}, Codes: []string{"Spring26"}, End: "2026-05-31",
	}
	if change != nil {
		change(&c)
	}
	return c
}

// gift makes everything free for two payments.
func gift(plans ...string) catalog.CampaignFile {
	return catalog.CampaignFile{
		ID: "gift", Name: named("ギフト"), Type: "other", DiscountPercent: 100, DiscountCount: 2, Plans: plans, Codes: []string{"GIFT2026"},
	}
}

func freeDays(days int, plans ...string) catalog.CampaignFile {
	return catalog.CampaignFile{ID: "free", Name: named("無料"), Type: "free", FreeDays: days, Plans: plans, Codes: []string{"FREE2026"}}
}

// runs makes the store give the campaigns and no others.
func (s *shop) runs(t *testing.T, campaigns ...catalog.CampaignFile) {
	t.Helper()
	f := catalogtest.File(nil)
	f.Campaigns = campaigns
	if err := s.Env.Catalog.Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

func (s *shop) used(t *testing.T, id string) int {
	t.Helper()
	return s.client(t).Campaign.GetX(t.Context(), id).UseCount
}

// with verifies the form with the code and a fresh card, and answers the token.
func (s *shop) with(t *testing.T, member actor.Actor, planID, code string) string {
	t.Helper()
	token, err := s.Form(t.Context(), member, planID, Form{MethodID: s.Card(t, member).ID.String(), CampaignCode: code})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// F-159 F-160 F-162 F-165 F-166 F-167 K-020 K-022 K-023 A-121
func TestVerifyWithACampaign(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.runs(t, half(nil), gift("film", "annual"), freeDays(30, "trial", "standard"))
	member := s.Member(t)
	for _, c := range []struct {
		plan, code, id string
		free           bool
		days, count    int
		due            int
		first, regular string
	}{
		{"standard", "Spring26", "half", false, 0, 3, 550, "2026-05-15", "2026-08-15"},
		{"standard", "\u3000Spring26 ", "half", false, 0, 3, 550, "2026-05-15", "2026-08-15"},
		{"standard", "", "", false, 0, 0, 1100, "2026-05-15", ""},
		{"standard", "FREE2026", "free", true, 30, 0, 0, "2026-06-14", ""},
		{"trial", "FREE2026", "free", true, 30, 0, 0, "2026-06-14", ""}, // longer than the 14 days of the trial
		{"film", "GIFT2026", "gift", false, 0, 0, 0, "2026-05-15", ""},
	} {
		d, err := s.Verify(t.Context(), member, c.plan, "", c.code)
		if err != nil {
			t.Errorf("%s %q: %v", c.plan, c.code, err)
			continue
		}
		regular, _ := d.Regular()
		if d.CampaignID() != c.id || d.DiscountedPayments() != c.count || d.DueNow() != c.due || d.FirstPaymentDay().String() != c.first ||
			regular.Start.String() != c.regular {
			t.Errorf("%s %q: campaign %q, %d payments, %d yen now, first on %s, regular from %s", c.plan, c.code, d.CampaignID(),
				d.DiscountedPayments(), d.DueNow(), d.FirstPaymentDay(), regular.Start)
		}
		if c.id != "" && (d.Campaign.Free != c.free || d.Campaign.FreeDays != c.days || d.Campaign.Name.In("ja") == "") {
			t.Errorf("%s %q: %+v", c.plan, c.code, d.Campaign)
		}
	}
	stop := s.Env.Clock.Today().AddDays(40).Start()
	s.client(t).Plan.UpdateOneID("standard").SetForceStopRenewAt(stop).ExecX(t.Context())
	d, err := s.Verify(t.Context(), member, "standard", "", "Spring26") // payments on 15 May and 15 June, and no more
	if err != nil || d.DiscountedPayments() != 2 {
		t.Errorf("K-023: %d payments, %v", d.DiscountedPayments(), err)
	}
	for _, c := range []struct {
		row, plan, method, code string
		want                    fault.Code
	}{
		{"E-037", "standard", "", "spring26", fault.CampaignCodeNotApplicable}, // case counts
		{"V-041", "standard", "", "Ｓｐｒｉｎｇ２６", fault.CampaignCodeInvalid},
		{"V-041", "standard", "", "Spring26'--", fault.CampaignCodeInvalid},
		{"E-037", "annual", "", "Spring26", fault.CampaignCodeNotApplicable},
		{"V-039", "standard", "CampaignCode", "\u3000", fault.CampaignCodeRequired},
		{"E-038 A-116", "standard", "CampaignCode", "Spring26", fault.CampaignNotFree},
	} {
		if _, err := s.Verify(t.Context(), member, c.plan, c.method, c.code); code(err) != c.want {
			t.Errorf("%s %s %q: %v, want %s", c.row, c.plan, c.code, err, c.want)
		}
	}
}

// A half-price campaign does not open a plan's free trial to members without a means of payment. A-116
func TestAFreeTrialIsNoCodeOnlyOrder(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.runs(t, half(func(c *catalog.CampaignFile) { c.Plans = []string{"trial"} }))
	if _, err := s.Verify(t.Context(), s.Member(t), "trial", "CampaignCode", "Spring26"); code(err) != fault.CampaignNotFree {
		t.Error(err)
	}
}

// To whom and when a campaign is given.
func TestWhoGetsACampaign(t *testing.T) {
	t.Parallel()
	once := 1
	for name, c := range map[string]struct {
		change func(*catalog.CampaignFile)
		had    bool
		want   fault.Code
	}{
		"over":                {func(c *catalog.CampaignFile) { c.End = "2026-05-14" }, false, fault.CampaignCodeNotApplicable},
		"last day":            {func(c *catalog.CampaignFile) { c.End = "2026-05-15" }, false, ""},
		"first day":           {func(c *catalog.CampaignFile) { c.Start = "2026-05-15" }, false, ""},
		"not yet":             {func(c *catalog.CampaignFile) { c.Start = "2026-05-16" }, false, fault.CampaignCodeNotApplicable},
		"a contract anew":     {nil, true, fault.CampaignCodeNotApplicable},
		"also for those":      {func(c *catalog.CampaignFile) { c.ReContracts = true }, true, ""},
		"once for one member": {func(c *catalog.CampaignFile) { c.MemberLimit, c.ReContracts = &once, true }, true, fault.CampaignCodeNotApplicable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.runs(t, half(nil))
			member := s.Member(t)
			if c.had {
				if _, err := s.buy(t, member, "standard", s.with(t, member, "standard", "Spring26")); err != nil {
					t.Fatal(err)
				}
				s.client(t).Subscription.Update().Where(subscription.AccountID(member.AccountID)).SetStatus("CANCELLED").ExecX(t.Context())
			}
			s.runs(t, half(c.change))
			if _, err := s.Verify(t.Context(), member, "standard", "", "Spring26"); code(err) != c.want {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// The last use of a code, by fifty members at once, for two plans: one has it, the others are told so and not charged.
func TestLastUseOfACode(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	one := 1
	plans := []string{"standard", "annual"}
	s.runs(t, half(func(c *catalog.CampaignFile) { c.Limit, c.Plans = &one, plans }))
	s.Gateway.Slow(50 * time.Millisecond)
	members, tokens := make([]actor.Actor, 50), make([]string, 50)
	for i := range members {
		members[i] = s.Member(t)
		tokens[i] = s.with(t, members[i], plans[i%2], "Spring26")
	}
	var mu sync.Mutex
	codes := map[fault.Code]int{}
	var group sync.WaitGroup
	for i := range members {
		group.Go(func() {
			_, err := s.buy(t, members[i], plans[i%2], tokens[i])
			mu.Lock()
			defer mu.Unlock()
			codes[code(err)]++
		})
	}
	group.Wait()
	count, yen := s.Gateway.Settled()
	sold := s.sold(t, "standard")
	if codes[""] != 1 || codes[fault.CampaignOver] != 49 || count != 1 || yen != 550*sold+4900*(1-sold) || s.used(t, "half") != 1 || sold+s.sold(t, "annual") != 1 {
		t.Errorf("answers %v, %d charges of %d yen, used %d times", codes, count, yen, s.used(t, "half"))
	}
}

// What changes between form, button and bank.
func TestACampaignThatChangesOnTheWay(t *testing.T) {
	t.Parallel()
	half2 := func(change func(*catalog.CampaignFile)) []catalog.CampaignFile {
		return []catalog.CampaignFile{half(change)}
	}
	over := func(c *catalog.CampaignFile) { c.End = "2026-05-14" }
	for name, c := range map[string]struct {
		code, atBank  string
		before, after []catalog.CampaignFile
		want          fault.Code
		charged       int
	}{
		"ends before the button":        {"Spring26", "", half2(nil), half2(over), fault.CampaignOver, 0},
		"is withdrawn":                  {"Spring26", "", half2(nil), nil, fault.CampaignOver, 0},
		"gives less":                    {"Spring26", "", half2(nil), half2(func(c *catalog.CampaignFile) { c.DiscountPercent = 10 }), fault.PriceChanged, 0},
		"ends while the member is away": {"Spring26", "x", half2(nil), half2(over), "", 550},
		"begins, and needs no code":     {"", "", nil, half2(func(c *catalog.CampaignFile) { c.Codes = nil }), fault.PriceChanged, 0},
		"ends, and needed no code":      {"", "", half2(func(c *catalog.CampaignFile) { c.Codes = nil }), nil, fault.CampaignOver, 0},
		"needs no code":                 {"", "", half2(func(c *catalog.CampaignFile) { c.Codes = nil }), half2(func(c *catalog.CampaignFile) { c.Codes = nil }), "", 550},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t, nil)
			s.runs(t, c.before...)
			member := s.Member(t)
			token := s.with(t, member, "standard", c.code)
			if c.atBank != "" {
				if _, err := s.Purchase(t.Context(), member, "standard", withTDS(token)); err != nil {
					t.Fatal(err)
				}
			}
			s.runs(t, c.after...)
			_, err := s.buy(t, member, "standard", token)
			if _, yen := s.Gateway.Settled(); code(err) != c.want || yen != c.charged {
				t.Errorf("%v, want %q; %d yen were charged", err, c.want, yen)
			}
			if _, err := s.buy(t, member, "standard", token); code(err) != c.want {
				t.Errorf("repeated: %v, want %q", err, c.want)
			}
		})
	}
}

// A refused order gives the use back, and the next try has it.
func TestARefusedOrderGivesTheUseBack(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	one := 1
	s.runs(t, half(func(c *catalog.CampaignFile) { c.Limit, c.MemberLimit = &one, &one }))
	member := s.Member(t)
	s.Gateway.Next(paymenttest.Charge, paymenttest.Declined)
	if _, err := s.buy(t, member, "standard", s.with(t, member, "standard", "Spring26")); code(err) != fault.CardDeclined || s.used(t, "half") != 0 {
		t.Fatalf("%v, used %d times", err, s.used(t, "half"))
	}
	if _, err := s.buy(t, member, "standard", s.with(t, member, "standard", "Spring26")); err != nil || s.used(t, "half") != 1 {
		t.Fatalf("%v, used %d times", err, s.used(t, "half"))
	}
	if _, yen := s.Gateway.Settled(); yen != 550 {
		t.Errorf("%d yen", yen)
	}
}

// F-153 F-199: a code alone needs no card, nothing is ever charged, and the contract ends by itself with what is free of it.
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

// The texts of the confirm page name every amount that a campaign changes, and the day on which it changes back.
func TestTermsOfACampaign(t *testing.T) {
	p := &ent.Plan{
		ID: "p", PlanType: plan.PlanTypeSubscription, Name: named("見放題"), Service: named("全作品"), Price: 1100, TaxRate: 10, RenewSpan: 1,
		RenewSpanUnit: plan.RenewSpanUnitMonths,
	}
	terms := func(c *ent.Campaign, alone bool) Terms {
		st := standing{plan: p, deal: newDeal(p, catalog.Offer{}, false, clock.Date(2026, 5, 15)).with(c), settings: &catalog.Settings{}}
		if alone {
			st.deal, _ = st.deal.withCodeOnly()
		}
		return newTerms(st, &ent.PaymentMethod{PaymentMethodType: paymentmethod.PaymentMethodTypeSbpsCredit, CardBrand: "V", CardSuffix: "4242"}, "ja")
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
