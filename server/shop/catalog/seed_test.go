package catalog_test

import (
	"context"
	"strings"
	"testing"

	"kaiin/server/base/fault"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/survey"
	"kaiin/server/base/words"
	"kaiin/server/shop/catalog"
	"kaiin/server/shop/catalog/catalogtest"
	"kaiin/server/shop/storefile"
)

func TestTheDemoStoreIsComplete(t *testing.T) { // X-059 X-060 X-061
	t.Parallel()
	st := storetest.Open(t)
	s := catalogtest.Seed(t, st, nil)
	for range 2 { // seeding again changes nothing
		if _, err := catalogtest.Files(s).Seed(t.Context(), "../../../demo/store.yaml"); err != nil {
			t.Fatal(err)
		}
	}
	plans, err := s.Plans(t.Context())
	if err != nil || len(plans) < 6 || len(plans) > 8 {
		t.Fatalf("%d plans, %v", len(plans), err)
	}
	kinds, surveys := map[string]int{}, 0
	for _, p := range plans {
		kinds[string(p.PlanType)]++
		for _, locale := range words.Locales {
			for field, text := range map[string]map[string]string{"name": p.Name, "description": p.Description, "service": p.Service} {
				if text[locale] == "" {
					t.Errorf("%s has no %s in %s", p.ID, field, locale)
				}
			}
		}
		survey, err := survey.Parse(p.Survey)
		if err != nil {
			t.Error(err)
		}
		if survey.Asks() {
			surveys++
		}
	}
	if kinds["subscription"] == 0 || kinds["purchase"] == 0 || kinds["rental"] == 0 || surveys == 0 {
		t.Errorf("plans by kind %v, with a survey %d", kinds, surveys)
	}
	policies, err := s.Policies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range policies {
		for _, locale := range words.Locales {
			if p.Title[locale] == "" || (!p.IsExternal && !strings.Contains(p.Body[locale], "<")) {
				t.Errorf("policy %s has no text in %s", p.Key, locale)
			}
		}
	}
}

func TestSeedingTouchesNothingElse(t *testing.T) {
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	if err := st.Client(ctx).Plan.UpdateOneID("standard").SetSalesCount(3).SetSalesLimit(5).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	catalogtest.Seed(t, st, nil)
	p, err := s.FindPlan(ctx, "standard")
	if err != nil || p.SalesCount != 3 || p.SalesLimit != nil {
		t.Errorf("sold %d, limit %v, %v: what was sold stays, what the file leaves out goes", p.SalesCount, p.SalesLimit, err)
	}

	f := &storefile.File{Settings: catalogtest.Settings()}
	if err := catalogtest.Files(s).Apply(ctx, f); err != nil {
		t.Fatal(err)
	}
	if _, err := s.FindPlan(ctx, "standard"); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("a plan the file no longer has: %v", err)
	}
	if n := st.Client(ctx).Plan.Query().CountX(ctx); n != 9 {
		t.Errorf("%d plans are kept, want all 9, which contracts may name", n)
	}
	if settings, err := s.Settings.Get(ctx); err != nil || settings.SellsSubscriptions { // F-046
		t.Errorf("sells subscriptions %v, %v", settings.SellsSubscriptions, err)
	}
}

func TestALimitBelowWhatWasSoldIsRefused(t *testing.T) {
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	if err := st.Client(ctx).Plan.UpdateOneID("limited").SetSalesLimit(9).SetSalesCount(2).Exec(ctx); err != nil {
		t.Fatal(err)
	}
	one := 1
	f := &storefile.File{Settings: catalogtest.Settings(), Plans: []catalog.PlanFile{{
		ID: "limited", Type: "subscription", Name: words.Text{"ja": "限定"}, Description: words.Text{"ja": "説明"},
		Service: words.Text{"ja": "全作品"}, RenewSpan: 1, RenewSpanUnit: "months", SalesLimit: &one,
	}}}
	if err := catalogtest.Files(s).Apply(ctx, f); err == nil || !strings.Contains(err.Error(), "plans[0].salesLimit: 2 were sold already") {
		t.Errorf("err = %v", err)
	}
}

func TestWhatAnOperatorWritesIsSanitised(t *testing.T) { // A-106 A-190
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	f := &storefile.File{
		Settings: catalogtest.Settings(),
		Policies: []catalog.PolicyFile{{
			ID: "terms", Key: "terms", Revision: 1, Title: words.Text{"ja": "規約"}, Body: words.Text{"ja": "<p>本文<script>alert(1)</script></p>"},
		}},
		Plans: []catalog.PlanFile{{
			ID: "film", Type: "purchase", Name: words.Text{"ja": "作品"}, Description: words.Text{"ja": `<p onclick="x()">説明</p>`}, Service: words.Text{"ja": "1作品"},
		}},
	}
	if err := catalogtest.Files(s).Apply(ctx, f); err != nil {
		t.Fatal(err)
	}
	policies, err := s.Policies(ctx)
	if err != nil || len(policies) != 1 || policies[0].Body["ja"] != "<p>本文</p>" {
		t.Errorf("policies %v, %v", policies, err)
	}
	if p, err := s.FindPlan(ctx, "film"); err != nil || p.Description["ja"] != "<p>説明</p>" {
		t.Errorf("plan %v, %v", p, err)
	}
}

func TestWhatATransactionReadsIsNotRemembered(t *testing.T) {
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	_ = st.Tx(ctx, func(ctx context.Context) error {
		changed := catalogtest.Settings()
		changed.Theme = "dark"
		if err := s.Settings.Save(ctx, &changed); err != nil {
			return err
		}
		if settings, err := s.Settings.Get(ctx); err != nil || settings.Theme != "dark" {
			t.Errorf("inside: %v, %v", settings, err)
		}
		return context.Canceled // roll back
	})
	if settings, err := s.Settings.Get(ctx); err != nil || settings.Theme != "light" {
		t.Errorf("after the rollback: %v, %v", settings, err)
	}
}

// The home page shows three plans in the store's order: the wanted one and the recommended one are
// among them, and a subscription is preferred to a film.
func TestTheShowcaseHasThePlansThatMatter(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	s := catalogtest.Seed(t, st, nil)
	file := catalogtest.File(nil)
	for _, c := range []struct{ wanted, recommended, want string }{
		{"", "", "standard trial annual"},
		{"trial", "", "standard trial annual"},
		{"weekly", "", "standard trial weekly"},
		{"film", "weekly", "standard weekly film"},
		{"ended", "future", "standard trial annual"},
		{"no such plan", "rental", "standard trial rental"},
	} {
		for i := range file.Plans {
			file.Plans[i].Recommended = file.Plans[i].ID == c.recommended
		}
		if err := catalogtest.Files(s).Apply(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		few, _, err := s.Showcase(t.Context(), c.wanted)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, p := range few {
			ids = append(ids, p.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("wanted %q, recommended %q: %s, want %s", c.wanted, c.recommended, got, c.want)
		}
	}
}

func TestPlansForSale(t *testing.T) {
	t.Parallel()
	st, ctx := storetest.Open(t), t.Context()
	s := catalogtest.Seed(t, st, nil)
	_, open, err := s.Showcase(ctx, "")
	if err != nil || len(open) != 7 {
		t.Fatalf("%d plans, %v", len(open), err)
	}
	for _, p := range open {
		if p.ID == "future" || p.ID == "ended" {
			t.Errorf("the home page shows %s, which no member can contract", p.ID)
		}
	}
	if _, err := s.LockPlan(ctx, "standard"); err == nil {
		t.Error("a plan was locked outside a transaction")
	}
	err = st.Tx(ctx, func(ctx context.Context) error {
		if p, err := s.LockPlan(ctx, "standard"); err != nil || p.Price != 1100 {
			t.Errorf("locked %v, %v", p, err)
		}
		_, err := s.LockPlan(ctx, "gone")
		return err
	})
	if !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("err = %v", err)
	}
}
