package money

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

const crowd = 50

// same fails unless all answers are one and the same.
func same(t testing.TB, answers []answer) answer {
	t.Helper()
	for i, a := range answers {
		if a.String() != answers[0].String() {
			t.Fatalf("answer %d is\n%s\nand the first was\n%s", i, a, answers[0])
		}
	}
	return answers[0]
}

// once fails unless the ledger holds this one settled charge and the member this one contract.
func once(t testing.TB, m *member, amount int, plan string) {
	t.Helper()
	if got := m.s.Outside.Settled(t); !slices.Equal(got, []int{amount}) {
		t.Errorf("settled charges %v, want one of %d yen", got, amount)
	}
	contracts, err := m.contracts()
	must(t, err)
	if len(contracts) != 1 || contracts[0].Plan != plan || contracts[0].Status != "NEW_CONTRACT" || contracts[0].Group != "CONTRACT" {
		t.Errorf("contracts %+v, want one new one of %s", contracts, plan)
	}
}

// confirmInLine confirms an order, and again when it is told to: a step of the checkout waits for a
// lock for ten seconds, which on a busy machine is less than fifty take who come at once.
func (m *member) confirmInLine(plan, token string, tds map[string]any) (a answer, err error) {
	for deadline := time.Now().Add(2 * time.Minute); ; {
		a, err = m.Confirm(plan, token, tds)
		if err != nil || a.Text("code") != "PURCHASE_LOCK_FAILED" || time.Now().After(deadline) {
			return a, err
		}
	}
}

func TestManyConfirmOneOrder(t *testing.T) { // security 49, C-066, S-057
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	token, _ := m.atTheBank(t, "monthly") // which agrees, and the way back is lost
	answers := make([]answer, crowd)
	each(t, crowd, crowd, func(i int) (err error) {
		answers[i], err = want(m.confirmInLine("monthly", token, nil))
		return err
	})
	a := same(t, answers)
	if a.Text("subscriptionId") == "" || a.Body["isPending"] != false || a.Text("redirectTo") != "/plans/monthly/complete" {
		t.Errorf("all were answered %s", a)
	}
	once(t, m, 1100, "monthly")
	again, err := m.Confirm("monthly", token, nil)
	must(t, err)
	same(t, []answer{a, again})
	once(t, m, 1100, "monthly")
}

func TestManyConfirmOneOrderAtTheBank(t *testing.T) { // security 49, C-067
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	token, err := m.Order("monthly")
	must(t, err)
	refused, err := m.Confirm("monthly", token, nil)
	must(t, err)
	if refused.Text("code") != "AUTHENTICATION_REQUIRED" {
		t.Fatalf("without 3-D Secure: %s", refused)
	}
	tds, err := s.Outside.TDSTokens()
	must(t, err)
	answers := make([]answer, crowd)
	each(t, crowd, crowd, func(i int) (err error) {
		answers[i], err = want(m.confirmInLine("monthly", token, tds))
		return err
	})
	bank := same(t, answers).Text("redirectTo")
	if len(s.Outside.Ledger(t)) != 0 {
		t.Fatal("money was asked for before the card's owner had authenticated")
	}
	back, err := m.Get(bank)
	must(t, err)
	address := back.Header.Get("Location")
	returns := make([]answer, crowd)
	each(t, crowd, crowd, func(i int) (err error) {
		method := []string{http.MethodGet, http.MethodPost}[i%2] // banks come by either
		returns[i], err = s.visitor("ja").Send(method, address, nil, nil)
		if err == nil && (returns[i].Status != http.StatusSeeOther || returns[i].Header.Get("Location") != "/plans/monthly/complete") {
			err = fmt.Errorf("return by %s: %s to %q", method, returns[i], returns[i].Header.Get("Location"))
		}
		return err
	})
	each(t, crowd, crowd, func(i int) (err error) {
		answers[i], err = want(m.confirmInLine("monthly", token, tds))
		return err
	})
	if a := same(t, answers); a.Text("subscriptionId") == "" {
		t.Errorf("after the bank all were answered %s", a)
	}
	once(t, m, 1100, "monthly")
	s.keptSecret(m, token, strings.Split(address, "/")[5], fmt.Sprint(tds["tds2infoToken"]))
}

func TestLastUnitIsSoldOnce(t *testing.T) { // security 48
	t.Parallel()
	s := running(t)
	members := s.members(crowd, func(m *member) error { return m.AddCard(goodCard) })
	for _, c := range []struct {
		plan    string
		settled []int
	}{{"last", []int{2200}}, {"last-trial", []int{2200}}} { // the second charges nothing now
		tokens, backs, answers := make([]string, crowd), make([]string, crowd), make([]answer, crowd)
		each(t, crowd, 32, func(i int) (err error) {
			if tokens[i], err = members[i].Order(c.plan); err == nil {
				backs[i], err = members[i].ToBank(c.plan, tokens[i])
			}
			return err
		})
		each(t, crowd, crowd, func(i int) (err error) {
			if _, err = members[i].Follow(backs[i]); err == nil {
				answers[i], err = members[i].confirmInLine(c.plan, tokens[i], nil)
			}
			return err
		})
		sold := 0
		for i, a := range answers {
			switch {
			case a.Status == http.StatusOK && a.Text("subscriptionId") != "":
				sold++
				contracts, err := members[i].contracts()
				must(t, err)
				if !slices.ContainsFunc(contracts, func(have contract) bool { return have.Plan == c.plan }) {
					t.Errorf("%s: sold to a member who has %+v", c.plan, contracts)
				}
			case a.Status < 400 || a.Text("code") != "PRODUCT_UNAVAILABLE":
				t.Errorf("%s: a loser was answered %s", c.plan, a)
			}
		}
		if sold != 1 {
			t.Errorf("%s: sold %d times", c.plan, sold)
		}
		if got := s.Outside.Settled(t); !slices.Equal(got, c.settled) {
			t.Errorf("%s: settled %v, want %v", c.plan, got, c.settled)
		}
		if got := s.Rows("SELECT sales_count FROM plans WHERE id = $1", c.plan); got[0] != "1" {
			t.Errorf("%s: %s units are counted as sold", c.plan, got[0])
		}
	}
	if got := s.Rows("SELECT count(*) FROM subscriptions"); got[0] != "2" {
		t.Errorf("%s contracts, want 2", got[0])
	}
}

// Two devices of one member hold an order each.
func TestTwoDevicesBuyOnce(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	first := s.member(goodCard)
	devices := []*member{first, s.visitor("en"), s.visitor("ja"), s.visitor("en")}
	tokens, answers := make([]string, len(devices)), make([]answer, len(devices))
	for i, m := range devices {
		if m != first {
			m.Email, m.Card = first.Email, first.Card
			must(t, m.LogIn())
		}
		var err error
		tokens[i], err = m.Order("monthly")
		must(t, err)
	}
	each(t, len(devices), len(devices), func(i int) (err error) { answers[i], err = devices[i].Press("monthly", tokens[i]); return err })
	bought := 0
	for _, a := range answers {
		if a.Text("subscriptionId") != "" {
			bought++
		} else if a.Text("code") != "DOUBLE_BILLING_DETECTED" && a.Body["flowError"] == nil { // the order was replaced by a newer one
			t.Errorf("the slower device was answered %s", a)
		}
	}
	if bought != 1 {
		t.Errorf("bought %d times", bought)
	}
	once(t, first, 1100, "monthly")
}

// A plan under contract is not sold to the same member again, however long they wait.
func TestContractedPlanIsNotSoldAgain(t *testing.T) {
	t.Parallel()
	s := inTurn(t)
	m := s.member(goodCard)
	token, err := m.Order("monthly")
	must(t, err)
	other := s.visitor("ja")
	other.Email, other.Card = m.Email, m.Card
	must(t, other.LogIn())
	second, err := other.Order("monthly")
	must(t, err)
	_, err = want(m.Press("monthly", token))
	must(t, err)
	s.Outside.Advance(t, 5*time.Minute) // past every limit of pace
	a, err := other.Confirm("monthly", second, nil)
	if err == nil {
		err = refusal(a, 409, "DOUBLE_BILLING_DETECTED")
	}
	if err != nil {
		t.Error(err)
	}
	if token, err = m.Order("monthly"); err == nil {
		a, err := m.Confirm("monthly", token, nil)
		t.Errorf("a plan under contract can be ordered again: %s, %v", a, err)
	}
	once(t, m, 1100, "monthly")
}

func TestContractLimitHoldsInARace(t *testing.T) { // S-054, E-047
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	plans := []string{"monthly", "trial", "stopping", "last", "last-trial"} // the limit is 3
	tokens, answers := make([]string, len(plans)), make([]answer, len(plans))
	for i, plan := range plans {
		var err error
		tokens[i], err = m.Order(plan)
		must(t, err)
	}
	each(t, len(plans), len(plans), func(i int) (err error) { answers[i], err = m.Press(plans[i], tokens[i]); return err })
	for i, a := range answers {
		if a.Status >= 400 && (a.Text("code") != "CONTRACT_LIMIT_REACHED" || a.Text("message") != "契約数の上限に達しているため購入できません") {
			t.Errorf("%s: %s", plans[i], a)
		}
	}
	contracts, err := m.contracts()
	must(t, err)
	if len(contracts) != 3 {
		t.Errorf("%d contracts: %+v", len(contracts), contracts)
	}
	paid := 0
	for _, c := range contracts {
		if c.Group != "TRIAL" {
			paid++
		}
	}
	if got := s.Outside.Settled(t); len(got) != paid {
		t.Errorf("%d charges for %d paid contracts", len(got), paid)
	}
}
