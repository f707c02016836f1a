package reconciliation_test

import (
	"fmt"
	"testing"

	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/money/reconciliation"
)

// A day is compared by as many reads as it has charges, however many other days have, by plans for
// any arguments too.
func TestADayCostsWhatItHas(t *testing.T) {
	t.Parallel()
	day := clock.Date(2026, 5, 15)
	filled := func(days int) (address string) {
		address = storetest.URL(t)
		st, err := store.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		for _, statement := range []string{
			`INSERT INTO charges (id, created_at, updated_at, account_id, bill_id, plan_name, payment_method_id, provider_order_id, state, amount, tax, initiator, give_up_at, settled_at)
				SELECT uuid_in(md5('charge' || n)::cstring), at, at, gen_random_uuid(), gen_random_uuid(), '', gen_random_uuid(), n::text, 'settled', 100, 9, 'merchant', at, at
				FROM (SELECT n, timestamptz '%s' - (n / 600 - 1) * interval '1 day' + n %% 600 * interval '1 minute' AS at FROM generate_series(0, 600 * %d - 1) AS n) AS each`,
			`INSERT INTO gateway_events (id, provider, event_key, kind, charge_id, provider_order_id, tracking_id, amount, day, received_at)
				SELECT gen_random_uuid(), 'sbps', 'sale:' || provider_order_id, 'sale', id, provider_order_id, '', amount, '2026-05-15', created_at FROM charges -- %s, %d`,
		} {
			if err := st.Exec(t.Context(), fmt.Sprintf(statement, day.Start().Format("2006-01-02T15:04:05Z07:00"), days)); err != nil {
				t.Fatal(err)
			}
		}
		return address
	}
	read := func(address string, generic bool) storetest.Reads {
		return storetest.ReadsOf(t, address, generic, func(st *store.Store) {
			if missing, err := (&reconciliation.Service{Store: st}).MissingOf(t.Context(), "sbps", day); err != nil || missing != 0 {
				t.Errorf("%d are missing, %v", missing, err)
			}
		})["charges"]
	}
	small, large := filled(3), filled(30)
	for _, generic := range []bool{false, true} {
		few, many := read(small, generic), read(large, generic)
		if few.Rows < 600 || many.Scans > 0 || many.Rows > few.Rows+few.Rows/5 {
			t.Errorf("generic plans %v: %d rows of charges are read among 30 days, %d among 3; the table is read as a whole %d times", generic, many.Rows, few.Rows, many.Scans)
		}
	}
}
