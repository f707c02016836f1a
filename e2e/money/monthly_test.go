package money

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kaiin/server/base/clock"
)

// orderAtCarrier orders the monthly plan with the carrier that then charges by itself, and answers
// the address of its page.
func (m *member) orderAtCarrier(t testing.TB) (page string) {
	t.Helper()
	m.Card = "SbpsAuSimple"
	order, err := m.Order("monthly")
	must(t, err)
	for i := range 2 { // the button is pressed twice
		a, err := want(m.Confirm("monthly", order, nil))
		must(t, err)
		if i == 0 {
			continue
		}
		page = m.atPageOf(t, a.Body)
	}
	return page
}

// imports has the staff import the carrier's file of results, twice.
func (s *stack) imports(t testing.TB) {
	t.Helper()
	a, err := s.visitor("ja").Send("GET", s.Outside.URL+"/sbps/results.csv", nil, nil)
	must(t, err)
	file := filepath.Join(t.TempDir(), "results.csv")
	must(t, os.WriteFile(file, a.Raw, 0o600))
	s.Command("settlement", "import", "--file", file, "--dry-run")
	for range 2 {
		s.Command("settlement", "import", "--file", file, "--by", "hanako", "--reason", "a test")
	}
	for range 3 {
		s.Outside.Advance(t, 0)
	}
}

// until waits until the condition holds.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatal(what)
}

// The life of a contract that the carrier charges by itself: ordered on its page, renewed by what
// its file tells, refused, released with a card.
func TestALifeThatTheCarrierCharges(t *testing.T) { // F-204
	t.Parallel()
	s := running(t)
	m := s.visitor("ja")
	must(t, m.SignUp())
	back := m.answerCarrier(t, m.orderAtCarrier(t), approves)
	path, err := m.Follow(back)
	if must(t, err); path != "/plans/monthly/complete" {
		t.Fatalf("back to %q", path)
	}
	status := func() string {
		all, err := m.contracts()
		must(t, err)
		if len(all) != 1 {
			return fmt.Sprint(len(all), " contracts")
		}
		return all[0].Status
	}
	until(t, "the order is not complete", func() bool { return status() == "NEW_CONTRACT" })
	once(t, m, 1100, "monthly")
	if got := m.walletHas(t, 1)[0]["paymentMethodType"]; got != "SbpsAuSimple" {
		t.Errorf("the wallet has %v", got)
	}
	day, err := clock.ParseDay(s.Rows("SELECT next_settlement_day::text FROM subscriptions")[0])
	must(t, err)
	s.Outside.Set(t, day.Start().Add(12*time.Hour))
	s.imports(t)
	until(t, "the month is not paid", func() bool { return status() == "ONGOING_CONTRACT" })
	if got := s.Rows("SELECT amount FROM charges WHERE state = 'settled' AND origin = 'provider' ORDER BY created_at"); !slices.Equal(got, []string{"1100", "1100"}) {
		t.Errorf("the carrier took %v", got)
	}

	must(t, s.Outside.Call("POST", "/next", map[string]any{"service": "sbps", "function": "monthly", "outcome": "decline", "times": 1}, nil))
	day, err = clock.ParseDay(s.Rows("SELECT next_settlement_day::text FROM subscriptions")[0])
	must(t, err)
	s.Outside.Set(t, day.Start().Add(12*time.Hour))
	s.imports(t)
	until(t, "it is not held", func() bool { return status() == "HOLD" })
	m.walletHas(t, 0)
	tracking := s.Rows("SELECT reference FROM payment_methods")[0]
	s.Outside.Advance(t, 0)
	until(t, "the agreement goes on", func() bool { return s.atCarriers(t)[tracking] == "ended" })
	held, err := m.contracts()
	must(t, err)
	must(t, m.AddCard(goodCard))
	_, err = want(m.Post("/zapi/subscription/"+held[0].ID+"/change-payment-method", map[string]any{"paymentMethodId": m.Card}))
	must(t, err)
	until(t, "the card does not pay", func() bool { return status() == "HOLD_RELEASED" })
	s.Command("verify-ledger", "--provider")
}

// A member who cancels in time is charged no further month, and one who leaves the carrier's page
// may order again.
func TestCancelWhatTheCarrierCharges(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.visitor("ja")
	must(t, m.SignUp())
	path, err := m.Follow(m.answerCarrier(t, m.orderAtCarrier(t), url.Values{"answer": {"cancel"}}))
	if must(t, err); path != "/plans/monthly" {
		t.Errorf("without having agreed back to %q", path)
	}
	_, err = m.Follow(m.answerCarrier(t, m.orderAtCarrier(t), approves))
	must(t, err)
	until(t, "the order is not complete", func() bool { all, err := m.contracts(); return err == nil && len(all) == 1 })
	tracking := s.Rows("SELECT reference FROM payment_methods WHERE state = 'active'")[0]
	contracts, err := m.contracts()
	must(t, err)
	_, err = want(m.Get("/mypage/subscription/" + contracts[0].ID + "/withdraw/screen-data"))
	must(t, err)
	_, err = want(m.Post("/zapi/subscription/"+contracts[0].ID+"/withdraw", map[string]any{}))
	must(t, err)
	s.Outside.Advance(t, 40*24*time.Hour)
	for range 3 {
		s.Outside.Advance(t, 0)
	}
	if state := s.atCarriers(t)[tracking]; state != "ended" {
		t.Errorf("the agreement is %q", state)
	}
	s.imports(t)
	if got := s.Rows("SELECT count(*) FROM charges WHERE state = 'settled'"); got[0] != "1" {
		t.Errorf("%s charges are settled", got[0])
	}
	s.Command("verify-ledger", "--provider")
}
