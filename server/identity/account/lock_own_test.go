package account_test

import (
	"context"
	"testing"
	"time"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/store"
	"kaiin/server/identity/account/accounttest"
)

// An act takes one statement to lock its account, and waits for a session that is just being ended.
func TestAnActWaitsForTheEndOfItsSession(t *testing.T) {
	e := setup(t, nil)
	row := accounttest.Member(t, e.Account)
	signed, err := e.Session.SignIn(t.Context(), actor.Actor{Locale: "ja"}, row, actor.MethodPassword)
	if err != nil {
		t.Fatal(err)
	}
	a := actor.Actor{AccountID: row.ID, SessionID: signed.SessionID}
	lock := func(ctx context.Context) error {
		return e.Store.Tx(ctx, func(ctx context.Context) error {
			_, err := e.Account.LockOwn(ctx, a)
			return err
		})
	}
	counted, n := store.CountStatements(t.Context())
	if err := lock(counted); err != nil || n.Load() != 1 {
		t.Fatalf("%d statements: %v", n.Load(), err)
	}
	acted := make(chan error, 1)
	err = e.Store.Tx(t.Context(), func(ctx context.Context) error {
		if err := e.Session.Logout(ctx, a); err != nil {
			return err
		}
		go func() { acted <- lock(context.WithoutCancel(t.Context())) }()
		select {
		case err := <-acted:
			t.Errorf("the act did not wait: %v", err)
		case <-time.After(200 * time.Millisecond):
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-acted; !fault.Is(err, fault.CodeUnauthenticated) {
		t.Errorf("after a logout: %v", err)
	}
}
