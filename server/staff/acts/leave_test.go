package acts

import (
	"context"
	"testing"

	"github.com/google/uuid"
)

// What acts say of a member's values is erased when the member leaves, and nothing else is; the
// chain of hashes still proves the rest. Of a member who stays such a thing is found.
func TestLeavingErasesValues(t *testing.T) {
	t.Parallel()
	r := setup(t)
	now := r.Clock.Now()
	leaves := r.Store.Client(t.Context()).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context()).ID
	stays := r.Store.Client(t.Context()).Account.Create().SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context()).ID
	for _, member := range []uuid.UUID{leaves, stays} {
		for _, kind := range []Kind{MemberChanged, EmailChangeStarted, RefundAsked} {
			r.must(t, r.by(t, "hanako").Do(t.Context(), Act{Kind: kind, AccountID: member, Details: map[string]any{"to": "山田"}}, func(context.Context, *Act) error { return nil }))
		}
	}
	said := func(member uuid.UUID) (n int) {
		list, err := r.List(t.Context(), Filter{AccountID: member}, 10)
		r.must(t, err)
		for _, e := range list {
			if e.Details != nil {
				n++
			}
		}
		return n
	}
	found := func() (all []string) {
		_, err := r.Verify(t.Context(), "", func(f Finding) { all = append(all, f.What) })
		r.must(t, err)
		return all
	}
	r.must(t, r.Store.Tx(t.Context(), func(ctx context.Context) error { return r.Leave(ctx, leaves) }))
	r.must(t, r.Store.Exec(t.Context(), `UPDATE accounts SET status = 'withdrawn' WHERE id = $1`, leaves))
	if said(leaves) != 1 || said(stays) != 3 {
		t.Errorf("%d and %d acts say what they said", said(leaves), said(stays))
	}
	if all := found(); len(all) != 0 {
		t.Errorf("found %v", all)
	}
	r.must(t, r.Leave(t.Context(), stays))
	if all := found(); len(all) != 2 || all[0] != Erased {
		t.Errorf("of a member who stays: found %v", all)
	}
}
