package reseal_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/reseal"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

func box(t *testing.T, secrets ...byte) *secret.Box {
	t.Helper()
	var all [][]byte
	for _, one := range secrets {
		all = append(all, bytes.Repeat([]byte{one}, 32))
	}
	b, err := secret.NewBox(all...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const kind flow.Kind = "test"

// kept saves flows, one for each of so many sessions, and answers the sessions.
func kept(t *testing.T, st *store.Store, b *secret.Box, n int) (sessions []uuid.UUID) {
	t.Helper()
	f := &flow.Service{Store: st, Clock: clock.New(), Secrets: b}
	for range n {
		id := uuid.New()
		if err := f.Save(t.Context(), id, kind, id.String(), f.Clock.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, id)
	}
	return sessions
}

func rotation(st *store.Store, b *secret.Box) *reseal.Rotation {
	f := &flow.Service{Store: st, Clock: clock.New(), Secrets: b}
	return &reseal.Rotation{Store: st, Clock: f.Clock, Secrets: b, Columns: f.Sealed(), Batch: 3}
}

func count(t *testing.T, r *reseal.Rotation) (*reseal.Status, reseal.Count) {
	t.Helper()
	s, err := r.Status(t.Context())
	if err != nil || len(s.Columns) != len(r.Columns) {
		t.Fatal(s, err)
	}
	return s, s.Columns[0]
}

// A run that is stopped after some rows keeps what it did, and the next one goes on there: no row
// is sealed twice.
func TestARotationThatWasStoppedGoesOn(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	sessions := kept(t, st, box(t, 7), 10)
	bare := "UPDATE flows SET state = substring(state FROM 9) WHERE id IN (SELECT id FROM flows ORDER BY id LIMIT 4)" // as a former version kept them
	if err := st.Exec(t.Context(), bare); err != nil {
		t.Fatal(err)
	}
	during := box(t, 8, 7)
	former, newest := during.IDs()[1], during.IDs()[0]
	r := rotation(st, during)
	if s, c := count(t, r); c.Keys[""] != 4 || c.Keys[former] != 6 || c.Needed != 10 || c.Lost != 0 || c.Waits || s.MayRetire() {
		t.Errorf("before: %+v", c)
	}

	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	looked, real := 0, r.Columns[0].Reseal
	r.Columns[0].Reseal = func(b *secret.Box, by []string, value []byte) ([]byte, error) {
		if looked++; looked == 8 {
			stop()
		}
		return real(b, by, value)
	}
	if done, err := r.Rotate(ctx); !errors.Is(err, context.Canceled) || done[0].Resealed != 6 {
		t.Fatalf("%+v, %v", done, err)
	}
	r = rotation(st, during)
	if s, c := count(t, r); c.Keys[newest] != 6 || c.Needed != 4 || s.MayRetire() {
		t.Errorf("half-way: %+v", c)
	}
	for _, left := range []int{4, 0} {
		if done, err := r.Rotate(t.Context()); err != nil || done[0] != (reseal.Done{Table: "flows", Column: "state", Resealed: left}) {
			t.Errorf("%+v, %v", done, err)
		}
	}
	r = rotation(st, box(t, 8))
	if s, c := count(t, r); c.Keys[newest] != 10 || c.Needed != 0 || c.Lost != 0 || !s.MayRetire() {
		t.Errorf("after: %+v", c)
	}
	f := &flow.Service{Store: st, Clock: r.Clock, Secrets: r.Secrets}
	for _, id := range sessions {
		var state string
		if found, err := f.Open(t.Context(), id, kind, &state); err != nil || !found || state != id.String() {
			t.Errorf("%s: %v %q %v", id, found, state, err)
		}
	}
}

// What was sealed with a secret that is gone is counted apart and stays as it is: no
// configured secret is kept for it.
func TestWhatNoSecretOpensIsLost(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	kept(t, st, box(t, 5), 4)
	if err := st.Exec(t.Context(), "UPDATE flows SET state = substring(state FROM 9) WHERE id IN (SELECT id FROM flows ORDER BY id LIMIT 2)"); err != nil {
		t.Fatal(err)
	}
	kept(t, st, box(t, 7), 3)
	r := rotation(st, box(t, 8, 7))
	if s, c := count(t, r); c.Needed != 3 || c.Lost != 4 || s.MayRetire() {
		t.Errorf("before: %+v", c)
	}
	if done, err := r.Rotate(t.Context()); err != nil || done[0].Resealed != 3 || done[0].Lost != 4 {
		t.Errorf("%+v, %v", done, err)
	}
	if s, c := count(t, r); c.Needed != 0 || c.Lost != 4 || !s.MayRetire() {
		t.Errorf("after: %+v", c)
	}
}

// A value that changes while it is sealed anew keeps the change.
func TestAChangeMeanwhileIsKept(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	session := kept(t, st, box(t, 7), 1)[0]
	r := rotation(st, box(t, 8, 7))
	f := &flow.Service{Store: st, Clock: r.Clock, Secrets: r.Secrets}
	changed, real := make(chan error, 1), r.Columns[0].Reseal
	r.Columns[0].Reseal = func(b *secret.Box, by []string, value []byte) ([]byte, error) {
		go func() {
			changed <- f.Save(context.WithoutCancel(t.Context()), session, kind, "changed", f.Clock.Now().Add(time.Hour))
		}()
		time.Sleep(50 * time.Millisecond) // it waits for the row, or comes after
		return real(b, by, value)
	}
	if _, err := r.Rotate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-changed; err != nil {
		t.Fatal(err)
	}
	var state string
	if found, err := f.Open(t.Context(), session, kind, &state); err != nil || !found || state != "changed" {
		t.Errorf("%v %q %v", found, state, err)
	}
}
