package graph

import (
	"testing"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
)

// A member finds what they have on the top page, and is sold nothing; the page of a plan that they
// have leads to it. While My Page is closed to them, the top page is as bare.
func TestHomeOfAMember(t *testing.T) {
	t.Parallel()
	c := newCheckout(t)
	now, err := c.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changed, said := *now, words.Text{"ja": "文"}
	changed.WatchURL = words.Text{"ja": "/watch.html", "en": "/watch.html#en"}
	changed.Home = settings.Home{Headline: said, Plan: "trial", Reasons: []settings.Passage{{Title: said, Text: said}}, Questions: []settings.Passage{{Title: said, Text: said}}}
	changed.Titles = []settings.Title{
		{ID: "inn", Name: said, Year: 1974, Minutes: 107, Art: "/art.svg", Plans: []string{"ended", "standard", "trial"}},
		{ID: "pier", Name: said, Year: 1974, Minutes: 107, Art: "/art.svg", Plans: []string{"trial"}},
	}
	if err := c.Settings.Save(t.Context(), &changed); err != nil {
		t.Fatal(err)
	}
	card := c.Card(t, c.member)
	kept := c.run(t, "PurchaseForm", `{"input": {"planId": "trial", "planIdOnForm": "trial", "paymentMethodId": "`+card.ID.String()+`", "campaignCode": "", "answers": []}}`)
	token, _ := at(t, kept, "purchaseToken").(string)
	c.buy(t, "trial", token, 0)

	const home = `{"root": false}`
	screen := c.run(t, "HomeScreen", home)
	id, _ := at(t, screen, "contracts.0.subscription.subscriptionId").(string)
	expect(t, screen, []fact{
		{"", "contracts.0.subscription.planId", "trial"}, {"", "contracts.0.subscription.watchUrl", "/watch.html"}, {"", "contracts.0.outlook.course", "CHARGED"},
		{"", "titles.0.planId", "standard"}, {"", "titles.0.planIds.0", "ended"}, {"", "headline", nil},
	})
	for _, list := range []string{"plans", "reasons", "questions"} {
		if all := at(t, screen, list).([]any); len(all) > 0 {
			t.Errorf("%s are sent to a member: %v", list, all)
		}
	}
	c.member.Locale = "en"
	expect(t, c.run(t, "PurchaseFormScreen", `{"root": false, "planId": "trial"}`), []fact{{"", "held.subscriptionId", id}, {"", "held.watchUrl", "/watch.html#en"}})
	expect(t, c.run(t, "PurchaseFormScreen", `{"root": false, "planId": "standard"}`), []fact{{"", "held", nil}})

	for what, closed := range map[string]func(*actor.Actor){
		"a restricted profile":          func(a *actor.Actor) { a.SwitchTo = []string{"父"} },
		"a member who must consent":     func(a *actor.Actor) { a.MustReConsent = true },
		"a member with a new password":  func(a *actor.Actor) { a.MustChangePassword = true },
		"a browser without its session": func(a *actor.Actor) { *a = actor.Actor{Locale: "ja"} },
	} {
		open := c.member
		closed(&c.member)
		if all := at(t, c.run(t, "HomeScreen", home), "contracts").([]any); len(all) > 0 {
			t.Errorf("%s is shown contracts: %v", what, all)
		}
		c.member = open
	}

	c.Store.Client(t.Context()).Plan.UpdateOneID("trial").SetSalesLimit(1).ExecX(t.Context())
	_ = c.Catalog.CountSales(t.Context(), "trial", 0)
	if titles := at(t, c.run(t, "HomeScreen", home), "titles").([]any); len(titles) != 2 {
		t.Errorf("a member who has the plan finds %d films once it is sold out", len(titles))
	}
	c.member = actor.Actor{Locale: "ja"}
	if titles := at(t, c.run(t, "HomeScreen", home), "titles").([]any); len(titles) != 1 {
		t.Errorf("a visitor finds %d films, though one can be had", len(titles))
	}
}
