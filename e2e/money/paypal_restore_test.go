package money

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/clock"
)

// M-21: a database that is put back to yesterday has forgotten a renewal that PayPal has taken, which PayPal then calls a duplicate. It is not
// charged a second time, however long nobody finds it, and is settled by PayPal's list of the day. What was bought goes back, and what went back in part
// is in the book.
func TestADatabaseOfYesterdayAtPayPal(t *testing.T) {
	t.Parallel()
	for kind, start := range map[string]func(testing.TB) *stack{"PaypalRest": running, "PaypalNvp": classic} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			yesterdayAtPayPal(t, start(t))
		})
	}
}

func yesterdayAtPayPal(t *testing.T, s *stack) {
	renewed := s.payer(t)
	joined := func() *member {
		m := s.visitor("ja")
		must(t, m.SignUp())
		m.joinPayPal(t, "ok")
		return m
	}
	buys := func(m *member) {
		order, err := m.Order("film")
		must(t, err)
		_, err = want(m.Confirm("film", order, nil))
		must(t, err)
	}
	inPart, buyer := joined(), joined()
	buys(inPart)
	contracts, err := renewed.contracts()
	must(t, err)
	due, err := clock.ParseDay(contracts[0].Next)
	must(t, err)
	s.Outside.Set(t, due.AddDays(-1).Start().Add(12*time.Hour))
	for _, m := range []*member{inPart, buyer} {
		must(t, m.LogIn())
	}
	backup := s.Backup()
	s.Start(blackbox.Program())
	buys(buyer)
	inPart.refund("--amount", "500")
	s.Outside.Set(t, due.Start().Add(time.Hour))
	s.Outside.Advance(t, 7*time.Hour) // PayPal answers a request that is said again for six
	if got := s.kept(t); !slices.Equal(got, []int{1100, 1100, 2000, 2500}) {
		t.Fatalf("before the loss PayPal keeps %v", got)
	}

	s.Restore(backup)
	s.Start(blackbox.Program())
	s.Outside.Advance(t, time.Hour)
	for day := range 6 {
		if got := s.kept(t); !slices.Equal(got, []int{1100, 1100, 2000, 2500}) {
			t.Errorf("on day %d after the loss PayPal keeps %v", day, got)
		}
		s.Outside.Set(t, due.AddDays(1+day).Start().Add(11*time.Hour))
		s.Outside.Advance(t, giveUpOn)
	}
	if got := s.Rows("SELECT state || ' ' || attempt FROM charges ORDER BY created_at"); !slices.Equal(got, []string{"settled 1", "settled 1", "settled 1"}) {
		t.Errorf("the charges are %v", got)
	}
	if held, err := renewed.contracts(); err != nil || len(held) != 1 || held[0].Group != "CONTRACT" || held[0].Next != due.AddMonths(1).String() {
		t.Errorf("the renewal that was forgotten: %+v, %v", held, err)
	}
	if got := strings.Join(s.Rows("SELECT amount || ' − ' || refunded FROM bills ORDER BY amount DESC, period"), ", "); got != "2500 − 500, 1100 − 0, 1100 − 0" {
		t.Errorf("the bills: %s", got)
	}
	s.Outside.Advance(t, 72*time.Hour)
	if got := s.kept(t); !slices.Equal(got, []int{0, 1100, 1100, 2000}) {
		t.Errorf("in the end PayPal keeps %v", got)
	}
	for _, day := range []clock.Day{due.AddDays(-1), due} {
		if r := s.reconciled(day); !r.Right() || r.Lines == 0 {
			t.Errorf("in the end %+v", r)
		}
	}
	s.Command("verify-ledger", "--provider")
}
