package login_test

import (
	"fmt"
	"testing"
	"time"

	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

const back = "/oidc?request=key"

// the page asks for a proof that is newer than what wants it, also when the last one is fresh
// enough for anything of ours. Whatever it is proved by, the page leads on then.
func TestX01AProofThatIsNewEnough(t *testing.T) {
	for name, prove := range map[string]func(*testing.T, *login.Service, actor.Actor, string) (login.Entered, error){
		"password": func(t *testing.T, s *login.Service, a actor.Actor, _ string) (login.Entered, error) {
			return s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password, ReturnTo: back})
		},
		"code": func(t *testing.T, s *login.Service, a actor.Actor, email string) (login.Entered, error) {
			if err := s.SendConfirmCode(t.Context(), a); err != nil {
				t.Fatal(err)
			}
			return s.Confirm(t.Context(), a, login.ConfirmInput{AuthCode: accounttest.PinCode(t, s.Account, email), ReturnTo: back})
		},
		"external account": func(t *testing.T, s *login.Service, a actor.Actor, _ string) (login.Entered, error) {
			p := s.Providers["LINE"].(*fakeProvider)
			left, err := s.LeaveForProvider(t.Context(), a, login.ExternalStart{Type: "LINE", Action: login.ActionLogin, ReturnTo: back})
			if err != nil {
				t.Fatal(err)
			}
			return s.ReturnFromProvider(t.Context(), a, login.ExternalAnswer{State: p.started.State, Code: "nameless", Browser: left.Browser})
		},
	} {
		for _, days := range []int{0, 3} {
			t.Run(fmt.Sprintf("%s, days after: %d", name, days), func(t *testing.T) {
				s, p := external(t)
				row := accounttest.Member(t, s.Account)
				a, _ := logintest.Member(t, s, row.ID)
				if _, err := visited(t, s, p, a, login.ActionLink, "LINE", "nameless"); err != nil {
					t.Fatal(err)
				}
				s.Clock.Advance(time.Duration(days)*24*time.Hour + time.Minute)
				newEnough(t, s, a, s.Clock.Now(), name, func() (login.Entered, error) { return prove(t, s, a, *row.Email) })
			})
		}
	}
}

func TestX01AProofThatIsNewEnoughHasASecondFactor(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	a, _ := logintest.Member(t, s, row.ID)
	s.Clock.Advance(time.Minute)
	newEnough(t, s, a, s.Clock.Now(), "second factor", func() (login.Entered, error) {
		half, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password, ReturnTo: back})
		if err != nil || paths.Of(half.Next) != "/login/multi-factor/Email" {
			t.Fatalf("%+v, %v", half, err)
		}
		return s.GiveFactor(t.Context(), a, give(mailed(t, s, a, row)))
	})
}

// newEnough fails unless the page asks the actor, and leads on once it is proved.
func newEnough(t *testing.T, s *login.Service, a actor.Actor, since time.Time, name string, prove func() (login.Entered, error)) {
	t.Helper()
	if page, err := s.ConfirmPage(t.Context(), a, back, since); err != nil || !page.Next.None() || page.ReturnTo != back || len(page.Methods) == 0 {
		t.Fatalf("%s: it is not asked for: %+v, %v", name, page, err)
	}
	s.Clock.Advance(time.Second)
	done, err := prove()
	if err != nil || paths.Of(done.Next) != back {
		t.Fatalf("%s: %+v, %v", name, done, err)
	}
	row := logintest.Resumed(t, s, done.Token)
	if row == nil || row.AuthenticatedAt.Before(since) {
		t.Fatalf("%s: %+v", name, row)
	}
	a.SessionID, a.AuthenticatedAt = row.ID, *row.AuthenticatedAt
	if page, err := s.ConfirmPage(t.Context(), a, back, since); err != nil || paths.Of(page.Next) != back {
		t.Errorf("%s: it is asked for again: %+v, %v", name, page, err)
	}
}
