package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"

	"kaiin/ent/paymentmethod"
	entsubscription "kaiin/ent/subscription"
	"kaiin/server/base/clock"
	"kaiin/server/money/gateway"
	"kaiin/server/money/subscription"
)

// contract is one of the account, in its second month from tomorrow on.
func (w *till) contract(t *testing.T, account uuid.UUID) uuid.UUID {
	t.Helper()
	client, now := w.store.Client(t.Context()), clock.New().Now()
	next := clock.DayOf(now).AddDays(1)
	anchor := next.AddMonths(-1)
	card := client.PaymentMethod.Create().SetAccountID(account).SetPaymentMethodType(gateway.SbpsCredit).
		SetState(paymentmethod.StateActive).SetCustomerCode(uuid.NewString()).SetCreatedAt(now).SaveX(t.Context())
	row := client.Subscription.Create().SetAccountID(account).SetPlanID("standard").SetOrderID(uuid.New()).SetPaymentMethodID(card.ID).
		SetStatus(string(subscription.NewContract)).SetRenewSpan(1).SetRenewSpanUnit(entsubscription.RenewSpanUnitMonths).SetPeriod(1).SetAnchorDay(anchor).
		SetFirstPaymentDay(anchor).SetTermStart(anchor).SetNextSettlementDay(next).SetPaidThrough(next.AddDays(-1)).SetDueAt(next.Start()).
		SetCreatedAt(now).SetUpdatedAt(now).SaveX(t.Context())
	client.SubscriptionPrice.Create().SetSubscriptionID(row.ID).SetFromPeriod(1).SetListAmount(1100).SetCreatedAt(now).SaveX(t.Context())
	return row.ID
}

func TestBillCommand(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	today := clock.DayOf(clock.New().Now())
	list := func(until clock.Day) (rows []map[string]any) {
		t.Helper()
		status, out, problems := run(t, w.env, "bill", "--dry-run", "--until", until.String(), "--json")
		if err := json.Unmarshal([]byte(out), &rows); status != 0 || err != nil || rows == nil {
			t.Fatal(status, err, out, problems)
		}
		return rows
	}
	if rows := list(today.AddDays(1)); len(rows) != 0 {
		t.Errorf("without contracts: %v", rows)
	}
	first, second := w.contract(t, w.bill.AccountID).String(), w.contract(t, uuid.New()).String()
	if rows := list(today); len(rows) != 0 {
		t.Errorf("of today: %v", rows)
	}
	rows := list(today.AddDays(1))
	if len(rows) != 2 || rows[0]["contractId"] != first || rows[1]["contractId"] != second {
		t.Fatalf("of tomorrow: %v", rows)
	}
	if r := rows[0]; r["accountId"] != w.bill.AccountID.String() || r["period"] != 2.0 || r["amount"] != 1100.0 || r["day"] != today.AddDays(1).String() || r["planId"] != "standard" {
		t.Errorf("the first: %v", r)
	}
	status, out, _ := run(t, w.env, "bill", "--dry-run", "--until", today.AddDays(1).String())
	if status != 0 || !strings.Contains(out, first) || !strings.Contains(out, "2 charges of 2200 yen") {
		t.Errorf("%d %s", status, out)
	}
	for _, until := range []clock.Day{today.AddDays(-1), today.AddMonths(billedAhead).AddDays(1)} {
		if status, _, problems := run(t, w.env, "bill", "--dry-run", "--until", until.String()); status != 2 || !strings.Contains(problems, "--until is a day from") {
			t.Errorf("until %s: %d %s", until, status, problems)
		}
	}
}
