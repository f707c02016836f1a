package actor_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
)

func TestNetwork(t *testing.T) {
	for ip, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::9": "2001:db8:1:2::/64", "": "",
	} {
		if got := (actor.Actor{IP: ip}).Network(); got != want {
			t.Errorf("%s counts as %s", ip, got)
		}
	}
}

// A proof of who one is counts for 15 minutes, and a visitor has none.
func TestFresh(t *testing.T) {
	now := time.Date(2026, 5, 15, 3, 0, 0, 0, time.UTC)
	member := actor.Actor{AccountID: uuid.New(), AuthenticatedAt: now}
	for _, c := range []struct {
		name  string
		a     actor.Actor
		after time.Duration
		want  fault.Code
	}{
		{"at the last moment", member, 15*time.Minute - time.Microsecond, ""},
		{"after 15 minutes", member, 15 * time.Minute, fault.ReauthenticationRequired},
		{"a visitor", actor.Actor{}, 0, fault.CodeUnauthenticated},
	} {
		if err := c.a.NeedsFresh(now.Add(c.after)); (c.want == "") != (err == nil) || err != nil && !fault.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
