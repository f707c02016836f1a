package money

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
	"kaiin/server/money/reconciliation"
)

// answers runs a command that answers in JSON, whatever its exit status is.
func (s *stack) answers(into any, args ...string) (failed error) {
	s.T.Helper()
	cmd := exec.Command(blackbox.Program(), args...)
	cmd.Env = s.Variables.List()
	var told strings.Builder
	cmd.Stderr = &told
	said, failed := cmd.Output()
	if parsed := json.Unmarshal(said, into); parsed != nil {
		s.T.Fatalf("%v, %v: %s%s", failed, parsed, said, told.String())
	}
	return failed
}

// reconciled is what `kaiin reconcile` says of a day.
func (s *stack) reconciled(day clock.Day) (r reconciliation.Comparison) {
	s.T.Helper()
	if err := s.answers(&r, "reconcile", "--json", "--day", day.String(), "--by", "hanako", "--reason", "a test"); (err == nil) != r.Right() {
		s.T.Errorf("of %+v the exit status says %v", r, err)
	}
	return r
}

// refund has the staff give the latest settled charge of the member's back, whole or in part.
func (m *member) refund(args ...string) {
	m.s.T.Helper()
	id := m.s.Rows(`SELECT c.id::text FROM charges c JOIN accounts a ON a.id = c.account_id WHERE a.email = $1 AND c.state = 'settled'
		ORDER BY c.created_at DESC`, m.Email)
	m.s.Command(append([]string{"refund", "--charge", id[0], "--reason", "a test", "--by", "staff", "--key", id[0], "--break-glass"}, args...)...)
	m.s.Outside.Advance(m.s.T, 0)
}

// cancels ends the member's contracts with their terms.
func (m *member) cancels(t testing.TB) {
	t.Helper()
	contracts, err := m.contracts()
	must(t, err)
	for _, c := range contracts {
		_, err := want(m.Get("/mypage/subscription/" + c.ID + "/withdraw/screen-data"))
		must(t, err)
		_, err = want(m.Post("/zapi/subscription/"+c.ID+"/withdraw", map[string]any{}))
		must(t, err)
	}
}

// leave cancels the member's contract and ends the membership.
func (m *member) leave() {
	t := m.s.T
	t.Helper()
	m.cancels(t)
	m.s.Outside.Advance(t, 0) // the mail about the contract comes first
	must(t, m.s.Outside.Call("DELETE", "/inbox.json", nil, nil))
	_, err := want(m.Get("/withdraw/screen-data"))
	must(t, err)
	_, err = want(m.Post("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}}))
	must(t, err)
	code, err := m.s.Outside.PIN(m.Email)
	must(t, err)
	_, err = want(m.Post("/zapi/account/withdraw", map[string]any{"pinCode": code}))
	must(t, err)
	m.s.Outside.Advance(t, 0)
}

// kept are the sums that the provider keeps, order by order.
func (s *stack) kept(t testing.TB) (all []int) {
	t.Helper()
	sums := map[string]int{}
	must(t, s.Outside.Call("GET", "/kept.json", nil, &sums))
	for _, yen := range sums {
		all = append(all, yen)
	}
	slices.Sort(all)
	return all
}

// A way to pay, as the columns of the table of restores have it.
type way struct {
	name string
	join func(*testing.T, *member) // adds it to the wallet; nil where it is chosen with an order
	pays func(*testing.T, *member, string)
}

var (
	byCard    = way{"card", func(t *testing.T, m *member) { must(t, m.AddCard(goodCard)) }, func(t *testing.T, m *member, plan string) { _, err := m.Buy(plan); must(t, err) }}
	byRest    = way{"PayPal REST", func(t *testing.T, m *member) { m.joinPayPal(t, "ok") }, confirms}
	byClassic = way{"PayPal NVP", byRest.join, confirms}
	byDocomo  = way{"docomo", func(t *testing.T, m *member) { m.joinCarrier(t, "SbpsDocomo") }, confirms}
	bySimple  = way{"au simple", nil, func(t *testing.T, m *member, _ string) {
		_, err := m.Follow(m.answerCarrier(t, m.orderAtCarrier(t), approves))
		must(t, err)
		until(t, "the order is not complete", func() bool { all, err := m.contracts(); return err == nil && len(all) == 1 })
	}}
)

// confirms buys without 3-D Secure.
func confirms(t *testing.T, m *member, plan string) {
	order, err := m.Order(plan)
	must(t, err)
	_, err = want(m.Confirm(plan, order, nil))
	must(t, err)
}

// sbps reports whether the payment service by which cards and carriers are charged takes the money.
func (w way) sbps() bool { return w.name == "card" || w.name == "docomo" }

// adds adds a way to pay, which is what the member pays with from then on.
func (m *member) adds(t *testing.T, add func()) {
	t.Helper()
	known := map[any]bool{}
	for _, method := range m.wallet(t) {
		known[method["accountPaymentMethodId"]] = true
	}
	add()
	for _, method := range m.wallet(t) {
		if id := method["accountPaymentMethodId"]; !known[id] {
			m.Card = id.(string)
			return
		}
	}
	t.Fatal("nothing was added to the wallet")
}

// changes pays the contract with what the member has added.
func (m *member) changes(t *testing.T) {
	t.Helper()
	contracts, err := m.contracts()
	must(t, err)
	_, err = want(m.Post("/zapi/subscription/"+contracts[0].ID+"/change-payment-method", map[string]any{"paymentMethodId": m.Card}))
	must(t, err)
}
