package contract_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/settings"
)

// settled are the amounts of the provider's settled charges.
func settled(t *testing.T, s *apptest.Stack) []int {
	t.Helper()
	var all []int
	for _, e := range s.Ledger(t) {
		if e.Status == "settled" {
			all = append(all, e.Amount)
		}
	}
	return all
}

// form fills in the purchase form of a plan and returns the token of the order.
func form(t testing.TB, b *apptest.Browser, planID, methodID string) string {
	t.Helper()
	got := b.Post("/zapi/purchase/form/"+planID, map[string]any{"planId": planID, "paymentMethodId": methodID})
	token, _ := got.JSON(t)["purchaseToken"].(string)
	if got.StatusCode != http.StatusOK || token == "" {
		t.Fatalf("form: %d %s", got.StatusCode, got.Text)
	}
	return token
}

func methodIn(t testing.TB, location string) string {
	t.Helper()
	id := regexp.MustCompile(`paymentMethodId=([0-9a-f-]{36})`).FindStringSubmatch(location)
	if id == nil {
		t.Fatalf("no method in %s", location)
	}
	return id[1]
}

// A visitor signs up, adds a card, buys a subscription, sees it, and is charged once more a
// month later.
func TestFromVisitorToRenewedMember(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, func(settings *settings.Settings) { settings.SignupPolicyStep = false })
	b := s.Browser(t)

	consents := []map[string]any{}
	policies, _ := b.Get("/signup/email/screen-data").JSON(t)["policies"].([]any)
	for _, p := range policies {
		p := p.(map[string]any)
		consents = append(consents, map[string]any{"policyId": p["policyId"], "revision": p["revision"], "key": p["key"]})
	}
	if got := b.Post("/zapi/signup/email", map[string]any{"type": "signUp", "email": "hanako@example.com", "policyConsentData": consents}); got.StatusCode != 200 {
		t.Fatalf("email: %d %s", got.StatusCode, got.Text)
	}
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	mails := s.Inbox(t, "hanako@example.com")
	if len(mails) != 1 {
		t.Fatalf("%d mails", len(mails))
	}
	pin := regexp.MustCompile(`\b[0-9]{6}\b`).FindString(mails[0].Text)
	if got := b.Post("/zapi/signup/pin-code", map[string]string{"pinCode": pin}); got.StatusCode != 200 {
		t.Fatalf("pin: %d %s", got.StatusCode, got.Text)
	}
	person := map[string]any{"email": "hanako@example.com", "password": "open9sesame", "passwordConfirm": "open9sesame"}
	setting := b.Get("/signup/form/screen-data").JSON(t)["setting"].(map[string]any)
	custom := []map[string]any{}
	for _, item := range setting["customAssociatedInfo"].([]any) {
		item := item.(map[string]any)
		value := "true"
		if options, _ := item["selectOptions"].([]any); len(options) > 0 {
			value = options[0].(map[string]any)["id"].(string)
		}
		custom = append(custom, map[string]any{"id": item["id"], "value": value})
	}
	for field, rule := range setting {
		if value, ok := map[string]any{
			"userId": "hanako01", "name": "山田花子", "nameKana": "ヤマダハナコ", "familyName": "山田", "givenName": "花子", "familyNameKana": "ヤマダ",
			"givenNameKana": "ハナコ", "nickname": "はな", "sex": 2, "birthday": "19900102", "postalCode": "1000001", "prefecture": 13,
			"address": "千代田区千代田", "phoneNumber": "0312345678",
		}[field]; ok && rule == "REQUIRED" {
			person[field] = value
		}
	}
	confirm := map[string]any{"inputtedData": map[string]any{"formData": person, "customAssociatedInfoData": custom, "policyConsentData": consents}}
	if got := b.Post("/zapi/signup/confirm", confirm); got.StatusCode != 200 {
		t.Fatalf("confirm: %d %s", got.StatusCode, got.Text)
	}
	got := b.Post("/zapi/signup", ``)
	if got.StatusCode != 200 || b.Cookie("sid") == "" || b.Cookie("auid") == "" {
		t.Fatalf("signup: %d %s", got.StatusCode, got.Text)
	}
	if id := b.Get("/root/screen-data").JSON(t)["authId"]; id != b.Cookie("auid") { // F-001 F-005 C-006
		t.Errorf("authId %v, auid %s", id, b.Cookie("auid"))
	}

	method := methodIn(t, s.RegisterCard(t, b, "/plans/standard"))
	token := form(t, b, "standard", method)
	if to := s.Bank(t, b, s.Order(t, b, "standard", token)); to != "/plans/standard/complete" {
		t.Fatalf("the purchase ended at %s", to)
	}
	if amounts := settled(t, s); len(amounts) != 1 || amounts[0] != 1100 {
		t.Fatalf("charged %v", amounts)
	}
	contracts, _ := b.Get("/mypage/plans/screen-data").JSON(t)["subscriptions"].([]any)
	if len(contracts) != 1 {
		t.Fatalf("%d contracts", len(contracts))
	}
	id := contracts[0].(map[string]any)["subscriptionId"].(string)
	if got := b.Get("/mypage/subscription/" + id + "/screen-data"); !strings.Contains(got.Text, `"planName"`) {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	s.Advance(t, 32*24*time.Hour)
	if amounts := settled(t, s); len(amounts) != 2 || amounts[1] != 1100 {
		t.Errorf("after a month: charged %v", amounts)
	}
	s.Advance(t, time.Hour)
	if amounts := settled(t, s); len(amounts) != 2 {
		t.Errorf("an hour later: charged %v", amounts)
	}
}

// One order, bought by fifty requests at once: one charge, one contract, the same answer to all.
func TestFiftyPurchasesWithOneToken(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t)
	token := form(t, b, "standard", methodIn(t, s.RegisterCard(t, b, "/plans/standard")))
	answers := make([]apptest.Answer, 50)
	press := func() {
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i] = s.Order(t, b, "standard", token) })
		}
		all.Wait()
		for _, a := range answers {
			if a.StatusCode != 200 || a.JSON(t)["redirectTo"] != answers[0].JSON(t)["redirectTo"] {
				t.Errorf("%d %s, another was told %s", a.StatusCode, a.Text, answers[0].Text)
			}
		}
	}
	press()
	bank := answers[0]
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if to := s.Bank(t, b, bank); to != "/plans/standard/complete" {
				t.Errorf("the bank leads to %s", to)
			}
		})
	}
	all.Wait()
	press()
	if to := answers[0].JSON(t)["redirectTo"]; to != "/plans/standard/complete" {
		t.Errorf("the button leads to %v", to)
	}
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	if amounts := settled(t, s); len(amounts) != 1 {
		t.Errorf("charged %v", amounts)
	}
	if n := s.Store.Client(t.Context()).Subscription.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d contracts", n)
	}
}

// The last unit of a limited plan, bought by fifty members at once: exactly one gets it, and only
// that one pays.
func TestFiftyBuyersOfTheLastOne(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	type buyer struct {
		*apptest.Browser
		token string
	}
	buyers := make([]buyer, 50)
	for i := range buyers {
		_, b := s.Member(t)
		buyers[i] = buyer{b, form(t, b, "limited", methodIn(t, s.RegisterCard(t, b, "/plans/limited")))}
	}
	ends, banks := make([]string, len(buyers)), make([]apptest.Answer, len(buyers))
	for i, b := range buyers {
		banks[i] = s.Order(t, b.Browser, "limited", b.token)
	}
	var all sync.WaitGroup
	for i, b := range buyers {
		all.Go(func() { ends[i] = s.Bank(t, b.Browser, banks[i]) })
	}
	all.Wait()
	won := 0
	for i, end := range ends {
		again := s.Order(t, buyers[i].Browser, "limited", buyers[i].token)
		switch {
		case end == "/plans/limited/complete" && again.StatusCode == 200:
			won++
		case end != "/plans/limited" || !strings.Contains(again.Text, "PRODUCT_UNAVAILABLE"):
			t.Errorf("the bank leads to %s, the button is answered %d %s", end, again.StatusCode, again.Text)
		}
	}
	if err := s.Quiet(t.Context()); err != nil {
		t.Fatal(err)
	}
	if amounts := settled(t, s); won != 1 || len(amounts) != 1 {
		t.Errorf("%d won, charged %v", won, amounts)
	}
	if n := s.Store.Client(t.Context()).Subscription.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d contracts", n)
	}
}

// The provider takes the money and its answer is lost: the member is told so, and the order is
// looked up, not charged again.
func TestUnknownOutcomeIsLookedUp(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	noon := s.Clock.Today().AddDays(1).Start().Add(12 * time.Hour) // an order whose day is over is given back
	s.Advance(t, noon.Sub(s.Clock.Now()))
	_, b := s.Member(t)
	token := form(t, b, "standard", methodIn(t, s.RegisterCard(t, b, "/plans/standard")))
	s.Next(t, apptest.Authorise, "timeout_after")
	s.Next(t, apptest.Lookup, "http_500") // long enough for the test to look
	if to := s.Bank(t, b, s.Order(t, b, "standard", token)); to != "/plans/standard/complete" {
		t.Fatalf("the purchase ended at %s", to)
	}
	if got := s.Order(t, b, "standard", token); got.StatusCode != 200 || got.JSON(t)["isPending"] != true {
		t.Fatalf("%d %s", got.StatusCode, got.Text)
	}
	if got := b.Get("/plans/standard/complete/screen-data"); got.JSON(t)["isPending"] != true {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	s.Advance(t, 10*time.Minute)
	if amounts := settled(t, s); len(amounts) != 1 {
		t.Errorf("charged %v", amounts)
	}
	if got := b.Get("/plans/standard/complete/screen-data"); got.JSON(t)["isPending"] != false {
		t.Errorf("%d %s", got.StatusCode, got.Text)
	}
	if got := s.Order(t, b, "standard", token); got.StatusCode != 200 || len(settled(t, s)) != 1 {
		t.Errorf("again: %d %s", got.StatusCode, got.Text)
	}
}
