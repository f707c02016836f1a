package purchase

import (
	"fmt"
	"strings"
	"testing"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/money/gateway"
	"kaiin/server/shop/catalog"
)

// Every plan that a store can seed is ordered on a page that holds what 特定商取引法12条の6 asks for, in
// both languages: what of it the plan decides is computed, the rest the store file must hold
// (catalog refuses it otherwise).
func TestTermsOfEveryKindOfPlanHoldEveryItem(t *testing.T) {
	t.Parallel()
	today, seen := clock.Date(2026, 5, 15), 0
	stop, sale := clock.Date(2026, 8, 31).Start(), clock.Date(2026, 6, 30).Start()
	for _, kind := range []plan.PlanType{plan.PlanTypeSubscription, plan.PlanTypePurchase, plan.PlanTypeRental} {
		for _, variant := range variantsOf(kind) {
			for _, limited := range []bool{false, true} {
				p := &ent.Plan{
					ID: "p", PlanType: kind, Name: map[string]string{"ja": "見放題", "en": "Unlimited"},
					Service: map[string]string{"ja": "全作品を2台まで", "en": "Everything on two devices"},
					Price:   1100, TaxRate: 10, RenewSpan: 1, RenewSpanUnit: plan.RenewSpanUnitMonths,
					FreeTrialDays: variant.trial, ViewingDays: variant.viewing,
				}
				if variant.stops {
					p.ForceStopRenewAt = &stop
				}
				if limited {
					p.SalesEndAt = &sale
				}
				offer := catalog.NewOffer(p, today.Start(), false, false)
				st := planStatus{plan: p, offer: offer, deal: newDeal(p, offer, false, today), settings: &settings.Settings{Seller: settings.Seller{
					Name: words.Text{"ja": "株式会社試験館", "en": "Test House, Inc."}, Representative: words.Text{"ja": "試 験子", "en": "Keiko Tameshi"},
					Address: words.Text{"ja": "試験市1-2-3", "en": "1-2-3 Shiken City"}, Phone: "00-0000-0000", Email: "help@example.jp",
				}}}
				for _, locale := range []string{"ja", "en"} {
					terms := newTerms(st, &ent.PaymentMethod{PaymentMethodType: gateway.SbpsCredit, CardBrand: "V", CardSuffix: "4242"}, locale)
					name := fmt.Sprintf("%s %+v limited %v %s", kind, variant, limited, locale)
					for _, item := range required(terms, variant, limited) {
						if text := terms.text(item.key); text == "" || !containsAll(text, item.says...) {
							t.Errorf("%s: %s does not say %q:\n%s", name, item.key, item.says, text)
						}
					}
					if terms.Button == "" || !strings.Contains(terms.Button, yen(locale, 1100)) {
						t.Errorf("%s: the button %q does not say that it costs", name, terms.Button)
					}
					seen++
				}
			}
		}
	}
	if seen != 2*2*(4+1+2) {
		t.Errorf("%d pages were looked at", seen)
	}
}

type variant struct {
	trial, viewing int
	stops          bool
}

func variantsOf(kind plan.PlanType) []variant {
	switch kind {
	case plan.PlanTypeSubscription:
		return []variant{{}, {trial: 14}, {stops: true}, {trial: 14, stops: true}}
	case plan.PlanTypeRental:
		return []variant{{}, {viewing: 7}}
	default:
		return []variant{{}}
	}
}

type item struct {
	key  string
	says []string
}

// required are the items of the law, and what of each plan has to be there.
func required(terms Terms, v variant, limited bool) []item {
	day := func(ja, en string) string { return map[string]string{"ja": ja, "en": en}[terms.Locale] }
	price, tax := yen(terms.Locale, 1100), yen(terms.Locale, 100)
	first := day("2026年5月15日", "May 15, 2026")
	if v.trial > 0 {
		first = day("2026年5月29日", "May 29, 2026")
	}
	all := []item{
		{"quantity", []string{day("見放題", "Unlimited"), day("全作品を2台まで", "Everything on two devices")}},
		{"price", []string{price, tax}},
		{"payment", []string{"Visa", "4242", first, price}},
		{"delivery", nil},
		{"withdrawal", nil},
		{"seller", []string{day("株式会社試験館", "Test House, Inc."), day("試 験子", "Keiko Tameshi"), day("試験市1-2-3", "1-2-3 Shiken City"), "00-0000-0000"}},
	}
	if limited {
		all = append(all, item{"period", []string{day("2026年6月30日", "June 30, 2026")}})
	}
	if v.viewing > 0 {
		all = append(all, item{"quantity", []string{day("2026年5月22日", "May 22, 2026")}})
	}
	if !terms.Deal.Subscription() {
		return all
	}
	renewal := []string{day("自動で更新", "renews automatically"), yen(terms.Locale, 13_200)}
	if v.stops {
		renewal = []string{day("2026年8月31日", "August 31, 2026")}
	}
	until := day("2026年6月14日", "June 14, 2026")
	if v.trial > 0 {
		until = day("2026年5月28日", "May 28, 2026")
		all = append(all, item{"trial", []string{"14", until, first, price}})
	}
	return append(all, item{"renewal", renewal}, item{"cancellation", []string{until}})
}

func yen(locale string, n int) string { return phrasesIn(locale).yen(n) }

func containsAll(text string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}
