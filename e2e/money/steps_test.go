package money

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/schema"
)

// Steps of the sign-up out of order lead back to its beginning (security 46), and a code counts
// once, for the browser that asked for it (security 21, 24).
func TestSignupStepsOutOfOrder(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	before := s.Everything()
	for path, body := range map[string]any{
		"/zapi/signup/email":    map[string]any{"type": "signUp", "email": "early@example.jp"},
		"/zapi/signup/pin-code": map[string]any{"pinCode": "123456"},
		"/zapi/signup/confirm":  map[string]any{"inputtedData": map[string]any{"formData": map[string]any{"nickname": "x"}}},
		"/zapi/signup":          s.visitor("ja").Form(),
	} {
		a, err := s.visitor("ja").Post(path, body)
		if err := brokenFlow(a, err, "/signup"); err != nil {
			t.Errorf("%s first: %v", path, err)
		}
	}
	for _, page := range []string{"pin-code", "form", "confirm", "complete"} {
		a, err := s.visitor("ja").Get("/signup/" + page + "/screen-data")
		if flow := brokenFlow(a, err, "/signup"); flow != nil && a.Text("redirectTo") == "" {
			t.Errorf("the page %s first: %v", page, flow)
		}
	}
	s.Unchanged(before, "sessions") // a first step begins one

	m := s.visitor("ja")
	must(t, m.ProveEmail())
	thief := s.visitor("ja")
	thief.Email = m.Email
	_, err := want(thief.Post("/zapi/signup/policy", map[string]any{"policyConsentData": m.Consents}))
	must(t, err)
	a, err := thief.Post("/zapi/signup/pin-code", map[string]any{"pinCode": m.PIN})
	if err := brokenFlow(a, err, "/signup"); err != nil {
		t.Errorf("another browser with the code: %v", err)
	}
	if a, err = m.Post("/zapi/signup/pin-code", map[string]any{"pinCode": m.PIN}); err != nil || a.Status < 400 || a.Text("code") != "PIN_CODE_ERROR" {
		t.Errorf("the code again: %s, %v", a, err)
	}
	other := m.Form()
	other["email"] = "unproved@example.jp"
	if a, err = m.Post("/zapi/signup", other); err != nil || a.Status < 400 && a.Body["flowError"] == nil {
		t.Errorf("signing up with an unproved address: %s, %v", a, err)
	}
	if got := s.Rows("SELECT count(*) FROM accounts WHERE email IN ($1, $2)", m.Email, "unproved@example.jp"); got[0] != "0" {
		t.Errorf("%s accounts", got[0])
	}
	_, err = want(m.Post("/zapi/signup", m.Form()))
	must(t, err)
	s.keptSecret(m)
}

// Steps of a purchase out of order, and tokens used where they do not belong, lead back to the form
// and buy nothing (security 46).
func TestPurchaseStepsOutOfOrder(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	m, other := s.member(goodCard), s.member(goodCard)
	for _, page := range []string{"confirm", "complete"} {
		a, err := m.Get("/plans/monthly/" + page + "/screen-data")
		if err := brokenFlow(a, err, "/plans/monthly"); err != nil {
			t.Errorf("the page %s first: %v", page, err)
		}
	}
	token, err := m.Order("monthly")
	must(t, err)
	elsewhere := s.visitor("ja")
	elsewhere.Email = m.Email
	must(t, elsewhere.LogIn())
	for name, c := range map[string]struct {
		who         *member
		plan, token string
	}{
		"no token":               {m, "monthly", ""},
		"a made-up token":        {m, "monthly", strings.Repeat("A", 43)},
		"the token cut short":    {m, "monthly", token[:42]},
		"another plan's token":   {m, "trial", token},
		"another member's token": {other, "monthly", token},
		"another device's token": {elsewhere, "monthly", token},
		"no such plan":           {m, "nothing", token},
	} {
		a, err := c.who.Confirm(c.plan, c.token, nil)
		if err := brokenFlow(a, err, "/plans/"+c.plan); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	replaced := token
	token, err = m.Order("monthly")
	must(t, err)
	a, err := m.Confirm("monthly", replaced, nil)
	if err := brokenFlow(a, err, "/plans/monthly"); err != nil {
		t.Errorf("the token of a form that was sent again: %v", err)
	}
	if a, err = m.Get("/plans/monthly/complete/screen-data"); brokenFlow(a, err, "/plans/monthly") != nil {
		t.Errorf("the complete page before the purchase: %s, %v", a, err)
	}
	s.Outside.Advance(t, 31*time.Minute)
	a, err = m.Confirm("monthly", token, nil)
	if err := brokenFlow(a, err, "/plans/monthly"); err != nil {
		t.Errorf("an hour later: %v", err)
	}
	if entries := s.Outside.Ledger(t); len(entries) != 0 {
		t.Errorf("the ledger has %+v", entries)
	}
	sold := s.Rows("SELECT count(*) FROM subscriptions s JOIN accounts a ON a.id = s.account_id WHERE a.email IN ($1, $2)", m.Email, other.Email)
	if sold[0] != "0" {
		t.Errorf("%s contracts", sold[0])
	}
}

// What belongs to another member is as absent as what does not exist (security 44).
func TestAnotherMembersThings(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	owner, thief := s.member(goodCard), s.member(goodCard)
	bought, err := owner.Buy("monthly")
	must(t, err)
	contract := bought.Text("subscriptionId")
	if _, err := want(owner.Get("/mypage/subscription/" + contract + "/screen-data")); err != nil {
		t.Fatal(err)
	}
	before := s.Everything()
	alike := func(what string, ask func(id string) (answer, error), theirs string) answer {
		a, err := ask(theirs)
		must(t, err)
		b, err := ask(uuid.NewString())
		must(t, err)
		for _, x := range []*answer{&a, &b} {
			delete(x.Body, "requestId")
		}
		if fmt.Sprint(a.Status, a.Body) != fmt.Sprint(b.Status, b.Body) {
			t.Errorf("%s: another's is answered %s and an unknown one %s", what, a, b)
		}
		return a
	}
	a := alike("contract", func(id string) (answer, error) { return thief.Get("/mypage/subscription/" + id + "/screen-data") }, contract)
	if a.Status != 404 || a.Text("code") != "NOT_FOUND" {
		t.Errorf("another's contract: %s", a)
	}
	a = alike("card on the form", func(id string) (answer, error) {
		return thief.Post("/zapi/purchase/form/monthly", map[string]any{"planId": "monthly", "paymentMethodId": id})
	}, owner.Card)
	if a.Status < 400 || a.Text("code") != "PAYMENT_METHOD_UNAVAILABLE" {
		t.Errorf("paying with another's card: %s", a)
	}
	a = alike("contract by GraphQL", func(id string) (answer, error) {
		a, err := thief.Post("/graphql", map[string]any{
			"operationName": "SubscriptionScreen", "variables": map[string]any{"subscriptionId": id, "root": false},
			"extensions": map[string]any{"persistedQuery": map[string]any{"sha256Hash": schema.Documents()["SubscriptionScreen"].Hash}},
		})
		return answer{Status: a.Status, Body: map[string]any{"data": a.Body["data"], "codes": codesOf(a)}}, err
	}, contract)
	if fmt.Sprint(a.Body["codes"]) != "[NOT_FOUND]" {
		t.Errorf("another's contract by GraphQL: %v", a.Body)
	}
	page, err := want(thief.Get("/plans/monthly/screen-data?paymentMethodId=" + owner.Card))
	must(t, err)
	if methods := page.Body["paymentMethods"].([]any); len(methods) != 1 || strings.Contains(fmt.Sprint(methods), owner.Card) {
		t.Errorf("the form offers %v", methods)
	}
	for _, id := range []string{"1", "x", "..", "%2e%2e", contract + "%00", strings.ToUpper(contract)} {
		if a, err := thief.Get("/mypage/subscription/" + id + "/screen-data"); err != nil || a.Status != 404 && a.Status != 400 {
			t.Errorf("contract %q: %s, %v", id, a, err)
		}
	}
	for _, key := range []string{strings.Repeat("A", 43), "x", contract} {
		for _, end := range []string{"ok", "ng"} {
			if a, err := thief.Get("/payment/tds/" + key + "/" + end); err != nil || a.Status != 404 {
				t.Errorf("a made-up return from the bank: %d, %v", a.Status, err)
			}
		}
	}
	s.Unchanged(before)
}

// Price and conditions are the server's: what the browser says of them is refused, and what has
// changed since it was shown is not sold (security 47).
func TestTampering(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	token, err := m.Order("monthly")
	must(t, err)
	for _, field := range []string{"price", "amount", "billingAmount", "taxRate", "freeTrialDays", "subscriptionId", "planId"} {
		if a, err := m.Post("/zapi/purchase/monthly", map[string]any{"purchaseToken": token, field: 1}); err != nil || refusal(a, 400, "") != nil {
			t.Errorf("%s with the token: %s, %v", field, a, err)
		}
	}
	for body, status := range map[string]int{
		`{"planId":"trial","paymentMethodId":"` + m.Card + `"}`:                                               400,
		`{"planId":"monthly","paymentMethodId":"` + m.Card + `","price":1}`:                                   400,
		`{"planId":"monthly","paymentMethodId":"CampaignCode"}`:                                               400,
		`{"planId":"monthly","paymentMethodId":"CampaignCode","campaignCode":"FREE"}`:                         400,
		`{"planId":"monthly","paymentMethodId":"` + m.Card + `","campaignCode":"FREE"}`:                       400,
		`{"planId":"monthly","paymentMethodId":""}`:                                                           400,
		`{"planId":"monthly","paymentMethodId":"new"}`:                                                        400,
		`{"planId":"monthly","paymentMethodId":"` + m.Card + `","answers":[{"questionId":"x","values":[1]}]}`: 400,
	} {
		if a, err := m.Send("POST", "/zapi/purchase/form/monthly", []byte(body), nil); err != nil || refusal(a, status, "") != nil {
			t.Errorf("%s: %s, %v", body, a, err)
		}
	}

	// The price goes up between the confirm page and the click.
	s.Seed(strings.Replace(storeText(t), "price: 1100", "price: 1200", 1))
	for range 2 {
		a, err := m.Confirm("monthly", token, nil)
		if err == nil {
			err = refusal(a, 409, "PRICE_CHANGED")
		}
		must(t, err)
	}
	if entries := s.Outside.Ledger(t); len(entries) != 0 {
		t.Errorf("the ledger has %+v", entries)
	}
	_, err = m.Buy("monthly") // at the new price, having seen it
	must(t, err)
	once(t, m, 1200, "monthly")
	s.keptSecret(m, token)
}
