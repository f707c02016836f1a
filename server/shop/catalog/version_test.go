package catalog_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/order"
	"kaiin/ent/planversion"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/storefile"
)

// shop is a store with one plan, which a test changes and seeds again.
type shop struct {
	*catalog.Service
	store *store.Store
	plan  catalog.PlanFile
}

func openShop(t *testing.T) *shop {
	t.Helper()
	st := storetest.Open(t)
	s := &shop{catalogtest.New(st), st, catalog.PlanFile{
		ID: "gold", Type: "subscription", Name: words.Text{"ja": "ゴールド"}, Description: words.Text{"ja": "説明"},
		Service: words.Text{"ja": "全作品"}, Price: 1000, TaxRate: 10, RenewSpan: 1, RenewSpanUnit: "months",
	}}
	s.must(t, nil)
	return s
}

// seed changes the plan and seeds it. A file that is refused is not remembered.
func (s *shop) seed(ctx context.Context, change func(*catalog.PlanFile)) error {
	plan := s.plan
	if change != nil {
		change(&plan)
	}
	err := catalogtest.Files(s.Service).Apply(ctx, &storefile.File{Settings: catalogtest.Settings(), Plans: []catalog.PlanFile{plan}})
	if err == nil {
		s.plan = plan
	}
	return err
}

func (s *shop) must(t *testing.T, change func(*catalog.PlanFile)) {
	t.Helper()
	if err := s.seed(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// newest is the number of the version that the plan's row sells, and how many there are.
func (s *shop) newest(t *testing.T) (number, all int) {
	t.Helper()
	p, err := s.FindPlan(t.Context(), "gold")
	if err != nil {
		t.Fatal(err)
	}
	row, err := s.FindVersion(t.Context(), *p.VersionID)
	if err != nil || row.PlanID != "gold" || row.Price != p.Price {
		t.Fatalf("version %v, %v", row, err)
	}
	return row.Version, s.store.Client(t.Context()).PlanVersion.Query().Where(planversion.PlanID("gold")).CountX(t.Context())
}

// in is the Tokyo day so many days ahead.
func (s *shop) in(days int) string { return s.Clock.Today().AddDays(days).String() }

func TestAChangedPlanGetsAVersion(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	for i, c := range []struct {
		name   string
		change func(*catalog.PlanFile)
		want   int
	}{
		{"the same file", nil, 1},
		{"another picture, description and sales period", func(p *catalog.PlanFile) {
			p.Image, p.Description, p.SalesStart = "/gold.svg", words.Text{"ja": "別の説明"}, "2026-01-01"
		}, 1},
		{"a price", func(p *catalog.PlanFile) { p.Price = 1200 }, 2},
		{"a tax rate", func(p *catalog.PlanFile) { p.TaxRate = 8 }, 3},
		{"a name in English", func(p *catalog.PlanFile) { p.Name = words.Text{"ja": "ゴールド", "en": "Gold"} }, 4},
		{"what can be watched", func(p *catalog.PlanFile) { p.Service = words.Text{"ja": "全作品を2台まで"} }, 5},
		{"a trial", func(p *catalog.PlanFile) { p.FreeTrialDays = 7 }, 6},
		{"a span, since no member has bought it", func(p *catalog.PlanFile) { p.RenewSpan = 2 }, 7},
		{"the store's stop", func(p *catalog.PlanFile) { p.ForceStopRenew = "2030-12-31" }, 8},
		{"back to an earlier price", func(p *catalog.PlanFile) { p.Price = 1000 }, 9},
		{"the same file again", nil, 9},
		{"a tax rate from a day on", func(p *catalog.PlanFile) { p.TaxRates = []catalog.Tax{{From: "2031-04-01", Rate: 12}} }, 10}, // M-28
		{"which goes again", func(p *catalog.PlanFile) { p.TaxRates = nil }, 11},
	} {
		s.must(t, c.change)
		if number, all := s.newest(t); number != c.want || all != c.want {
			t.Errorf("%d. %s: version %d of %d, want %d", i, c.name, number, all, c.want)
		}
	}
	p, err := s.FindPlan(t.Context(), "gold")
	if err != nil || p.ForceStopRenewAt == nil || !clock.DayOf(*p.ForceStopRenewAt).Equal(clock.Date(2030, 12, 31)) {
		t.Errorf("the stop is %v, %v", p.ForceStopRenewAt, err)
	}
	first := s.store.Client(t.Context()).PlanVersion.Query().Where(planversion.PlanID("gold"), planversion.Version(1)).OnlyX(t.Context())
	if first.Price != 1000 || !strings.Contains(first.Content, `"price":1000,"taxRate":10,"renewSpan":1`) {
		t.Errorf("the first version has become %s", first.Content)
	}
}

// M-10: a plan that was sold, or is being bought, keeps its type and span.
func TestWhatWasSoldKeepsItsTypeAndSpan(t *testing.T) {
	t.Parallel()
	changes := map[string]func(*catalog.PlanFile){
		"planType":             func(p *catalog.PlanFile) { p.Type, p.RenewSpan, p.RenewSpanUnit = "purchase", 0, "" },
		"renewSpan":            func(p *catalog.PlanFile) { p.RenewSpan = 12 },
		"renewSpan: its unit,": func(p *catalog.PlanFile) { p.RenewSpanUnit = "weeks" },
	}
	for _, c := range []struct {
		name  string
		state order.State // of an order of the plan; "" is none, and one was counted as sold
		kept  bool
	}{
		{"sold", "", true},
		{"bought and ended since", order.StateCompleted, true},
		{"at the bank", order.StateAuthenticating, true},
		{"not known to be paid", order.StateUnknown, true},
		{"looked at only", order.StateConfirming, false},
		{"refused", order.StateDeclined, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for field, change := range changes {
				s := openShop(t)
				if c.state == "" {
					if err := s.CountSales(t.Context(), "gold", 1); err != nil {
						t.Fatal(err)
					}
				} else {
					s.order(t, c.state)
				}
				err := s.seed(t.Context(), change)
				field, _, _ = strings.Cut(field, ":")
				if want := "plans[0]." + field + `: "gold" was sold already`; c.kept != (err != nil && strings.Contains(err.Error(), want)) {
					t.Errorf("%s: %v", field, err)
				}
				if number, _ := s.newest(t); c.kept && number != 1 {
					t.Errorf("%s: what was refused left version %d", field, number)
				}
				if err := s.seed(t.Context(), func(p *catalog.PlanFile) { p.Price, p.FreeTrialDays = 900, 3 }); c.kept && err != nil {
					t.Errorf("price and trial of what was sold: %v", err)
				}
			}
		})
	}
}

func (s *shop) order(t *testing.T, state order.State) {
	t.Helper()
	now := s.Clock.Now()
	err := s.store.Client(t.Context()).Order.Create().SetAccountID(uuid.New()).SetSessionID(uuid.New()).SetPlanID("gold").
		SetTokenHash([]byte(uuid.NewString())).SetState(state).SetAmount(1000).SetPrice(1000).SetTaxRate(10).SetTerms([]byte("{}")).
		SetCreatedAt(now).SetExpiresAt(now).Exec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
}

func TestANewPriceForRunningContractsIsSaidAMonthAhead(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	step := func(name, want string, change func(*catalog.PlanFile)) {
		t.Helper()
		err := s.seed(t.Context(), change)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	stored := func(want string) {
		t.Helper()
		p, err := s.FindPlan(t.Context(), "gold")
		if err != nil || p.RepriceFrom.String() != want {
			t.Errorf("repriced from %q, %v; want %q", p.RepriceFrom, err, want)
		}
	}
	near, soon, far := s.in(29), s.in(30), s.in(60)
	step("no other price", "has never had another price", func(p *catalog.PlanFile) { p.RepriceFrom = soon })
	step("a day too near", "plans[0].repriceFrom: "+near+" is less than 30 days ahead", func(p *catalog.PlanFile) { p.Price, p.RepriceFrom = 1500, near })
	step("no day", "must be a day", func(p *catalog.PlanFile) { p.Price, p.RepriceFrom = 1500, "soon" })
	stored("")
	step("a price alone", "", func(p *catalog.PlanFile) { p.Price = 1500 })
	stored("")
	step("its day later", "", func(p *catalog.PlanFile) { p.RepriceFrom = soon })
	stored(soon)
	s.Clock.Advance(40 * 24 * time.Hour)
	step("the same file when the day has come", "", nil)
	stored(soon)
	step("one more price by the old day", "is less than 30 days ahead", func(p *catalog.PlanFile) { p.Price = 1800 })
	far = s.in(30)
	step("with a day of its own", "", func(p *catalog.PlanFile) { p.Price, p.RepriceFrom = 1800, far })
	stored(far)
	step("taken back", "", func(p *catalog.PlanFile) { p.RepriceFrom = "" })
	stored("")
}

// What the page before an order has to show and only the store can say.
func TestAStoreThatSaysTooLittleSellsNothing(t *testing.T) {
	t.Parallel()
	for item, forget := range map[string]func(*storefile.File){
		"settings.seller.representative: ":            func(f *storefile.File) { f.Settings.Seller.Representative = nil },
		"settings.seller.address: ":                   func(f *storefile.File) { f.Settings.Seller.Address = words.Text{"ja": "　"} },
		"settings.seller.phone: ":                     func(f *storefile.File) { f.Settings.Seller.Phone = "" },
		"settings.seller.lawPath: ":                   func(f *storefile.File) { f.Settings.Seller.LawPath = "" },
		"settings.seller.name: ":                      func(f *storefile.File) { f.Settings.Seller.Name = nil },
		"settings.seller.invoiceRegistrationNumber: ": func(f *storefile.File) { f.Settings.Seller.InvoiceNumber = "1234567890123" },
		"plans[0].taxRate: ":                          func(f *storefile.File) { f.Plans[0].TaxRate = 0 },
		"plans[0].taxRates[0].rate: ":                 func(f *storefile.File) { f.Plans[0].TaxRates = []catalog.Tax{{From: "2031-04-01"}} }, // M-28
		"plans[0].service: ":                          func(f *storefile.File) { f.Plans[0].Service = nil },
		"plans[0].planName: ":                         func(f *storefile.File) { f.Plans[0].Name = nil },
	} {
		f := &storefile.File{Settings: catalogtest.Settings(), Plans: []catalog.PlanFile{{
			ID: "film", Type: "purchase", Name: words.Text{"ja": "作品"}, Description: words.Text{"ja": "説明"}, Service: words.Text{"ja": "1作品"},
			Price: 500, TaxRate: 10,
		}}}
		if err := f.Validate(); err != nil {
			t.Fatalf("before anything is forgotten: %v", err)
		}
		forget(f)
		err := f.Validate()
		if err == nil || !strings.HasPrefix(err.Error(), item) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want one sentence about %q, got: %v", item, err)
		}
		wanted := item == "settings.seller.name: " || item == "settings.seller.invoiceRegistrationNumber: " // whatever is sold
		if strings.HasPrefix(item, "settings.seller") && !wanted || strings.Contains(item, "taxRate") {
			if !strings.Contains(fmt.Sprint(err), "film cannot be sold without it") {
				t.Errorf("which plan? %v", err)
			}
			f.Plans[0].Unpublished = true
			if err := f.Validate(); err != nil {
				t.Errorf("a plan that is not published: %v", err)
			}
		}
	}
}
