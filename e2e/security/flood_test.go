package security

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A flood of wrong logins from many addresses fills the queue of passwords to be hashed and no
// more: a login that finds it full is told at once when to come back, every login in it is
// answered, and a good one gets through when its turn has come. How fast that is does not
// matter. One processor hashes and 200 logins may wait for it, so 400 at once are more than
// there is room for.
func TestAFloodOfLoginsIsTurnedAwayAndNoMemberIsLost(t *testing.T) { // B-09
	// As many connections as in production: with few of them the flood waits for these, and comes
	// to the hashes no faster than they are computed.
	s := running(t, dearPasswords, "GOMAXPROCS=1", "KAIIN_DATABASE_CONNECTIONS=40")
	p := s.member()
	const flood, atOnce = 500, 400
	var statuses [600]atomic.Int64
	var next, open atomic.Int64
	var unhelpful atomic.Int64
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			open.Add(1)
			defer open.Add(-1)
			for i := next.Add(1); i <= flood; i = next.Add(1) {
				a, err := s.visitor().Post("/login", map[string]any{
					"emailUserId": fmt.Sprintf("flood%d@example.jp", i), "password": wrongPassword, "loginMethod": "Password",
				})
				if err != nil {
					t.Error(err)
					continue
				}
				statuses[a.Status].Add(1)
				if seconds, err := strconv.Atoi(a.Header.Get("Retry-After")); a.Status == http.StatusServiceUnavailable && (err != nil || seconds < 1) {
					unhelpful.Add(1)
				}
			}
		})
	}
	// A member who logs in while it lasts gets in or is told when to come back, nothing else.
	for ; open.Load() > 0; time.Sleep(50 * time.Millisecond) {
		if a := p.elsewhere().login(password); a.Status != http.StatusOK && a.Status != http.StatusServiceUnavailable {
			t.Errorf("the member's login was answered %s", a)
		}
	}
	all.Wait()
	refused, wrong := statuses[http.StatusServiceUnavailable].Load(), statuses[http.StatusUnauthorized].Load()
	if refused == 0 || wrong == 0 || refused+wrong != flood || unhelpful.Load() != 0 {
		t.Errorf("%d looked at, %d turned away, %d of them without a time to come back, of %d", wrong, refused, unhelpful.Load(), flood)
	}
	p.elsewhere().enter() // and then everything is as before
}
