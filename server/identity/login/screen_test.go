package login_test

import (
	"testing"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/settings"
	"kaiin/server/base/step"
	"kaiin/server/base/store"
	"kaiin/server/identity/login"
	"kaiin/server/transport/paths"
)

func TestScreen(t *testing.T) {
	s := setup(t, func(st *settings.Settings) { st.Flags.AuthCode = false })
	visitor, member := at("192.0.2.1"), actor.Actor{AccountID: uuid.New()}
	for _, c := range []struct {
		name     string
		actor    actor.Actor
		asked    login.Mode
		returnTo string
		want     login.Screen
	}{
		{"visitor", visitor, "", "", login.Screen{Mode: login.ModePassword, AcceptsUserID: true}},
		{"a mode that is not on offer", visitor, login.ModeCode, "", login.Screen{Mode: login.ModePassword, AcceptsUserID: true}},
		{"with a target", visitor, "", "/plans", login.Screen{Mode: login.ModePassword, AcceptsUserID: true, ReturnTo: "/plans"}},
		{"with somebody else's target", visitor, "", "//evil.example", login.Screen{Mode: login.ModePassword, AcceptsUserID: true}},
		{"member", member, "", "", login.Screen{Next: step.MyPage}},
		{"member with a target", member, "", "/plans", login.Screen{Next: step.Done("/plans")}},
	} {
		ctx, n := store.CountStatements(t.Context())
		got, err := s.Screen(ctx, c.actor, c.asked, c.returnTo)
		if err != nil || paths.Of(got.Next) != paths.Of(c.want.Next) || got.Mode != c.want.Mode || got.CanToggle || got.AcceptsUserID != c.want.AcceptsUserID || got.ReturnTo != c.want.ReturnTo {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		if n.Load() > 2 {
			t.Errorf("%s: %d statements", c.name, n.Load())
		}
	}
}

func TestScreenWithBothModes(t *testing.T) { // L-005 L-006 S-005 S-006 R-004
	s := setup(t, func(st *settings.Settings) { st.DefaultLoginType = "authCode" })
	for _, c := range []struct{ asked, want login.Mode }{{"", login.ModeCode}, {login.ModeCode, login.ModeCode}, {login.ModePassword, login.ModePassword}, {"nonsense", login.ModeCode}} {
		if got, err := s.Screen(t.Context(), at("192.0.2.1"), c.asked, ""); err != nil || got.Mode != c.want || !got.CanToggle || got.BotCheck != nil {
			t.Errorf("%q: %+v, %v", c.asked, got, err)
		}
	}
}
