package money

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
	"kaiin/server/money/payment"
)

// giveUpOn is longer than a charge may be under way before somebody looks after it.
const giveUpOn = payment.Patience + time.Minute

// dueNow moves the time to noon in Tokyo of the member's billing day. What the server does there
// may kill it.
func (m *member) dueNow(t testing.TB) error {
	t.Helper()
	contracts, err := m.contracts()
	must(t, err)
	day, err := clock.ParseDay(contracts[0].Next)
	must(t, err)
	return m.s.Outside.Call("POST", "/clock", map[string]string{"set": day.Start().Add(12 * time.Hour).Format(time.RFC3339)}, nil)
}

// killedBuying is a member whose server died at the failpoint while they were buying, and came
// back. With returned, it died as they came back from the bank, and they have tried again; without,
// it died as they pressed the button once more, and they have not done anything since.
func killedBuying(t testing.TB, program, failpoint string, returned bool) (m *member, token string) {
	t.Helper()
	m, token, address := diedBuying(t, program, failpoint, returned)
	m.s.Start(program)
	if returned {
		back, err := m.Get(address)
		must(t, err)
		if back.Status != 303 || back.Header.Get("Location") != "/plans/monthly/complete" {
			t.Errorf("coming back from the bank again: %s to %q", back, back.Header.Get("Location"))
		}
	}
	return m, token
}

// diedBuying is the same with the server still dead; address is where the bank sends the member.
func diedBuying(t testing.TB, program, failpoint string, returned bool) (m *member, token, address string) {
	t.Helper()
	s := newStack(t)
	s.Start(program, "KAIIN_FAILPOINT="+failpoint)
	s.noon()
	m = s.member(goodCard)
	token, address = m.atTheBank(t, "monthly")
	if returned {
		if a, err := m.Get(address); err == nil {
			t.Fatalf("the bank's return was answered %s", a)
		}
	} else if a, err := m.Confirm("monthly", token, nil); err == nil {
		t.Fatalf("the dying server answered %s", a)
	}
	s.MustHaveKilledItself()
	return m, token, address
}

// killedRenewing is killedBuying for a renewal.
func killedRenewing(t testing.TB, program, failpoint string) *member {
	t.Helper()
	m := diedRenewing(t, program, failpoint)
	m.s.Start(program)
	return m
}

func diedRenewing(t testing.TB, program, failpoint string) *member {
	t.Helper()
	s := newStack(t)
	s.Start(program, "KAIIN_FAILPOINT="+failpoint)
	s.noon()
	m := s.member(goodCard)
	_, err := m.Buy("monthly")
	must(t, err)
	if err := m.dueNow(t); err == nil || !strings.Contains(err.Error(), "PRODUCT_FAILED") {
		t.Fatalf("the clock's move ended with: %v", err)
	}
	s.MustHaveKilledItself()
	return m
}

func TestKilledWhileBuying(t *testing.T) { // security 49
	t.Parallel()
	for _, failpoint := range payment.Failpoints {
		for _, returned := range []bool{false, true} {
			name := failpoint
			if returned {
				name += " on the way back from the bank"
			}
			if !strings.HasPrefix(failpoint, "purchase.") {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				m, token := killedBuying(t, blackbox.Program(), failpoint, returned)
				page, err := want(m.Get("/plans/monthly/complete/screen-data"))
				must(t, err)
				if applied := strings.HasSuffix(failpoint, ".applied"); !returned && page.Body["isPending"] != !applied {
					t.Errorf("after the restart the complete page says %s", page)
				}
				m.s.Outside.Advance(t, giveUpOn)
				if page, err = want(m.Get("/plans/monthly/complete/screen-data")); err != nil || page.Body["isPending"] != false || page.Text("subscriptionId") == "" {
					t.Errorf("in the end the complete page says %s, %v", page, err)
				}
				answers := make([]answer, 5)
				each(t, len(answers), len(answers), func(i int) (err error) {
					answers[i], err = want(m.Confirm("monthly", token, nil))
					return err
				})
				if a := same(t, answers); a.Text("subscriptionId") != page.Text("subscriptionId") {
					t.Errorf("trying again is answered %s", a)
				}
				once(t, m, 1100, "monthly")
			})
		}
	}
}

// The server that finds out what became of the charge is killed too, at every point of doing so.
func TestKilledAgainWhileFindingOut(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"purchase", "renewal"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			var m *member
			if kind == "purchase" {
				m, _, _ = diedBuying(t, blackbox.Program(), kind+".attempted", false)
			} else {
				m = diedRenewing(t, blackbox.Program(), kind+".attempted")
			}
			for _, point := range []string{"authorised", "tracked", "committed-at-gateway"} {
				// No life between the deaths: an unarmed server would finish the charge by the job
				// that its start releases.
				m.s.Launch(blackbox.Program(), "KAIIN_FAILPOINT="+kind+"."+point)
				m.s.AwaitAnswerOrDeath()
				// The clock has to move, unless that job was faster and the server is dead already.
				_ = m.s.Outside.Call("POST", "/clock", map[string]string{"advance": giveUpOn.String()}, nil)
				m.s.MustHaveKilledItself()
			}
			m.s.Start(blackbox.Program())
			m.s.Outside.Advance(t, giveUpOn)
			if kind == "purchase" {
				once(t, m, 1100, "monthly")
			} else {
				m.renewedOnce(t)
			}
		})
	}
}

func TestKilledWhileRenewing(t *testing.T) {
	t.Parallel()
	for _, failpoint := range payment.Failpoints {
		if !strings.HasPrefix(failpoint, "renewal.") {
			continue
		}
		t.Run(failpoint, func(t *testing.T) {
			t.Parallel()
			m := killedRenewing(t, blackbox.Program(), failpoint)
			m.s.Outside.Advance(t, giveUpOn)
			m.renewedOnce(t)
			m.s.Outside.Advance(t, 3*time.Hour) // whatever was left over has its turn
			m.renewedOnce(t)
		})
	}
}

// renewedOnce fails unless the member has paid two terms, each once, and is in the second.
func (m *member) renewedOnce(t testing.TB) {
	t.Helper()
	if got := m.s.Outside.Settled(t); !slices.Equal(got, []int{1100, 1100}) {
		t.Errorf("settled %v, want one charge of each of two terms", got)
	}
	contracts, err := m.contracts()
	must(t, err)
	if len(contracts) != 1 || contracts[0].Status != "ONGOING_CONTRACT" || contracts[0].Busy {
		t.Errorf("the member sees %+v", contracts)
	}
}
