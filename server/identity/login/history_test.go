package login_test

import (
	"testing"
	"time"

	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

func TestHistory(t *testing.T) {
	s := logintest.WithCountries(t, setup(t, nil))
	taro := accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	accounttest.Member(t, s.Account, accounttest.Email("hanako@example.com"))
	phone := at(logintest.JapaneseIP)
	phone.UserAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
	for i, in := range []login.Input{
		input("taro01", "guess9work"), input("taro@example.com", accounttest.Password), input("hanako@example.com", accounttest.Password), input("unknown@example.com", "guess9work"),
	} {
		if _, err := s.Login(t.Context(), phone, in); (err == nil) != (i == 1 || i == 2) {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
	}
	member, _ := logintest.Member(t, s, taro.ID)
	history, err := s.History(t.Context(), member)
	if err != nil || len(history) != 2 {
		t.Fatalf("%+v, %v", history, err)
	}
	good, bad := history[0], history[1]                                                                                                        // newest first
	if !good.Result || good.Identifier != "Email" || good.LoginMethod != "Password" || good.MultiFactorType != "" || good.RequestMultiFactor { // F-290 F-291 F-292
		t.Errorf("%+v", good)
	}
	if bad.Result || bad.Identifier != "UserID" || bad.IP != logintest.JapaneseIP || bad.Device != "iPhone" || bad.Browser == "" || bad.Country != "JP" { // F-289 F-295 F-296 F-297
		t.Errorf("%+v", bad)
	}
	s.Clock.Advance(2 * time.Minute)
	for range 101 {
		s.Store.Client(t.Context()).LoginEvent.Create().SetCreatedAt(s.Clock.Now()).SetAccountID(taro.ID).SetResult(true).SetLoginMethod("Password").SetIP("").SetUserAgent("").ExecX(t.Context())
	}
	if history, err := s.History(t.Context(), member); err != nil || len(history) != 100 {
		t.Errorf("%d entries, %v", len(history), err)
	}
	s.Clock.Advance(367 * 24 * time.Hour)
	if history, err := s.History(t.Context(), member); err != nil || len(history) != 0 {
		t.Errorf("%d entries of last year, %v", len(history), err)
	}
}

// An iPad says it is a Mac; the browser's hint tells them apart (F-301, F-302).
func TestDeviceHint(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	safari := at("192.0.2.1")
	safari.UserAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"
	for _, c := range []struct{ hint, want string }{{"", "Mac"}, {"iPad", "iPad"}} {
		in := input(*taro.Email, accounttest.Password)
		in.DeviceHint = c.hint
		if _, err := s.Login(t.Context(), safari, in); err != nil {
			t.Fatal(err)
		}
		member, _ := logintest.Member(t, s, taro.ID)
		history, err := s.History(t.Context(), member)
		if err != nil || history[0].Device != c.want {
			t.Errorf("%q: %+v, %v", c.hint, history[0], err)
		}
		s.Clock.Advance(time.Second)
	}
}

func TestPurgeOfTheHistory(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	if _, err := s.Login(t.Context(), at("192.0.2.1"), input(*row.Email, accounttest.Password)); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(25 * time.Hour)
	if err := s.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.Store.Client(t.Context()).LoginEvent.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d entries of the history", n)
	}
	s.Clock.Advance(366 * 24 * time.Hour)
	if err := s.Purge(t.Context()); err != nil || s.Store.Client(t.Context()).LoginEvent.Query().CountX(t.Context()) != 0 {
		t.Errorf("the history of last year is kept (%v)", err)
	}
}
