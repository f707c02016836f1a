package purchase

import (
	"encoding/json"
	"strings"
	"testing"

	"kaiin/ent"
	"kaiin/ent/plan"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/base/words"
	"kaiin/server/money/gateway"
	"kaiin/server/shop/catalog"
)

func TestPhrasesExistInBothLanguages(t *testing.T) {
	for _, gap := range catalogue().Gaps() {
		t.Error(gap)
	}
	if n := len(catalogue()["ja"]); n < 40 {
		t.Errorf("only %d phrases were looked at", n)
	}
}

func example(kind plan.PlanType, change func(*ent.Plan)) (*ent.Plan, Terms, Terms) {
	p := &ent.Plan{
		ID: "p", PlanType: kind, Name: map[string]string{"ja": "見放題", "en": "Unlimited"},
		Service: map[string]string{"ja": "全作品を2台まで", "en": "Everything on two devices"},
		Price:   1100, TaxRate: 10, RenewSpan: 1, RenewSpanUnit: plan.RenewSpanUnitMonths,
	}
	if change != nil {
		change(p)
	}
	offer := catalog.NewOffer(p, clock.Date(2026, 5, 15).Start(), false, false)
	st := planStatus{plan: p, offer: offer, deal: newDeal(p, offer, false, clock.Date(2026, 5, 15)), settings: &settings.Settings{
		Seller: settings.Seller{Name: words.Text{"ja": "株式会社試験館", "en": "Test House, Inc."}, Phone: "03-0000-0000", Email: "help@example.jp"},
	}}
	card := &ent.PaymentMethod{PaymentMethodType: gateway.SbpsCredit, CardBrand: "V", CardSuffix: "4242"}
	return p, newTerms(st, card, "ja"), newTerms(st, card, "en")
}

func (t Terms) text(key string) string {
	for _, item := range t.Items {
		if item.Key == key {
			return item.Text
		}
	}
	return ""
}

// The confirm page says everything 特定商取引法12条の6 asks for, in figures. K-010 K-011 K-014 K-015 K-016
func TestTerms(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   plan.PlanType
		change func(*ent.Plan)
		button string
		keys   string
		says   map[string][]string
	}{
		{
			"monthly", plan.PlanTypeSubscription, nil, "申し込みを確定する（毎月1,100円）",
			"quantity price payment renewal delivery cancellation withdrawal seller",
			map[string][]string{
				"quantity":     {"見放題", "全作品を2台まで"},
				"price":        {"毎月1,100円（税込、うち消費税100円）"},
				"payment":      {"クレジットカード（Visa 末尾4242）", "2026年5月15日）に1,100円", "次回は2026年6月15日に1,100円", "その次は2026年7月15日に1,100円", "以後も毎月"},
				"renewal":      {"2026年5月15日から2026年6月14日", "自動で更新", "12回のお支払いで合計13,200円"},
				"delivery":     {"すぐに"},
				"cancellation": {"「契約内容」を開き、「解約する」から", "前日（2026年6月14日）までに解約のお手続きをされると、次回（2026年6月15日）以降のお支払いは発生しません。", "終わりまでご利用いただけます", "返金はなく"},
				"seller":       {"株式会社試験館", "03-0000-0000", "help@example.jp"},
			},
		},
		{
			"free trial", plan.PlanTypeSubscription, func(p *ent.Plan) { p.FreeTrialDays = 14 }, "申し込みを確定する（14日間無料、その後毎月1,100円）",
			"quantity price trial payment renewal delivery cancellation withdrawal seller",
			map[string][]string{
				"trial":        {"2026年5月28日までの14日間は無料", "2026年5月29日から有料の契約に移り、毎月1,100円"},
				"payment":      {"初回は2026年5月29日に1,100円", "次回は2026年6月29日", "その次は2026年7月29日", "末日"},
				"cancellation": {"（2026年5月28日）"},
			},
		},
		{
			"yearly", plan.PlanTypeSubscription, func(p *ent.Plan) { p.RenewSpan = 12 }, "申し込みを確定する（毎年1,100円）",
			"quantity price payment renewal delivery cancellation withdrawal seller",
			map[string][]string{"payment": {"2027年5月15日", "2028年5月15日"}},
		},
		{
			"every 3 weeks", plan.PlanTypeSubscription, func(p *ent.Plan) { p.RenewSpan, p.RenewSpanUnit = 3, plan.RenewSpanUnitWeeks },
			"申し込みを確定する（3週間ごとに1,100円）", "quantity price payment renewal delivery cancellation withdrawal seller",
			map[string][]string{"payment": {"2026年6月5日", "2026年6月26日"}},
		},
		{
			"a plan that stops", plan.PlanTypeSubscription, func(p *ent.Plan) { at := clock.Date(2026, 6, 30).Start(); p.ForceStopRenewAt = &at },
			"申し込みを確定する（毎月1,100円）", "quantity price payment renewal delivery cancellation withdrawal seller",
			map[string][]string{"renewal": {"2026年6月30日のあとは更新されず、2026年7月14日に契約が終了"}},
		},
		{
			"sold for a while", plan.PlanTypeSubscription, func(p *ent.Plan) { at := clock.Date(2026, 6, 30).Start(); p.SalesEndAt = &at },
			"申し込みを確定する（毎月1,100円）", "quantity price payment renewal delivery cancellation withdrawal period seller",
			map[string][]string{"period": {"2026年6月30日まで"}},
		},
		{
			"film", plan.PlanTypePurchase, nil, "購入する（1,100円）", "quantity price payment delivery withdrawal seller",
			map[string][]string{"payment": {"お申し込みの完了時（2026年5月15日）に1,100円"}},
		},
		{
			"rental", plan.PlanTypeRental, func(p *ent.Plan) { p.ViewingDays = 7 }, "レンタルする（1,100円）", "quantity price payment delivery withdrawal seller",
			map[string][]string{"quantity": {"2026年5月22日の終わりまで"}},
		},
	} {
		_, ja, en := example(c.kind, c.change)
		if ja.Button != c.button {
			t.Errorf("%s: button %s", c.name, ja.Button)
		}
		var keys []string
		for i, item := range ja.Items {
			keys = append(keys, item.Key)
			if item.Title == "" || strings.ContainsAny(item.Text+en.Items[i].Text+en.Button, "{}") || en.Items[i].Key != item.Key {
				t.Errorf("%s: %+v / %+v", c.name, item, en.Items[i])
			}
		}
		if got := strings.Join(keys, " "); got != c.keys {
			t.Errorf("%s: items %s", c.name, got)
		}
		for key, parts := range c.says {
			for _, part := range parts {
				if !strings.Contains(ja.text(key), part) {
					t.Errorf("%s: %s lacks %q:\n%s", c.name, key, part, ja.text(key))
				}
			}
		}
	}
}

func TestTermsInEnglish(t *testing.T) {
	_, _, en := example(plan.PlanTypeSubscription, func(p *ent.Plan) { p.FreeTrialDays = 14 })
	if en.Button != "Place the order (14 days free, then ¥1,100 every month)" {
		t.Error(en.Button)
	}
	want := "Payment method: Credit card (Visa ending in 4242). ¥1,100 first on May 29, 2026; ¥1,100 next on June 29, 2026; " +
		"¥1,100 after that on July 29, 2026. After that you pay the same amount every month. In months without that day you pay on the last day of the month."
	if got := en.text("payment"); got != want {
		t.Error(got)
	}
	_, _, en = example(plan.PlanTypeSubscription, nil)
	want = "If you cancel by the day before the next payment (June 14, 2026), the next payment (June 15, 2026) and all later ones are not charged."
	if got := en.text("cancellation"); !strings.Contains(got, want) {
		t.Error(got)
	}
}

// What is stored is read back to the letter, which is how a change is found.
func TestTermsSurviveTheDatabase(t *testing.T) {
	_, terms, _ := example(plan.PlanTypeSubscription, func(p *ent.Plan) { p.FreeTrialDays = 14 })
	first, err := json.Marshal(terms)
	if err != nil {
		t.Fatal(err)
	}
	read, err := termsOf(&ent.Order{Terms: first})
	if err != nil {
		t.Fatal(err)
	}
	if second, err := json.Marshal(read); err != nil || string(first) != string(second) {
		t.Errorf("%v\n%s\n%s", err, first, second)
	}
}

// Every code of the checkout has words. Rows are named where the product says them today; the
// others wait for what says them.
func TestTextsExist(t *testing.T) {
	for _, c := range []struct {
		row  string
		code fault.Code
	}{
		{"E-037", fault.CampaignCodeNotApplicable},
		{"", "CAMPAIGN_NOT_FREE"},
		{"E-039", fault.PlanNotSelected},
		{"E-040", fault.PaymentMethodNotSelected},
		{"E-041", fault.DoubleBillingDetected},
		{"E-042", fault.PurchaseLockFailed},
		{"E-043", fault.PurchaseStoreFailed},
		{"E-044", fault.PurchaseTooFrequent},
		{"E-045", fault.ProductUnavailable},
		{"E-048", fault.UnexpectedOperation},
		{"E-049", "TDS_FAILED"},
		{"", "SUBSCRIPTION_RENEWING_UNDO"},
		{"", "SUBSCRIPTION_ALREADY_CANCELLED"},
		{"E-068", fault.PaymentMethodChangeFailed},
		{"", "PAYMENT_METHOD_REGISTER_FAILED"},
		{"", "PAYMENT_METHOD_IN_USE"},
		{"E-071", fault.PaymentMethodUnavailable},
		{"E-072", fault.PaymentMethodNotForPlan},
		{"", "PAYMENT_METHOD_NOT_CHANGEABLE"},
		{"E-074", fault.PaymentMethodNotRegistered},
		{"E-075", "TDS_CARD_NOT_SAVED"},
		{"A-112", fault.PriceChanged},
		{"A-113", fault.AuthenticationRequired},
		{"", fault.CardDeclined},
		{"", "PAYMENT_UNAVAILABLE"},
		{"", "CARD_REGISTRATION_FAILED"},
	} {
		for _, locale := range []string{"ja", "en"} {
			if fault.Text(locale, c.code, "", nil) == fault.Text(locale, "NO_SUCH_CODE", "", nil) {
				t.Errorf("%s: %s has no text in %s", c.row, c.code, locale)
			}
		}
	}
	if got := fault.Text("ja", "SUBSCRIPTION_RENEWING", "", nil); got != "契約更新中のため、解約することができません。" {
		t.Error(got)
	}
}
