package oidc_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	entsession "kaiin/ent/session"
	"kaiin/server/identity/session"
	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
)

// what an app has without offline access is dead with the last moment of its session, before
// any purge, and its family ends with the next one.
func TestX04TokensOfASessionThatRanOut(t *testing.T) {
	for name, life := range map[string]time.Duration{"after a week of silence": session.Idle, "after a month": session.MemberLife} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := oidctest.New(t, nil)
			a := w.Member(t)
			plain, offline := w.Tokens(t, a, w.Asks(w.Web, "openid")), w.Tokens(t, a, w.Asks(w.Web, "openid", "offline_access"))
			w.Clock.Advance(life - time.Minute)
			client := w.Store.Client(t.Context())
			if life > session.Idle {
				client.Session.Update().Where(entsession.ID(a.SessionID)).SetLastSeenAt(w.Clock.Now()).ExecX(t.Context())
			}
			next, err := w.Refresh(t.Context(), w.Web, plain.Refresh, nil)
			if err != nil {
				t.Fatalf("while the session is alive: %v", err)
			}
			code := w.Code(t, a, w.Asks(w.Web, "openid"))
			w.Clock.Advance(time.Minute)
			if alive(t, w, next.Access) || alive(t, w, next.Refresh) {
				t.Error("its tokens are worth something")
			}
			if _, err := w.Refresh(t.Context(), w.Web, next.Refresh, nil); !errors.Is(err, oidc.ErrUnknown) {
				t.Errorf("it is refreshed: %v", err)
			}
			if _, err := w.Redeem(t.Context(), w.Web, code, oidctest.Fits(w.Web)); !errors.Is(err, oidc.ErrUnknown) {
				t.Errorf("a code that waited: %v", err)
			}
			if life == session.Idle {
				if next, err = w.Refresh(t.Context(), w.Web, offline.Refresh, nil); err != nil || !alive(t, w, next.Access) {
					t.Errorf("offline access: %v", err)
				}
			}
			w.Clock.Advance(time.Second)
			if err := w.Session.Purge(t.Context()); err != nil {
				t.Fatal(err)
			}
			var wrong int
			err = w.Store.QueryRow(t.Context(), `SELECT count(*) FROM oidc_families WHERE (ended_at IS NOT NULL) = offline`).Scan(&wrong)
			if err != nil || wrong > 0 {
				t.Errorf("after the purge %d families are wrong: %v", wrong, err)
			}
		})
	}
}

// a client that is being disabled gets no tokens for itself that outlive that.
func TestX07AClientThatIsBeingDisabledGetsNothing(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	var all sync.WaitGroup
	var given *oidc.Tokens
	var failed error
	w.Store.Client(t.Context()).OidcClient.UpdateOneID(w.Web.ID).SetFromFile(true).ExecX(t.Context())
	err := w.Store.Tx(t.Context(), func(ctx contextT) error {
		if err := w.Apply(ctx, nil); err != nil { // the store file has it no longer
			return err
		}
		asked := make(chan struct{})
		all.Go(func() {
			close(asked)
			given, failed = w.ClientCredentials(t.Context(), w.Web, "entitlements")
		})
		<-asked
		time.Sleep(200 * time.Millisecond) // it has its tokens by now, or waits for what becomes of the client
		return nil
	})
	all.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if !errors.Is(failed, oidc.ErrUnknown) {
		t.Errorf("%+v, %v", given, failed)
	}
	if given != nil && alive(t, w, given.Access) {
		t.Error("a client that is disabled has a token")
	}
}
