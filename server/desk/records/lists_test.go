package records

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/money/subscription"
)

var since = time.Date(2026, 5, 1, 3, 0, 0, 0, time.UTC)

// oneList is a list with some filters, and which rows each of them means.
type oneList[F, T any] struct {
	table  string
	list   func(context.Context, F, keyset.Page) ([]T, bool, error)
	byID   func(context.Context, []uuid.UUID) (map[uuid.UUID]T, error)
	cursor func(T) keyset.Cursor
	cases  []oneCase[F, T]
}

type oneCase[F, T any] struct {
	filter F
	keep   func(T) bool
}

// prove walks the list under each filter, while rows are added, and compares it with all rows.
func (l oneList[F, T]) prove(t *testing.T, grow func()) {
	t.Helper()
	ids := idsIn(t, l)
	rows, err := l.byID(t.Context(), ids)
	if err != nil || len(rows) != len(ids) {
		t.Fatalf("%s: %d of %d rows, %v", l.table, len(rows), len(ids), err)
	}
	text, err := json.Marshal(rows)
	if err != nil || strings.Contains(string(text), hidden) {
		t.Errorf("%s: what is hidden is shown: %v", l.table, err)
	}
	for i, c := range l.cases {
		want, between := ordered(rows, l.cursor, c.keep), func() {}
		if i == 0 {
			between = grow
		}
		var got []uuid.UUID
		for _, row := range walked(t, l.cursor, between, func(ctx context.Context, p keyset.Page) ([]T, bool, error) { return l.list(ctx, c.filter, p) }) {
			id := l.cursor(row).ID
			got = append(got, id)
			if fmt.Sprintf("%+v", row) != fmt.Sprintf("%+v", rows[id]) && i > 0 {
				a, _ := json.Marshal(row)
				b, _ := json.Marshal(rows[id])
				if string(a) != string(b) {
					t.Errorf("%s: %s in the list, by its id %s", l.table, a, b)
				}
			}
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s, filter %d: %d rows, want %d: %+v", l.table, i, len(got), len(want), c.filter)
		}
		if i == 0 {
			rows, err = l.byID(t.Context(), idsIn(t, l))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

var inTest *desk // of the test that proves lists; there is one

func idsIn[F, T any](t *testing.T, l oneList[F, T]) []uuid.UUID { return inTest.ids(t, l.table) }

func all[T any](T) bool { return true }

func is(ids ...uuid.UUID) func(uuid.UUID) bool {
	return func(id uuid.UUID) bool { return slices.Contains(ids, id) }
}

func sameDay(at time.Time, from, to clock.Day) bool {
	day := clock.DayOf(at)
	return !day.Before(from) && !day.After(to)
}

// Each page goes on where the one before ended: together they have each row once, in order, under
// every filter, also while others are added.
func TestPagesHaveEachRowOnceInOrder(t *testing.T) {
	d := setup(t, "2026-05-05")
	inTest = d
	d.exec(t, fill(1, 401, since)...) // those of one moment are all there
	added := 401
	grow := func() {
		if added < 460 {
			d.exec(t, fill(added+1, added+4, since)...)
			added += 4
		}
	}
	first, second := clock.Date(2026, 5, 1), clock.Date(2026, 5, 1)
	days := Days{From: first, To: second}
	taro, jiro := named("member", 3), named("member", 7)

	oneList[ChargeFilter, Charge]{"charges", d.Charges, d.ChargesByID, Cursor[Charge], []oneCase[ChargeFilter, Charge]{
		{ChargeFilter{}, all[Charge]},
		{ChargeFilter{AccountIDs: []uuid.UUID{taro, jiro, taro}}, func(c Charge) bool { return is(taro, jiro)(c.AccountID) }},
		{ChargeFilter{BillIDs: []uuid.UUID{named("bill", 5), named("bill", 9)}}, func(c Charge) bool { return is(named("bill", 5), named("bill", 9))(c.BillID) }},
		{ChargeFilter{States: []string{"declined", "orphaned"}}, func(c Charge) bool { return c.State == "declined" || c.State == "orphaned" }},
		{ChargeFilter{States: []string{"settled", "orphaned"}}, func(c Charge) bool { return c.State == "settled" || c.State == "orphaned" }},
		{ChargeFilter{Open: true}, func(c Charge) bool { return c.State == "unknown" }},
		{ChargeFilter{Open: true, States: []string{"unknown", "settled"}, AccountIDs: []uuid.UUID{named("member", 13)}}, func(c Charge) bool { return c.State == "unknown" && c.AccountID == named("member", 13) }},
		{ChargeFilter{CardSuffix: "0007"}, func(c Charge) bool { return c.CardSuffix == "0007" }},
		{ChargeFilter{Days: days}, func(c Charge) bool { return sameDay(c.CreatedAt, first, second) }},
		{ChargeFilter{Days: days, Providers: []string{"paypal"}, Amount: Yen{From: ptr(103), To: ptr(105)}}, func(c Charge) bool { return c.Provider == "paypal" && c.Amount >= 103 && c.Amount <= 105 }},
		{ChargeFilter{AccountIDs: []uuid.UUID{taro}, States: []string{"settled"}, Amount: Yen{To: ptr(104)}}, func(c Charge) bool { return c.AccountID == taro && c.State == "settled" && c.Amount <= 104 }},
	}}.prove(t, grow)
	oneList[BillFilter, Bill]{"bills", d.Bills, d.BillsByID, Cursor[Bill], []oneCase[BillFilter, Bill]{
		{BillFilter{}, all[Bill]},
		{BillFilter{AccountIDs: []uuid.UUID{taro}}, func(b Bill) bool { return b.AccountID == taro }},
		{BillFilter{ContractIDs: []uuid.UUID{named("contract", 4), named("contract", 2)}}, func(b Bill) bool { return is(named("contract", 4), named("contract", 2))(*b.ContractID) }},
		{BillFilter{OrderIDs: []uuid.UUID{named("order", 77), named("order", 7)}}, func(b Bill) bool { return b.OrderID != nil && is(named("order", 77), named("order", 7))(*b.OrderID) }},
		{BillFilter{Open: true}, func(b Bill) bool { return b.State == "open" || b.State == "paying" }},
		{BillFilter{States: []string{"void"}}, func(b Bill) bool { return b.State == "void" }},
		{BillFilter{States: []string{"paid"}, PlanIDs: []string{"weekly"}, Days: days}, func(b Bill) bool { return b.State == "paid" && b.PlanID == "weekly" }},
		{BillFilter{Days: days, Amount: Yen{From: ptr(1200)}}, func(b Bill) bool { return b.Amount >= 1200 }},
	}}.prove(t, grow)
	oneList[RefundFilter, Refund]{"refunds", d.Refunds, d.RefundsByID, Cursor[Refund], []oneCase[RefundFilter, Refund]{
		{RefundFilter{Kinds: []string{"refund", "release"}}, all[Refund]},
		{RefundFilter{AccountIDs: []uuid.UUID{taro}}, func(r Refund) bool { return r.AccountID == taro }},
		{RefundFilter{ChargeIDs: []uuid.UUID{named("charge", 8)}}, func(r Refund) bool { return r.ChargeID == named("charge", 8) }},
		{RefundFilter{Open: true}, func(r Refund) bool { return r.State == "attempting" }},
		{RefundFilter{States: []string{"refused", "done"}, Kinds: []string{"release"}}, func(r Refund) bool { return r.State != "attempting" && r.Kind == "release" }},
		{RefundFilter{Days: days, Amount: Yen{From: ptr(13)}}, func(r Refund) bool { return r.Amount == 13 }},
	}}.prove(t, func() {})
	oneList[OrderFilter, Order]{"orders", d.Orders, d.OrdersByID, Cursor[Order], []oneCase[OrderFilter, Order]{
		{OrderFilter{}, all[Order]},
		{OrderFilter{AccountIDs: []uuid.UUID{jiro}}, func(o Order) bool { return o.AccountID == jiro }},
		{OrderFilter{States: []string{"declined", "failed"}}, func(o Order) bool { return o.State != "completed" }},
		{OrderFilter{States: []string{"completed"}}, func(o Order) bool { return o.State == "completed" }},
		{OrderFilter{CampaignIDs: []string{"spring"}, PlanIDs: []string{"weekly"}, Days: days}, func(o Order) bool { return o.CampaignID == "spring" && o.PlanID == "weekly" }},
		{OrderFilter{Days: days, Amount: Yen{To: ptr(0)}}, func(o Order) bool { return o.Amount == 0 }},
	}}.prove(t, grow)
	oneList[ContractFilter, Contract]{"subscriptions", d.Contracts, d.ContractsByID, Cursor[Contract], []oneCase[ContractFilter, Contract]{
		{ContractFilter{}, all[Contract]},
		{ContractFilter{AccountIDs: []uuid.UUID{jiro}}, func(c Contract) bool { return c.AccountID == jiro }},
		{ContractFilter{Statuses: []subscription.Status{subscription.Hold}}, func(c Contract) bool { return c.Status == subscription.Hold }},
		{ContractFilter{Running: true}, func(c Contract) bool { return c.Status.Contracted() }},
		{ContractFilter{PlanIDs: []string{"weekly"}, Running: true}, func(c Contract) bool { return c.PlanID == "weekly" && c.Status.Contracted() }},
		{ContractFilter{CampaignIDs: []string{"spring"}, Billers: []string{"provider"}, Days: days}, func(c Contract) bool { return c.CampaignID == "spring" && c.Biller == "provider" }},
	}}.prove(t, grow)
	oneList[EventFilter, Event]{"gateway_events", d.Events, d.EventsByID, Cursor[Event], []oneCase[EventFilter, Event]{
		{EventFilter{}, all[Event]},
		{EventFilter{ChargeIDs: []uuid.UUID{named("charge", 2)}}, func(e Event) bool { return e.ChargeID != nil && *e.ChargeID == named("charge", 2) }},
		{EventFilter{Open: true}, func(e Event) bool { return e.AppliedAt == nil }},
		{EventFilter{Open: true, Day: first, Kinds: []string{"missing"}, Providers: []string{"paypal"}}, func(e Event) bool { return e.AppliedAt == nil && e.Kind == "missing" && e.Provider == "paypal" }},
		{EventFilter{Kinds: []string{"missing", "refund"}}, func(e Event) bool { return e.Kind != "sale" }},
		{EventFilter{Day: first, Providers: []string{"paypal"}}, func(e Event) bool { return e.Day == first && e.Provider == "paypal" }},
	}}.prove(t, grow)
}
