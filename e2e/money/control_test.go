package money

import (
	"testing"

	"kaiin/server/sandbox/ledger"
)

// A build without the guard takes the money twice where the guarded one takes it once. If it did not, the crash tests would
// prove nothing.
func TestWithoutTheGuardMoneyIsTakenTwice(t *testing.T) {
	t.Parallel()
	t.Run("purchase", func(t *testing.T) {
		t.Parallel()
		m, _ := killedBuying(t, withoutGuard(t), "purchase.committed-at-gateway", false)
		m.takenTwice(t, 1)
	})
	t.Run("renewal", func(t *testing.T) {
		t.Parallel()
		m := killedRenewing(t, withoutGuard(t), "renewal.committed-at-gateway")
		m.takenTwice(t, 2)
	})
}

func withoutGuard(t *testing.T) string {
	t.Helper()
	program, err := unguarded()
	must(t, err)
	return program
}

// takenTwice fails unless more charges were settled than terms were due. What else the unguarded build leaves in the ledger
// does not matter.
func (m *member) takenTwice(t *testing.T, due int) {
	t.Helper()
	m.s.Outside.Advance(t, giveUpOn)
	settled := 0
	for _, e := range m.s.Outside.Ledger(t) {
		if e.Kind == ledger.Charge && e.Status == ledger.Settled {
			settled++
		}
	}
	if settled <= due {
		t.Errorf("the build without the guard settled %d charges for %d: these tests would not notice a missing guard", settled, due)
	}
}
