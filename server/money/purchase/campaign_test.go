package purchase

import (
	"sync"
	"testing"
	"time"

	"kaiin/ent/subscription"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/words"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
)

func named(ja string) words.Text { return words.Text{"ja": ja, "en": ja} }

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
	if err := catalogtest.Files(s.Env.Catalog).Apply(t.Context(), f); err != nil {
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
	for _, typed := range []string{"spring26", "Ｓｐｒｉｎｇ２６", " SPRING26\u202c"} { // F-12 A-117: neither case nor width counts
		if d, err := s.Verify(t.Context(), member, "standard", "", typed); err != nil || d.CampaignID() == "" {
			t.Errorf("%q: campaign %q, %v", typed, d.CampaignID(), err)
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
		{"E-037", "standard", "", "Spring27", fault.CampaignCodeNotApplicable},
		{"V-041", "standard", "", "春26", fault.CampaignCodeInvalid},
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

// A half-price campaign does not open a plan's free trial to members without a means of
// payment. A-116
func TestAFreeTrialIsNoCodeOnlyOrder(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.runs(t, half(func(c *catalog.CampaignFile) { c.Plans = []string{"trial"} }))
	if _, err := s.Verify(t.Context(), s.Member(t), "trial", "CampaignCode", "Spring26"); code(err) != fault.CampaignNotFree {
		t.Error(err)
	}
}

// Which members get a campaign, and when.
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

// The last use of a code, by fifty members at once, for two plans: one has it, the others are told
// so and not charged.
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
