package session_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	entsession "kaiin/ent/session"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/session"
)

// renew is what a member's session becomes when they prove once more who they are.
func renew(t *testing.T, s *login.Service, a actor.Actor, stamp int64) (signed session.Signed, err error) {
	t.Helper()
	err = s.Store.Tx(t.Context(), func(ctx context.Context) error {
		browser, err := s.Session.Familiar(ctx, a, a.AccountID)
		if err != nil {
			return err
		}
		signed, err = s.Session.Renew(ctx, a, session.Opening{
			AccountID: a.AccountID, Stamp: stamp, Method: actor.MethodAuthCode, Factor: "SMS", MustChange: true, Browser: browser, Trust: true,
		})
		return err
	})
	return signed, err
}

func TestASessionIsRenewed(t *testing.T) { // security 36
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	a, before := logintest.Member(t, s, row.ID)
	heard := &grants{s: s, account: row.ID}
	s.Session.Listeners = []session.Listener{heard}
	began := logintest.Resumed(t, s, before).CreatedAt
	s.Clock.Advance(6 * 24 * time.Hour)
	a.IP, a.UserAgent = "192.0.2.9", "another"
	signed, err := renew(t, s, a, row.AccessStamp)
	if err != nil || signed.SessionID != a.SessionID || signed.AccountID != row.ID || signed.Token == "" || signed.TrustedDevice == "" || signed.KnownBrowser == "" {
		t.Fatalf("%+v, %v", signed, err)
	}
	if logintest.Resumed(t, s, before) != nil {
		t.Error("the old token works")
	}
	now := logintest.Resumed(t, s, signed.Token)
	if now == nil || now.ID != a.SessionID || *now.LoginMethod != "AuthCode" || *now.Factor != "SMS" || !now.MustChangePassword || now.IP != a.IP ||
		now.UserAgent != a.UserAgent || !now.CreatedAt.Equal(began) || s.Clock.Now().Sub(*now.AuthenticatedAt) > time.Minute {
		t.Errorf("%+v", now)
	}
	if rest := now.ExpiresAt.Sub(s.Clock.Now()); rest > session.MemberLife || rest < session.MemberLife-time.Minute {
		t.Errorf("it ends after %v", rest)
	}
	if len(heard.told)+len(heard.away) > 0 {
		t.Errorf("told of %v", heard.told)
	}
}

// A member who has forgotten the PIN of the main profile comes back to it with a proof, as with
// a login.
func TestARenewedSessionIsInTheMainProfile(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, row.ID)
	if err := s.Session.UseProfile(t.Context(), a, uuid.New()); err != nil {
		t.Fatal(err)
	}
	if signed, err := renew(t, s, a, row.AccessStamp); err != nil || logintest.Resumed(t, s, signed.Token).ProfileID != nil {
		t.Errorf("%v", err)
	}
}

// What is over is not renewed: it stays over, and what was proved opens a session of its own.
func TestWhatIsOverIsNotRenewed(t *testing.T) {
	for name, end := range map[string]func(*login.Service, actor.Actor) error{
		"ended":        func(s *login.Service, a actor.Actor) error { return s.Session.Logout(t.Context(), a) },
		"a month old":  func(s *login.Service, a actor.Actor) error { return lasts(t, s, a, 0) },
		"long unused":  func(s *login.Service, _ actor.Actor) error { s.Clock.Advance(session.Idle); return nil },
		"renewed once": func(s *login.Service, a actor.Actor) error { _, err := renew(t, s, a, 0); return err },
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t, nil)
			row := accounttest.Member(t, s.Account)
			a, before := logintest.Member(t, s, row.ID)
			s.Clock.Advance(time.Second)
			if err := end(s, a); err != nil {
				t.Fatal(err)
			}
			signed, err := renew(t, s, a, row.AccessStamp)
			if err != nil || signed.SessionID == a.SessionID || logintest.Resumed(t, s, before) != nil {
				t.Fatalf("%+v, %v", signed, err)
			}
			if fresh := logintest.Resumed(t, s, signed.Token); fresh == nil || fresh.ID != signed.SessionID || *fresh.AccountID != row.ID {
				t.Errorf("%+v", fresh)
			}
		})
	}
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	a, before := logintest.Member(t, s, row.ID)
	if _, err := renew(t, s, a, row.AccessStamp+1); !errors.Is(err, session.ErrOver) || logintest.Resumed(t, s, before) == nil {
		t.Errorf("overtaken: %v", err)
	}
}

// lasts has the actor's session end so much from now.
func lasts(t *testing.T, s *login.Service, a actor.Actor, rest time.Duration) error {
	return s.Store.Client(t.Context()).Session.UpdateOneID(a.SessionID).SetExpiresAt(s.Clock.Now().Add(rest)).Exec(t.Context())
}

// Of two proofs at once, as of a form that is sent twice, each leaves the browser a session,
// whichever cookie it keeps.
func TestTwoProofsAtOnceLeaveTheBrowserASession(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, row.ID)
	s.Clock.Advance(time.Minute)
	var all sync.WaitGroup
	signed, failed := make([]session.Signed, 2), make([]error, 2)
	for i := range signed {
		all.Go(func() { signed[i], failed[i] = renew(t, s, a, row.AccessStamp) })
	}
	all.Wait()
	same := 0
	for i, one := range signed {
		if failed[i] != nil || logintest.Resumed(t, s, one.Token) == nil {
			t.Errorf("%+v, %v", one, failed[i])
		}
		if one.SessionID == a.SessionID {
			same++
		}
	}
	if n := s.Store.Client(t.Context()).Session.Query().Where(entsession.EndedAtIsNil()).CountX(t.Context()); same != 1 || n != 2 {
		t.Errorf("%d renewed, %d sessions", same, n)
	}
}
