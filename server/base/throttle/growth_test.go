package throttle_test

import (
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/base/throttle"
)

// S-04: the guesses of one account are found by the index, in a database of any order of texts and
// by plans for any arguments too, and those of others whose keys are beside them stay.
func TestForgettingReadsNoMoreThanItForgets(t *testing.T) {
	t.Parallel()
	for _, database := range []string{"", "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'"} {
		for _, generic := range []bool{false, true} {
			address := storetest.Create(t, database)
			st, err := store.Open(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			if err := store.Migrate(t.Context(), st.DB); err != nil {
				t.Fatal(err)
			}
			now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
			for what, n := range map[string]int{"login taro": 3, "login taro2": 20, "login taro 2": 20, "LOGIN TARO": 20, "login tar": 20, "mail": 20_000} {
				err := st.Exec(t.Context(), `INSERT INTO throttles (key, count, window_start)
					SELECT $1 || ':' || g, 1, $2 FROM generate_series(1, $3) AS g`, what, now, n)
				if err != nil {
					t.Fatal(err)
				}
			}
			_ = st.Close()
			reads := storetest.ReadsOf(t, address, generic, func(st *store.Store) {
				box, err := secret.NewBox(make([]byte, 32))
				if err != nil {
					t.Fatal(err)
				}
				s := &throttle.Service{Store: st, Clock: clock.At(now), Secrets: box}
				if err := s.ForgetAll(t.Context(), "login taro"); err != nil {
					t.Error(err)
				}
			})["throttles"]
			if reads.Scans > 0 || reads.Fetched > 10 || reads.Deleted != 3 { // planning reads an end of the index
				t.Errorf("database %q, generic plans %v: %+v", database, generic, reads)
			}
		}
	}
}
