package money

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/clock"
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

// A server that slept for months charges every term once and in order.
func TestMonthsBehind(t *testing.T) {
	t.Parallel()
	s := running(t)
	m := s.member(goodCard)
	_, err := m.Buy("monthly")
	must(t, err)
	s.Outside.Set(t, clock.DayOf(s.Now(t)).AddMonths(4).Start())
	if got := s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100, 1100, 1100, 1100}) {
		t.Errorf("settled %v, want five terms", got)
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

func TestDeclinedRenewalHolds(t *testing.T) { // S-068, S-069
	t.Parallel()
	for _, c := range []struct {
		plan, status string
		settled      []int
	}{{"monthly", "HOLD", []int{1100}}, {"trial", "TRIAL_HOLD", []int{}}} {
		t.Run(c.plan, func(t *testing.T) {
			t.Parallel()
			s := running(t)
			m := s.member("4000000000000341")
			must(t, m.BuyAtTheBank(c.plan))
			must(t, m.dueNow(t))
			for range 3 {
				s.Outside.Advance(t, giveUpOn)
			}
			contracts, err := m.contracts()
			must(t, err)
			if len(contracts) != 1 || contracts[0].Status != c.status || contracts[0].Group != "HOLD" || contracts[0].Busy {
				t.Errorf("the member sees %+v", contracts)
			}
			if got := s.Outside.Settled(t); !slices.Equal(got, c.settled) {
				t.Errorf("settled %v, want %v", got, c.settled)
			}
			m.mailed(t, "お支払い", 1)
			// Held is held: nothing is tried again without the member.
			s.Outside.Set(t, s.Now(t).AddDate(0, 2, 0))
			if got := s.Outside.Settled(t); !slices.Equal(got, c.settled) {
				t.Errorf("two months later settled %v, want %v", got, c.settled)
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
	mails, err := m.s.Outside.Mails(m.Email)
	must(t, err)
	var subjects []string
	found := 0
	for _, mail := range mails {
		subjects = append(subjects, mail.Subject)
		if strings.Contains(mail.Subject, word) {
			found++
		}
	}
	if found != times {
		t.Errorf("%d mails speak of %s, want %d: %q", found, word, times, subjects)
	}
}
