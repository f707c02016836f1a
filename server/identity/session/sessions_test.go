package session_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/session"
)

func TestSessions(t *testing.T) {
	s := setup(t, nil)
	taro, hanako := accounttest.Member(t, s.Account), accounttest.Member(t, s.Account)
	here, _ := logintest.Member(t, s, taro.ID)
	s.Clock.Advance(time.Minute)
	there, thereToken := logintest.Member(t, s, taro.ID)
	ended, _ := logintest.Member(t, s, taro.ID)
	if err := s.Session.Logout(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	theirs, theirToken := logintest.Member(t, s, hanako.ID)
	all, err := s.Session.List(t.Context(), here)
	if err != nil || len(all) != 2 || all[0].ID != there.SessionID || all[0].Current || !all[1].Current {
		t.Fatalf("%+v, %v", all, err)
	}
	for name, id := range map[string]uuid.UUID{"another's": theirs.SessionID, "an ended one": ended.SessionID, "none": uuid.New()} {
		if err := s.Session.EndOne(t.Context(), here, id); said(err) != "NOT_FOUND" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Session.EndOne(t.Context(), here, there.SessionID); err != nil || logintest.Resumed(t, s, thereToken) != nil {
		t.Errorf("the session goes on (%v)", err)
	}
	_, first := logintest.Member(t, s, taro.ID)
	_, second := logintest.Member(t, s, taro.ID)
	if err := s.Session.EndOthers(t.Context(), here); err != nil || logintest.Resumed(t, s, first) != nil || logintest.Resumed(t, s, second) != nil || logintest.Resumed(t, s, theirToken) == nil {
		t.Errorf("ending the others (%v)", err)
	}
	if all, err := s.Session.List(t.Context(), here); err != nil || len(all) != 1 || !all[0].Current {
		t.Errorf("%+v, %v", all, err)
	}
	s.Clock.Advance(session.Idle)
	if all, err := s.Session.List(t.Context(), here); err != nil || len(all) != 0 {
		t.Errorf("a session that ran out is shown: %+v, %v", all, err)
	}
}
