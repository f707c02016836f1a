package providerbilling_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"kaiin/ent/gatewayevent"
	"kaiin/server/base/store"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/providerbilling"
)

// What a provider tells is kept once each, whole or not at all.
func TestMonthsAreKeptOnce(t *testing.T) {
	t.Parallel()
	env := paymenttest.Setup(t, "2026-06-01", nil)
	env.NewMonthly()
	good := gateway.ProviderCharge{
		Provider: paymenttest.MonthlyName, Reference: "00000000000001", Month: "202606", Amount: 1100, Result: gateway.ProviderChargeSettled, At: env.Clock.Now(),
	}
	for name, spoil := range map[string]func(*gateway.ProviderCharge){
		"no agreement":       func(m *gateway.ProviderCharge) { m.Reference = "" },
		"a long agreement":   func(m *gateway.ProviderCharge) { m.Reference = strings.Repeat("1", 101) },
		"no month":           func(m *gateway.ProviderCharge) { m.Month = "" },
		"a thirteenth month": func(m *gateway.ProviderCharge) { m.Month = "202613" },
		"a day":              func(m *gateway.ProviderCharge) { m.Month = "20260601" },
		"less than nothing":  func(m *gateway.ProviderCharge) { m.Amount = -1 },
		"nothing":            func(m *gateway.ProviderCharge) { m.Amount = 0 },
		"far too much":       func(m *gateway.ProviderCharge) { m.Amount = 1 << 40 },
		"no result":          func(m *gateway.ProviderCharge) { m.Result = "" },
	} {
		bad := good
		spoil(&bad)
		for _, take := range []func() error{
			func() error {
				_, err := env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(good, bad))
				return err
			},
			func() error {
				_, err := env.ProviderBilling.TryMonths(t.Context(), paymenttest.Lines(good, bad))
				return err
			},
		} {
			if err := take(); err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	count := func() int { return env.Store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context()) }
	if count() != 0 {
		t.Fatalf("%d are kept of files that are wrong", count())
	}
	var lines []gateway.ProviderCharge
	for i := range 1200 {
		line := good
		line.Month = time.Date(2026, time.Month(1+i%600), 1, 0, 0, 0, 0, time.UTC).Format("200601")
		lines = append(lines, line)
	}
	wrong := good
	wrong.Month = ""
	if _, err := env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(append(lines[:len(lines):len(lines)], wrong)...)); err == nil || count() != 0 {
		t.Errorf("%d are kept of a long file whose last line is wrong: %v", count(), err)
	}
	if kept, err := env.ProviderBilling.TryMonths(t.Context(), paymenttest.Lines(lines...)); err != nil || kept != (providerbilling.MonthsKept{New: 600, Known: 600}) || count() != 0 {
		t.Errorf("tried: %+v, %v, %d are kept", kept, err, count())
	}
	if kept, err := env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(lines...)); err != nil || kept != (providerbilling.MonthsKept{New: 600, Known: 600}) || count() != 600 {
		t.Errorf("taken: %+v, %v, %d are kept", kept, err, count())
	}
	if kept, err := env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(lines...)); err != nil || kept != (providerbilling.MonthsKept{Known: 1200}) || count() != 600 {
		t.Errorf("once more: %+v, %v, %d are kept", kept, err, count())
	}
	jobs := paymenttest.Jobs[providerbilling.MonthArgs](t, env.Store, providerbilling.MonthArgs{}.Kind())
	if len(jobs) != 600 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for range 2 { // of an agreement that we do not know: one question, and nothing changes
		if err := env.ProviderBilling.ApplyMonth(t.Context(), jobs[0].EventID); err != nil {
			t.Fatal(err)
		}
	}
	if questions, err := env.ProviderBilling.Questions(t.Context()); err != nil || len(questions) != 1 || questions[0].ID != jobs[0].EventID {
		t.Errorf("%d questions, %v", len(questions), err)
	}
	if n := env.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.AppliedAtNotNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d are applied", n)
	}
}

// M-27: what comes again under a key that is known is known when it says the same, and else kept
// once, as a result of its own.
func TestOtherContentIsNotKnown(t *testing.T) {
	t.Parallel()
	env := paymenttest.Setup(t, "2026-06-01", nil)
	line := func(yen int, result gateway.ProviderChargeResult) gateway.ProviderCharge {
		return gateway.ProviderCharge{Provider: paymenttest.MonthlyName, Reference: "00000000000001", Month: "202606", Amount: yen, Result: result, At: env.Clock.Now()}
	}
	settled, declined, ended := gateway.ProviderChargeSettled, gateway.ProviderChargeDeclined, gateway.ProviderChargeEnded
	take := func(want providerbilling.MonthsKept, lines ...gateway.ProviderCharge) {
		t.Helper()
		for _, do := range []func() (providerbilling.MonthsKept, error){
			func() (providerbilling.MonthsKept, error) {
				return env.ProviderBilling.TryMonths(t.Context(), paymenttest.Lines(lines...))
			},
			func() (providerbilling.MonthsKept, error) {
				return env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(lines...))
			},
		} {
			if kept, err := do(); err != nil || kept != want {
				t.Errorf("%+v, want %+v, %v", kept, want, err)
			}
		}
	}
	take(providerbilling.MonthsKept{New: 1, Other: 1, Known: 1}, line(1100, settled), line(1000, settled), line(1100, settled))
	take(providerbilling.MonthsKept{Other: 1, Known: 2}, line(900, settled), line(1000, settled), line(900, settled))
	take(providerbilling.MonthsKept{New: 2, Other: 1, Known: 1}, line(1100, declined), line(900, declined), line(0, ended), line(5, ended))
	later := line(1000, settled) // when it was told is no content
	later.At, later.Code = later.At.Add(time.Hour), "402L4001"
	take(providerbilling.MonthsKept{Known: 4}, line(1100, settled), later, line(900, settled), line(900, declined))
	if n := env.Store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context()); n != 6 {
		t.Errorf("%d are kept", n)
	}
	for yen := 800; yen < 806; yen++ {
		take(providerbilling.MonthsKept{Other: 1}, line(yen, settled))
	}
	if _, err := env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(line(1, settled))); err == nil || !strings.Contains(err.Error(), "9 sums") {
		t.Errorf("a tenth sum: %v", err)
	}
}

// A file of 100,000 lines is kept with so many statements for every 500 of them, in no more memory
// than a small one. It is not parallel: the memory is that of the whole process.
func TestManyMonths(t *testing.T) {
	const count, inPart, half = 100_000, 500, 50_000
	env := paymenttest.Setup(t, "2026-06-01", nil)
	first, most, at := 0, 0, env.Clock.Now()
	lines := func(yield func(gateway.ProviderCharge, error) bool) {
		for n := range count {
			if n%half == half/10 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				if most = max(most, int(m.HeapAlloc)); first == 0 {
					first = most
				}
			}
			if !yield(gateway.ProviderCharge{
				Provider: paymenttest.MonthlyName, Reference: fmt.Sprintf("%014d", n%half), Month: "202606", Amount: 1100, Result: gateway.ProviderChargeSettled, At: at,
			}, nil) {
				return
			}
		}
	}
	ctx, statements := store.CountStatements(t.Context())
	for _, c := range []struct {
		what string
		do   func() (providerbilling.MonthsKept, error)
		want providerbilling.MonthsKept
		most int64 // statements for a part
	}{
		{"tried", func() (providerbilling.MonthsKept, error) { return env.ProviderBilling.TryMonths(ctx, lines) }, providerbilling.MonthsKept{New: half, Known: half}, 1},
		{"taken", func() (providerbilling.MonthsKept, error) { return env.ProviderBilling.TakeMonths(ctx, lines) }, providerbilling.MonthsKept{New: half, Known: half}, 3},
		{"taken once more", func() (providerbilling.MonthsKept, error) { return env.ProviderBilling.TakeMonths(ctx, lines) }, providerbilling.MonthsKept{Known: count}, 1},
	} {
		statements.Store(0)
		if kept, err := c.do(); err != nil || kept != c.want || statements.Load() > c.most*count/inPart {
			t.Errorf("%s: %+v with %d statements, %v", c.what, kept, statements.Load(), err)
		}
	}
	if n := env.Store.Client(t.Context()).GatewayEvent.Query().CountX(t.Context()); n != half {
		t.Errorf("%d are kept", n)
	}
	if grown := most - first; grown > 4<<20 {
		t.Errorf("%d bytes more are in use than at the beginning", grown)
	}
}

// Two shells that take the same file at once keep each line once.
func TestMonthsAreKeptOnceByTwoAtOnce(t *testing.T) {
	t.Parallel()
	env := paymenttest.Setup(t, "2026-06-01", nil)
	var lines []gateway.ProviderCharge
	for n := range 1200 {
		lines = append(lines, gateway.ProviderCharge{
			Provider: paymenttest.MonthlyName, Reference: fmt.Sprintf("%014d", n), Month: "202606", Amount: 1100, Result: gateway.ProviderChargeSettled, At: env.Clock.Now(),
		})
	}
	var all sync.WaitGroup
	kept := make([]providerbilling.MonthsKept, 4)
	for i := range kept {
		all.Go(func() {
			var err error
			if kept[i], err = env.ProviderBilling.TakeMonths(t.Context(), paymenttest.Lines(lines...)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	fresh := 0
	for _, k := range kept {
		if fresh += k.New; k.New+k.Known != len(lines) {
			t.Errorf("%+v", k)
		}
	}
	if jobs := paymenttest.Jobs[providerbilling.MonthArgs](t, env.Store, providerbilling.MonthArgs{}.Kind()); fresh != len(lines) || len(jobs) != fresh {
		t.Errorf("%d are new, %d jobs", fresh, len(jobs))
	}
}
