package purchase

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/settings"
	"kaiin/server/money/payment/paymenttest"
)

// One token, sent fifty times at once: one charge, one contract, one answer.
func TestOneTokenFiftyTimes(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Gateway.Slow(200 * time.Millisecond)
	member := s.Member(t)
	token := s.form(t, member, "standard")
	answers := make([]*Result, 50)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			var err error
			if answers[i], err = s.buy(t, member, "standard", token); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, a := range answers {
		if a == nil || a.Pending || a.SubscriptionID == nil || *a.SubscriptionID != *answers[0].SubscriptionID || a.Next != answers[0].Next {
			t.Fatalf("answer %+v", a)
		}
	}
	count, yen := s.Gateway.Settled()
	contracts := s.client(t).Subscription.Query().CountX(t.Context())
	if count != 1 || yen != 1100 || contracts != 1 || s.sold(t, "standard") != 1 || s.Gateway.Calls(paymenttest.Charge) != 1 {
		t.Errorf("%d charges of %d yen, %d contracts, %d sold", count, yen, contracts, s.sold(t, "standard"))
	}
}

// The last unit, bought by fifty members at once: one has it, the others are told so and
// not charged.
func TestLastUnit(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Gateway.Slow(50 * time.Millisecond)
	type buyer struct {
		member actor.Actor
		token  string
	}
	var buyers []buyer
	for range 50 {
		m := s.Member(t)
		buyers = append(buyers, buyer{m, s.form(t, m, "limited")})
	}
	var mu sync.Mutex
	codes := map[fault.Code]int{}
	var group sync.WaitGroup
	for _, b := range buyers {
		group.Go(func() {
			_, err := s.buy(t, b.member, "limited", b.token)
			mu.Lock()
			defer mu.Unlock()
			codes[code(err)]++
		})
	}
	group.Wait()
	count, _ := s.Gateway.Settled()
	if codes[""] != 1 || codes[fault.ProductUnavailable] != 49 || count != 1 || s.sold(t, "limited") != 1 || len(s.Gateway.Ledger()) != 1 {
		t.Errorf("answers %v, %d charges, %d sold", codes, count, s.sold(t, "limited"))
	}
}

// One member orders different plans at once and may hold one contract: the limit holds, and nothing
// is charged beyond it.
func TestContractLimitRace(t *testing.T) { // E-047 S-054 A-118
	t.Parallel()
	s := setup(t, func(st *settings.Settings) { st.SubscriptionContractLimit = 1 })
	s.Gateway.Slow(50 * time.Millisecond)
	member := s.Member(t)
	tokens := map[string]string{}
	for _, p := range []string{"standard", "annual", "weekly", "trial", "limited"} {
		tokens[p] = s.form(t, member, p)
	}
	var mu sync.Mutex
	codes := map[fault.Code]int{}
	var group sync.WaitGroup
	for p, token := range tokens {
		for range 10 {
			group.Go(func() {
				_, err := s.buy(t, member, p, token)
				mu.Lock()
				defer mu.Unlock()
				codes[code(err)]++
			})
		}
	}
	group.Wait()
	contracts := s.client(t).Subscription.Query().CountX(t.Context())
	if count, _ := s.Gateway.Settled(); codes[""] != 10 || codes[fault.ContractLimitReached] != 40 || contracts != 1 || count > 1 {
		t.Errorf("answers %v, %d charges, %d contracts", codes, count, contracts)
	}
	if got := fault.Text("ja", fault.ContractLimitReached, "", nil); got != "契約数の上限に達しているため購入できません" {
		t.Error(got)
	}
}

// Two tabs, two tokens, one plan: bought once.
func TestTwoFormsOfOnePlan(t *testing.T) {
	t.Parallel()
	s := setup(t, nil)
	s.Gateway.Slow(50 * time.Millisecond)
	member := s.Member(t)
	elsewhere := member
	elsewhere.SessionID = uuid.Must(uuid.NewV7())
	here, there := s.form(t, member, "standard"), s.form(t, elsewhere, "standard")
	var group sync.WaitGroup
	group.Go(func() { _, _ = s.buy(t, member, "standard", here) })
	group.Go(func() { _, _ = s.buy(t, elsewhere, "standard", there) })
	group.Wait()
	if count, _ := s.Gateway.Settled(); count != 1 || s.sold(t, "standard") != 1 {
		t.Errorf("%d charges, %d sold", count, s.sold(t, "standard"))
	}
}
