package pin_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/pin"
)

type env struct {
	*pin.Service
	login *login.Service
}

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	l := logintest.New(t, change)
	return env{&pin.Service{
		Store: l.Store, Clock: l.Clock, Settings: l.Settings, Throttle: l.Throttle, Account: l.Account, Passwords: &l.Credential.Passwords,
	}, l}
}

func (e env) member(t *testing.T, options ...accounttest.Option) actor.Actor {
	t.Helper()
	a, _ := logintest.Member(t, e.login, accounttest.Member(t, e.Account, options...).ID)
	return a
}

func (e env) set(t *testing.T, a actor.Actor, digits string) {
	t.Helper()
	if err := e.Set(t.Context(), a, digits); err != nil {
		t.Fatal(err)
	}
}

// says is what Check answers, in short.
func (e env) says(t *testing.T, a actor.Actor, digits string) string {
	t.Helper()
	right, err := e.Check(t.Context(), a.AccountID, pin.Apps, digits)
	switch {
	case errors.Is(err, pin.ErrNotSet):
		return "not set"
	case err != nil:
		return faulttest.Said(err)
	case right:
		return "right"
	}
	return "wrong"
}

func TestAPinIsFourDigits(t *testing.T) { // V-119 V-120 K-040 C-098 A-183
	e := setup(t, nil)
	a := e.member(t)
	for _, c := range []struct{ digits, want string }{
		{"", "pinCode:INVALID_FORMAT"}, {"123", "pinCode:INVALID_FORMAT"}, {"12345", "pinCode:INVALID_FORMAT"}, {strings.Repeat("1", 60_000), "pinCode:INVALID_FORMAT"},
		{"12a4", "pinCode:INVALID_CHARACTERS"}, {"１２３４", "pinCode:INVALID_CHARACTERS"}, {" 1234", "pinCode:INVALID_CHARACTERS"}, {"-123", "pinCode:INVALID_CHARACTERS"},
		{"12\x004", "pinCode:INVALID_CHARACTERS"},
	} {
		if got := faulttest.Said(e.Set(t.Context(), a, c.digits)); got != c.want {
			t.Errorf("%.10q: %q, want %q", c.digits, got, c.want)
		}
		if got := e.says(t, a, c.digits); got != c.want {
			t.Errorf("checking %.10q: %q, want %q", c.digits, got, c.want)
		}
	}
	for locale, want := range map[string][2]string{
		"ja": {"4桁のPINコードを入力してください。", "PINコードに使用できない文字が含まれています。"},
		"en": {"Please enter a 4-digit PIN.", "The PIN contains characters that cannot be used."},
	} {
		if got := [2]string{fault.Text(locale, fault.InvalidFormat, "pinCode", nil), fault.Text(locale, fault.InvalidCharacters, "pinCode", nil)}; got != want {
			t.Errorf("%s: %q", locale, got)
		}
	}
	if got := e.says(t, a, "0000"); got != "not set" {
		t.Errorf("without a PIN: %s", got)
	}
}

// A PIN is kept as a slow hash with a salt of its own; another one takes its place, and the
// member is told.
func TestAPinIsSetAndReplaced(t *testing.T) { // R-099 R-100
	e := setup(t, nil)
	a, other := e.member(t, accounttest.Email("taro@example.com")), e.member(t)
	if isSet, err := e.Page(t.Context(), a); err != nil || isSet {
		t.Errorf("%v, %v", isSet, err)
	}
	e.set(t, a, "0420")
	e.set(t, other, "0420")
	if isSet, err := e.Page(t.Context(), a); err != nil || !isSet {
		t.Errorf("%v, %v", isSet, err)
	}
	rows := e.Store.Client(t.Context()).Pin.Query().AllX(t.Context())
	if len(rows) != 2 || rows[0].Hash == rows[1].Hash {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if !strings.HasPrefix(row.Hash, "$argon2id$") || strings.Contains(fmt.Sprintf("%v %+v", row, row), row.Hash) {
			t.Errorf("kept as %q, or printed", row.Hash)
		}
	}
	if got := e.says(t, a, "0420"); got != "right" {
		t.Error(got)
	}
	e.set(t, a, "1984")
	if got := e.says(t, a, "0420") + " " + e.says(t, a, "1984"); got != "wrong right" {
		t.Errorf("replaced: %s", got)
	}
	if got := e.says(t, other, "0420"); got != "right" {
		t.Errorf("somebody else's: %s", got)
	}
	if got := accounttest.Mails(t, e.Account, "taro@example.com"); !slices.Equal(got, []string{"pin-set", "pin-set"}) {
		t.Errorf("mails %v", got)
	}
}

func TestGuessingIsSlowedDown(t *testing.T) {
	e := setup(t, nil)
	a, other := e.member(t), e.member(t)
	e.set(t, a, "0420")
	e.set(t, other, "1984")
	for i := range 4 {
		if got := e.says(t, a, fmt.Sprintf("100%d", i)); got != "wrong" {
			t.Fatal(got)
		}
	}
	if got := e.says(t, a, "0420"); got != "right" {
		t.Fatalf("the fifth: %s", got)
	}
	for i := range 5 {
		if got := e.says(t, a, fmt.Sprintf("100%d", i)); got != "wrong" {
			t.Fatalf("a right one starts anew: %s", got)
		}
	}
	right, err := e.Check(t.Context(), a.AccountID, pin.Apps, "0420")
	if f, _ := fault.As(err); right || f == nil || f.Code != fault.TooManyRequests || f.RetryAfter > 30*time.Second || f.RetryAfter < 20*time.Second {
		t.Errorf("the sixth, though right: %v, %v", right, err)
	}
	if got := e.says(t, other, "1984"); got != "right" {
		t.Errorf("somebody else: %s", got)
	}
	e.Clock.Advance(30 * time.Second)
	if got := e.says(t, a, "1006") + " " + e.says(t, a, "0420"); got != "wrong TOO_MANY_REQUESTS" {
		t.Errorf("one more after the wait: %s", got)
	}
	guesses := 0
	for range 6 * 60 { // six hours of guessing
		e.Clock.Advance(time.Minute)
		if e.says(t, a, "1007") == "wrong" {
			guesses++
		}
	}
	if guesses < 20 || guesses > 30 { // so 110 a day: of ten thousand, one in a hundred
		t.Errorf("%d guesses in six hours", guesses)
	}
	e.set(t, a, "2001")
	if got := e.says(t, a, "2001"); got != "right" {
		t.Errorf("a new one ends the wait: %s", got)
	}
}

// what apps try closes nothing on the site, and the other way round; a new PIN opens both.
func TestAppsUseUpNothingOfTheSite(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.set(t, a, "0420")
	check := func(by pin.Asker, digits string) string {
		_, err := e.Check(t.Context(), a.AccountID, by, digits)
		return faulttest.Said(err)
	}
	for range 5 {
		check(pin.Apps, "1000")
	}
	if got := check(pin.Apps, "0420") + " " + check(pin.Site, "0420"); got != "TOO_MANY_REQUESTS " {
		t.Errorf("after five wrong ones by apps: %q", got)
	}
	for range 5 {
		check(pin.Site, "1000")
	}
	if got := check(pin.Site, "0420"); got != "TOO_MANY_REQUESTS" {
		t.Errorf("after five wrong ones on the site: %q", got)
	}
	e.set(t, a, "1984")
	if got := check(pin.Apps, "1984") + check(pin.Site, "1984"); got != "" {
		t.Errorf("after another PIN: %q", got)
	}
}

func TestManyGuessesAtOnceAreFive(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.set(t, a, "0420")
	got := faulttest.Races(50, func(i int) error {
		right, err := e.Check(t.Context(), a.AccountID, pin.Apps, fmt.Sprintf("10%02d", i))
		if right {
			return errors.New("right")
		}
		return err
	})
	if got[""] != 5 || got["TOO_MANY_REQUESTS"] != 45 {
		t.Errorf("outcomes %v", got)
	}
}

// Right PINs cost a hash, too: an app cannot have the server do nothing else.
func TestRightPinsAreCountedToo(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.set(t, a, "0420")
	for range 120 {
		if got := e.says(t, a, "0420"); got != "right" {
			t.Fatal(got)
		}
	}
	if got := e.says(t, a, "0420"); got != "TOO_MANY_REQUESTS" {
		t.Error(got)
	}
}

func TestSettingIsLimitedAndMayRace(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	got := faulttest.Races(30, func(i int) error { return e.Set(t.Context(), a, fmt.Sprintf("20%02d", i)) })
	if got[""] != 20 || got["TOO_MANY_REQUESTS"] != 10 {
		t.Errorf("outcomes %v", got)
	}
	if n := e.Store.Client(t.Context()).Pin.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d PINs of one member", n)
	}
	e.Clock.Advance(time.Hour)
	e.set(t, a, "0420")
	if got := e.says(t, a, "0420"); got != "right" {
		t.Error(got)
	}
}

func TestAStoreWithoutPinsHasNone(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.Flags.PinCode = false })
	a := e.member(t)
	_, page := e.Page(t.Context(), a)
	for name, err := range map[string]error{"page": page, "set": e.Set(t.Context(), a, "0420")} {
		if got := faulttest.Said(err); got != "NOT_FOUND" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := e.says(t, a, "0420"); got != "NOT_FOUND" {
		t.Errorf("check: %s", got)
	}
}

// What began in a session that was ended meanwhile does not happen, and leaving takes the
// PIN along.
func TestAnEndedSessionSetsNoPin(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.set(t, a, "0420")
	if err := e.login.Session.EndAll(t.Context(), a.AccountID, uuid.Nil); err != nil {
		t.Fatal(err)
	}
	if got := faulttest.Said(e.Set(t.Context(), a, "1984")); got != "UNAUTHENTICATED" {
		t.Errorf("in a session that has ended: %q", got)
	}
	if got := e.says(t, a, "0420"); got != "right" {
		t.Errorf("the PIN: %s", got)
	}
	if err := e.Leave(t.Context(), a.AccountID); err != nil {
		t.Fatal(err)
	}
	if n := e.Store.Client(t.Context()).Pin.Query().CountX(t.Context()); n != 0 {
		t.Errorf("%d PINs stay", n)
	}
	if got := e.says(t, a, "0420"); got != "not set" {
		t.Errorf("after leaving: %s", got)
	}
}
