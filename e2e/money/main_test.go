// Package money proves from outside that members' money is safe. It looks only at what the program
// answers and at the sandbox's ledger.
//
//	race       one order token used by many at once, the last unit wanted by many
//	crash      the process is killed at every failpoint and started again; a build without the guard must fail here
//	outcome    the provider breaks off, answers twice, or fails
//	renewal    months go by
//	restore    the database is put back to a backup: a table of what was lost with it, by the way to pay
//	outages    the providers are away for days or weeks, in a table
//	isolation  a hundred members at once, none sees another
//	refusal    what no page of ours would send
package money

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
)

func TestMain(m *testing.M) { blackbox.Main(m, 6) }

// unguarded is a program that lacks the guard against charging twice.
var unguarded = sync.OnceValues(func() (string, error) { return blackbox.BuildEdited("kaiin-unguarded", blackbox.ChargedOnce...) })

type answer = blackbox.Answer

const (
	password = blackbox.Password
	goodCard = blackbox.GoodCard
)

var (
	must = blackbox.Must
	want = blackbox.Want
	each = blackbox.Each

	refusal, brokenFlow, codesOf = blackbox.Refusal, blackbox.BrokenFlow, blackbox.CodesOf
)

// stack is a store of testdata/store.yaml with its outside world.
type stack struct{ *blackbox.Stack }

func newStack(t testing.TB) *stack {
	t.Helper()
	return &stack{blackbox.New(t, storeText(t))}
}

// running is a stack whose server answers.
func running(t testing.TB) *stack {
	t.Helper()
	s := newStack(t)
	s.Start(blackbox.Program())
	s.noon()
	return s
}

// inTurn is a stack that tests which move the clock by less than a day have one after the other.
// What they sell there is without limit.
func inTurn(t testing.TB) *stack {
	t.Helper()
	s := &stack{blackbox.InTurn(t, storeText(t))}
	if hour := s.Now(t).In(clock.Tokyo).Hour(); hour < 6 || hour >= 18 {
		s.noon()
	}
	return s
}

// noon moves the time to noon in Tokyo: an order whose day ends is not charged any more, and no
// test is to run into that.
func (s *stack) noon() {
	s.T.Helper()
	now := s.Now(s.T)
	at := clock.DayOf(now).Start().Add(12 * time.Hour)
	if at.Before(now) {
		at = at.AddDate(0, 0, 1)
	}
	s.Outside.Set(s.T, at)
}

// storeText is the test store with its dates.
func storeText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/store.yaml")
	must(t, err)
	return strings.ReplaceAll(string(text), "LAST_RENEWAL", clock.New().Today().AddDays(10).String())
}
