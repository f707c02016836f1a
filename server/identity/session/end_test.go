package session_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"

	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/identity/login"
	"kaiin/server/identity/login/logintest"
	"kaiin/server/identity/session"
)

// grants stands for what hangs on sessions: it notes in the database what it is told, and
// may refuse.
type grants struct {
	s       *login.Service
	account uuid.UUID
	told    []uuid.UUID
	away    []uuid.UUID
	refuses error
}

func (g *grants) AccessEnded(_ context.Context, accountID uuid.UUID) error {
	g.away = append(g.away, accountID)
	return g.refuses
}

func (g *grants) SessionsEnded(ctx context.Context, ended []uuid.UUID) error {
	if !store.InTx(ctx) {
		return errors.New("told outside the transaction")
	}
	g.told = append(g.told, ended...)
	if err := g.s.Store.Client(ctx).Account.UpdateOneID(g.account).SetNickname("told").Exec(ctx); err != nil {
		return err
	}
	return g.refuses
}

func TestListenersHearOfEveryEnd(t *testing.T) {
	for name, end := range map[string]func(s *session.Service, a, other actor.Actor) (ended []uuid.UUID, err error){
		"logout": func(s *session.Service, a, _ actor.Actor) ([]uuid.UUID, error) {
			return []uuid.UUID{a.SessionID}, s.Logout(t.Context(), a)
		},
		"a new login": func(s *session.Service, a, _ actor.Actor) ([]uuid.UUID, error) {
			_, err := s.SignIn(t.Context(), a, s.Store.Client(t.Context()).Account.GetX(t.Context(), a.AccountID), actor.MethodPassword)
			return []uuid.UUID{a.SessionID}, err
		},
		"a visitor again": func(s *session.Service, a, _ actor.Actor) ([]uuid.UUID, error) {
			return []uuid.UUID{a.SessionID}, s.Store.Tx(t.Context(), func(ctx context.Context) error {
				_, _, err := s.RenewVisitor(ctx, a)
				return err
			})
		},
		"one": func(s *session.Service, a, other actor.Actor) ([]uuid.UUID, error) {
			return []uuid.UUID{other.SessionID}, s.EndOne(t.Context(), a, other.SessionID)
		},
		"the others": func(s *session.Service, a, other actor.Actor) ([]uuid.UUID, error) {
			return []uuid.UUID{other.SessionID}, s.EndOthers(t.Context(), a)
		},
		"all": func(s *session.Service, a, other actor.Actor) ([]uuid.UUID, error) {
			return []uuid.UUID{a.SessionID, other.SessionID}, s.EndAll(t.Context(), a.AccountID, uuid.Nil)
		},
		"leaving": func(s *session.Service, a, other actor.Actor) ([]uuid.UUID, error) {
			return []uuid.UUID{a.SessionID, other.SessionID}, s.Leave(t.Context(), a.AccountID)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t, nil)
			row := accounttest.Member(t, s.Account)
			here, _ := logintest.Member(t, s, row.ID)
			there, _ := logintest.Member(t, s, row.ID)
			gone, _ := logintest.Member(t, s, row.ID)
			if err := s.Session.Logout(t.Context(), gone); err != nil {
				t.Fatal(err)
			}
			g := &grants{s: s, account: row.ID}
			s.Session.Listeners = []session.Listener{g}
			want, err := end(s.Session, here, there)
			if err != nil || !slices.Equal(g.told, want) {
				t.Fatalf("told of %v, want %v (%v)", g.told, want, err)
			}
			if !s.Store.Client(t.Context()).Account.Query().Where(entaccount.Nickname("told")).ExistX(t.Context()) {
				t.Error("what the listener wrote is not there")
			}
			if all := name == "the others" || name == "all" || name == "leaving"; all != slices.Equal(g.away, []uuid.UUID{row.ID}) || !all && len(g.away) > 0 {
				t.Errorf("told that all access of %v has ended", g.away)
			}
		})
	}
}

func TestAListenerThatFailsKeepsTheSessions(t *testing.T) {
	s := setup(t, nil)
	row := accounttest.Member(t, s.Account)
	here, token := logintest.Member(t, s, row.ID)
	g := &grants{s: s, account: row.ID, refuses: errors.New("no")}
	s.Session.Listeners = []session.Listener{g}
	if err := s.Session.Logout(t.Context(), here); !errors.Is(err, g.refuses) {
		t.Fatal(err)
	}
	if len(g.told) != 1 || logintest.Resumed(t, s, token) == nil {
		t.Errorf("told of %v; the session should live on", g.told)
	}
	if s.Store.Client(t.Context()).Account.Query().Where(entaccount.Nickname("told")).ExistX(t.Context()) {
		t.Error("what the listener wrote stayed")
	}
}

func TestListenersHearNothingOfVisitors(t *testing.T) {
	s := setup(t, nil)
	visitor, token := logintest.Visitor(t, s)
	g := &grants{s: s, account: accounttest.Member(t, s.Account).ID}
	s.Session.Listeners = []session.Listener{g}
	if err := s.Session.Logout(t.Context(), visitor); err != nil || logintest.Resumed(t, s, token) != nil {
		t.Errorf("the visitor's session goes on (%v)", err)
	}
	if len(g.told) != 0 {
		t.Errorf("told of %v", g.told)
	}
}

func TestEndingSessionsCostsOneStatement(t *testing.T) {
	s := setup(t, nil)
	here, _ := logintest.Member(t, s, accounttest.Member(t, s.Account).ID)
	ctx, n := store.CountStatements(t.Context())
	if err := s.Session.Logout(ctx, here); err != nil || n.Load() != 1 {
		t.Errorf("%d statements without listeners (%v)", n.Load(), err)
	}
}
