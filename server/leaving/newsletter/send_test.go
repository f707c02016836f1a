package newsletter

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/ent/message"
	"kaiin/server/base/fault/faulttest"
	"kaiin/server/base/settings"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/staff/acts/actstest"
)

func locale(name string) accounttest.Option {
	return func(c *ent.AccountCreate) { c.SetLocale(name) }
}

func TestItGoesToMembersWhoAgreeInTheirLanguage(t *testing.T) {
	e := setup(t, nil)
	email, yes, no := accounttest.Email, []bool{true}, []bool{false}
	e.member(t, yes, email("ja@example.jp"))
	e.member(t, yes, email("en@example.jp"), locale("en"))
	e.member(t, []bool{true, false, true}, email("again@example.jp"))
	e.member(t, no, email("no@example.jp"))
	e.member(t, []bool{true, false}, email("refused@example.jp"))
	e.member(t, nil, email("silent@example.jp"))
	e.says(t, e.member(t, no, email("offers@example.jp")).ID, "offers", true)
	e.member(t, yes, email("unverified@example.jp"), accounttest.Unverified)
	for _, s := range []entaccount.Status{entaccount.StatusSuspended, entaccount.StatusWithdrawn} {
		row := e.member(t, yes, email(string(s)+"@example.jp"))
		row.Update().SetStatus(s).ExecX(t.Context())
	}
	e.member(t, yes).Update().ClearEmail().ClearEmailKey().ExecX(t.Context())
	if n, err := e.Preview(t.Context(), "news", issue); err != nil || n != 3 || len(e.queued(t)) != 0 {
		t.Errorf("the preview says %d, %v, and %v are queued", n, err, e.queued(t))
	}
	if sent := e.send(t); sent != (Sent{Mails: 3, New: 3}) {
		t.Errorf("sent %+v", sent)
	}
	e.deliver(t)
	want := []string{"again@example.jp 【試験館】春の新着", "en@example.jp [試験館] New in spring", "ja@example.jp 【試験館】春の新着"}
	if got := e.post.got(); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if text := e.post.mails[0].Text; !strings.Contains(text, "今週は2本です。\n・灯台\n\nお楽しみください。\n") || !strings.Contains(text, "「新着のお知らせ」") {
		t.Error(text)
	}
}

// A queue of its own: a hundred thousand mails hold up no code and no other mail.
func TestNewslettersWaitInAQueueOfTheirOwn(t *testing.T) {
	e := setup(t, nil)
	e.crowd(t, 3)
	e.send(t)
	var queue string
	var jobs int
	err := e.Store.QueryRow(t.Context(), "SELECT min(queue), count(*) FROM river_job WHERE kind = 'notify.deliver'").Scan(&queue, &jobs)
	if err != nil || queue != store.QueueNews || jobs != 3 {
		t.Errorf("%d jobs in %s, %v", jobs, queue, err)
	}
	for _, row := range e.Store.Client(t.Context()).Message.Query().AllX(t.Context()) {
		if len(row.Data) > 200 {
			t.Errorf("%d bytes are kept of a mail", len(row.Data))
		}
	}
}

func TestNoMemberGetsItTwice(t *testing.T) {
	e := setup(t, nil)
	e.crowd(t, batch+20)
	if sent := e.send(t); sent != (Sent{Mails: batch + 20, New: batch + 20}) {
		t.Errorf("sent %+v", sent)
	}
	late := e.member(t, []bool{true})
	if sent := e.send(t); sent != (Sent{Mails: batch + 20}) {
		t.Errorf("sent again %+v", sent)
	}
	if n, err := e.Preview(t.Context(), "news", issue); n != 0 || err != nil {
		t.Errorf("the preview says %d, %v", n, err)
	}
	e.once(t, batch+20)
	if e.queued(t)[late.ID] != 0 {
		t.Error("a newsletter that is over goes to someone new")
	}
	for name, change := range map[string]func(*File) string{
		"another text":    func(f *File) string { f.Text = map[string]string{"ja": "x", "en": "x"}; return "news" },
		"another subject": func(f *File) string { f.Subject = map[string]string{"ja": "x", "en": "x"}; return "news" },
		"another option":  func(*File) string { return "offers" },
	} {
		f := issue
		option := change(&f)
		if _, err := e.Send(t.Context(), actstest.By(e.Store), option, f); err == nil || !strings.Contains(err.Error(), "another newsletterId") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := e.Preview(t.Context(), option, f); err == nil {
			t.Errorf("%s: the preview says nothing", name)
		}
	}
	other := issue
	other.ID = "2026-summer"
	if sent, err := e.Send(t.Context(), actstest.By(e.Store), "news", other); err != nil || sent.New != batch+21 {
		t.Errorf("the next one: %+v, %v", sent, err)
	}
}

// A process that dies within a batch leaves no part of the batch, and one that dies between batches
// leaves those before: the next goes on there.
func TestOneThatWasStoppedGoesOn(t *testing.T) {
	e := setup(t, nil)
	e.crowd(t, 2*batch+5)
	if err := e.begin(t.Context(), "news", issue); err != nil {
		t.Fatal(err)
	}
	step := func(end error) error {
		return e.Store.Tx(t.Context(), func(ctx context.Context) error {
			if _, n, err := e.queue(ctx, issue.ID); err != nil || n != batch {
				t.Errorf("%d, %v", n, err)
			}
			return end
		})
	}
	if err := step(nil); err != nil {
		t.Fatal(err)
	}
	if err := step(errors.New("killed")); err == nil {
		t.Fatal("no error")
	}
	e.once(t, batch)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := e.Send(stopped, actstest.By(e.Store), "news", issue); err == nil {
		t.Error("a call that was given up goes on")
	}
	if n, err := e.Preview(t.Context(), "news", issue); n != batch+5 || err != nil {
		t.Errorf("the preview says %d, %v", n, err)
	}
	if sent := e.send(t); sent != (Sent{Mails: 2*batch + 5, New: batch + 5}) {
		t.Errorf("sent %+v", sent)
	}
	e.once(t, 2*batch+5)
}

func TestManyProcessesSendItOnce(t *testing.T) {
	e := setup(t, nil)
	e.crowd(t, 3*batch)
	got := faulttest.Races(6, func(int) error {
		_, err := e.Send(t.Context(), actstest.By(e.Store), "news", issue)
		return err
	})
	if got[""] != 6 {
		t.Errorf("outcomes %v", got)
	}
	e.once(t, 3*batch)
	row := e.Store.Client(t.Context()).Newsletter.GetX(t.Context(), issue.ID)
	if row.Mails != 3*batch || row.DoneAt == nil || row.Reached != nil {
		t.Errorf("%v", row)
	}
}

// However many members there are, a batch costs a few statements.
func TestABatchCostsAFewStatements(t *testing.T) {
	e := setup(t, nil)
	e.crowd(t, 4*batch)
	ctx, count := store.CountStatements(t.Context())
	if sent, err := e.Send(ctx, actstest.By(e.Store), "news", issue); err != nil || sent.New != 4*batch {
		t.Fatalf("%+v, %v", sent, err)
	}
	const each, around = 7, 11 // each: row, lock, answers, accounts, messages, jobs; around: start and its act, last look
	if n := count.Load(); n > 4*each+around {
		t.Errorf("%d statements", n)
	}
	e.once(t, 4*batch)
}

// Whether and where it goes is decided when it leaves.
func TestAMemberWhoRefusesOrLeavesMeanwhileGetsNone(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*testing.T, env, *ent.Account)
		want   []string
	}{
		"nothing":            {func(*testing.T, env, *ent.Account) {}, []string{"taro@example.jp 【試験館】春の新着"}},
		"refused":            {func(t *testing.T, e env, m *ent.Account) { e.says(t, m.ID, "news", false) }, nil},
		"refused, and again": {func(t *testing.T, e env, m *ent.Account) { e.says(t, m.ID, "news", false, true) }, []string{"taro@example.jp 【試験館】春の新着"}},
		"refused another":    {func(t *testing.T, e env, m *ent.Account) { e.says(t, m.ID, "offers", true, false) }, []string{"taro@example.jp 【試験館】春の新着"}},
		"withdrawn": {func(t *testing.T, _ env, m *ent.Account) {
			m.Update().SetStatus(entaccount.StatusWithdrawn).ExecX(t.Context())
		}, nil},
		"suspended": {func(t *testing.T, _ env, m *ent.Account) {
			m.Update().SetStatus(entaccount.StatusSuspended).ExecX(t.Context())
		}, nil},
		"unverified": {func(t *testing.T, _ env, m *ent.Account) { m.Update().ClearEmailVerifiedAt().ExecX(t.Context()) }, nil},
		"deleted": {func(t *testing.T, e env, m *ent.Account) {
			e.Store.Client(t.Context()).Account.DeleteOne(m).ExecX(t.Context())
		}, nil},
		"another address and language": {func(t *testing.T, _ env, m *ent.Account) {
			m.Update().SetEmail("new@example.jp").SetEmailKey("new@example.jp").SetLocale("en").ExecX(t.Context())
		}, []string{"new@example.jp [試験館] New in spring"}},
		"the store has no newsletters": {func(t *testing.T, e env, _ *ent.Account) {
			e.settings(t, func(s *settings.Settings) { s.Flags.Newsletter = false })
		}, nil},
		"the store has the option no more": {func(t *testing.T, e env, _ *ent.Account) {
			e.settings(t, func(s *settings.Settings) { s.ConsentOptions = s.ConsentOptions[1:] })
		}, nil},
		"forgotten": {func(t *testing.T, e env, _ *ent.Account) {
			e.Store.Client(t.Context()).Newsletter.Delete().ExecX(t.Context())
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			m := e.member(t, []bool{true}, accounttest.Email("taro@example.jp"))
			e.send(t)
			c.change(t, e, m)
			e.deliver(t)
			if got := e.post.got(); !slices.Equal(got, c.want) {
				t.Errorf("got %q", got)
			}
			rows := e.Store.Client(t.Context()).Message.Query().Where(message.Template("newsletter")).AllX(t.Context())
			if len(rows) != len(c.want) || len(rows) == 1 && (rows[0].State != message.StateSent || !strings.HasPrefix(c.want[0], rows[0].Recipient+" ")) {
				t.Errorf("kept %v", rows)
			}
		})
	}
}

func (e env) settings(t *testing.T, change func(*settings.Settings)) {
	t.Helper()
	settings, err := e.Settings.Get(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	changed := *settings
	change(&changed)
	if err := e.Settings.Save(t.Context(), &changed); err != nil {
		t.Fatal(err)
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	for name, c := range map[string]struct {
		option, want string
		change       func(*settings.Settings)
	}{
		"no such option": {"nothing", "no consent option", nil},
		"no option":      {"", "no consent option", nil},
		"of privacy":     {"suggestions", "no consent option", nil},
		"switched off":   {"news", "switched off", func(s *settings.Settings) { s.Flags.Newsletter = false }},
		"no address":     {"news", "seller's address", func(s *settings.Settings) { s.Seller.Address = nil }},
		"no contact":     {"news", "email and phone", func(s *settings.Settings) { s.Seller.Phone = "" }},
	} {
		t.Run(name, func(t *testing.T) {
			e := setup(t, nil)
			if c.change != nil {
				e.settings(t, c.change)
			}
			if _, err := e.Send(t.Context(), actstest.By(e.Store), c.option, issue); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			if _, err := e.Preview(t.Context(), c.option, issue); err == nil {
				t.Error("the preview says nothing")
			}
			if n := e.Store.Client(t.Context()).Newsletter.Query().CountX(t.Context()); n != 0 {
				t.Errorf("%d newsletters", n)
			}
		})
	}
}

func TestNewslettersAreForgottenAfterAYear(t *testing.T) {
	e := setup(t, nil)
	e.send(t)
	left := func() int {
		if err := e.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		return e.Store.Client(t.Context()).Newsletter.Query().CountX(t.Context())
	}
	e.Clock.Advance(365*24*time.Hour - time.Minute)
	if n := left(); n != 1 {
		t.Errorf("%d before a year", n)
	}
	e.Clock.Advance(2 * time.Minute)
	if n := left(); n != 0 {
		t.Errorf("%d after it", n)
	}
}
