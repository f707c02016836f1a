package money

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/clock"
	"kaiin/server/payment"
)

// reconciled is what `kaiin reconcile` says of a day.
func (s *stack) reconciled(day clock.Day) (r payment.Reconciliation) {
	s.T.Helper()
	cmd := exec.Command(blackbox.Program(), "reconcile", "--json", "--day", day.String())
	cmd.Env = s.Variables.List()
	cmd.Stderr = s.Log
	said, err := cmd.Output()
	if parsed := json.Unmarshal(said, &r); parsed != nil {
		s.T.Fatalf("%v, %v: %s", err, parsed, said)
	}
	if (err == nil) != r.Right() {
		s.T.Errorf("of %+v the exit status says %v", r, err)
	}
	return r
}

// refund has the staff give a charge of the member's back, whole or in part.
func (m *member) refund(args ...string) {
	m.s.T.Helper()
	id := m.s.Rows(`SELECT c.id::text FROM charges c JOIN accounts a ON a.id = c.account_id WHERE a.email = $1 AND c.state = 'settled'`, m.Email)
	m.s.Command(append([]string{"refund", "--charge", id[0], "--reason", "test", "--by", "staff", "--key", id[0]}, args...)...)
	m.s.Outside.Advance(m.s.T, 0)
}

// leave cancels the member's contract and ends the membership.
func (m *member) leave() {
	t := m.s.T
	t.Helper()
	contracts, err := m.contracts()
	must(t, err)
	for _, c := range contracts {
		_, err := want(m.Get("/mypage/subscription/" + c.ID + "/withdraw/screen-data"))
		must(t, err)
		_, err = want(m.Post("/zapi/subscription/"+c.ID+"/withdraw", map[string]any{}))
		must(t, err)
	}
	m.s.Outside.Advance(t, 0) // the mail about the contract comes first
	must(t, m.s.Outside.Call("DELETE", "/inbox.json", nil, nil))
	_, err = want(m.Get("/withdraw/screen-data"))
	must(t, err)
	_, err = want(m.Post("/zapi/account/withdraw/confirm", map[string]any{"consent": true, "answers": []any{}}))
	must(t, err)
	code, err := m.s.Outside.PIN(m.Email)
	must(t, err)
	_, err = want(m.Post("/zapi/account/withdraw", map[string]any{"pinCode": code}))
	must(t, err)
	m.s.Outside.Advance(t, 0)
}

// A database that is put back to yesterday has forgotten a day. What was bought on it is found in the provider's list and goes back
// after the store's days; what was given back is in the book again; what was renewed is looked up and not charged again; the card of a
// member who has left is charged no more.
func TestADatabaseOfYesterday(t *testing.T) {
	t.Parallel()
	s := running(t)
	buyer, renewed, refunded, inPart, leaver := s.member(goodCard), s.member(goodCard), s.member(goodCard), s.member(goodCard), s.member(goodCard)
	for m, plan := range map[*member]string{renewed: "monthly", leaver: "monthly", refunded: "film", inPart: "film"} {
		_, err := m.Buy(plan)
		must(t, err)
	}
	contracts, err := renewed.contracts()
	must(t, err)
	due, err := clock.ParseDay(contracts[0].Next)
	must(t, err)
	s.Outside.Set(t, due.AddDays(-1).Start().Add(12*time.Hour))
	for _, m := range []*member{buyer, refunded, inPart, leaver} {
		must(t, m.LogIn())
	}
	backup := s.Backup()
	s.Start(blackbox.Program())

	forgotten := s.member(goodCard) // signs up on the day that is lost
	for m, plan := range map[*member]string{buyer: "monthly", forgotten: "film"} {
		_, err := m.Buy(plan)
		must(t, err)
	}
	refunded.refund()
	inPart.refund("--amount", "500")
	leaver.leave()
	s.Outside.Set(t, due.Start().Add(time.Hour))
	if got := s.kept(t); !slices.Equal(got, []int{0, 1100, 1100, 1100, 1100, 2000, 2500}) {
		t.Fatalf("before the loss the provider keeps %v", got)
	}
	for m, page := range map[*member]string{refunded: "/mypage/purchases/ended", inPart: "/mypage/purchases"} {
		a, err := want(m.Get(page + "/screen-data"))
		must(t, err)
		if bought, whole := string(a.Raw), m == refunded; !strings.Contains(bought, fmt.Sprintf(`"isRefunded":%t`, whole)) {
			t.Errorf("all of it given back: %t; the member sees %s", whole, bought)
		}
	}

	s.Restore(backup)
	s.Start(blackbox.Program())
	s.Outside.Advance(t, 8*time.Hour)
	if contracts, err := renewed.contracts(); err != nil || contracts[0].Next != due.AddMonths(1).String() {
		t.Errorf("%v; the renewal that was forgotten: %+v", err, contracts)
	}
	if held, err := leaver.contracts(); err != nil || held[0].Group != "HOLD" {
		t.Errorf("%v; the contract whose end was forgotten: %+v", err, held)
	}
	if bought, err := buyer.contracts(); err != nil || len(bought) != 0 {
		t.Errorf("%v, %+v", err, bought)
	}
	_, err = buyer.Buy("monthly") // again
	must(t, err)
	if r := s.reconciled(due.AddDays(-1)); r.Unknown != 2 || r.Differs != 2 || r.Missing != 0 {
		t.Errorf("found are %+v", r)
	}
	if r := s.reconciled(due.AddDays(-1)); r.Unknown != 2 || r.Differs != 0 {
		t.Errorf("what was given back is not in the book: %+v", r)
	}
	s.Logs("the provider took money of which we know nothing")
	s.Logs("the provider gave back more of a charge than we asked for")

	s.Outside.Set(t, due.AddDays(6).Start().Add(11*time.Hour))
	if got := s.kept(t); !slices.Equal(got, []int{0, 1100, 1100, 1100, 1100, 1100, 2000, 2500}) {
		t.Errorf("before the store's days are over the provider keeps %v", got)
	}
	s.Outside.Advance(t, 48*time.Hour)
	if got := s.kept(t); !slices.Equal(got, []int{0, 0, 0, 1100, 1100, 1100, 1100, 2000}) {
		t.Errorf("in the end the provider keeps %v", got)
	}
	for _, day := range []clock.Day{due.AddDays(-1), due, due.AddDays(8)} {
		if r := s.reconciled(day); !r.Right() || r.Lines == 0 {
			t.Errorf("in the end %+v", r)
		}
	}
	s.Command("verify-ledger", "--provider")
	if got := strings.Join(s.Rows(`SELECT b.amount || ' − ' || b.refunded FROM bills b JOIN accounts a ON a.id = b.account_id
		WHERE a.email IN ($1, $2) ORDER BY b.refunded`, refunded.Email, inPart.Email), ", "); got != "2500 − 500, 2500 − 2500" {
		t.Errorf("the bills of what was given back: %s", got)
	}
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
