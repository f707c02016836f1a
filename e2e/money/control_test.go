package money

import (
	"slices"
	"testing"

	"kaiin/server/sandbox/ledger"
)

// A build without the guard takes the money of a renewal twice where the guarded one takes it once,
// and asks for an order's money again instead of hearing that it has been paid: only that the
// provider takes an agreement at the bank once keeps it from more. If it did not, the crash tests
// would prove nothing.
func TestWithoutTheGuardMoneyIsTakenTwice(t *testing.T) {
	t.Parallel()
	t.Run("purchase", func(t *testing.T) {
		t.Parallel()
		m, _ := killedBuying(t, withoutGuard(t), "purchase.committed-at-gateway", false)
		m.s.Outside.Advance(t, giveUpOn)
		contracts, err := m.contracts()
		must(t, err)
		settled := m.s.Outside.Settled(t)
		if len(contracts) != 0 || !slices.Equal(settled, []int{1100}) {
			t.Errorf("contracts %+v for settled %v: these tests would not notice a missing guard", contracts, settled)
		}
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

// takenTwice fails unless more charges were settled than terms were due. What else the unguarded
// build leaves in the ledger does not matter.
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
