package login_test

import (
	"slices"
	"testing"
	"time"

	"kaiin/ent/factor"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/transport/paths"
)

func TestConfirmByPassword(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	a, before := logintest.Member(t, s, taro.ID)
	if page, err := s.ConfirmPage(t.Context(), a, "/mypage/email/edit", time.Time{}); err != nil || paths.Of(page.Next) != "/mypage/email/edit" {
		t.Errorf("fresh already: %+v, %v", page, err)
	}
	s.Clock.Advance(16 * time.Minute)
	page, err := s.ConfirmPage(t.Context(), a, "/mypage/email/edit", time.Time{})
	if err != nil || !page.Next.None() || page.ReturnTo != "/mypage/email/edit" || !slices.Equal(page.Methods, []actor.Method{"Password", "AuthCode"}) {
		t.Fatalf("%+v, %v", page, err)
	}
	if page.SendTo == *taro.Email || page.SendTo == "" || page.ResendAt != nil {
		t.Errorf("a code would go to %q (%v)", page.SendTo, page.ResendAt)
	}
	for password, want := range map[string]string{"": "password:REQUIRED", "guess9work": "password:REQUEST_UNAUTHORIZED"} {
		if _, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: password}); said(err) != want {
			t.Errorf("%q: %v", password, err)
		}
	}
	signed, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password, ReturnTo: "/mypage/email/edit"})
	if err != nil || paths.Of(signed.Next) != "/mypage/email/edit" {
		t.Fatalf("%+v, %v", signed, err)
	}
	row := logintest.Resumed(t, s, signed.Token)
	if logintest.Resumed(t, s, before) != nil || row == nil || s.Clock.Now().Sub(*row.AuthenticatedAt) > time.Minute {
		t.Errorf("session: %+v", row)
	}
}

func TestConfirmByCode(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account, accounttest.NoPassword)
	a, _ := logintest.Member(t, s, taro.ID)
	s.Clock.Advance(16 * time.Minute)
	if err := s.SendConfirmCode(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if err := s.SendConfirmCode(t.Context(), a); said(err) != string(fault.TooManyRequests) {
		t.Errorf("at once: %v", err)
	}
	page, err := s.ConfirmPage(t.Context(), a, "", time.Time{})
	if err != nil || !slices.Equal(page.Methods, []actor.Method{"AuthCode"}) || page.ResendAt == nil {
		t.Errorf("%+v, %v", page, err)
	}
	code := accounttest.PinCode(t, s.Account, *taro.Email)
	if _, err := s.Confirm(t.Context(), a, login.ConfirmInput{AuthCode: wrong(code)}); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("a wrong code: %v", err)
	}
	elsewhere, _ := logintest.Member(t, s, taro.ID)
	if _, err := s.Confirm(t.Context(), elsewhere, login.ConfirmInput{AuthCode: code}); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("in another browser: %v", err)
	}
	if living := atOnce(t, s, 20, func() (login.Entered, error) { return s.Confirm(t.Context(), a, login.ConfirmInput{AuthCode: code}) }); living != 1 {
		t.Errorf("%d sessions of one code", living)
	}
}

// A code that logs in does not prove anything to a member who confirms, and the other way round.
func TestCodesOfOtherPurposes(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, taro.ID)
	if _, err := s.RequestCode(t.Context(), a, login.CodeRequest{Identifier: *taro.Email}); err != nil {
		t.Fatal(err)
	}
	logintest.MailCodes(t, s)
	if _, err := s.Confirm(t.Context(), a, login.ConfirmInput{AuthCode: accounttest.PinCode(t, s.Account, *taro.Email)}); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("a login code confirms: %v", err)
	}
	if err := s.SendConfirmCode(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Login(t.Context(), a, byCode(*taro.Email, accounttest.PinCode(t, s.Account, *taro.Email))); said(err) != "authCode:PIN_CODE_ERROR" {
		t.Errorf("a code that confirms logs in: %v", err)
	}
}

func TestConfirmWithASecondFactor(t *testing.T) {
	s := setup(t, nil)
	row := protected(t, s, factor.TypeEmail)
	a, token := logintest.Member(t, s, row.ID)
	s.Clock.Advance(16 * time.Minute)
	page, err := s.ConfirmPage(t.Context(), a, "", time.Time{})
	if err != nil || !slices.Equal(page.Methods, []actor.Method{"Password"}) {
		t.Errorf("a mailed code and a mailed factor are one: %+v, %v", page, err)
	}
	signed, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password, ReturnTo: "/mypage/email/edit"})
	if err != nil || paths.Of(signed.Next) != "/login/multi-factor/Email" || signed.Token != "" {
		t.Fatalf("%+v, %v", signed, err)
	}
	if old := logintest.Resumed(t, s, token); old == nil || (actor.Actor{AuthenticatedAt: *old.AuthenticatedAt}).Fresh(s.Clock.Now()) {
		t.Errorf("half a proof made the session fresh: %+v", old)
	}
	done, err := s.GiveFactor(t.Context(), a, give(mailed(t, s, a, row)))
	if err != nil || paths.Of(done.Next) != "/mypage/email/edit" || logintest.Resumed(t, s, done.Token) == nil || logintest.Resumed(t, s, token) != nil {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestGuessingAtAConfirmation(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	a, _ := logintest.Member(t, s, taro.ID)
	for range 10 {
		if _, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: "guess9work"}); said(err) != "password:REQUEST_UNAUTHORIZED" {
			t.Fatal(err)
		}
	}
	_, err := s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password})
	if f, ok := fault.As(err); !ok || f.Status() != 429 || f.RetryAfter <= 0 {
		t.Errorf("the 11th: %v", err)
	}
	if _, err := s.Login(t.Context(), at("198.51.100.7"), input(*taro.Email, accounttest.Password)); err != nil {
		t.Errorf("a stolen session keeps the member from logging in: %v", err)
	}
}
