package newsletter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/consentanswer"
	"kaiin/ent/message"
	"kaiin/server/base/actor"
	"kaiin/server/base/notify"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/preferences"
	"kaiin/server/staff/acts/actstest"
	"kaiin/server/transport/paths"
)

type env struct {
	*Service
	login *login.Service
	post  *post
}

// post takes the mails that leave.
type post struct {
	mu    sync.Mutex
	mails []notify.Mail
}

func (p *post) Send(ctx context.Context, m notify.Mail) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if store.InTx(ctx) {
		return errors.New("called inside a transaction")
	}
	p.mails = append(p.mails, m)
	return nil
}

// got is who got which subject.
func (p *post) got() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []string
	for _, m := range p.mails {
		all = append(all, m.To+" "+m.Subject)
	}
	slices.Sort(all)
	return all
}

func setup(t *testing.T, change func(*settings.Settings)) env {
	t.Helper()
	t.Parallel()
	l := logintest.New(t, change)
	answers := &preferences.Service{Store: l.Store, Clock: l.Clock, Settings: l.Settings, Throttle: l.Throttle, Account: l.Account}
	s := &Service{
		Store: l.Store, Clock: l.Clock, Secrets: l.Secrets, Settings: l.Settings, Throttle: l.Throttle, Account: l.Account, Consent: answers, Notify: l.Notify,
	}
	out := new(post)
	l.Notify.Mailer, l.Notify.Newsletters = out, s
	l.Notify.Brand = func(context.Context, string) (notify.Brand, error) {
		return notify.Brand{Name: "試験館", Origin: "https://cinema.example", PathOf: paths.Of, Seller: "株式会社試験館"}, nil
	}
	return env{s, l, out}
}

var issue = File{
	ID: "2026-spring", Subject: map[string]string{"ja": "春の新着", "en": "New in spring"},
	Text: map[string]string{"ja": "今週は2本です。\n・灯台\n\nお楽しみください。", "en": "Two films this week.\n\nEnjoy."},
}

// member is one who has answered the option news in turn, if at all.
func (e env) member(t *testing.T, answers []bool, options ...accounttest.Option) *ent.Account {
	t.Helper()
	row := accounttest.Member(t, e.Account, options...)
	e.says(t, row.ID, "news", answers...)
	return row
}

func (e env) says(t *testing.T, id uuid.UUID, option string, answers ...bool) {
	t.Helper()
	if len(answers) == 0 {
		return
	}
	a, _ := logintest.Member(t, e.login, id)
	a.Locale, a.IP, a.UserAgent = "ja", "203.0.113.7", "Firefox"
	for _, agreed := range answers {
		page, err := e.Consent.Page(t.Context(), a, preferences.Newsletter)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(page.Options, func(o preferences.Option) bool { return o.ID == option })
		if _, err := e.Consent.Answer(t.Context(), a, preferences.Answer{OptionID: option, Key: page.Options[at].Key, Agreed: agreed}); err != nil {
			t.Fatal(err)
		}
	}
}

// crowd are so many members who agree, made in two statements.
func (e env) crowd(t *testing.T, n int) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO accounts (id, created_at, updated_at, status, locale, email, email_key, email_verified_at)
			SELECT gen_random_uuid(), now(), now(), 'active', 'ja', 'crowd' || g || '@example.jp', 'crowd' || g || '@example.jp', now() FROM generate_series(1, $1::int) AS g`,
		`INSERT INTO consent_answers (id, created_at, account_id, option_id, agreed, wording, ip, user_agent)
			SELECT gen_random_uuid(), now(), id, 'news', true, '', '', '' FROM accounts WHERE email LIKE 'crowd%' LIMIT $1::int`,
	} {
		if err := e.Store.Exec(t.Context(), statement, n); err != nil {
			t.Fatal(err)
		}
	}
}

func (e env) send(t *testing.T) Sent {
	t.Helper()
	sent, err := e.Send(t.Context(), actstest.By(e.Store), "news", issue)
	if err != nil {
		t.Fatal(err)
	}
	return sent
}

// deliver does what the waiting jobs would.
func (e env) deliver(t *testing.T) {
	t.Helper()
	for _, id := range e.Store.Client(t.Context()).Message.Query().Where(message.Template("newsletter"), message.StateEQ(message.StateQueued)).IDsX(t.Context()) {
		if err := e.Notify.Deliver(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
}

// queued are the accounts whose mails are there, each as often as it has one.
func (e env) queued(t *testing.T) map[uuid.UUID]int {
	t.Helper()
	count := map[uuid.UUID]int{}
	for _, row := range e.Store.Client(t.Context()).Message.Query().Where(message.Template("newsletter")).AllX(t.Context()) {
		count[*row.AccountID]++
	}
	return count
}

func (e env) once(t *testing.T, members int) {
	t.Helper()
	queued := e.queued(t)
	for id, n := range queued {
		if n != 1 {
			t.Errorf("%s has %d mails", id, n)
		}
	}
	if len(queued) != members {
		t.Errorf("%d members have mails, not %d", len(queued), members)
	}
}

// token is that of the only mail that has left.
func (e env) token(t *testing.T) string {
	t.Helper()
	if len(e.post.mails) != 1 {
		t.Fatalf("%d mails", len(e.post.mails))
	}
	_, token, _ := strings.Cut(strings.Trim(e.post.mails[0].List.Unsubscribe, "<>"), "?token=")
	return token
}

func (e env) history(t *testing.T) (all []string) {
	t.Helper()
	for _, row := range e.Store.Client(t.Context()).ConsentAnswer.Query().Order(ent.Asc(consentanswer.FieldID)).AllX(t.Context()) {
		all = append(all, fmt.Sprintf("%s %v %s %q %s %s %v", row.OptionID, row.Agreed, row.By, row.Wording, row.IP, row.UserAgent, row.ReplacedAt != nil))
	}
	return all
}

// program is a mail program that presses a link.
var program = actor.Actor{Locale: "ja", IP: "198.51.100.7", UserAgent: "Mail"}
