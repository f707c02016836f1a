package profile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/pin"
	"kaiin/server/identity/profile"
	"kaiin/server/identity/session"
)

type env struct {
	*profile.Service
	login *login.Service
	t     *testing.T
}

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	l := logintest.New(t, change)
	pins := &pin.Service{Store: l.Store, Clock: l.Clock, Settings: l.Settings, Throttle: l.Throttle, Account: l.Account, Passwords: &l.Credential.Passwords}
	return env{&profile.Service{Store: l.Store, Clock: l.Clock, Session: l.Session, Account: l.Account, Pin: pins}, l, t}
}

// television is a session of a member, as requests find it.
type television struct {
	env
	token string
}

func (e env) member(options ...accounttest.Option) (television, *ent.Account) {
	e.t.Helper()
	row := accounttest.Member(e.t, e.Account, options...)
	return e.elsewhere(row), row
}

// elsewhere is another session of the member.
func (e env) elsewhere(row *ent.Account) television {
	e.t.Helper()
	_, token := logintest.Member(e.t, e.login, row.ID)
	return television{e, token}
}

// actor is who the next request comes from.
func (tv television) actor() actor.Actor {
	tv.t.Helper()
	row, owner, err := tv.Session.Resume(tv.t.Context(), tv.token)
	if err != nil || row == nil {
		tv.t.Fatalf("no session: %v", err)
	}
	return session.Bind(actor.Actor{Locale: "ja"}, row, owner)
}

func (tv television) makes(name string, restricted bool) uuid.UUID {
	tv.t.Helper()
	made, err := tv.Create(tv.t.Context(), tv.actor(), profile.Input{Name: name, Restricted: restricted})
	if err != nil || made.Name != name || made.Restricted != restricted || made.Current || made.IsMain() {
		tv.t.Fatalf("%+v, %v", made, err)
	}
	return made.ID
}

// switches is how switching ends, in short.
func (tv television) switches(id uuid.UUID, digits string) string {
	tv.t.Helper()
	now, err := tv.Switch(tv.t.Context(), tv.actor(), id, digits)
	if err != nil {
		return faulttest.Said(err)
	}
	if !now.Current || now.ID != id || tv.actor().ProfileID != id {
		tv.t.Errorf("%+v, and the session has %s", now, tv.actor().ProfileID)
	}
	return ""
}

func (tv television) setPin(digits string) {
	tv.t.Helper()
	if err := tv.Pin.Set(tv.t.Context(), tv.actor(), digits); err != nil {
		tv.t.Fatal(err)
	}
}

// names are all profiles, with what is told of them.
func (tv television) names() string {
	tv.t.Helper()
	all, err := tv.List(tv.t.Context(), tv.actor())
	if err != nil {
		tv.t.Fatal(err)
	}
	var names []string
	for _, p := range all {
		name := p.Name
		for _, c := range []struct {
			mark  string
			holds bool
		}{{" restricted", p.Restricted}, {" current", p.Current}, {" PIN", p.NeedsPin}} {
			if c.holds {
				name += c.mark
			}
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

var main = uuid.Nil

func TestProfilesAreMadeChangedAndRemoved(t *testing.T) {
	e := setup(t, nil)
	tv, _ := e.member(accounttest.With(func(c *ent.AccountCreate) { c.SetNickname("太郎") }))
	if got := tv.names(); got != "太郎 current" {
		t.Errorf("at first: %s", got)
	}
	hana, ken := tv.makes("花子", false), tv.makes("健", true)
	tv.setPin("0420")
	if got := tv.names(); got != "太郎 current PIN, 花子 PIN, 健 restricted" {
		t.Error(got)
	}
	now, err := tv.Update(t.Context(), tv.actor(), ken, profile.Input{Name: "  ケン\u200b ", Restricted: false})
	if err != nil || now.Name != "ケン" || now.Restricted || !now.NeedsPin {
		t.Errorf("%+v, %v", now, err)
	}
	if _, err := tv.Update(t.Context(), tv.actor(), ken, profile.Input{Name: "ケン", Restricted: false}); err != nil {
		t.Errorf("the same once more: %v", err)
	}
	if err := tv.Remove(t.Context(), tv.actor(), hana); err != nil {
		t.Fatal(err)
	}
	if got := faulttest.Said(tv.Remove(t.Context(), tv.actor(), hana)); got != "NOT_FOUND" {
		t.Errorf("removed once more: %s", got)
	}
	if got := tv.names(); got != "太郎 current PIN, ケン PIN" {
		t.Error(got)
	}
}

func TestNamesOfProfiles(t *testing.T) {
	e := setup(t, nil)
	tv, _ := e.member()
	tv.makes("花子", true)
	for _, c := range []struct{ name, want string }{
		{"", "profileName:REQUIRED"}, {" \u3000 ", "profileName:REQUIRED"}, {strings.Repeat("あ", 21), "profileName:TOO_LONG"}, {strings.Repeat("x", 60_000), "profileName:TOO_LONG"},
		{"花\n子", "profileName:INVALID_CHARACTERS"}, {"花\x00子", "profileName:INVALID_CHARACTERS"},
		{"花\u2028子", "profileName:INVALID_CHARACTERS"}, {"花\xff子", "profileName:INVALID_CHARACTERS"},
		{"花子", "profileName:PROFILE_NAME_TAKEN"}, {" 花子", "profileName:PROFILE_NAME_TAKEN"},
		{strings.Repeat("あ", 20), ""}, {"\ufa19谷", ""}, {"👨\u200d👩\u200d👧", ""}, {"<b>{0}%s", ""},
	} {
		_, err := tv.Create(t.Context(), tv.actor(), profile.Input{Name: c.name})
		if got := faulttest.Said(err); got != c.want {
			t.Errorf("%.10q: %q, want %q", c.name, got, c.want)
		}
	}
	other, _ := e.member()
	other.makes("花子", true)
	all, err := tv.List(t.Context(), tv.actor())
	if err != nil {
		t.Fatal(err)
	}
	_, err = tv.Update(t.Context(), tv.actor(), all[2].ID, profile.Input{Name: "花子"})
	if got := faulttest.Said(err); got != "profileName:PROFILE_NAME_TAKEN" {
		t.Errorf("renamed: %s", got)
	}
}

// The profile that every account has is called as its member is, without what they log in with.
func TestTheMainProfile(t *testing.T) {
	t.Parallel()
	nickname, name, family, email, userID := "太郎", "会員太郎", "会員", "taro@example.jp", "taro01"
	for _, c := range []struct {
		owner  ent.Account
		ja, en string
	}{
		{ent.Account{Nickname: &nickname, Name: &name}, "太郎", "太郎"},
		{ent.Account{Name: &name, FamilyName: &family}, "会員太郎", "会員太郎"},
		{ent.Account{FamilyName: &family}, "会員", "会員"},
		{ent.Account{Email: &email, UserID: &userID}, "メイン", "Main"},
	} {
		if ja, en := session.MainProfile(&c.owner, "ja"), session.MainProfile(&c.owner, "en"); ja != c.ja || en != c.en {
			t.Errorf("%s, %s; want %s, %s", ja, en, c.ja, c.en)
		}
	}
}

func TestProfilesAreFew(t *testing.T) {
	e := setup(t, nil)
	tv, _ := e.member()
	a := tv.actor()
	got := faulttest.Races(50, func(i int) error {
		_, err := tv.Create(t.Context(), a, profile.Input{Name: fmt.Sprintf("P%d", i)})
		return err
	})
	if got[""] != 5 || got["PROFILE_LIMIT_REACHED"] != 45 {
		t.Errorf("outcomes %v", got)
	}
	same, _ := e.member()
	a = same.actor()
	got = faulttest.Races(20, func(int) error {
		_, err := same.Create(t.Context(), a, profile.Input{Name: "花子", Restricted: true})
		return err
	})
	if got[""] != 1 || got["profileName:PROFILE_NAME_TAKEN"] != 19 {
		t.Errorf("one name, outcomes %v", got)
	}
}

// A restricted profile opens nothing and changes nothing; the session knows which profiles would.
func TestARestrictedProfile(t *testing.T) { // P-016 A-198
	e := setup(t, nil)
	tv, row := e.member(accounttest.With(func(c *ent.AccountCreate) { c.SetNickname("太郎") }))
	beside := e.elsewhere(row)
	hana, ken := tv.makes("花子", false), tv.makes("健", true)
	if got := tv.actor().SwitchTo; got != nil {
		t.Errorf("in the main one: %v", got)
	}
	if got := tv.switches(hana, ""); got != "" || tv.actor().Restricted() {
		t.Errorf("to another that is not restricted: %q, %v", got, tv.actor().SwitchTo)
	}
	if got := tv.switches(ken, ""); got != "" {
		t.Fatal(got)
	}
	a := tv.actor()
	if !slices.Equal(a.SwitchTo, []string{"太郎", "花子"}) || !a.Restricted() {
		t.Errorf("%v", a.SwitchTo)
	}
	if beside.actor().Restricted() {
		t.Error("another session of the member is restricted, too")
	}
	for locale, want := range map[string]string{
		"ja": "現在のプロフィールではご利用いただけません。プロフィール「太郎」または「花子」に切り替えてから、もう一度お試しください。",
		"en": "This cannot be used with the current profile. Please switch to the profile “太郎” or “花子” and try again.",
	} {
		b := a
		b.Locale = locale
		f, _ := fault.As(b.SwitchProfile())
		if got := fault.Text(locale, f.Code, "", f.Args); got != want || f.Status() != 403 || f.Code != "PROFILE_FORBIDDEN" {
			t.Errorf("%s: %d %s %s", locale, f.Status(), f.Code, got)
		}
	}
	_, made := tv.Create(t.Context(), a, profile.Input{Name: "次郎"})
	_, opened := tv.Update(t.Context(), a, ken, profile.Input{Name: "健"})
	for what, err := range map[string]error{"made": made, "opened": opened, "removed": tv.Remove(t.Context(), a, ken), "a fresh proof": a.NeedsFresh(e.Clock.Now())} {
		if got := faulttest.Said(err); got != "PROFILE_FORBIDDEN" {
			t.Errorf("%s: %q", what, got)
		}
	}
	if got := tv.names(); got != "太郎, 花子, 健 restricted current" {
		t.Error(got)
	}
	// What somebody in another profile does counts from the next request on.
	if _, err := beside.Update(t.Context(), beside.actor(), ken, profile.Input{Name: "健"}); err != nil || tv.actor().Restricted() {
		t.Errorf("opened elsewhere: %v, %v", err, tv.actor().SwitchTo)
	}
	if _, err := beside.Update(t.Context(), beside.actor(), ken, profile.Input{Name: "健", Restricted: true}); err != nil || !tv.actor().Restricted() {
		t.Errorf("restricted elsewhere: %v", err)
	}
}

func TestSwitchingTakesThePin(t *testing.T) {
	e := setup(t, nil)
	tv, row := e.member()
	hana, ken := tv.makes("花子", false), tv.makes("健", true)
	tv.setPin("0420")
	for _, c := range []struct {
		to           uuid.UUID
		digits, want string
	}{
		{ken, "", ""}, {ken, "", ""}, {main, "", "pinCode:INVALID_FORMAT"}, {main, "04a0", "pinCode:INVALID_CHARACTERS"}, {main, "１２３４", "pinCode:INVALID_CHARACTERS"},
		{main, "1984", "pinCode:PROFILE_PIN_WRONG"}, {hana, "1984", "pinCode:PROFILE_PIN_WRONG"}, {hana, "0420", ""}, {main, "", "pinCode:INVALID_FORMAT"}, {main, "0420", ""},
		{main, "0420", ""}, {ken, "1984", ""}, {uuid.Must(uuid.NewV7()), "0420", "NOT_FOUND"},
	} {
		if got := tv.switches(c.to, c.digits); got != c.want {
			t.Fatalf("to %s with %q: %q, want %q", c.to, c.digits, got, c.want)
		}
	}
	other, _ := e.member()
	if got := other.switches(ken, ""); got != "NOT_FOUND" {
		t.Errorf("to another member's: %q", got)
	}
	// Five wrong ones, whichever session asks; then a wait, after which the right one opens.
	beside := e.elsewhere(row)
	for i := range 5 {
		if got := []television{tv, beside}[i%2].switches(main, fmt.Sprintf("100%d", i)); got != "pinCode:PROFILE_PIN_WRONG" {
			t.Fatal(got)
		}
	}
	if got := tv.switches(main, "0420"); got != "TOO_MANY_REQUESTS" || !tv.actor().Restricted() {
		t.Errorf("the sixth, though right: %q", got)
	}
	if got := tv.switches(ken, ""); got != "" {
		t.Errorf("to a restricted one meanwhile: %q", got)
	}
	e.Clock.Advance(30 * time.Second)
	if got := tv.switches(main, "0420"); got != "" || tv.actor().Restricted() {
		t.Errorf("after the wait: %q", got)
	}
}

// A member who has forgotten the PIN is not locked out: a login begins in the main profile, where
// another is set.
func TestALoginBeginsInTheMainProfile(t *testing.T) {
	e := setup(t, nil)
	tv, row := e.member()
	ken := tv.makes("健", true)
	tv.setPin("0420")
	if got := tv.switches(ken, ""); got != "" {
		t.Fatal(got)
	}
	signed, err := e.Session.SignIn(t.Context(), tv.actor(), row, actor.MethodPassword) // in the same browser
	if err != nil {
		t.Fatal(err)
	}
	fresh := television{e, signed.Token}
	if a := fresh.actor(); a.Restricted() || a.ProfileID != main {
		t.Errorf("%+v", a)
	}
	fresh.setPin("1984")
	if got := fresh.switches(main, "1984"); got != "" {
		t.Error(got)
	}
}

func TestAStoreWithoutPinsAsksForNone(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.Flags.PinCode = false })
	tv, _ := e.member()
	ken := tv.makes("健", true)
	if got := tv.switches(ken, "") + tv.switches(main, ""); got != "" || tv.actor().Restricted() {
		t.Error(got)
	}
}

// What was removed opens nothing: whichever of a switch and a removal comes first, no session is
// left open by it.
func TestSwitchingMayRaceRemoving(t *testing.T) {
	e := setup(t, nil)
	parent, row := e.member()
	parent.setPin("0420")
	for _, restricted := range []bool{true, false} {
		id := parent.makes(fmt.Sprint("健 ", restricted), restricted)
		var all []television
		for range 4 { // right PINs are tries, too, until they are found right
			all = append(all, e.elsewhere(row))
		}
		parents, actors := parent.actor(), []actor.Actor{}
		for _, tv := range all {
			actors = append(actors, tv.actor())
		}
		got := faulttest.Races(5, func(i int) error {
			if i == 4 {
				return parent.Remove(t.Context(), parents, id)
			}
			_, err := e.Switch(t.Context(), actors[i], id, "0420")
			return err
		})
		if got[""]+got["NOT_FOUND"] != 5 {
			t.Fatalf("outcomes %v", got)
		}
		closed := 0
		for _, tv := range all {
			if a := tv.actor(); a.ProfileID == id != a.Restricted() {
				t.Errorf("restricted: %v; a session has %s and may switch to %v", restricted, a.ProfileID, a.SwitchTo)
			} else if a.Restricted() {
				closed++
			}
		}
		if closed != got[""]-1 {
			t.Errorf("%d sessions are closed after %v", closed, got)
		}
	}
}

// The session that removes its own profile goes on in the main one.
func TestRemovingTheCurrentProfile(t *testing.T) {
	e := setup(t, nil)
	tv, _ := e.member()
	hana := tv.makes("花子", false)
	if got := tv.switches(hana, ""); got != "" {
		t.Fatal(got)
	}
	if err := tv.Remove(t.Context(), tv.actor(), hana); err != nil {
		t.Fatal(err)
	}
	if a := tv.actor(); a.ProfileID != main || a.Restricted() {
		t.Errorf("%s, %v", a.ProfileID, a.SwitchTo)
	}
}

// What began in a session that was ended meanwhile does not happen, and leaving takes the
// profiles along.
func TestAnEndedSessionChangesNoProfile(t *testing.T) {
	e := setup(t, nil)
	tv, row := e.member()
	ken, a := tv.makes("健", true), tv.actor()
	if err := e.Session.EndAll(t.Context(), row.ID, uuid.Nil); err != nil {
		t.Fatal(err)
	}
	_, made := e.Create(t.Context(), a, profile.Input{Name: "次郎"})
	_, changed := e.Update(t.Context(), a, ken, profile.Input{Name: "次郎"})
	_, switched := e.Switch(t.Context(), a, ken, "")
	for what, err := range map[string]error{"made": made, "changed": changed, "switched": switched, "removed": e.Remove(t.Context(), a, ken)} {
		if got := faulttest.Said(err); got != "UNAUTHENTICATED" {
			t.Errorf("%s: %q", what, got)
		}
	}
	other, _ := e.member()
	other.makes("健", true)
	if err := e.Leave(t.Context(), row.ID); err != nil {
		t.Fatal(err)
	}
	if n := e.Store.Client(t.Context()).Profile.Query().CountX(t.Context()); n != 1 {
		t.Errorf("%d profiles stay", n)
	}
}
