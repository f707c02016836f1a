package money

import (
	"slices"
	"strings"
	"testing"
)

// atTheBank is an order whose member has been sent to the bank; back is the address the bank will send them to.
func (m *member) atTheBank(t *testing.T, plan string) (token, back string) {
	t.Helper()
	token, err := m.Order(plan)
	must(t, err)
	tds, err := m.s.Outside.TDSTokens()
	must(t, err)
	begun, err := want(m.Confirm(plan, token, tds))
	must(t, err)
	sent, err := m.Get(begun.Text("redirectTo"))
	must(t, err)
	if back = sent.Header.Get("Location"); !strings.HasPrefix(back, m.s.Origin+"/payment/tds/") {
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
	_, err := m.Buy("monthly")
	must(t, err)
	for range 2 {
		if path, err := m.Follow(back); err != nil || path != "/plans/monthly" && path != "/plans/monthly/complete" {
			t.Errorf("coming back leads to %q, %v", path, err)
		}
		a, err := m.Confirm("monthly", token, nil)
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
	_, err := fast.Buy("last")
	must(t, err)
	path, err := slow.Follow(back)
	must(t, err)
	if path != "/plans/last" {
		t.Errorf("coming back leads to %q", path)
	}
	form, err := want(slow.Get("/plans/last/screen-data"))
	must(t, err)
	failure, _ := form.Body["failure"].(map[string]any)
	if message, _ := failure["message"].(string); failure["code"] != "PRODUCT_UNAVAILABLE" || message == "" {
		t.Errorf("the form says %v", failure)
	}
	a, err := slow.Confirm("last", token, nil)
	if err == nil {
		err = refusal(a, 409, "PRODUCT_UNAVAILABLE")
	}
	must(t, err)
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{2200}) {
		t.Errorf("settled %v", got)
	}
}

// A member who logs out while at the bank has still bought, once, what they confirmed.
func TestLoggedOutAtTheBank(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, back := m.atTheBank(t, "monthly")
	_, err := want(m.Post("/logout", map[string]any{}))
	must(t, err)
	for range 3 {
		if path, err := m.Follow(back); err != nil || path != "/plans/monthly/complete" {
			t.Errorf("coming back leads to %q, %v", path, err)
		}
	}
	must(t, m.LogIn())
	once(t, m, 1100, "monthly")
}
