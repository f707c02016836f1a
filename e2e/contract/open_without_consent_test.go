package contract_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/store"
	"kaiin/server/shop/catalog/catalogtest"
)

// publish has the store ask its members to agree to another revision of its terms.
func publish(t *testing.T, s *apptest.Stack) {
	t.Helper()
	f := catalogtest.File(nil)
	f.Policies[0].Revision++
	if err := catalogtest.Files(s.Catalog).Apply(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// A member who has not agreed to the new terms sees their contracts, cancels and pays, and
// orders nothing.
func TestWhatStaysOpenWithoutConsent(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	_, member := s.Member(t)
	card := methodIn(t, s.RegisterCard(t, member, "/plans/standard"))
	if end := s.Bank(t, member, s.Order(t, member, "standard", form(t, member, "standard", card))); end != "/plans/standard/complete" {
		t.Fatalf("the purchase ended at %s", end)
	}
	s.Clock.Advance(2 * time.Minute)
	token := form(t, member, "weekly", card)
	id := member.Get("/mypage/plans/screen-data").JSON(t)["subscriptions"].([]any)[0].(map[string]any)["subscriptionId"].(string)
	publish(t, s)
	for path, open := range map[string]bool{
		"/mypage/subscription/" + id: true, "/mypage/subscription/" + id + "/payment-method": true, "/mypage/subscription/" + id + "/withdraw": true,
		"/mypage/payment-method": true, "/withdraw": true, "/mypage/plans": true, "/mypage": false, "/mypage/edit": false, "/plans/standard": false, "/plans/weekly/confirm": false,
	} {
		if got := member.Get(path + "/screen-data"); got.StatusCode != 200 || strings.Contains(got.Text, "/mypage/re-consent") == open {
			t.Errorf("%s: %d %.200s", path, got.StatusCode, got.Text)
		}
	}
	for _, call := range []struct {
		path, body string
		status     int
	}{
		{"/zapi/purchase/weekly", fmt.Sprintf(`{"purchaseToken":%q}`, token), 403},
		{"/zapi/purchase/form/weekly", `{"planId":"weekly","paymentMethodId":"new"}`, 403},
		{"/zapi/subscription/" + id + "/withdraw/cancel", `{}`, 403},
		{"/zapi/account/payment-method/" + card + "/default", `{}`, 403},
		{"/zapi/subscription/" + id + "/re-settlement", `{}`, 200},
		{"/zapi/subscription/" + id + "/withdraw", `{}`, 200},
	} {
		if got := member.Post(call.path, call.body); got.StatusCode != call.status || strings.Contains(got.Text, "RE_CONSENT_REQUIRED") != (call.status == 403) {
			t.Errorf("%s: %d %s", call.path, got.StatusCode, got.Text)
		}
	}
	if got := member.Post("/zapi/account/policy/re-consent", `{"policyConsentData":[{"policyId":"terms","revision":2,"key":"terms"}]}`); got.StatusCode != 200 {
		t.Fatalf("agreeing: %d %s", got.StatusCode, got.Text)
	}
	if got := member.Get("/mypage/screen-data").JSON(t); got["redirectTo"] != nil {
		t.Errorf("after agreeing: %v", got["redirectTo"])
	}
}

// Whether there is something to agree to costs no statement: a screen that asks nothing else of the
// database takes the one that brings the session, and the settings of the page around it.
func TestStatementsOfConsent(t *testing.T) { // S-06
	t.Parallel()
	s := apptest.Start(t, nil)
	_, member := s.Member(t)
	took := func(path string) int {
		s.Clock.Advance(store.CacheFor)
		least := 100
		for range 3 {
			least = min(least, statements(t, s, member.Get(path).Header.Get("X-Request-Id")))
		}
		return least
	}
	const page = "/mypage/edit/complete/screen-data"
	if n := took(page); n != 1 {
		t.Errorf("with nothing to agree to, a screen takes %d statements", n)
	}
	publish(t, s)
	if n := took(page); n != 1 {
		t.Errorf("with something to agree to, a screen takes %d statements", n)
	}
	if n := took("/mypage/re-consent/screen-data"); n > 5 {
		t.Errorf("what is to be agreed to takes %d statements", n)
	}
}
