package acts

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store/storetest"
)

// room is a store in which staff act.
type room struct{ *Service }

var morning = time.Date(2026, 5, 15, 1, 2, 3, 456_789_000, time.UTC)

func box(t testing.TB, secrets ...byte) *secret.Box {
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

func setup(t testing.TB) room {
	t.Helper()
	return room{&Service{Store: storetest.Open(t), Clock: clock.At(morning), Secrets: box(t, 7)}}
}

func (r room) by(t testing.TB, name string) Decision {
	t.Helper()
	d, err := r.Decide("refund", Statement{By: name, Reason: "the film did not play", Ticket: "T-1"})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var errUndo = errors.New("undo")

// act writes an act about the member, or about none.
func (r room) act(t testing.TB, name string, member uuid.UUID) {
	t.Helper()
	r.must(t, r.by(t, name).Do(t.Context(), Act{
		Kind: RefundAsked, AccountID: member, Target: Target{"charge", "c-1"}, Details: map[string]int{"amount": 1100},
	}, func(context.Context, *Act) error { return nil }))
}

func (r room) must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// past does something past the triggers, as somebody who owns the database may.
func (r room) past(ctx context.Context, t testing.TB, statements ...string) {
	t.Helper()
	r.must(t, r.Store.Exec(ctx, `SET LOCAL session_replication_role = replica`))
	for _, statement := range statements {
		if err := r.Store.Exec(ctx, statement); err != nil {
			t.Fatalf("%v: %s", err, statement)
		}
	}
	r.must(t, r.Store.Exec(ctx, `SET LOCAL session_replication_role = DEFAULT`))
}
