package actor_test

import (
	"testing"

	"kaiin/server/actor"
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
