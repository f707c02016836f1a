package subscription

import (
	"testing"

	"kaiin/server/base/store"
)

// What a renewal costs the database, the read of the settings that many share included: a hundred
// thousand are due on a first of a month.
const maxRenewalStatements = 22

func TestStatementsOfARenewal(t *testing.T) { // S-02
	t.Parallel()
	w := setup(t, "2026-05-15")
	least := 1000
	for range 3 {
		row, _ := w.contract(t, "standard", nil)
		w.at(t, "2026-06-15")
		ctx, n := store.CountStatements(t.Context())
		if err := w.Renew(ctx, row.ID); err != nil {
			t.Fatal(err)
		}
		if w.row(t, row.ID).Period != 2 {
			t.Fatal("not renewed")
		}
		least = min(least, int(n.Load()))
		w.Clock.Advance(-w.Clock.Now().Sub(w.row(t, row.ID).AnchorDay.Start()))
	}
	t.Logf("%d statements", least)
	if least > maxRenewalStatements {
		t.Errorf("a renewal takes %d statements, at most %d", least, maxRenewalStatements)
	}
}
