package blackbox

import (
	"strings"
	"sync"
	"testing"
)

// Shared is a stack whose server runs until the last test of the package is over, the same one for
// all tests that ask for the same store and variables. They run on it side by side: each works with
// members of its own, moves no clock, scripts no outcome, stops nothing, and counts only what
// belongs to its members.
func Shared(t testing.TB, store string, variables ...string) *Stack {
	t.Helper()
	return sharedOf("side by side", store, variables).start().Lend(t)
}

// InTurn is a shared stack that the test has for itself until it ends, so that it may move the
// clock and script outcomes. It begins where the tests before it have left the stack: their members
// are still there, and the clock is where they set it. Of the log and of the sandbox's ledger it
// sees what is new.
func InTurn(t testing.TB, store string, variables ...string) *Stack {
	t.Helper()
	s := sharedOf("in turn", store, variables)
	s.turn.Lock()
	t.Cleanup(s.turn.Unlock)
	lent := s.start().Lend(t)
	lent.Log = lent.Log.rest()
	lent.Outside.before = len(lent.Outside.Ledger(t))
	return lent
}

type shared struct {
	start func() *Stack
	turn  sync.Mutex // held by the test that has the stack for itself
}

var sharedStacks sync.Map // by what they are asked for with

func sharedOf(kind, store string, variables []string) *shared {
	key := strings.Join(append([]string{kind, store}, variables...), "\x00")
	s, _ := sharedStacks.LoadOrStore(key, &shared{start: sync.OnceValue(func() *Stack {
		s := New(UntilEnd, store)
		s.Start(Program(), variables...)
		return s
	})})
	return s.(*shared)
}

// Lend is the stack in the hands of one more test, which is told what goes wrong.
func (s *Stack) Lend(t testing.TB) *Stack {
	t.Helper()
	lent := *s
	lent.T = t
	lent.explain()
	return &lent
}
