package app

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/migrate"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/leaving/personaldata"
	"kaiin/server/leaving/withdrawal"
)

// A member with a row in every table leaves: what each Leave and Purge erases, and when, is what
// the list of kinds says.
func TestWhatIsKeptAfterLeavingIsWhatThePageSays(t *testing.T) {
	t.Parallel()
	st, err := store.Open(t.Context(), storetest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	left := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	a, member := servicesOn(st, clock.At(left)), uuid.New()
	exec := func(statement string) {
		if _, err := st.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%v: %s", err, statement)
		}
	}
	exec(dropChecks)
	for _, table := range migrate.Tables {
		if !holdsMembers(table.Name) {
			continue
		}
		exec(ownRow.ReplaceAllString(fill(table, 1, left), "'"+member.String()+"'::uuid$1")) // the member's own, and of everything of theirs
		exec(fill(table, 1, left))                                                           // and somebody else's
	}
	exec("UPDATE accounts SET withdrawn_at = NULL, erased_at = NULL, status = 'active'")
	exec("UPDATE sessions SET ended_at = NULL")
	exec("UPDATE oidc_families SET ended_at = NULL")
	exec("UPDATE payment_methods SET state = 'active'")
	exec("UPDATE consent_answers SET replaced_at = NULL") // the answers that count
	exec("SET session_replication_role = replica; UPDATE acts SET forgotten_at = NULL; SET session_replication_role = DEFAULT")

	held := func(kind personaldata.Kind, table personaldata.Table, id uuid.UUID) (n int) {
		query := "SELECT count(*) FROM " + table.Name + " WHERE " + table.Rows
		if table.Name == "accounts" && kind.Name != "membership" {
			query = "SELECT count(*) FROM accounts AS a, jsonb_each_text(to_jsonb(a)) AS c WHERE a.id = $1 AND c.value IS NOT NULL AND c.key = ANY ('{"
			for i, column := range append(append([]string{}, table.Shown...), table.Hidden...) {
				if i > 0 {
					query += ","
				}
				query += column
			}
			query += "}')"
		}
		if err := st.DB.QueryRowContext(t.Context(), query, id).Scan(&n); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return n
	}
	check := func(when string, since time.Duration) {
		t.Helper()
		for _, kind := range personaldata.Kinds {
			for _, table := range kind.Tables {
				switch n := held(kind, table, member); {
				case n > 0 && since >= kind.Term.Longest():
					t.Errorf("%s: %s of %s should be erased, and %d are there", when, table.Name, kind.Name, n)
				case n == 0 && kind.Term == personaldata.TenYears && since < kind.Term.Longest():
					t.Errorf("%s: %s of %s should be kept, and is gone", when, table.Name, kind.Name)
				}
			}
		}
	}
	for _, kind := range personaldata.Kinds {
		for _, table := range kind.Tables {
			if held(kind, table, member) == 0 {
				t.Fatalf("the member has nothing of %s in %s", kind.Name, table.Name)
			}
		}
	}
	err = st.Tx(t.Context(), func(ctx context.Context) error {
		for _, service := range collect[withdrawal.Leaver](a) {
			if err := service.Leave(ctx, member); err != nil {
				return fmt.Errorf("%T: %w", service, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	check("at once", 0)
	const day = 24 * time.Hour
	for _, since := range []time.Duration{2*day + time.Hour, 30*day + time.Hour, 366*day + time.Hour, 3650 * day, 3653*day + time.Hour} {
		if err := servicesOn(st, clock.At(left.Add(since))).purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprintf("after %s", since), since)
	}
	var others int
	if err := st.DB.QueryRowContext(t.Context(), "SELECT count(*) FROM bills").Scan(&others); err != nil || others != 1 {
		t.Errorf("%d bills of others (%v)", others, err)
	}
}

func holdsMembers(table string) bool {
	for _, kind := range personaldata.Kinds {
		for _, t := range kind.Tables {
			if t.Name == table {
				return true
			}
		}
	}
	return false
}
