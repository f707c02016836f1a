package oidc_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/oidc"
	"kaiin/server/oidc/oidctest"
)

// once the successor of a refresh token was used, its return is a theft, in the time of grace
// too. An unused successor may have been lost.
func TestX05ATokenWhoseSuccessorWasUsed(t *testing.T) {
	t.Parallel()
	w := oidctest.New(t, nil)
	first := w.Tokens(t, w.Member(t), w.Asks(w.Web, "openid", "offline_access"))
	next := func(from *oidc.Tokens) (*oidc.Tokens, error) { return w.Refresh(t.Context(), w.Web, from.Refresh, nil) }
	second, err := next(first)
	if err != nil {
		t.Fatal(err)
	}
	third, err := next(second)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := next(second); err != nil || !alive(t, w, again.Refresh) {
		t.Errorf("its successor was not used: %v", err)
	}
	if _, err := next(first); !errors.Is(err, oidc.ErrUsed) {
		t.Errorf("its successor was used: %v", err)
	}
	if alive(t, w, third.Access) || alive(t, w, third.Refresh) {
		t.Error("what a thief may have got still works")
	}
}

// of the siblings that one token gave in its time of grace the first that is used ends the
// others. One that comes late is a theft.
func TestX05OfSiblingsOneGoesOn(t *testing.T) {
	t.Parallel()
	for name, scopes := range map[string][]string{"all scopes": nil, "fewer": {"openid"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			oneGoesOn(t, scopes)
		})
	}
}

func oneGoesOn(t *testing.T, scopes []string) {
	w := oidctest.New(t, nil)
	first := w.Tokens(t, w.Member(t), w.Asks(w.Web, "openid", "offline_access"))
	next := func(from *oidc.Tokens) (*oidc.Tokens, error) {
		return w.Refresh(t.Context(), w.Web, from.Refresh, scopes)
	}
	siblings := make([]*oidc.Tokens, 40)
	var all sync.WaitGroup
	for i := range siblings {
		all.Go(func() {
			var err error
			if siblings[i], err = next(first); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	var given, chosen atomic.Int32
	var winner atomic.Pointer[oidc.Tokens]
	for i, sibling := range siblings {
		all.Go(func() {
			switch tokens, err := next(sibling); {
			case err == nil:
				given.Add(1)
				chosen.Store(int32(i))
				winner.Store(tokens)
			case !errors.Is(err, oidc.ErrUnknown):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if given.Load() != 1 {
		t.Fatalf("%d chains of 40 go on", given.Load())
	}
	for _, sibling := range siblings {
		if alive(t, w, sibling.Refresh) {
			t.Fatal("one of the others says that it is live")
		}
	}
	w.Clock.Advance(oidc.Grace + time.Second)
	last, err := next(winner.Load())
	if err != nil {
		t.Fatalf("the chain that was chosen ends: %v", err)
	}
	if _, err := next(siblings[(chosen.Load()+1)%40]); !errors.Is(err, oidc.ErrUsed) || alive(t, w, last.Refresh) {
		t.Errorf("a sibling that came late has ended nothing: %v", err)
	}
}
