package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"kaiin/server/store"
	"kaiin/server/store/storetest"
)

// M-30: seeding goes by the sandbox's clock where there is one, and by the machine's where it does not run.
func TestSeedGoesByTheSandboxsClock(t *testing.T) {
	t.Parallel()
	const ahead = 40 * 24 * time.Hour
	sandbox := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"offsetSeconds": %d}`, int(ahead.Seconds()))
	}))
	defer sandbox.Close()
	for address, want := range map[string]time.Duration{sandbox.URL: ahead, "http://127.0.0.1:1": 0} {
		env := map[string]string{"DATABASE_URL": storetest.URL(t), "KAIIN_SANDBOX_URL": address}
		if status, _, problems := run(t, env, "seed", "--store", "../../../demo/store.yaml"); status != 0 {
			t.Fatal(problems)
		}
		s, err := store.Open(t.Context(), env["DATABASE_URL"])
		if err != nil {
			t.Fatal(err)
		}
		at := s.Client(t.Context()).Plan.Query().FirstX(t.Context()).UpdatedAt
		if off := at.Sub(time.Now().Add(want)); off.Abs() > 10*time.Minute { // forbidigo: the machine's time is what is compared
			t.Errorf("%s: seeded at %s", address, at)
		}
		_ = s.Close()
	}
}
