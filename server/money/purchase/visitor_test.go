package purchase

import (
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/shop/catalog"
)

// P-02 R-063: a visitor reads what an order of today would be agreed on, and nothing of anybody.
func TestAVisitorReadsWhatAPlanIs(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member := s.Member(t)
	s.Card(t, member)
	ja, en := actor.Actor{Locale: "ja"}, actor.Actor{Locale: "en"}
	for plan, want := range map[string]struct {
		availability catalog.Availability
		keys         []string
	}{
		"standard": {catalog.Available, []string{"quantity", "price", "payment", "renewal", "delivery", "cancellation", "withdrawal", "seller"}},
		"trial":    {catalog.FreeTrial, []string{"quantity", "price", "trial", "payment", "renewal", "delivery", "cancellation", "withdrawal", "seller"}},
		"film":     {catalog.Available, []string{"quantity", "price", "payment", "delivery", "withdrawal", "seller"}},
		"future":   {catalog.BeforeSale, nil},
		"ended":    {catalog.AfterSale, nil},
	} {
		page, err := s.FormPage(t.Context(), ja, plan, "")
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, item := range page.Conditions {
			keys = append(keys, item.Key)
		}
		if page.Offer.Availability != want.availability || !slices.Equal(keys, want.keys) || page.Conditions == nil {
			t.Errorf("%s is %s, on %v", plan, page.Offer.Availability, keys)
		}
		if len(page.Methods) > 0 || page.Email != "" || page.Selected != "" {
			t.Errorf("%s shows a visitor %+v", plan, page)
		}
	}
	for _, a := range []actor.Actor{ja, en} {
		words := map[string]string{"ja": "お申し込みの際にお選びいただけます。", "en": "You choose how to pay when you order."}[a.Locale]
		page, err := s.FormPage(t.Context(), a, "standard", "")
		if err != nil {
			t.Fatal(err)
		}
		paid := page.Conditions[slices.IndexFunc(page.Conditions, func(i Item) bool { return i.Key == "payment" })].Text
		if !strings.Contains(paid, words) || strings.Contains(paid, "{") {
			t.Errorf("%s: %s", a.Locale, paid)
		}
	}
	if page, err := s.FormPage(t.Context(), member, "standard", ""); err != nil || page.Conditions != nil || len(page.Methods) != 1 {
		t.Errorf("a member reads %+v, %v", page, err)
	}
	s.client(t).Plan.UpdateOneID("weekly").SetPublished(false).ExecX(t.Context())
	s.Env.Clock.Advance(store.CacheFor)
	for _, plan := range []string{"weekly", "nothing", ""} {
		if _, err := s.FormPage(t.Context(), ja, plan, ""); code(err) != fault.CodeNotFound {
			t.Errorf("%q: %v", plan, err)
		}
	}
}

// With the catalogue in memory a visitor's page of a plan asks the database nothing.
func TestAVisitorsPlanCostsNoStatement(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	for range 2 {
		ctx, n := store.CountStatements(t.Context())
		if _, err := s.FormPage(ctx, actor.Actor{Locale: "ja"}, "standard", ""); err != nil {
			t.Fatal(err)
		}
		if n.Load() > 0 {
			continue
		}
		return
	}
	t.Error("each time")
}

// An order is its member's, also where a session has passed from one member to another.
func TestTheOrderOfAnotherMember(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	member, other := s.Member(t), s.Member(t)
	other.SessionID = member.SessionID
	if _, err := s.buy(t, other, "standard", s.form(t, member, "standard")); code(err) != fault.InvalidSessionFlow {
		t.Errorf("err = %v", err)
	}
}
