package payment_test

import (
	"strings"
	"testing"
	"time"

	"kaiin/ent/gatewayevent"
	"kaiin/server/payment"
	"kaiin/server/payment/paymenttest"
)

// What a provider tells is kept once each, whole or not at all.
func TestMonthsAreKeptOnce(t *testing.T) {
	t.Parallel()
	env := paymenttest.Setup(t, "2026-06-01", nil)
	env.NewMonthly()
	good := payment.ProviderCharge{
		Provider: paymenttest.MonthlyName, Reference: "00000000000001", Month: "202606", Amount: 1100, Result: payment.ProviderChargeSettled, At: env.Clock.Now(),
	}
	for name, spoil := range map[string]func(*payment.ProviderCharge){
		"no agreement":       func(m *payment.ProviderCharge) { m.Reference = "" },
		"a long agreement":   func(m *payment.ProviderCharge) { m.Reference = strings.Repeat("1", 101) },
		"no month":           func(m *payment.ProviderCharge) { m.Month = "" },
		"a thirteenth month": func(m *payment.ProviderCharge) { m.Month = "202613" },
		"a day":              func(m *payment.ProviderCharge) { m.Month = "20260601" },
		"less than nothing":  func(m *payment.ProviderCharge) { m.Amount = -1 },
		"nothing":            func(m *payment.ProviderCharge) { m.Amount = 0 },
		"far too much":       func(m *payment.ProviderCharge) { m.Amount = 1 << 40 },
		"no result":          func(m *payment.ProviderCharge) { m.Result = "" },
	} {
		bad := good
		spoil(&bad)
		for _, take := range []func() error{
			func() error {
				_, err := env.Payment.TakeMonths(t.Context(), []payment.ProviderCharge{good, bad})
				return err
			},
			func() error {
				_, err := env.Payment.TryMonths(t.Context(), []payment.ProviderCharge{good, bad})
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
	var lines []payment.ProviderCharge
	for i := range 1200 {
		line := good
		line.Month = time.Date(2026, time.Month(1+i%600), 1, 0, 0, 0, 0, time.UTC).Format("200601")
		lines = append(lines, line)
	}
	if kept, err := env.Payment.TryMonths(t.Context(), lines); err != nil || kept != (payment.MonthsKept{New: 600, Known: 600}) || count() != 0 {
		t.Errorf("tried: %+v, %v, %d are kept", kept, err, count())
	}
	if kept, err := env.Payment.TakeMonths(t.Context(), lines); err != nil || kept != (payment.MonthsKept{New: 600, Known: 600}) || count() != 600 {
		t.Errorf("taken: %+v, %v, %d are kept", kept, err, count())
	}
	if kept, err := env.Payment.TakeMonths(t.Context(), lines); err != nil || kept != (payment.MonthsKept{Known: 1200}) || count() != 600 {
		t.Errorf("once more: %+v, %v, %d are kept", kept, err, count())
	}
	jobs := paymenttest.Jobs[payment.MonthArgs](t, env.Store, payment.MonthArgs{}.Kind())
	if len(jobs) != 600 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for range 2 { // of an agreement that nobody knows: one question, and nothing changes
		if err := env.Payment.ApplyMonth(t.Context(), jobs[0].EventID); err != nil {
			t.Fatal(err)
		}
	}
	if questions, err := env.Payment.Questions(t.Context()); err != nil || len(questions) != 1 || questions[0].ID != jobs[0].EventID {
		t.Errorf("%d questions, %v", len(questions), err)
	}
	if n := env.Store.Client(t.Context()).GatewayEvent.Query().Where(gatewayevent.AppliedAtNotNil()).CountX(t.Context()); n != 0 {
		t.Errorf("%d are applied", n)
	}
}
