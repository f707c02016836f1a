package passcode_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/authcode"
	"kaiin/ent/throttle"
	"kaiin/server/actor"
	"kaiin/server/fault/faulttest"
	"kaiin/server/login/logintest"
	"kaiin/server/passcode"
)

// B-08: one network gets at most 1,000 codes a day, whatever addresses they go to and however many browsers ask.
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
	// What both codes were counted under is their network: let it have had all but one of its thousand.
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
