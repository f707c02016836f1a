package money

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/clock"
)

func TestThreeTerms(t *testing.T) { // S-058
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, err := m.Buy("monthly")
	must(t, err)
	began, err := m.contracts()
	must(t, err)
	anchor := clock.DayOf(s.Now(t))
	paid := []int{1100}
	for term := 1; term <= 3; term++ {
		contracts, err := m.contracts()
		must(t, err)
		if got, wanted := contracts[0].Next, anchor.AddMonths(term).String(); got != wanted {
			t.Errorf("term %d ends on %s, want %s", term, got, wanted)
		}
		day, err := clock.ParseDay(contracts[0].Next)
		must(t, err)
		s.Outside.Set(t, day.Start().Add(-time.Minute)) // the last minute before
		if got := s.Outside.Settled(t); !slices.Equal(got, paid) {
			t.Errorf("before the billing day settled %v", got)
		}
		s.Outside.Set(t, day.Start())
		paid = append(paid, 1100)
		for range 3 { // however often it is looked for what is due
			s.Outside.Advance(t, 0)
		}
		if got := s.Outside.Settled(t); !slices.Equal(got, paid) {
			t.Errorf("on the billing day settled %v, want %v", got, paid)
		}
	}
	contracts, err := m.contracts()
	must(t, err)
	if len(contracts) != 1 || contracts[0].ID != began[0].ID || contracts[0].Status != "ONGOING_CONTRACT" || contracts[0].Group != "CONTRACT" {
		t.Errorf("the member sees %+v", contracts)
	}
	m.mailed(t, "更新", 3)
}

// After an outage of months only the term that contains the day is charged: what went by, the
// member could not watch. It begins on the day of payment if they could not watch its first days
// either (M-22). The history says which terms are waived.
func TestMonthsBehind(t *testing.T) { // M-02
	t.Parallel()
	for _, c := range []struct {
		name        string
		plan        string
		months, day int // how long no worker ran
		settled     []int
		waived      []string // terms
		next        int      // months after the first payment; 0: after the present day
	}{
		{"up to the first day of a term", "monthly", 4, 0, []int{1100, 1100}, []string{"2", "3", "4"}, 5},
		{"into a term", "monthly", 4, 20, []int{1100, 1100}, []string{"2", "3", "4"}, 0},
		{"one term only", "monthly", 1, 3, []int{1100, 1100}, nil, 2},
		{"from a free trial on", "trial", 2, 20, []int{980}, []string{"1", "2"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member(goodCard)
			_, err := m.Buy(c.plan)
			must(t, err)
			began, err := m.contracts()
			must(t, err)
			first, err := clock.ParseDay(began[0].Next)
			must(t, err)
			if c.plan == "monthly" {
				first = clock.DayOf(s.Now(t))
			}
			s.Outside.Set(t, first.AddMonths(c.months).AddDays(c.day).Start())
			for range 3 {
				s.Outside.Advance(t, giveUpOn)
			}
			if got := s.Outside.Settled(t); !slices.Equal(got, c.settled) {
				t.Errorf("settled %v, want %v", got, c.settled)
			}
			if got := s.Rows("SELECT period::text FROM bills WHERE state = 'waived' ORDER BY period"); !slices.Equal(got, c.waived) {
				t.Errorf("waived the terms %v, want %v", got, c.waived)
			}
			next := first.AddMonths(c.next)
			if c.next == 0 {
				next = first.AddMonths(c.months).AddDays(c.day).AddMonths(1)
			}
			contracts, err := m.contracts()
			must(t, err)
			if len(contracts) != 1 || contracts[0].Group != "CONTRACT" || contracts[0].Next != next.String() {
				t.Errorf("the member sees %+v", contracts)
			}
			m.mailed(t, "更新", 1)
		})
	}
}

func TestTrialTurnsPaid(t *testing.T) { // S-059, S-063
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, err := m.Buy("trial")
	must(t, err)
	first := clock.DayOf(s.Now(t)).AddDays(14)
	contracts, err := m.contracts()
	must(t, err)
	if len(contracts) != 1 || contracts[0].Status != "NEW_TRIAL_CONTRACT" || contracts[0].Group != "TRIAL" || contracts[0].Next != first.String() {
		t.Errorf("in the trial the member sees %+v", contracts)
	}
	s.Outside.Set(t, first.Start().Add(-time.Minute))
	if got := s.Outside.Settled(t); len(got) != 0 {
		t.Errorf("in the free trial settled %v", got)
	}
	s.Outside.Set(t, first.Start())
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{980}) {
		t.Errorf("after the trial settled %v", got)
	}
	if contracts, err = m.contracts(); err != nil || contracts[0].Status != "TRIAL_TO_PAID" || contracts[0].Group != "CONTRACT" || contracts[0].Next != first.AddMonths(1).String() {
		t.Errorf("after the trial the member sees %+v, %v", contracts, err)
	}
}

// A refused renewal is tried again on each of the three days that follow, with viewing open; then
// the contract goes on hold, and after thirty days it ends.
func TestDeclinedRenewalHolds(t *testing.T) { // S-068, S-069 A-133
	t.Parallel()
	for _, c := range []struct {
		plan, trying, group, held string
		settled                   []int
	}{{"monthly", "NEW_CONTRACT", "CONTRACT", "HOLD", []int{1100}}, {"trial", "NEW_TRIAL_CONTRACT", "TRIAL", "TRIAL_HOLD", []int{}}} {
		t.Run(c.plan, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member("4000000000000341")
			_, err := m.Buy(c.plan)
			must(t, err)
			must(t, m.dueNow(t))
			first := clock.DayOf(s.Now(t))
			watching := func() bool {
				return s.Rows("SELECT (revoked_at IS NULL AND expires_at > $1)::text FROM entitlements", s.Now(t))[0] == "true"
			}
			for day := range 3 {
				for range 3 { // however often it is looked for what is due
					s.Outside.Advance(t, giveUpOn)
				}
				contracts, err := m.contracts()
				must(t, err)
				if len(contracts) != 1 || contracts[0].Status != c.trying || contracts[0].Group != c.group || contracts[0].Busy ||
					contracts[0].Next != first.AddDays(day+1).String() || !watching() {
					t.Errorf("on day %d the member sees %+v", day, contracts)
				}
				if got := s.Rows("SELECT count(*) FROM charges WHERE state = 'declined'"); got[0] != strconv.Itoa(day+1) {
					t.Errorf("on day %d it was tried %s times", day, got[0])
				}
				m.mailed(t, "お支払いを確認できませんでした", 1)
				s.Outside.Set(t, first.AddDays(day+1).Start().Add(12*time.Hour))
			}
			for range 3 {
				s.Outside.Advance(t, giveUpOn)
			}
			contracts, err := m.contracts()
			must(t, err)
			if len(contracts) != 1 || contracts[0].Status != c.held || contracts[0].Group != "HOLD" || contracts[0].Busy || watching() {
				t.Errorf("in the end the member sees %+v", contracts)
			}
			m.mailed(t, "お支払いを確認できませんでした", 2)
			m.mailed(t, "【重要】", 1)
			// Held is held: nothing is tried again without the member.
			s.Outside.Set(t, first.AddDays(3+30).Start().Add(-time.Minute))
			if contracts, err = m.contracts(); err != nil || len(contracts) != 1 || contracts[0].Status != c.held {
				t.Errorf("at the end of the hold the member sees %+v, %v", contracts, err)
			}
			s.Outside.Set(t, first.AddDays(3+30).Start())
			if contracts, err = m.contracts(); err != nil || len(contracts) != 0 {
				t.Errorf("after the hold the member sees %+v, %v", contracts, err)
			}
			m.mailed(t, "ご契約が終了しました", 1)
			s.Outside.Set(t, first.AddMonths(3).Start())
			if got := s.Outside.Settled(t); !slices.Equal(got, c.settled) {
				t.Errorf("settled %v, want %v", got, c.settled)
			}
			if got := s.Rows("SELECT count(*) FROM charges WHERE state = 'declined'"); got[0] != "4" {
				t.Errorf("it was tried %s times", got[0])
			}
		})
	}
}

// The plan "stopping" is weekly and renews for ten days more: once.
func TestForcedStopEndsTheContract(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, err := m.Buy("stopping")
	must(t, err)
	day := clock.DayOf(s.Now(t))
	s.Outside.Set(t, day.AddDays(7).Start())
	contracts, err := m.contracts()
	must(t, err)
	if len(contracts) != 1 || contracts[0].Status != "ONGOING_CONTRACT" {
		t.Errorf("in the second week the member sees %+v", contracts)
	}
	s.Outside.Set(t, day.AddDays(14).Start())
	if contracts, err = m.contracts(); err != nil || len(contracts) != 0 {
		t.Errorf("after the last week the member sees %+v, %v", contracts, err)
	}
	s.Outside.Set(t, day.AddDays(60).Start())
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{330, 330}) {
		t.Errorf("settled %v, want two weeks", got)
	}
}

// mailed fails unless so many mails to the member have the word in their subject.
func (m *member) mailed(t *testing.T, word string, times int) {
	t.Helper()
	var subjects []string
	found := 0
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		mails, err := m.s.Outside.Mails(m.Email)
		must(t, err)
		subjects, found = nil, 0
		for _, mail := range mails {
			subjects = append(subjects, mail.Subject)
			if strings.Contains(mail.Subject, word) {
				found++
			}
		}
		if found >= times {
			break // those that are missing are on their way
		}
	}
	if found != times {
		t.Errorf("%d mails speak of %s, want %d: %q", found, word, times, subjects)
	}
}

// A new rate of tax reaches contracts that run: a term takes the rate of its first day, and its
// price stays. What was billed stays as it was.
func TestANewTaxRate(t *testing.T) { // M-28
	t.Parallel()
	s := running(t)
	store := strings.Replace(storeText(t), "price: 1100", "price: 1200", 1)
	s.Seed(store)
	m := s.member(goodCard)
	_, err := m.Buy("monthly")
	must(t, err)
	second, third := clock.DayOf(s.Now(t)).AddMonths(1), clock.DayOf(s.Now(t)).AddMonths(2)
	for _, c := range []struct {
		name, rates string
		day         clock.Day
		bills       []string // amount, tax and rate
	}{
		{"without a day", "taxRate: 8", second, []string{"1200 109 10", "1200 88 8"}},
		{"from the day of a term on", "taxRate: 8\n    taxRates: [{ from: " + third.String() + ", rate: 12 }]", third, []string{"1200 109 10", "1200 88 8", "1200 128 12"}},
	} {
		s.Seed(strings.ReplaceAll(store, "taxRate: 10", c.rates))
		s.Outside.Set(t, c.day.Start().Add(-time.Minute))
		if got := s.Rows("SELECT amount || ' ' || tax || ' ' || tax_rate FROM bills ORDER BY period"); !slices.Equal(got, c.bills[:len(c.bills)-1]) {
			t.Errorf("%s, the minute before: billed %q", c.name, got)
		}
		s.Outside.Set(t, c.day.Start())
		s.Outside.Advance(t, 0)
		if got := s.Rows("SELECT amount || ' ' || tax || ' ' || tax_rate FROM bills ORDER BY period"); !slices.Equal(got, c.bills) {
			t.Errorf("%s: billed %q, want %q", c.name, got, c.bills)
		}
	}
	must(t, m.LogIn())
	a, err := want(m.Get("/mypage/payment-history/screen-data"))
	must(t, err)
	for _, tax := range []string{`"taxAmount":109,"taxRate":10`, `"taxAmount":88,"taxRate":8`, `"taxAmount":128,"taxRate":12`} {
		if !strings.Contains(string(a.Raw), tax) {
			t.Errorf("the history does not say %s: %s", tax, a)
		}
	}
}
