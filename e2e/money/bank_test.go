package money

import (
	"slices"
	"testing"
	"time"
)

// atTheBank is an order whose member has been sent to the bank; back is the address the bank will
// send them to.
func (m *member) atTheBank(t testing.TB, plan string) (token, back string) {
	t.Helper()
	token, err := m.Order(plan)
	must(t, err)
	back, err = m.ToBank(plan, token)
	must(t, err)
	return token, back
}

// A member who comes back from the bank when the order's time is over, or on another day, is not
// charged, whatever the bank says; and the order is over before they come.
func TestTooLateFromTheBank(t *testing.T) { // M-01
	t.Parallel()
	for name, wait := range map[string]time.Duration{"half an hour later": 31 * time.Minute, "eight days later": 8 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member(goodCard)
			_, back := m.atTheBank(t, "film")
			s.Outside.Advance(t, wait)
			if got := s.Rows("SELECT state || ' ' || failure FROM orders"); len(got) != 1 || got[0] != "failed ORDER_EXPIRED" {
				t.Errorf("the order is %v", got)
			}
			for range 2 {
				if path, err := m.Follow(back); err != nil || path != "/plans/film" {
					t.Errorf("coming back leads to %q, %v", path, err)
				}
			}
			s.Outside.Advance(t, giveUpOn)
			if entries := s.Outside.Ledger(t); len(entries) != 0 {
				t.Errorf("the ledger has %+v", entries)
			}
		})
	}
}

// The provider knows of an agreement at the bank for every charge of an order, in the order's
// amount, and of none for a trial's, which is asked for what its first term costs.
func TestEveryOrderIsAuthenticated(t *testing.T) { // M-08
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard) // who has just authenticated their card
	for _, plan := range []string{"monthly", "trial", "film"} {
		token, err := m.Order(plan)
		must(t, err)
		a, err := m.Confirm(plan, token, nil)
		if err == nil {
			err = refusal(a, 409, "AUTHENTICATION_REQUIRED")
		}
		must(t, err)
		a, err = want(m.Press(plan, token))
		must(t, err)
		if a.Text("redirectTo") != "/plans/"+plan+"/complete" || a.Body["isPending"] != false {
			t.Errorf("%s: %s", plan, a)
		}
	}
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 2500}) {
		t.Errorf("settled %v", got)
	}
	asked := s.Rows(`SELECT c.amount::text FROM card_authentications c JOIN accounts a ON a.id = c.account_id
		WHERE a.email = $1 AND c.purpose = 'purchase' AND c.state = 'succeeded' ORDER BY c.created_at`, m.Email)
	if !slices.Equal(asked, []string{"1100", "980", "2500"}) {
		t.Errorf("the bank was asked for %v yen", asked)
	}
}

// A tab left at the bank buys nothing once the plan was bought in another.
func TestTabLeftAtTheBank(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
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

// The last unit was sold while the member was at the bank: no charge, and they read that it
// is gone.
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
	s := inTurn(t)
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
