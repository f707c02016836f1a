package contract_test

import (
	"database/sql"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"kaiin/server/app/apptest"
	"kaiin/server/base/store/storetest"
)

const confirmRounds = 60

// BenchmarkConfirm tells how long it takes to buy a plan with a saved card, in ms: the press of the
// button and the return from the bank, at which the provider takes the money, without the pages of
// the bank. And how many times as long as the least that anyone could do: a handler that inserts a
// row and calls the provider once. The provider answers at once, and the two take turns. It knows
// no bounds.
func BenchmarkConfirm(b *testing.B) {
	s := apptest.Start(b, nil)
	least := httptest.NewServer(insertAndCall(b, s.Sandbox))
	b.Cleanup(least.Close)
	rounds := confirmRounds
	if testing.Short() { // only to see that it works
		rounds = 2
	}
	for range b.N {
		var mine, its []float64
		for range rounds {
			_, member := s.Member(b)
			order := map[string]string{"purchaseToken": form(b, member, "standard", methodIn(b, s.RegisterCard(b, member, "/plans/standard")))}
			for name, token := range s.InfoTokens(b) {
				order[name] = token
			}
			var pressed, back apptest.Answer
			took := millisecondsOf(func() { pressed = member.Post("/zapi/purchase/standard", order) })
			path := s.FromBank(b, member, pressed)
			took += millisecondsOf(func() { back = member.Get(path) })
			if to := back.Header.Get("Location"); to != "/plans/standard/complete" {
				b.Fatalf("the purchase ended at %s: %d %s", to, back.StatusCode, back.Text)
			}
			mine = append(mine, took)
			its = append(its, millisecondsOf(func() { get(b, least.URL) }))
		}
		b.ReportMetric(middleOf(mine), "ms-of-one")
		b.ReportMetric(middleOf(mine)/middleOf(its), "times-least")
	}
}

// insertAndCall answers after one row was kept for good, and one call was answered.
func insertAndCall(b *testing.B, provider string) http.Handler {
	db, err := sql.Open("postgres", storetest.URL(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	if _, err := db.Exec("CREATE TABLE least (id bigserial PRIMARY KEY, plan text NOT NULL, amount integer NOT NULL)"); err != nil {
		b.Fatal(err)
	}
	return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		if _, err := db.Exec("INSERT INTO least (plan, amount) VALUES ($1, $2)", "standard", 1100); err != nil {
			b.Error(err)
		}
		get(b, provider+"/healthz")
	})
}

func get(b *testing.B, address string) {
	answer, err := http.Get(address)
	if err != nil {
		b.Error(err)
		return
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		b.Errorf("%s answers %d", address, answer.StatusCode)
	}
}

func millisecondsOf(act func()) float64 {
	began := time.Now()
	act()
	return float64(time.Since(began).Microseconds()) / 1000
}

func middleOf(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
