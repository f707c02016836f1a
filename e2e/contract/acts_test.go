package contract_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/app/apptest"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

// things are what may let a caller into an account, apart from what they know.
var things = []string{"own session", "other session", "login in flight", "waiting factor", "trusted device", "known browser", "login code", "reset link", "undo link"}

// acts are what a member or staff do, and what is left of things after it. Everything else
// has ended.
var acts = []struct {
	name string
	do   func(*someone) error
	left []string
}{
	{"password change", (*someone).changePassword, []string{"own session", "undo link"}},
	{"reset", (*someone).reset, []string{"undo link"}},
	{"address change", (*someone).changeAddress, []string{"own session", "trusted device", "known browser", "undo link"}},
	{"address undone", (*someone).undo, nil},
	{"another factor on", (*someone).addFactor, []string{"own session", "trusted device", "known browser", "reset link", "undo link"}},
	{"factor off", (*someone).dropFactor, []string{"own session", "trusted device", "known browser", "reset link", "undo link"}},
	{"last factor off", (*someone).dropFactors, []string{"own session", "known browser", "reset link", "undo link"}},
	{"external account linked", (*someone).link, things},
	{"external account unlinked", (*someone).unlink, []string{"own session", "trusted device", "known browser", "reset link", "undo link"}},
	{"others ended", (*someone).endOthers, []string{"own session", "trusted device", "known browser", "reset link", "undo link"}},
	{"withdrawal", (*someone).withdraw, nil},
	{"ended by staff", (*someone).endedByStaff, []string{"reset link", "undo link"}},
}

// D-01 D-05 D-09: every act that should end a way in ends it, whatever has begun.
func TestActsEndWaysIn(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	for i, act := range acts {
		t.Run(act.name, func(t *testing.T) {
			m := someoneNew(t, s, i)
			m.prepare()
			if err := act.do(m); err != nil {
				t.Fatal(err)
			}
			left := map[string]bool{}
			for _, thing := range act.left {
				left[thing] = true
			}
			for _, thing := range things { // in this order: the last ones are only looked at
				if works := m.works(thing); works != left[thing] {
					t.Errorf("%s: still works %t, want %t", thing, works, left[thing])
				}
			}
		})
	}
}

// D-01: the same with forty logins on their way while it happens. None of them may have a session
// at the end: the password is no longer the member's, a second factor is asked for, or there is no
// member any more.
func TestActsEndLoginsInFlight(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t, nil)
	for i, act := range []struct {
		name string
		do   func(*someone) error
	}{
		{"password change", (*someone).changePassword}, {"reset", (*someone).reset},
		{"first factor on", (*someone).firstFactor}, {"withdrawal", (*someone).withdraw},
	} {
		t.Run(act.name, func(t *testing.T) {
			const logins = 40
			m := someoneNew(t, s, 100+i)
			if act.name == "reset" {
				m.token = m.resetLink()
			}
			var browsers []actor.Actor // known ones: no limit slows them down
			for n := range logins {
				a := visitorFrom(n)
				signed, err := s.App.Session.SignIn(t.Context(), a, m.now(), actor.MethodPassword)
				must(t, err)
				a.KnownBrowser = signed.KnownBrowser
				browsers = append(browsers, a)
			}
			entered := make([]string, logins+1)
			outcomes := faulttest.Races(logins+1, func(n int) error {
				if n == logins {
					return act.do(m)
				}
				time.Sleep(time.Duration(n) * time.Millisecond) // some have looked at the password before, some after
				in, err := s.App.Login.Login(t.Context(), browsers[n], login.Input{
					Identifier: m.email, Password: accounttest.Password, Method: actor.MethodPassword,
				})
				if err == nil && in.AccountID != uuid.Nil {
					entered[n] = in.Token
				}
				return err
			})
			t.Logf("outcomes %v", outcomes)
			for n, token := range entered {
				if token != "" && logintest.Resumed(t, s.App.Login, token) != nil {
					t.Errorf("login %d has outlived it", n)
				}
			}
		})
	}
}
