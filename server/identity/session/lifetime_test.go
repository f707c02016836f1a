package session_test

import (
	"testing"
	"time"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
)

// A login ends 30 days after it at the latest, however often the browser comes back meanwhile.
func TestALoginLasts30Days(t *testing.T) {
	s := setup(t, nil)
	_, token := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	for range 6 { // never idle for a week
		s.Clock.Advance(5*24*time.Hour - 10*time.Minute)
		if logintest.Resumed(t, s, token) == nil {
			t.Fatal("it ended before 30 days were over")
		}
	}
	s.Clock.Advance(time.Hour)
	if logintest.Resumed(t, s, token) != nil {
		t.Error("it goes on after 30 days")
	}
}
