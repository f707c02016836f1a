package contract_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/session"
)

// Addresses of the tests' table of countries.
const (
	inJapan   = "133.11.0.1"
	inAmerica = "8.8.8.8"
	unknown   = "192.0.2.7"
)

// Where the service is not offered no one signs up, orders or watches; members log in, cancel, pay
// and leave.
func TestRegionBlock(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, func(c *settings.Settings) { c.Countries = []string{"JP"} })
	var err error
	if s.Session.Countries, err = session.OpenCountries("../../server/identity/login/logintest/countries.mmdb"); err != nil {
		t.Fatal(err)
	}
	s.Config.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	account, member := s.Member(t)
	card := methodIn(t, s.RegisterCard(t, member, "/plans/standard"))
	if end := s.Bank(t, member, s.Order(t, member, "standard", form(t, member, "standard", card))); end != "/plans/standard/complete" {
		t.Fatalf("the purchase ended at %s", end)
	}
	s.Clock.Advance(2 * time.Minute)
	id := member.Get("/mypage/plans/screen-data").JSON(t)["subscriptions"].([]any)[0].(map[string]any)["subscriptionId"].(string)
	stranger := s.Browser(t)
	for _, call := range []struct {
		who          *apptest.Browser
		method, path string
		body         string
		open         bool
	}{
		{stranger, "GET", "/plans/screen-data", "", false},
		{stranger, "GET", "/signup/screen-data", "", false},
		{stranger, "POST", "/zapi/signup/policy", `{"policyConsentData":[]}`, false},
		{stranger, "GET", "/login/screen-data", "", true},
		{stranger, "GET", "/password/forgot/screen-data", "", true},
		{stranger, "GET", "/zapi/internal/root/screen-data", "", true},
		{stranger, "POST", "/login", `{"emailUserId":"` + *account.Email + `","password":"wrong","loginMethod":"Password"}`, true},
		{member, "GET", "/mypage/screen-data", "", false},
		{member, "GET", "/mypage/edit/screen-data", "", false},
		{member, "GET", "/plans/standard/screen-data", "", false},
		{member, "POST", "/zapi/purchase/form/weekly", `{"planId":"weekly","paymentMethodId":"` + card + `"}`, false},
		{member, "POST", "/zapi/purchase/weekly", `{"purchaseToken":"any"}`, false},
		{member, "POST", "/zapi/subscription/" + id + "/withdraw/cancel", `{}`, false},
		{member, "GET", "/mypage/plans/screen-data", "", true},
		{member, "GET", "/mypage/payment-history/screen-data", "", true},
		{member, "GET", "/mypage/payment-method/screen-data", "", true},
		{member, "GET", "/mypage/sessions/screen-data", "", true},
		{member, "GET", "/withdraw/screen-data", "", true},
		{member, "GET", "/mypage/subscription/" + id + "/withdraw/screen-data", "", true},
		{member, "POST", "/zapi/subscription/" + id + "/re-settlement", `{}`, true},
		{member, "POST", "/zapi/subscription/" + id + "/withdraw", `{}`, true},
		{member, "POST", "/logout", `{}`, true},
	} {
		for from, offered := range map[string]bool{inAmerica: false, unknown: true, inJapan: true} {
			if offered && call.method == "POST" {
				continue // it would change what the next line is about
			}
			headers := []string{"X-Forwarded-For", from}
			if call.method == "POST" {
				headers = append(headers, "Content-Type", "application/json", "Origin", s.Site)
			}
			got := call.who.Do(call.method, call.path, call.body, headers...)
			if blocked := strings.Contains(got.Text, "REGION_BLOCKED"); blocked == (offered || call.open) {
				t.Errorf("A-020 %s %s from %s: %d %.300s", call.method, call.path, from, got.StatusCode, got.Text)
			} else if blocked && got.StatusCode != 403 {
				t.Errorf("A-020 %s %s from %s: status %d", call.method, call.path, from, got.StatusCode)
			}
		}
	}
}
