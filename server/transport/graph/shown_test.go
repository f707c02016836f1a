package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/desk/members"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/money/subscription"
	"kaiin/server/transport/graph"
	"kaiin/server/transport/graph/generated"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/viewer"
)

// meddling is a schema whose pages do what pages must not do.
type meddling struct {
	*graph.Resolver
	do func(ctx context.Context) error
}

func (m meddling) Query() generated.QueryResolver {
	return meddlingQuery{m.Resolver.Query(), m.do}
}

type meddlingQuery struct {
	generated.QueryResolver
	do func(ctx context.Context) error
}

func (m meddlingQuery) MypageScreen(ctx context.Context) (*model.MypageScreen, error) {
	if err := m.do(ctx); err != nil {
		return nil, err
	}
	return m.QueryResolver.MypageScreen(ctx)
}

func (m meddlingQuery) AccountHeader(ctx context.Context) (*model.AccountHeader, error) {
	if err := m.do(ctx); err != nil {
		return nil, err
	}
	return m.QueryResolver.AccountHeader(ctx)
}

func (m meddlingQuery) Root(ctx context.Context) (*model.Root, error) {
	if err := m.do(ctx); err != nil {
		return nil, err
	}
	return m.QueryResolver.Root(ctx)
}

// shows are pages of members; do is called by each field of My Page.
func shows(t *testing.T, in *login.Service, do func(ctx context.Context) error) *graph.Shows {
	t.Helper()
	r := &graph.Resolver{Settings: in.Settings, Session: in.Session, Accounts: in.Account, Credential: in.Credential, Passkey: in.Passkey, Login: in, Subscription: &subscription.Service{Store: in.Store}}
	exec, err := graph.New(meddling{r, do}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return &graph.Shows{Executor: exec, Reads: in.Store, Account: in.Account, Settings: in.Settings}
}

// caller is somebody of the staff at a phone, who reads English.
func caller(t *testing.T) context.Context {
	return viewer.With(t.Context(), &viewer.Viewer{Actor: actor.Actor{Locale: "en", IP: "198.51.100.7", UserAgent: "a phone", Staff: &actor.Staff{ID: uuid.New()}}, Mobile: true})
}

// Whatever a page that the staff are shown would change, through any door that a service has, it
// gets an error, shows nothing, and changes nothing. What counts beside transactions refuses, too.
func TestAPageThatIsShownChangesNothing(t *testing.T) {
	t.Parallel()
	in := logintest.New(t, nil)
	row := accounttest.Member(t, in.Account)
	signed, err := in.Session.SignIn(t.Context(), actor.Actor{Locale: "ja", IP: "192.0.2.1"}, row, actor.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	in.Clock.Advance(time.Hour)
	everything := func() string {
		t.Helper()
		var all string
		if err := in.Store.QueryRow(t.Context(), `SELECT string_agg(relname || ' ' || (xpath('/row/c/text()', query_to_xml('SELECT coalesce(sum(xmin::text::bigint), 0)::text || ''/'' || count(*) AS c FROM ' || quote_ident(relname), true, true, '')))[1]::text, ', ' ORDER BY relname)
			FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`).Scan(&all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	before := everything()
	if !strings.Contains(before, "sessions ") || !strings.Contains(before, "throttles ") {
		t.Fatal(before)
	}
	for name, do := range map[string]func(context.Context) error{
		"a row": func(ctx context.Context) error {
			return in.Store.Client(ctx).Account.UpdateOneID(row.ID).SetNickname("x").Exec(ctx)
		},
		"a transaction": func(ctx context.Context) error {
			return in.Store.Tx(ctx, func(ctx context.Context) error { return in.Store.Exec(ctx, `DELETE FROM sessions`) })
		},
		"a statement":    func(ctx context.Context) error { return in.Store.Exec(ctx, `UPDATE accounts SET nickname = 'x'`) },
		"a lock":         func(ctx context.Context) error { return in.Store.Exec(ctx, `SELECT FROM accounts FOR UPDATE`) },
		"what it reads":  func(ctx context.Context) error { return viewer.Of(ctx).Account.Update().SetNickname("x").Exec(ctx) },
		"a count":        func(ctx context.Context) error { return in.Throttle.Count(ctx, "k", 1, time.Hour) },
		"a session":      func(ctx context.Context) error { _, _, err := in.Session.Begin(ctx, viewer.Actor(ctx)); return err },
		"when last seen": func(ctx context.Context) error { _, _, err := in.Session.Resume(ctx, signed.Token); return err },
		"an end":         func(ctx context.Context) error { return in.Session.EndAll(ctx, row.ID, uuid.Nil) },
	} {
		data, err := shows(t, in, do).Screen(caller(t), row.ID, members.ScreenMypage, "")
		if err == nil || data != nil {
			t.Errorf("%s: %s", name, data)
		}
		if after := everything(); after != before {
			t.Errorf("%s changes %s\n%s", name, before, after)
		}
	}
	s := shows(t, in, func(context.Context) error { return nil })
	data, err := s.Screen(caller(t), row.ID, members.ScreenMypage, "")
	if err != nil || !strings.Contains(string(data), row.ID.String()) || everything() != before {
		t.Errorf("nothing: %v %s", err, data)
	}
	errShown := errors.New("it is shown in a transaction that may change something")
	err = in.Store.Tx(caller(t), func(ctx context.Context) error {
		if _, err := s.Screen(ctx, row.ID, members.ScreenMypage, ""); err == nil {
			return errShown
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A page is shown for its member, without a session or anything else that proves who they are, in
// the language of the caller, one resolver after the other, and nowhere in a transaction that may
// change something.
func TestForWhomAPageIsShown(t *testing.T) {
	t.Parallel()
	in := logintest.New(t, nil)
	row := accounttest.Member(t, in.Account)
	var runs, most, fields atomic.Int64
	s := shows(t, in, func(ctx context.Context) error {
		most.Store(max(most.Load(), runs.Add(1)))
		defer runs.Add(-1)
		time.Sleep(5 * time.Millisecond)
		fields.Add(1)
		v := viewer.Of(ctx)
		want := actor.Actor{AccountID: row.ID, Locale: "en", Email: *row.Email}
		if fmt.Sprintf("%+v", v.Actor) != fmt.Sprintf("%+v", want) || v.Account == nil || v.Account.ID != row.ID || !v.Mobile || !store.InTx(ctx) {
			return fmt.Errorf("it is run for %+v", v)
		}
		return v.Actor.NeedsFresh(in.Clock.Now())
	})
	_, err := s.Screen(caller(t), row.ID, members.ScreenMypage, "")
	if f, ok := fault.As(err); !ok || f.Code != fault.ReauthenticationRequired {
		t.Errorf("what needs a proof is open: %v", err)
	}
	if most.Load() != 1 || fields.Load() != 3 {
		t.Errorf("%d of %d fields at once", most.Load(), fields.Load())
	}
	if _, err := s.Screen(caller(t), uuid.New(), members.ScreenMypage, ""); !fault.Is(err, fault.CodeNotFound) {
		t.Errorf("no member: %v", err)
	}
	for _, screen := range []members.Screen{"", "EMAIL_EDIT", "EmailVerifyScreen", "LeaveScreen"} {
		if data, err := s.Screen(caller(t), row.ID, screen, ""); !fault.Is(err, fault.CodeNotFound) || data != nil {
			t.Errorf("%q: %v", screen, err)
		}
	}
}

// The answer is the document that browsers run, with the names of types, which plain answers have
// not.
func TestAPageIsThatOfTheBrowser(t *testing.T) {
	t.Parallel()
	in := logintest.New(t, nil)
	row := accounttest.Member(t, in.Account)
	data, err := shows(t, in, func(context.Context) error { return nil }).Screen(caller(t), row.ID, members.ScreenMypage, "")
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Root   struct{ AuthID, Locale string }
		Header struct{ AuthID string }
		Screen struct {
			Account struct {
				Typename     string `json:"__typename"`
				ContactEmail string
			}
		}
	}
	if err := json.Unmarshal(data, &page); err != nil {
		t.Fatal(err)
	}
	if id := row.ID.String(); page.Root.AuthID != id || page.Root.Locale != "en" || page.Header.AuthID != id || page.Screen.Account.Typename != "Account" || page.Screen.Account.ContactEmail != *row.Email {
		t.Errorf("%s", data)
	}
}
