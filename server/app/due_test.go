package app

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql/schema"

	"kaiin/ent/migrate"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// S-08: the scan that runs all day finds what is due by an index in every table, by plans for any
// arguments too: with nothing due it reads nothing, however many contracts, charges and cards
// there are.
func TestTheScanReadsNoMoreThanIsDue(t *testing.T) {
	t.Parallel()
	const rows = 6000
	address := storetest.URL(t)
	now := time.Date(2026, 4, 1, 2, 0, 0, 0, time.UTC) // after ten in Tokyo, when reminders begin
	st, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	scanned := []string{"charges", "entitlements", "payment_methods", "subscriptions"}
	for _, name := range scanned {
		statement := runningContracts(rows, "2026-05-01")
		if name != "subscriptions" {
			i := slices.IndexFunc(migrate.Tables, func(table *schema.Table) bool { return table.Name == name })
			statement = fill(migrate.Tables[i], rows, now)
		}
		if _, err := st.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if name == "charges" { // what is over has been dealt with
			if _, err := st.DB.ExecContext(t.Context(), "UPDATE charges SET applied_at = updated_at, next_check_at = next_check_at + interval '1 day'"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := st.DB.ExecContext(t.Context(), "UPDATE entitlements SET revoked_at = NULL, lapse_told_at = NULL, expires_at = expires_at + interval '1 day'"); err != nil {
		t.Fatal(err)
	}
	if _, err := st.DB.ExecContext(t.Context(), "DELETE FROM account_search_marks"); err != nil { // the members are found by what they are
		t.Fatal(err)
	}
	_ = st.Close()
	for _, generic := range []bool{false, true} {
		reads := storetest.ReadsOf(t, address, generic, func(st *store.Store) {
			if n, err := servicesOn(st, clock.At(now)).scan(t.Context()); n != 0 || err != nil {
				t.Errorf("%d are due, %v", n, err)
			}
		})
		for _, name := range scanned {
			if r := reads[name]; r.Scans > 0 || r.Fetched > 2 { // planning reads the ends of an index
				t.Errorf("generic plans %v, %s: with nothing due the scan fetched %d rows and read the whole table %d times: give what it looks for an index, in ent/schema",
					generic, name, r.Fetched, r.Scans)
			}
		}
	}
}

// runningContracts is a statement that makes contracts to be renewed on the day.
func runningContracts(rows int, day string) string {
	return fmt.Sprintf(`INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, status, renew_span, renew_span_unit, period,
			anchor_day, first_payment_day, term_start, next_settlement_day, due_at, remind_at, updated_at)
		SELECT gen_random_uuid(), now(), gen_random_uuid(), 'standard', gen_random_uuid(), 'ONGOING_CONTRACT', 1, 'months', 1,
			day, day, day, day, day::timestamp AT TIME ZONE 'Asia/Tokyo', day, now() FROM generate_series(1, %d), CAST('%s' AS date) AS day`, rows, day)
}
