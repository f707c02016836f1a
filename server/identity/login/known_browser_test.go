package login_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/loginevent"
	"kaiin/server/base/actor"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
)

// alerts counts the mails about logins from somewhere new.
func alerts(t *testing.T, s *login.Service, row *ent.Account) int {
	t.Helper()
	mails := accounttest.Mails(t, s.Account, *row.Email)
	return len(mails) - len(slices.DeleteFunc(mails, func(template string) bool { return template == "login-alert" }))
}

// from logs the member in with a browser's cookies.
func from(t *testing.T, s *login.Service, a actor.Actor, row *ent.Account) login.Entered {
	t.Helper()
	signed, err := s.Login(t.Context(), a, input(*row.Email, accounttest.Password))
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

func TestLoginFromANewBrowserAlerts(t *testing.T) {
	s := setup(t, nil)
	taro, hanako := accounttest.Member(t, s.Account), accounttest.Member(t, s.Account)
	browser := at("192.0.2.1")
	first := from(t, s, browser, taro)
	if len(first.KnownBrowser) != 43 || alerts(t, s, taro) != 1 {
		t.Fatalf("%+v, %d alerts", first, alerts(t, s, taro))
	}
	browser.KnownBrowser = first.KnownBrowser
	if again := from(t, s, browser, taro); again.KnownBrowser != "" || alerts(t, s, taro) != 1 {
		t.Errorf("from the same browser: %+v, %d alerts", again, alerts(t, s, taro))
	}
	shared := from(t, s, browser, hanako)
	if shared.KnownBrowser == "" || shared.KnownBrowser == browser.KnownBrowser || alerts(t, s, hanako) != 1 {
		t.Errorf("another member in that browser: %+v, %d alerts", shared, alerts(t, s, hanako))
	}
	browser.KnownBrowser = shared.KnownBrowser
	if from(t, s, browser, taro); alerts(t, s, taro) != 1 {
		t.Error("the first member is not known there any more")
	}
	copied := at("198.51.100.1")
	copied.KnownBrowser = first.KnownBrowser
	if from(t, s, copied, taro); alerts(t, s, taro) != 2 {
		t.Error("the token from before the renewal is good for something")
	}
	s.Clock.Advance(401 * 24 * time.Hour)
	if err := s.Session.Purge(t.Context()); err != nil || s.Store.Client(t.Context()).KnownBrowser.Query().CountX(t.Context()) != 0 {
		t.Errorf("a browser is known for ever (%v)", err)
	}
}

func TestABrowserInUseStaysKnown(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	browser := at("192.0.2.1")
	browser.KnownBrowser = from(t, s, browser, taro).KnownBrowser
	for range 3 {
		s.Clock.Advance(399 * 24 * time.Hour)
		from(t, s, browser, taro)
	}
	if err := s.Session.Purge(t.Context()); err != nil || alerts(t, s, taro) != 1 {
		t.Errorf("%d alerts, %v", alerts(t, s, taro), err)
	}
	s.Clock.Advance(401 * 24 * time.Hour)
	if again := from(t, s, browser, taro); again.KnownBrowser == "" || alerts(t, s, taro) != 2 {
		t.Errorf("after more than a year unused: %+v, %d alerts", again, alerts(t, s, taro))
	}
}

func TestSignUpMakesTheBrowserKnown(t *testing.T) {
	s := setup(t, nil)
	a, _ := confirmed(t, s, "taro@example.com")
	_, signed, err := s.Signup.Complete(t.Context(), a, nil)
	if err != nil || len(signed.KnownBrowser) != 43 {
		t.Fatalf("%+v, %v", signed, err)
	}
	taro, err := s.Account.Find(t.Context(), signed.AccountID)
	if err != nil {
		t.Fatal(err)
	}
	browser := at("192.0.2.1")
	browser.KnownBrowser = signed.KnownBrowser
	if from(t, s, browser, taro); alerts(t, s, taro) != 0 {
		t.Error("the first login after the sign-up alerts")
	}
}

func TestLoginFromANewCountryAlerts(t *testing.T) {
	s := logintest.WithCountries(t, setup(t, nil))
	taro := accounttest.Member(t, s.Account)
	browser := at("192.0.2.1")
	browser.KnownBrowser = from(t, s, browser, taro).KnownBrowser
	entries := func() []*ent.LoginEvent {
		return s.Store.Client(t.Context()).LoginEvent.Query().Where(loginevent.AccountID(taro.ID)).AllX(t.Context())
	}
	for _, e := range entries() { // where it came from is not known
		e.Update().SetCountry("").ExecX(t.Context())
	}
	browser.IP = logintest.JapaneseIP
	if from(t, s, browser, taro); alerts(t, s, taro) != 1 {
		t.Error("the first login with a known country alerts")
	}
	if from(t, s, browser, taro); alerts(t, s, taro) != 1 {
		t.Error("the same country alerts")
	}
	browser.IP = logintest.AmericanIP
	if from(t, s, browser, taro); alerts(t, s, taro) != 2 {
		t.Error("a country that was never seen does not alert")
	}
	if from(t, s, browser, taro); alerts(t, s, taro) != 2 {
		t.Error("it alerts again")
	}
}

// Others' guesses keep the member out of no browser that the account knows, nor for longer than the
// next new password.
func TestGuessesOfOthers(t *testing.T) {
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	known, trusted := at("203.0.113.1"), at("203.0.113.2")
	known.KnownBrowser = from(t, s, known, taro).KnownBrowser
	trusted.TrustedDevice = logintest.Trusted(t, s, taro.ID)
	for i := range 120 { // from everywhere, the member's own network too
		attacker := at([]string{"203.0.113.1", "203.0.113.2", "198.51.100.1", "198.51.100.2", "198.51.100.3"}[i%5])
		if _, err := s.Login(t.Context(), attacker, input(*taro.Email, "guess9work")); err == nil {
			t.Fatal("a wrong guess was right")
		}
	}
	elsewhere := at("192.0.2.99")
	if _, err := s.Login(t.Context(), elsewhere, input(*taro.Email, accounttest.Password)); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("a browser that is not known: %v", err)
	}
	from(t, s, known, taro)
	from(t, s, trusted, taro)
	for range 10 {
		if _, err := s.Login(t.Context(), known, input(*taro.Email, "guess9work")); said(err) != "LOGIN_FAILED_EMAIL" {
			t.Fatal(err)
		}
	}
	if _, err := s.Login(t.Context(), known, input(*taro.Email, accounttest.Password)); said(err) != "TOO_MANY_REQUESTS" {
		t.Errorf("a known browser may guess for ever: %v", err)
	}
	if err := s.Throttle.ForgetAll(t.Context(), credential.LoginGuesses(taro.ID)); err != nil {
		t.Fatal(err)
	}
	from(t, s, elsewhere, taro)
	from(t, s, known, taro)
}

// An address and a user ID of one account are counted apart: that one is refused tells nothing of
// the other. Password and mailed code are counted together.
func TestNamesAreCountedApartAndWaysTogether(t *testing.T) { // D-18
	s := setup(t, nil)
	accounttest.Member(t, s.Account, accounttest.Email("taro@example.com"), accounttest.UserID("taro01"))
	wrong := func(a actor.Actor, name string) string {
		_, err := s.Login(t.Context(), a, input(name, "guess9work"))
		return said(err)
	}
	a := asked(t, s, "taro@example.com")
	for i := range 10 {
		got, want := "", "authCode:PIN_CODE_ERROR"
		if i%2 == 0 {
			got, want = wrong(a, "taro@example.com"), "LOGIN_FAILED_EMAIL"
		} else {
			_, err := s.Login(t.Context(), a, byCode("taro@example.com", "00000x"))
			got = said(err)
		}
		if got != want {
			t.Fatalf("try %d: %q", i+1, got)
		}
	}
	if got := wrong(a, "TARO@example.com"); got != "TOO_MANY_REQUESTS" {
		t.Errorf("the 11th try, by whatever way: %q", got)
	}
	if got := wrong(a, "taro01"); got != "LOGIN_FAILED_USER_ID" {
		t.Errorf("the other name tells that it is the same account: %q", got)
	}
}

// A right password is counted too: it costs as much as a wrong one.
func TestOneVisitorDoesNotHashWithoutEnd(t *testing.T) { // D-03
	s := setup(t, nil)
	taro := accounttest.Member(t, s.Account)
	browser := at("192.0.2.1")
	browser.KnownBrowser = from(t, s, browser, taro).KnownBrowser
	for i := range 130 {
		_, err := s.Login(t.Context(), browser, input(*taro.Email, accounttest.Password))
		if want := map[bool]string{true: "", false: "TOO_MANY_REQUESTS"}[i < 100]; said(err) != want {
			t.Fatalf("login %d: %v", i+1, err)
		}
	}
}

// A right password gives a fresh session, and a fresh browser where the cookie is left out: neither
// brings a fresh count.
func TestFreshSessionsAndBrowsersHashNoMore(t *testing.T) { // D-03
	for name, next := range map[string]func(*login.Service, actor.Actor, *ent.Account) (login.Entered, error){
		"confirming again and again": func(s *login.Service, a actor.Actor, _ *ent.Account) (login.Entered, error) {
			return s.Confirm(t.Context(), a, login.ConfirmInput{Password: accounttest.Password})
		},
		"logging in in every browser that is known": func(s *login.Service, a actor.Actor, taro *ent.Account) (login.Entered, error) {
			return s.Login(t.Context(), a, input(*taro.Email, accounttest.Password))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t, nil)
			taro := accounttest.Member(t, s.Account)
			var browsers []actor.Actor
			for range 30 {
				a, _ := logintest.Member(t, s, taro.ID)
				signed, err := s.Session.SignIn(t.Context(), at("192.0.2.1"), taro, actor.MethodPassword)
				if err != nil {
					t.Fatal(err)
				}
				if a.KnownBrowser = signed.KnownBrowser; name != "confirming again and again" {
					a.AccountID, a.SessionID = uuid.Nil, uuid.Nil
				}
				browsers = append(browsers, a)
			}
			hashed := 0
			for i := range 150 {
				a := &browsers[i%len(browsers)]
				entered, err := next(s, *a, taro)
				if said(err) == "TOO_MANY_REQUESTS" {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if hashed++; a.SignedIn() {
					a.SessionID = entered.SessionID
				}
			}
			if hashed != 100 {
				t.Errorf("%d passwords were hashed in half an hour, want 100", hashed)
			}
		})
	}
}

// A member who guesses at another account is a stranger there, however often they log in to their
// own account between the tries.
func TestAMemberGuessesLikeAStranger(t *testing.T) { // D-18
	s := setup(t, nil)
	victim, thief := accounttest.Member(t, s.Account), accounttest.Member(t, s.Account)
	looked := map[string]int{}
	for range 8 {
		a, _ := logintest.Member(t, s, thief.ID)
		for range 10 {
			_, err := s.Login(t.Context(), a, input(*victim.Email, "guess9work"))
			looked[said(err)]++
		}
	}
	if looked["LOGIN_FAILED_EMAIL"] != 10 || looked["TOO_MANY_REQUESTS"] != 70 {
		t.Errorf("of 80 guesses from one network: %v", looked)
	}
	other, _ := logintest.Member(t, s, thief.ID)
	other.IP = "198.51.100.9"
	if _, err := s.Login(t.Context(), other, input(*victim.Email, accounttest.Password)); err != nil {
		t.Errorf("with the right password a member changes accounts: %v", err)
	}
}
