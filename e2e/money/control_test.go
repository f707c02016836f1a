package money

import (
	"slices"
	"testing"
)

// A build without the guard takes the money twice where the guarded one takes it once. If it did not, the crash tests would
// prove nothing.
func TestWithoutTheGuardMoneyIsTakenTwice(t *testing.T) {
	t.Parallel()
	t.Run("purchase", func(t *testing.T) {
		t.Parallel()
		m, _ := killedBuying(t, withoutGuard(t), "purchase.committed-at-gateway", false)
		m.takenTwice(t, []int{1100, 1100})
	})
	t.Run("renewal", func(t *testing.T) {
		t.Parallel()
		m := killedRenewing(t, withoutGuard(t), "renewal.committed-at-gateway")
		m.takenTwice(t, []int{1100, 1100, 1100})
	})
}

func withoutGuard(t *testing.T) string {
	t.Helper()
	program, err := unguarded()
	must(t, err)
	return program
}

func (m *member) takenTwice(t *testing.T, want []int) {
	t.Helper()
	m.s.outside.advance(t, giveUpOn)
	if got := m.s.outside.settled(t); !slices.Equal(got, want) {
		t.Errorf("the build without the guard settled %v, want %v: these tests would not notice a missing guard", got, want)
	}
}
