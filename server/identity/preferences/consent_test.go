package preferences_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/consentanswer"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/preferences"
)

type env struct {
	*preferences.Service
	login *login.Service
}

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	l := logintest.New(t, change)
	return env{&preferences.Service{Store: l.Store, Clock: l.Clock, Settings: l.Settings, Throttle: l.Throttle, Account: l.Account}, l}
}

func (e env) member(t *testing.T) actor.Actor {
	t.Helper()
	a, _ := logintest.Member(t, e.login, accounttest.Member(t, e.Account).ID)
	a.Locale, a.IP, a.UserAgent = "ja", "203.0.113.7", "Firefox"
	return a
}

func (e env) page(t *testing.T, a actor.Actor, kind preferences.Kind) *preferences.Page {
	t.Helper()
	page, err := e.Page(t.Context(), a, kind)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// option is one of the newsletters, as the member sees it now.
func (e env) option(t *testing.T, a actor.Actor, id string) preferences.Option {
	t.Helper()
	all := e.page(t, a, preferences.Newsletter).Options
	at := slices.IndexFunc(all, func(o preferences.Option) bool { return o.ID == id })
	if at < 0 {
		t.Fatalf("no option %s", id)
	}
	return all[at]
}

// says answers an option in the words that the member sees now.
func (e env) says(t *testing.T, a actor.Actor, id string, agreed bool) {
	t.Helper()
	got, err := e.Answer(t.Context(), a, preferences.Answer{OptionID: id, Key: e.option(t, a, id).Key, Agreed: agreed})
	if err != nil || got.Agreed != agreed || got.ID != id {
		t.Fatalf("%+v, %v", got, err)
	}
}

func (e env) history(t *testing.T) []*ent.ConsentAnswer {
	return e.Store.Client(t.Context()).ConsentAnswer.Query().Order(ent.Asc(consentanswer.FieldID)).AllX(t.Context())
}

func TestThePageHasTheOptionsOfItsKind(t *testing.T) { // R-097 R-098 K-039 F-303 F-304 F-305 F-306 F-307
	e := setup(t, nil)
	a := e.member(t)
	for name, want := range map[string]preferences.Kind{"privacy": preferences.Privacy, "newsletter": preferences.Newsletter, "": preferences.Newsletter, "Privacy": preferences.Newsletter, "x": preferences.Newsletter} { // A-181
		if got := preferences.KindOf(name); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
	for _, c := range []struct {
		locale string
		kind   preferences.Kind
		want   string
	}{
		{"ja", preferences.Newsletter, "news 新着のお知らせ 新しい作品をお知らせします。 false, offers お得な情報  false"},
		{"en", preferences.Newsletter, "news New films Tells you about new films. false, offers Offers  false"},
		{"en", preferences.Privacy, "suggestions Suggestions Uses what you have watched. false"},
	} {
		a.Locale = c.locale
		var got []string
		for _, o := range e.page(t, a, c.kind).Options {
			got = append(got, fmt.Sprintf("%s %s %s %v", o.ID, o.Title, o.Description, o.Agreed))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s %s: %q", c.locale, c.kind, got)
		}
	}
}

// Every answer is kept with the words that were shown, the time and where it came from; the former
// ones stay.
func TestAnswersAreKeptAsAHistory(t *testing.T) { // C-096 S-095
	e := setup(t, nil)
	a, other := e.member(t), e.member(t)
	e.says(t, a, "news", true)
	first := e.Clock.Now()
	e.Clock.Advance(time.Hour)
	a.Locale, a.IP, a.UserAgent = "en", "2001:db8::1", "Safari"
	e.says(t, a, "news", false)
	if e.option(t, a, "news").Agreed || e.option(t, other, "news").Agreed {
		t.Error("agreed")
	}
	e.says(t, a, "offers", true)
	rows := e.history(t)
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprintf("%s %v %q %s %s %v", row.OptionID, row.Agreed, row.Wording, row.IP, row.UserAgent, row.ReplacedAt != nil))
	}
	want := []string{
		`news true "新着のお知らせ\n新しい作品をお知らせします。" 203.0.113.7 Firefox true`,
		`news false "New films\nTells you about new films." 2001:db8::1 Safari false`,
		`offers true "Offers" 2001:db8::1 Safari false`,
	}
	if !slices.Equal(got, want) {
		t.Fatalf("kept:\n%s", strings.Join(got, "\n"))
	}
	near := func(got, want time.Time) bool { return got.Sub(want).Abs() < time.Minute }
	if !near(rows[0].CreatedAt, first) || !near(*rows[0].ReplacedAt, first.Add(time.Hour)) || rows[0].AccountID != a.AccountID {
		t.Errorf("%v", rows[0])
	}
}

// An answer that was lost on the way back is sent again, days later too, and another tab may have
// sent it: it is kept once.
func TestTheSameAnswerIsKeptOnce(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.says(t, a, "news", true)
	e.Clock.Advance(6 * 24 * time.Hour) // after seven days without a visit its session is over
	e.says(t, a, "news", true)
	if rows := e.history(t); len(rows) != 1 {
		t.Errorf("%d rows", len(rows))
	}
	a.Locale = "en" // other words are another answer
	e.says(t, a, "news", true)
	if rows := e.history(t); len(rows) != 2 || rows[0].ReplacedAt == nil {
		t.Errorf("%v", rows)
	}
}

// Whatever comes at once, one answer of the option counts, and each of the others was replaced.
func TestFiftyAnswersAtOnce(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	key := e.option(t, a, "news").Key
	got := faulttest.Races(50, func(i int) error {
		_, err := e.Answer(t.Context(), a, preferences.Answer{OptionID: "news", Key: key, Agreed: i%2 == 0})
		return err
	})
	if got[""] != 50 {
		t.Errorf("outcomes %v", got)
	}
	current, rows := 0, e.history(t)
	for _, row := range rows {
		if row.ReplacedAt == nil {
			current++
			if row.Agreed != e.option(t, a, "news").Agreed {
				t.Error("the page shows another answer")
			}
		}
	}
	if current != 1 || len(rows) > 50 {
		t.Errorf("%d of %d rows count", current, len(rows))
	}
}

func TestAnswersAreLimited(t *testing.T) {
	e := setup(t, nil)
	a, other := e.member(t), e.member(t)
	key := e.option(t, a, "news").Key
	answer := func(a actor.Actor) error {
		_, err := e.Answer(t.Context(), a, preferences.Answer{OptionID: "news", Key: key, Agreed: true})
		return err
	}
	if got := faulttest.Races(80, func(int) error { return answer(a) }); got[""] != 60 || got["TOO_MANY_REQUESTS"] != 20 {
		t.Errorf("outcomes %v", got)
	}
	if err := answer(other); err != nil {
		t.Errorf("another member: %v", err)
	}
	e.Clock.Advance(time.Hour)
	if err := answer(a); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}

func TestWhatCannotBeAnswered(t *testing.T) {
	e := setup(t, func(s *settings.Settings) { s.Flags.Privacy = false })
	a := e.member(t)
	key := e.option(t, a, "news").Key
	for name, c := range map[string]struct{ id, key, want string }{
		"unknown":                    {"nothing", key, "NOT_FOUND"},
		"no option":                  {"", key, "NOT_FOUND"},
		"huge":                       {strings.Repeat("x", 60_000), key, "NOT_FOUND"},
		"of a kind off":              {"suggestions", key, "NOT_FOUND"},
		"no key":                     {"news", "", "POLICY_CHANGED"},
		"another's key":              {"offers", key, "POLICY_CHANGED"},
		"what the store never wrote": {"news", "\x00" + key, "POLICY_CHANGED"},
	} {
		if _, err := e.Answer(t.Context(), a, preferences.Answer{OptionID: c.id, Key: c.key, Agreed: true}); faulttest.Said(err) != c.want {
			t.Errorf("%s: %q", name, faulttest.Said(err))
		}
	}
	if n := len(e.history(t)); n != 0 {
		t.Errorf("%d rows", n)
	}
}

// Words that have changed since the page was shown are refused; the answer to the former ones
// still counts.
func TestNoMemberAgreesToWordsTheyHaveNotRead(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.says(t, a, "news", true)
	read := e.option(t, a, "news").Key
	settings, err := e.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	settings.ConsentOptions[0].Description["ja"] += "第三者にも提供します。"
	if _, err := e.Answer(t.Context(), a, preferences.Answer{OptionID: "news", Key: read, Agreed: false}); faulttest.Said(err) != "POLICY_CHANGED" {
		t.Errorf("%v", err)
	}
	if o := e.option(t, a, "news"); !o.Agreed || o.Key == read {
		t.Errorf("%+v", o)
	}
	e.says(t, a, "news", false)
}

func TestAStoreWithoutAKindHasNoPageOfIt(t *testing.T) { // A-019 A-181
	e := setup(t, func(s *settings.Settings) { s.Flags.Newsletter = false })
	a := e.member(t)
	if _, err := e.Page(t.Context(), a, preferences.Newsletter); faulttest.Said(err) != "NOT_FOUND" {
		t.Errorf("newsletter: %v", err)
	}
	if n := len(e.page(t, a, preferences.Privacy).Options); n != 1 {
		t.Errorf("%d options of privacy", n)
	}
}

// What began in a session that was ended meanwhile does not happen. Leaving erases where answers
// came from, and keeps what was agreed to.
func TestLeavingAndEndedSessions(t *testing.T) {
	e := setup(t, nil)
	a, other := e.member(t), e.member(t)
	e.says(t, a, "news", true)
	e.says(t, other, "news", true)
	key := e.option(t, a, "news").Key
	if err := e.login.Session.EndAll(t.Context(), a.AccountID, uuid.Nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Answer(t.Context(), a, preferences.Answer{OptionID: "news", Key: key}); faulttest.Said(err) != "UNAUTHENTICATED" {
		t.Errorf("in a session that has ended: %v", err)
	}
	if err := e.Leave(t.Context(), a.AccountID); err != nil {
		t.Fatal(err)
	}
	for _, row := range e.history(t) {
		if erased := row.IP == "" && row.UserAgent == ""; erased != (row.AccountID == a.AccountID) || !row.Agreed {
			t.Errorf("%v", row)
		}
	}
}

func TestReplacedAnswersGoAfterThreeYears(t *testing.T) {
	e := setup(t, nil)
	a := e.member(t)
	e.says(t, a, "news", true)
	e.says(t, a, "news", false)
	left := func() int {
		if err := e.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		return len(e.history(t))
	}
	e.Clock.Advance(3*365*24*time.Hour - time.Minute)
	if n := left(); n != 2 {
		t.Errorf("%d rows before three years", n)
	}
	e.Clock.Advance(time.Minute)
	if n := left(); n != 1 {
		t.Errorf("%d rows after them", n)
	}
}
