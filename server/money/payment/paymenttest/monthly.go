package paymenttest

import (
	"context"
	"iter"
	"time"

	"kaiin/server/money/gateway"
)

// MonthlyName is that of the provider that charges by itself.
const MonthlyName = "sbps_au_simple"

// Monthly is a provider that charges each month by itself and is reached by a form: this gateway
// with the forms that were asked for.
type Monthly struct {
	*Gateway
	Forms []gateway.FormRequest
}

// NewMonthly adds such a provider to the world.
func (e *Env) NewMonthly() *Monthly {
	m := &Monthly{Gateway: NewGateway()}
	m.Clock = e.Clock
	e.Payment.Providers = append(e.Payment.Providers, gateway.Provider{
		Name: MonthlyName, Gateway: m, Forms: m, Bills: true, Months: m,
		Kinds: []gateway.Kind{{Type: gateway.SbpsAuSimple, Joins: gateway.JoinsByForm}},
	})
	return m
}

// Form implements payment.Forms.
func (m *Monthly) Form(in gateway.FormRequest) (gateway.Form, error) {
	m.Forms = append(m.Forms, in)
	return gateway.Form{URL: "https://carrier.example/A01-1", Charset: "Shift_JIS", Params: []gateway.Param{{Name: "order_id", Value: in.OrderID}}}, nil
}

// Agrees is a member who agrees on the provider's page: it takes the first month. It answers
// the agreement.
func (m *Monthly) Agrees(in gateway.FormRequest) (reference string) {
	m.Book(Entry{OrderID: in.OrderID, CustomerCode: in.CustomerCode, Amount: in.Amount, Tax: in.Tax})
	m.mu.Lock()
	m.cards[in.CustomerCode] = true
	m.mu.Unlock()
	return m.Entry(in.OrderID).TrackingID
}

// Month implements payment.Months.
func (m *Monthly) Month(ctx context.Context, reference, month string) (gateway.Transaction, error) {
	return m.Lookup(ctx, reference+month, "")
}

// Lookup implements gateway.Gateway: what it charges by itself it knows by its own id alone.
func (m *Monthly) Lookup(ctx context.Context, orderID, tracking string) (gateway.Transaction, error) {
	m.mu.Lock()
	if e := m.find(tracking); e != nil && tracking != "" {
		orderID = e.OrderID
	}
	m.mu.Unlock()
	return m.Gateway.Lookup(ctx, orderID, tracking)
}

// Corrects is the provider having taken another sum of the month than it told.
func (m *Monthly) Corrects(reference, month string, amount int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[reference+month].Amount = amount
}

// Takes is the provider taking the month of an agreement, and the line by which it tells that.
func (m *Monthly) Takes(reference, month string, amount int) gateway.ProviderCharge {
	m.Book(Entry{OrderID: reference + month, Amount: amount})
	return gateway.ProviderCharge{
		Provider: MonthlyName, Reference: reference, TrackingID: m.Entry(reference + month).TrackingID, Month: month, Amount: amount,
		Result: gateway.ProviderChargeSettled, At: m.Clock.Now().Truncate(time.Second),
	}
}

// Refuses is the line by which it tells that it could not take the month.
func (m *Monthly) Refuses(reference, month string, amount int) gateway.ProviderCharge {
	return gateway.ProviderCharge{
		Provider: MonthlyName, Reference: reference, Month: month, Amount: amount, Result: gateway.ProviderChargeDeclined, Code: "402L4001", At: m.Clock.Now(),
	}
}

// Lines are what a provider tells, as TakeMonths ranges over it.
func Lines(lines ...gateway.ProviderCharge) iter.Seq2[gateway.ProviderCharge, error] {
	return func(yield func(gateway.ProviderCharge, error) bool) {
		for _, line := range lines {
			if !yield(line, nil) {
				return
			}
		}
	}
}
