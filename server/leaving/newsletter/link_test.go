package newsletter

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/identity/account/accounttest"
)

func (e env) page(t *testing.T, a actor.Actor, token string) Page {
	t.Helper()
	page, err := e.Page(t.Context(), a, token)
	if err != nil {
		t.Fatal(err)
	}
	return *page
}

// Looking changes nothing; the button, or one click in a mail program, is a no in the history,
// however often it comes.
func TestALinkStopsItsNewsletter(t *testing.T) {
	e := setup(t, nil)
	m := e.member(t, []bool{true}, accounttest.Email("taro@example.jp"))
	e.says(t, m.ID, "offers", true)
	e.send(t)
	e.deliver(t)
	token := e.token(t)
	if strings.Contains(token, "taro") || strings.Contains(token, "news") || len(token) > 120 {
		t.Errorf("token %s", token)
	}
	english := program
	english.Locale = "en"
	for range 3 {
		if got := e.page(t, english, token); got != (Page{Open, "New films"}) {
			t.Errorf("%+v", got)
		}
	}
	e.Clock.Advance(399 * 24 * time.Hour)
	if got := faulttest.Races(20, func(int) error { return e.Stop(t.Context(), program, token) }); got[""] != 20 {
		t.Errorf("outcomes %v", got)
	}
	if got := e.page(t, program, token); got != (Page{Stopped, "新着のお知らせ"}) {
		t.Errorf("%+v", got)
	}
	want := []string{
		`news true member "新着のお知らせ\n新しい作品をお知らせします。" 203.0.113.7 Firefox true`,
		`offers true member "お得な情報" 203.0.113.7 Firefox false`,
		`news false link "新着のお知らせ\n新しい作品をお知らせします。" 198.51.100.7 Mail false`,
	}
	if got := e.history(t); !slices.Equal(got, want) {
		t.Errorf("kept:\n%s", strings.Join(got, "\n"))
	}

	e.says(t, m.ID, "news", true) // in My Page; the old link stops it again
	if got := e.page(t, program, token); got.State != Open {
		t.Errorf("after another yes: %+v", got)
	}
	if err := e.Stop(t.Context(), program, token); err != nil || e.page(t, program, token).State != Stopped {
		t.Errorf("%v", err)
	}
	e.Clock.Advance(24 * time.Hour)
	if got := e.page(t, program, token); got != (Page{State: Broken}) {
		t.Errorf("after 400 days: %+v", got)
	}
	if err := e.Stop(t.Context(), program, token); faulttest.Said(err) != "NOT_FOUND" {
		t.Errorf("after 400 days: %v", err)
	}
}

// A link from before the links knew their address stops its newsletter for its 400 days, unless the
// member has another address since.
func TestALinkOfAFormerReleaseStopsItsNewsletter(t *testing.T) {
	e := setup(t, nil)
	m := e.member(t, []bool{true}, accounttest.Email("taro@example.jp"))
	former := func() string {
		return accounttest.FormerMailLink(e.Secrets, "newsletter link", m.ID, e.Clock.Now(), "news")
	}
	token, other := former(), former()
	if got := e.page(t, program, token); got != (Page{Open, "新着のお知らせ"}) {
		t.Errorf("%+v", got)
	}
	e.Clock.Advance(399 * 24 * time.Hour)
	if err := e.Stop(t.Context(), program, token); err != nil || e.page(t, program, token).State != Stopped {
		t.Errorf("%v", err)
	}
	last := former()
	if err := e.login.Account.SetEmail(t.Context(), m.ID, "elsewhere@example.jp", nil); err != nil {
		t.Fatal(err)
	}
	for name, link := range map[string]string{"of its 399 days": other, "of the day": last} {
		if err := e.Stop(t.Context(), program, link); faulttest.Said(err) != "NOT_FOUND" || e.page(t, program, link).State != Broken {
			t.Errorf("a link %s, to the former address: %v", name, err)
		}
	}
	e.Clock.Advance(time.Second)
	if got := e.page(t, program, former()); got.State != Stopped {
		t.Errorf("a link to the address of now: %+v", got)
	}
	now := e.link(m.ID, "elsewhere@example.jp", "news")
	if got := e.page(t, program, now); got.State != Stopped {
		t.Errorf("a link of now: %+v", got)
	}
	for _, link := range []string{now, former()} {
		sealed, err := base64.RawURLEncoding.DecodeString(link)
		if err != nil {
			t.Fatal(err)
		}
		_, asNew := e.Secrets.Open(sealing, sealed)
		_, asFormer := e.Secrets.Open(formerSealing, sealed)
		if (asNew == nil) == (asFormer == nil) {
			t.Errorf("a link opens as both or as none: %v, %v", asNew, asFormer)
		}
	}
	e.Clock.Advance(400 * 24 * time.Hour)
	if got := e.page(t, program, last); got.State != Broken {
		t.Errorf("after 400 days: %+v", got)
	}
}

// While a member answers in My Page and by links at once, one answer counts.
func TestLinksAndMyPageAtOnce(t *testing.T) {
	e := setup(t, nil)
	m := e.member(t, []bool{true})
	token := e.link(m.ID, *m.Email, "news")
	got := faulttest.Races(30, func(i int) error {
		if i == 0 {
			e.says(t, m.ID, "news", false, true, false, true, false, true)
			return nil
		}
		return e.Stop(t.Context(), program, token)
	})
	if got[""] != 30 {
		t.Errorf("outcomes %v", got)
	}
	current := 0
	for _, row := range e.history(t) {
		if strings.HasSuffix(row, " false") {
			current++
		}
	}
	if current != 1 {
		t.Errorf("%d answers count:\n%s", current, strings.Join(e.history(t), "\n"))
	}
}

// It is answered alike whether the member agrees, has refused, is suspended, has left or was never
// there; of those who have left nothing is kept.
func TestALinkTellsNothingOfItsMember(t *testing.T) {
	e := setup(t, nil)
	m, suspended, left := e.member(t, []bool{true, false}), e.member(t, []bool{true}), e.member(t, []bool{true})
	suspended.Update().SetStatus(entaccount.StatusSuspended).ExecX(t.Context())
	left.Update().SetStatus(entaccount.StatusWithdrawn).ExecX(t.Context())
	before := len(e.history(t))
	for name, id := range map[string]uuid.UUID{"refused": m.ID, "left": left.ID, "unknown": uuid.New()} {
		token := e.link(id, *m.Email, "news")
		if got := e.page(t, program, token); got != (Page{Stopped, "新着のお知らせ"}) {
			t.Errorf("%s: %+v", name, got)
		}
		if err := e.Stop(t.Context(), program, token); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(e.history(t)); n != before {
		t.Errorf("%d rows, before %d", n, before)
	}
	if err := e.Stop(t.Context(), program, e.link(suspended.ID, *suspended.Email, "news")); err != nil || len(e.history(t)) != before+1 {
		t.Errorf("a suspended member's no is not kept: %v", err)
	}
}

// A newsletter that the store has no more can still be refused, in the words that were agreed to.
func TestALinkOutlivesItsOption(t *testing.T) {
	e := setup(t, nil)
	m := e.member(t, []bool{true})
	token := e.link(m.ID, *m.Email, "news")
	e.settings(t, func(s *settings.Settings) { s.ConsentOptions = s.ConsentOptions[1:] })
	if got := e.page(t, program, token); got != (Page{State: Open}) {
		t.Errorf("%+v", got)
	}
	if err := e.Stop(t.Context(), program, token); err != nil || e.page(t, program, token).State != Stopped {
		t.Errorf("%v", err)
	}
	if got := e.history(t); len(got) != 2 || got[1] != `news false link "新着のお知らせ\n新しい作品をお知らせします。" 198.51.100.7 Mail false` {
		t.Errorf("kept:\n%s", strings.Join(got, "\n"))
	}
}

// anyone who reads a mailbox that was the member's stops nothing, and the member's own
// newsletters go on with links of their own.
func TestALinkDiesWithItsAddress(t *testing.T) {
	e := setup(t, nil)
	m := e.member(t, []bool{true}, accounttest.Email("taro@example.jp"))
	token := e.link(m.ID, "Taro@example.jp", "news")
	if got := e.page(t, program, token); got.State != Open {
		t.Errorf("before: %+v", got)
	}
	if err := e.Account.SetEmail(t.Context(), m.ID, "hanako@example.jp", nil); err != nil {
		t.Fatal(err)
	}
	if got := e.page(t, program, token); got != (Page{State: Broken}) {
		t.Errorf("from the former address: %+v", got)
	}
	for range linksPerSource + 1 { // it is a valid link, so it is not counted
		if err := e.Stop(t.Context(), program, token); faulttest.Said(err) != "NOT_FOUND" {
			t.Fatalf("from the former address: %v", err)
		}
	}
	if newer := e.link(m.ID, "hanako@example.jp", "news"); len(e.history(t)) != 1 || e.Stop(t.Context(), program, newer) != nil || len(e.history(t)) != 2 {
		t.Errorf("kept: %v", e.history(t))
	}
}

func TestBrokenLinks(t *testing.T) {
	e := setup(t, nil)
	m := e.member(t, []bool{true})
	right := e.link(m.ID, *m.Email, "news")
	seal := func(purpose string, data []byte) string {
		return base64.RawURLEncoding.EncodeToString(e.Secrets.Seal(purpose, data))
	}
	broken := map[string]string{
		"none": "", "cut": right[:len(right)-2], "changed": "A" + right[1:] + "A", "no base64": "%%%", "huge": strings.Repeat("A", 60_000), "full-width": "ａｂｃ",
		"of another purpose": seal("leave link", make([]byte, 40)), "too short": seal(sealing, make([]byte, 31)), "too old": seal(sealing, make([]byte, 40)),
	}
	for name, token := range broken {
		if got := e.page(t, program, token); got != (Page{State: Broken}) {
			t.Errorf("%s: %+v", name, got)
		}
		if err := e.Stop(t.Context(), program, token); faulttest.Said(err) != "NOT_FOUND" {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A stranger who guesses is slowed down, and does not slow down other members.
	got := faulttest.Races(100, func(int) error { return e.Stop(t.Context(), program, "guess") })
	if got["NOT_FOUND"] != linksPerSource-len(broken) || got["TOO_MANY_REQUESTS"] != 100-linksPerSource+len(broken) {
		t.Errorf("outcomes %v", got)
	}
	if err := e.Stop(t.Context(), program, right); err != nil {
		t.Errorf("a link that opens, from the same network: %v", err)
	}
	if len(e.history(t)) != 2 {
		t.Error(e.history(t))
	}
}
