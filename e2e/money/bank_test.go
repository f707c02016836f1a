package money

import (
	"slices"
	"strings"
	"testing"
)

// atTheBank is an order whose member has been sent to the bank; back is the address the bank will send them to.
func (m *member) atTheBank(t *testing.T, plan string) (token, back string) {
	t.Helper()
	token, err := m.order(plan)
	must(t, err)
	tds, err := m.s.outside.tdsTokens()
	must(t, err)
	begun, err := want(m.confirm(plan, token, tds))
	must(t, err)
	sent, err := m.get(begun.text("redirectTo"))
	must(t, err)
	if back = sent.header.Get("Location"); !strings.HasPrefix(back, m.s.origin+"/payment/tds/") {
		t.Fatalf("the bank sends the member to %q", back)
	}
	return token, back
}

// A tab left at the bank buys nothing once the plan was bought in another.
func TestTabLeftAtTheBank(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	token, back := m.atTheBank(t, "monthly")
	_, err := m.buy("monthly")
	must(t, err)
	for range 2 {
		if path, err := m.follow(back); err != nil || path != "/plans/monthly" && path != "/plans/monthly/complete" {
			t.Errorf("coming back leads to %q, %v", path, err)
		}
		a, err := m.confirm("monthly", token, nil)
		if err := brokenFlow(a, err, "/plans/monthly"); err != nil {
			t.Error(err)
		}
	}
	once(t, m, 1100, "monthly")
}

// The last unit was sold while the member was at the bank: no charge, and they read that it is gone.
func TestSoldOutAtTheBank(t *testing.T) { // security 48
	t.Parallel()
	s := running(t)
	slow, fast := s.member(goodCard), s.member(goodCard)
	token, back := slow.atTheBank(t, "last")
	_, err := fast.buy("last")
	must(t, err)
	path, err := slow.follow(back)
	must(t, err)
	if path != "/plans/last" {
		t.Errorf("coming back leads to %q", path)
	}
	form, err := want(slow.get("/plans/last/screen-data"))
	must(t, err)
	failure, _ := form.body["failure"].(map[string]any)
	if message, _ := failure["message"].(string); failure["code"] != "PRODUCT_UNAVAILABLE" || message == "" {
		t.Errorf("the form says %v", failure)
	}
	a, err := slow.confirm("last", token, nil)
	if err == nil {
		err = refusal(a, 409, "PRODUCT_UNAVAILABLE")
	}
	must(t, err)
	if got := s.outside.settled(t); !slices.Equal(got, []int{2200}) {
		t.Errorf("settled %v", got)
	}
}

// Who logs out while at the bank has still bought, once, what they confirmed.
func TestLoggedOutAtTheBank(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, back := m.atTheBank(t, "monthly")
	_, err := want(m.post("/logout", map[string]any{}))
	must(t, err)
	for range 3 {
		if path, err := m.follow(back); err != nil || path != "/plans/monthly/complete" {
			t.Errorf("coming back leads to %q, %v", path, err)
		}
	}
	must(t, m.logIn())
	once(t, m, 1100, "monthly")
}
