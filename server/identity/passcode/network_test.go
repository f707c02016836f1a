package passcode_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
	"kaiin/ent/throttle"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/passcode"
)

// B-08: one network gets at most 1,000 codes a day, whatever addresses they go to and however many
// browsers ask.
func TestCodesPerNetworkAndDay(t *testing.T) { // B-08 A-029
	t.Parallel()
	s := logintest.New(t, nil)
	mailed := 0
	mail := func(ip string) string {
		mailed++
		to := passcode.Scope{Purpose: authcode.PurposeSignUp, SessionID: uuid.New(), Address: fmt.Sprintf("visitor%d@example.com", mailed)}
		return faulttest.Said(s.Passcode.Mail(t.Context(), actor.Actor{Locale: "ja", IP: ip}, to))
	}
	for range 2 {
		if got := mail("192.0.2.1"); got != "" {
			t.Fatal(got)
		}
	}
	// What both codes were counted under is their network: let it have had all but one of
	// its thousand.
	if n := s.Store.Client(t.Context()).Throttle.Update().Where(throttle.Count(2)).SetCount(999).SaveX(t.Context()); n != 1 {
		t.Fatalf("two codes to two addresses share %d counts, want the one of their network", n)
	}
	if got := mail("192.0.2.1"); got != "" {
		t.Errorf("the 1,000th code of a network: %q", got)
	}
	if got := mail("192.0.2.1"); got != "TOO_MANY_REQUESTS" {
		t.Errorf("the 1,001st code of a network: %q", got)
	}
	if got := mail("192.0.2.2"); got != "" {
		t.Errorf("another network: %q", got)
	}
	s.Clock.Advance(passcode.Day)
	if got := mail("192.0.2.1"); got != "" {
		t.Errorf("the next day: %q", got)
	}
}

// those who use up a mailbox's codes of the day do not close its login: each network gets one
// more an hour.
func TestSpareCodesPerNetwork(t *testing.T) {
	t.Parallel()
	s := logintest.New(t, nil)
	mail := func(ip string, purpose authcode.Purpose) string {
		to := passcode.Scope{Purpose: purpose, SessionID: uuid.New(), Address: "taro@example.com"}
		return faulttest.Said(s.Passcode.Mail(t.Context(), actor.Actor{Locale: "ja", IP: ip}, to))
	}
	for _, purpose := range []authcode.Purpose{authcode.PurposeLogin, authcode.PurposeSignUp} {
		for n := range 20 {
			if got := mail(fmt.Sprintf("198.51.100.%d", n), purpose); got != "" {
				t.Fatalf("code %d: %q", n+1, got)
			}
		}
	}
	for _, c := range []struct {
		ip      string
		purpose authcode.Purpose
		want    string
	}{
		{"192.0.2.1", authcode.PurposeLogin, ""},
		{"192.0.2.1", authcode.PurposeLogin, "TOO_MANY_REQUESTS"},
		{"192.0.2.2", authcode.PurposeLogin, ""},
		{"192.0.2.3", authcode.PurposeSignUp, "TOO_MANY_REQUESTS"},
	} {
		if got := mail(c.ip, c.purpose); got != c.want {
			t.Errorf("a %s code from %s: %q, want %q", c.purpose, c.ip, got, c.want)
		}
	}
	s.Clock.Advance(time.Hour)
	if got := mail("192.0.2.1", authcode.PurposeLogin); got != "" {
		t.Errorf("an hour later: %q", got)
	}
}
