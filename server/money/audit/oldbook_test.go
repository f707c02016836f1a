package audit_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/subscription"
	"kaiin/server/shop/catalog"
)

// oldBook writes rows as they were when a charge was demand, attempt and receipt at once: before
// there were bills.
type oldBook struct {
	t       *testing.T
	db      *sql.DB
	gateway *paymenttest.Gateway
	now     time.Time
}

// beforeBills is the version of the first migration of the book of money.
const beforeBills = "20261122213654"

// oldPlan is a plan as it was sold then; the test store sells the same.
type oldPlan struct {
	kind    string
	price   int
	trial   int
	viewing int
	span    subscription.Span
}

var oldPlans = map[string]oldPlan{
	"standard": {kind: "subscription", price: 1100, span: subscription.Span{Count: 1, Unit: "months"}},
	"trial":    {kind: "subscription", price: 980, trial: 14, span: subscription.Span{Count: 1, Unit: "months"}},
	"weekly":   {kind: "subscription", price: 300, span: subscription.Span{Count: 1, Unit: "weeks"}},
	"film":     {kind: "purchase", price: 2500, span: subscription.Span{Count: 1, Unit: "months"}},
	"rental":   {kind: "rental", price: 500, viewing: 7, span: subscription.Span{Count: 1, Unit: "months"}},
}

// insert adds a row of the columns and values, which take turns.
func (o *oldBook) insert(table string, pairs ...any) {
	o.t.Helper()
	var names, places []string
	var values []any
	for i := 0; i < len(pairs); i += 2 {
		names, values = append(names, fmt.Sprintf("%q", pairs[i])), append(values, pairs[i+1])
		places = append(places, fmt.Sprintf("$%d", len(values)))
	}
	_, err := o.db.ExecContext(o.t.Context(), fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(names, ", "), strings.Join(places, ", ")), values...)
	if err != nil {
		o.t.Fatalf("%s: %v", table, err)
	}
}

func (o *oldBook) plans() {
	position := 0
	for id, p := range oldPlans {
		position++
		o.insert("plans", "id", id, "plan_type", p.kind, "position", position, "name", `{"ja": "プラン", "en": "Plan"}`, "description", "{}", "service", "{}",
			"price", p.price, "tax_rate", 10, "renew_span", p.span.Count, "renew_span_unit", p.span.Unit, "free_trial_days", p.trial,
			"viewing_days", p.viewing, "updated_at", o.now)
	}
}

// oldMember is a member with a card that the provider keeps.
type oldMember struct {
	account, card uuid.UUID
	code          string
}

func (o *oldBook) member(left bool) oldMember {
	m := oldMember{account: uuid.Must(uuid.NewV7()), card: uuid.Must(uuid.NewV7())}
	m.code = strings.ReplaceAll(m.card.String(), "-", "")
	if _, err := o.gateway.SaveCard(o.t.Context(), m.code, gateway.CardToken{}); err != nil {
		o.t.Fatal(err)
	}
	card := []any{"id", m.card, "account_id", m.account, "payment_method_type", "SbpsCredit", "customer_code", m.code, "card_brand", "V",
		"card_suffix", "4242", "card_expire", "203012", "authenticated_at", o.now, "created_at", o.now}
	if left {
		o.insert("accounts", "id", m.account, "status", "withdrawn", "withdrawn_at", o.now, "created_at", o.now, "updated_at", o.now)
		o.insert("payment_methods", append(card, "state", "deleted", "deleted_at", o.now)...)
		return m
	}
	mail := m.code + "@example.jp"
	o.insert("accounts", "id", m.account, "email", mail, "email_key", mail, "email_verified_at", o.now, "created_at", o.now, "updated_at", o.now)
	o.insert("payment_methods", append(card, "state", "active")...)
	return m
}

// oldCharge is a charge and what the provider knows of it: "", "authorized", "settled"
// or "canceled".
type oldCharge struct{ state, provider string }

var (
	wasSettled    = oldCharge{"settled", "settled"}
	wasDeclined   = oldCharge{"declined", ""}
	wasCanceled   = oldCharge{"canceled", "canceled"}
	isAttempted   = oldCharge{"attempting", ""}
	isAuthorized  = oldCharge{"attempting", "authorized"}
	unheard       = oldCharge{"unknown", ""}
	unsettled     = oldCharge{"unknown", "authorized"}
	settledUnsaid = oldCharge{"unknown", "settled"}
)

// charge adds an attempt at the time; of says whose it is.
func (o *oldBook) charge(m oldMember, c oldCharge, yen, attempt int, at time.Time, of ...any) {
	o.t.Helper()
	orderID, tracking := uuid.NewString(), ""
	if c.provider != "" {
		var err error
		tracking, err = o.gateway.Charge(o.t.Context(), gateway.ChargeRequest{OrderID: orderID, Kept: gateway.Kept{CustomerCode: m.code}, Amount: yen, Tax: catalog.TaxInside(yen, 10)})
		if err == nil && c.provider == "settled" {
			err = o.gateway.Commit(o.t.Context(), tracking)
		}
		if err == nil && c.provider == "canceled" {
			err = o.gateway.Refund(o.t.Context(), tracking, 0)
		}
		if err != nil {
			o.t.Fatal(err)
		}
	}
	row := append([]any{"id", uuid.Must(uuid.NewV7()), "account_id", m.account, "attempt", attempt, "plan_name", "プラン", "payment_method_id", m.card,
		"provider_order_id", orderID, "state", c.state, "amount", yen, "tax", catalog.TaxInside(yen, 10), "tax_rate", 10, "tracking_id", tracking,
		"created_at", at, "updated_at", at}, of...)
	if c.state == "settled" {
		row = append(row, "settled_at", at)
	}
	o.insert("charges", row...)
}

// order adds one of the plan, ordered at the time, and what charges it.
func (o *oldBook) order(m oldMember, planID, state string, at time.Time, yen int, charge *oldCharge, contract *uuid.UUID) uuid.UUID {
	o.t.Helper()
	p, id := oldPlans[planID], uuid.Must(uuid.NewV7())
	terms, err := json.Marshal(map[string]any{"locale": "ja", "planName": "プラン", "method": "カード", "items": []any{}, "button": "注文する", "deal": map[string]any{
		"planType": p.kind, "viewingDays": p.viewing, "reContract": false,
		"basis": map[string]any{"start": clock.DayOf(at), "trialDays": p.trial, "span": p.span, "price": p.price, "taxRate": 10, "lastRenewal": clock.Day{}},
	}})
	if err != nil {
		o.t.Fatal(err)
	}
	row := []any{"id", id, "account_id", m.account, "session_id", uuid.New(), "plan_id", planID, "payment_method_id", m.card, "token_hash", []byte(id.String()),
		"state", state, "amount", yen, "price", p.price, "tax_rate", 10, "terms", string(terms), "expires_at", at.Add(30 * time.Minute), "created_at", at}
	if state == "completed" {
		row = append(row, "completed_at", at)
	}
	if contract != nil {
		row = append(row, "subscription_id", *contract)
	}
	o.insert("orders", row...)
	if charge == nil {
		return id
	}
	of := []any{"order_id", id}
	if contract != nil {
		of = append(of, "subscription_id", *contract, "term", 1)
	}
	o.charge(m, *charge, yen, 1, at, of...)
	return id
}

// film is a completed order of something that does not renew.
func (o *oldBook) film(m oldMember, planID string, at time.Time) {
	p := oldPlans[planID]
	id := o.order(m, planID, "completed", at, p.price, &wasSettled, nil)
	row := []any{"id", uuid.Must(uuid.NewV7()), "account_id", m.account, "plan_id", planID, "order_id", id, "created_at", at}
	if p.viewing > 0 {
		row = append(row, "expires_at", clock.DayOf(at).AddDays(p.viewing+1).Start())
	}
	o.insert("entitlements", row...)
}

// oldContract is a contract that was begun on the day. Each of its terms up to the present one was
// paid at once, but for the attempts that failed before.
type oldContract struct {
	plan, status string
	begun        string
	term         int
	price        int         // 0: the plan's; less than nothing: it is free
	failed       int         // attempts that were refused before the present term was paid
	next         []oldCharge // attempts at the next term
	left         bool        // its member has left
}

func (o *oldBook) contract(c oldContract) uuid.UUID {
	o.t.Helper()
	p, id := oldPlans[c.plan], uuid.Must(uuid.NewV7())
	price, m := p.price, o.member(c.left)
	if c.price != 0 {
		price = max(0, c.price)
	}
	day, err := clock.ParseDay(c.begun)
	if err != nil {
		o.t.Fatal(err)
	}
	begun, anchor := day.Start().Add(9*time.Hour), day.AddDays(p.trial)
	start := func(term int) clock.Day { return p.span.After(anchor, term-1) }
	var first *oldCharge
	paidNow := 0
	if p.trial == 0 && price > 0 {
		first, paidNow = &wasSettled, price
	}
	orderID := o.order(m, c.plan, "completed", begun, paidNow, first, &id)
	from := 2
	if p.trial > 0 {
		from = 1
	}
	for term := from; term <= c.term && price > 0; term++ {
		attempt := 1
		for range c.failed {
			if term == c.term {
				o.charge(m, wasDeclined, price, attempt, start(term).Start(), "subscription_id", id, "term", term)
				attempt++
			}
		}
		o.charge(m, wasSettled, price, attempt, start(term).Start(), "subscription_id", id, "term", term)
	}
	next := start(c.term + 1)
	for i, charge := range c.next {
		o.charge(m, charge, price, i+1, next.Start().Add(time.Duration(i)*time.Hour), "subscription_id", id, "term", c.term+1)
	}
	termStart := day
	if c.term > 0 {
		termStart = start(c.term)
	}
	status := subscription.Status(c.status)
	row := []any{"id", id, "account_id", m.account, "plan_id", c.plan, "order_id", orderID, "payment_method_id", m.card, "status", c.status,
		"original_price", p.price, "billing_amount", price, "tax_rate", 10, "renew_span", p.span.Count, "renew_span_unit", p.span.Unit, "term", c.term,
		"anchor_day", anchor, "first_payment_day", anchor, "term_start", termStart, "next_settlement_day", next, "created_at", begun, "updated_at", o.now}
	until := next.AddDays(1).Start()
	if strings.Contains(c.status, "CANCEL_REQUEST") {
		row = append(row, "cancel_requested_at", o.now.Add(-time.Hour))
	}
	if strings.Contains(c.status, "HOLD") && !strings.Contains(c.status, "RELEASED") {
		until = next.Start().Add(2 * time.Hour)
		row = append(row, "held_at", until)
	}
	if !status.Contracted() {
		until = o.now.Add(-time.Hour)
		row = append(row, "ended_at", until)
	}
	o.insert("subscriptions", row...)
	o.insert("subscription_events", "id", uuid.Must(uuid.NewV7()), "subscription_id", id, "event", "Contract", "from_status", "", "to_status", c.status,
		"term", c.term, "created_at", begun)
	o.insert("entitlements", "id", uuid.Must(uuid.NewV7()), "account_id", m.account, "plan_id", c.plan, "order_id", orderID, "subscription_id", id,
		"expires_at", until, "created_at", begun)
	return id
}
