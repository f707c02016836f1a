package catalog_test

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
)

func spring() catalog.CampaignFile {
	return catalog.CampaignFile{
		ID: "spring", Name: words.Text{"ja": "春"}, Type: "other", DiscountPercent: 50, DiscountCount: 3, Plans: []string{"standard"}, Codes: []string{"SPRING26"},
	}
}

// What is wrong with a campaign is told with its path.
func TestCampaignsAreChecked(t *testing.T) {
	zero := 0
	for want, change := range map[string]func(*catalog.CampaignFile){
		"":                                  func(*catalog.CampaignFile) {},
		"campaigns[0].id":                   func(c *catalog.CampaignFile) { c.ID = "Spring 26" },
		"campaigns[0].campaignName":         func(c *catalog.CampaignFile) { c.Name = nil },
		"campaigns[0].campaignType":         func(c *catalog.CampaignFile) { c.Type = "gratis" },
		"campaigns[0]: needs either":        func(c *catalog.CampaignFile) { c.DiscountYen = 100 },
		"campaigns[0].discountPercent":      func(c *catalog.CampaignFile) { c.DiscountPercent = 101 },
		"campaigns[0].discountContinuation": func(c *catalog.CampaignFile) { c.DiscountCount = 0 },
		"campaigns[0].freeDays: must be":    func(c *catalog.CampaignFile) { c.Type, c.DiscountPercent, c.DiscountCount = "free", 0, 0 },
		"campaigns[0]: a free campaign":     func(c *catalog.CampaignFile) { c.Type, c.FreeDays = "free", 30 },
		"campaigns[0].plans[0]: \"film\" has no free days": func(c *catalog.CampaignFile) {
			c.Type, c.FreeDays, c.DiscountPercent, c.DiscountCount, c.Plans = "free", 30, 0, 0, []string{"film"}
		},
		"campaigns[0].plans: must":                func(c *catalog.CampaignFile) { c.Plans = nil },
		"campaigns[0].plans[0]: \"gone\" is none": func(c *catalog.CampaignFile) { c.Plans = []string{"gone", "standard"} },
		"campaigns[0].codes[0]: \"ABC\"":          func(c *catalog.CampaignFile) { c.Codes = []string{"ABC"} },
		"campaigns[0].codes[0]: \"春の割引\"":         func(c *catalog.CampaignFile) { c.Codes = []string{"春の割引"} },
		"campaigns[0].codes[1]: \"SPRING26\"":     func(c *catalog.CampaignFile) { c.Codes = []string{"SPRING26", "SPRING26"} },
		"campaigns[0].endDay: is before":          func(c *catalog.CampaignFile) { c.Start, c.End = "2026-05-02", "2026-05-01" },
		"campaigns[0].startDay":                   func(c *catalog.CampaignFile) { c.Start = "soon" },
		"campaigns[0].limit: must":                func(c *catalog.CampaignFile) { c.Limit = &zero },
		"campaigns[0].limitPerMember":             func(c *catalog.CampaignFile) { c.MemberLimit = &zero },
	} {
		f, c := catalogtest.File(nil), spring()
		change(&c)
		f.Campaigns = []catalog.CampaignFile{c}
		switch err := f.Validate(); {
		case want == "" && err != nil:
			t.Error(err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A campaign that was used keeps what it gives, and as many uses as there were; all else of it
// may change.
func TestAUsedCampaignKeepsWhatItGives(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	s := catalogtest.Seed(t, st, nil)
	apply := func(change func(*catalog.CampaignFile)) error {
		f, c := catalogtest.File(nil), spring()
		if change != nil {
			change(&c)
		}
		f.Campaigns = []catalog.CampaignFile{c}
		return catalogtest.Files(s).Apply(t.Context(), f)
	}
	dearer := func(c *catalog.CampaignFile) { c.DiscountPercent = 40 }
	for _, change := range []func(*catalog.CampaignFile){nil, dearer, nil} { // no order has used it
		if err := apply(change); err != nil {
			t.Fatal(err)
		}
	}
	if ok, err := s.AcceptsCode(t.Context(), "standard"); err != nil || !ok { // F-142 L-058
		t.Error(ok, err)
	}
	// F-12: two codes that members cannot tell apart are refused, and neither becomes the other's.
	if err := apply(func(c *catalog.CampaignFile) { c.Codes = []string{"Spring26", "spring26"} }); err == nil || !strings.Contains(err.Error(), "codes[1]") {
		t.Error(err)
	}
	if ok, _ := s.AcceptsCode(t.Context(), "annual"); ok {
		t.Error("the campaign is for another plan")
	}
	now := s.Clock.Now()
	if err := st.Exec(t.Context(), `INSERT INTO orders (id, created_at, account_id, session_id, plan_id, token_hash, state, campaign_id, amount, price, tax_rate,
		terms, expires_at) VALUES (gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), 'standard', 'x', 'completed', 'spring', 550, 1100, 10, '{}', $1)`, now); err != nil {
		t.Fatal(err)
	}
	if err := s.CountCampaign(t.Context(), "spring", 2); err != nil {
		t.Fatal(err)
	}
	one, two := 1, 2
	if err := apply(dearer); err == nil || !strings.Contains(err.Error(), `campaigns[0]: "spring" was used already`) {
		t.Error(err)
	}
	if err := apply(func(c *catalog.CampaignFile) { c.Limit = &one }); err == nil || !strings.Contains(err.Error(), "campaigns[0].limit: it was used 2 times") {
		t.Error(err)
	}
	if err := apply(func(c *catalog.CampaignFile) { c.Limit, c.Name["en"] = &two, "Spring" }); err != nil {
		t.Error(err)
	}
	if ok, err := s.AcceptsCode(t.Context(), "standard"); err != nil || ok {
		t.Error("it is used up, and a code of it is asked for")
	}
	if err := s.CountCampaign(t.Context(), "spring", 1); err == nil {
		t.Error("it was used more often than it may be")
	}
	if err := catalogtest.Files(s).Apply(t.Context(), catalogtest.File(nil)); err != nil {
		t.Fatal(err)
	}
	all, err := s.CampaignsOf(t.Context(), "standard")
	names, _ := s.CampaignNames(t.Context())
	if err != nil || len(all) != 0 || names["spring"].In("en") != "Spring" {
		t.Errorf("after the file dropped it: %v, %v, %v", all, names, err)
	}
}

func TestDiscount(t *testing.T) {
	for _, c := range []struct{ yen, percent, price, want int }{
		{0, 50, 1100, 550}, {0, 33, 1000, 330}, {0, 33, 999, 330}, {0, 100, 980, 980}, {0, 1, 1, 1}, {300, 0, 1100, 300}, {2000, 0, 1100, 1100}, {0, 50, 0, 0},
	} {
		if got := catalog.Discount(&ent.Campaign{DiscountYen: c.yen, DiscountPercent: c.percent}, c.price); got != c.want {
			t.Errorf("%+v: %d yen off", c, got)
		}
	}
	day := time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC)
	if catalog.Given(&ent.Campaign{StartAt: &day}, day.Add(-1)) || !catalog.Given(&ent.Campaign{StartAt: &day, EndAt: &day}, day) || catalog.Given(&ent.Campaign{EndAt: &day}, day.Add(1)) {
		t.Error("a campaign is given from its first moment to its last one")
	}
}
