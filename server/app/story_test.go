package app_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/catalog"
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
func form(t *testing.T, b *apptest.Browser, planID, methodID string) string {
	t.Helper()
	got := b.Post("/zapi/purchase/form/"+planID, map[string]any{"planId": planID, "paymentMethodId": methodID})
	token, _ := got.JSON(t)["purchaseToken"].(string)
	if got.StatusCode != http.StatusOK || token == "" {
		t.Fatalf("form: %d %s", got.StatusCode, got.Text)
	}
	return token
}

func methodIn(t *testing.T, location string) string {
	t.Helper()
	id := regexp.MustCompile(`paymentMethodId=([0-9a-f-]{36})`).FindStringSubmatch(location)
	if id == nil {
		t.Fatalf("no method in %s", location)
	}
	return id[1]
}

// A visitor signs up, adds a card, buys a subscription, sees it, and is charged once more a month later.
func TestFromVisitorToRenewedMember(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, func(settings *catalog.Settings) { settings.SignupPolicyStep = false })
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
	got = b.Post("/zapi/purchase/standard", map[string]string{"purchaseToken": token})
	if to, _ := got.JSON(t)["redirectTo"].(string); got.StatusCode != 200 || to != "/plans/standard/complete" {
		t.Fatalf("purchase: %d %s", got.StatusCode, got.Text)
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
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = b.Post("/zapi/purchase/standard", map[string]string{"purchaseToken": token}) })
	}
	all.Wait()
	for _, a := range answers {
		if a.StatusCode != 200 || a.JSON(t)["redirectTo"] != answers[0].JSON(t)["redirectTo"] {
			t.Errorf("%d %s, another was told %s", a.StatusCode, a.Text, answers[0].Text)
		}
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

// The last unit of a limited plan, bought by fifty members at once: exactly one gets it, and only that one pays.
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
	answers := make([]apptest.Answer, len(buyers))
	var all sync.WaitGroup
	for i, b := range buyers {
		all.Go(func() { answers[i] = b.Post("/zapi/purchase/limited", map[string]string{"purchaseToken": b.token}) })
	}
	all.Wait()
	won := 0
	for _, a := range answers {
		if a.StatusCode == 200 && a.JSON(t)["redirectTo"] == "/plans/limited/complete" {
			won++
		} else if !strings.Contains(a.Text, "PRODUCT_UNAVAILABLE") && a.StatusCode != 200 {
			t.Errorf("%d %s", a.StatusCode, a.Text)
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

// The provider takes the money and its answer is lost: the member is told so, and the order is looked up, not charged again.
func TestUnknownOutcomeIsLookedUp(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, b := s.Member(t)
	token := form(t, b, "standard", methodIn(t, s.RegisterCard(t, b, "/plans/standard")))
	s.Next(t, "timeout_after")
	got := b.Post("/zapi/purchase/standard", map[string]string{"purchaseToken": token})
	if got.StatusCode != 200 || got.JSON(t)["isPending"] != true {
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
	if got := b.Post("/zapi/purchase/standard", map[string]string{"purchaseToken": token}); got.StatusCode != 200 || len(settled(t, s)) != 1 {
		t.Errorf("again: %d %s", got.StatusCode, got.Text)
	}
}
