package records

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

func keysOf[T any](rows []T, key func(T) uuid.UUID) (ids []uuid.UUID) {
	for _, row := range rows {
		ids = append(ids, key(row))
	}
	return ids
}

// A page of a hundred, and what its rows name or what belongs to them, is one statement each.
func TestEachReadIsOneStatement(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-05")
	d.exec(t, fill(1, 300, since)...)
	page := keyset.Page{First: 100}
	for name, f := range map[string]func(context.Context) error{
		"charges": func(ctx context.Context) error {
			rows, _, err := d.Charges(ctx, ChargeFilter{}, page)
			if err != nil || len(rows) != 100 {
				return errors.Join(err, errors.New("too few"))
			}
			if _, err := d.BillsByID(ctx, keysOf(rows, func(c Charge) uuid.UUID { return c.BillID })); err != nil {
				return err
			}
			_, err = d.RefundsOfCharges(ctx, keysOf(rows, func(c Charge) uuid.UUID { return c.ID }), 20)
			return err
		},
		"bills": func(ctx context.Context) error {
			rows, _, err := d.Bills(ctx, BillFilter{}, page)
			if err != nil {
				return err
			}
			found, err := d.ContractsByID(ctx, keysOf(rows, func(b Bill) uuid.UUID { return *b.ContractID }))
			if err != nil || len(found) == 0 {
				return errors.Join(err, errors.New("no contract"))
			}
			_, err = d.ChargesOfBills(ctx, keysOf(rows, func(b Bill) uuid.UUID { return b.ID }), 20)
			return err
		},
		"contracts": func(ctx context.Context) error {
			rows, _, err := d.Contracts(ctx, ContractFilter{}, page)
			if err != nil {
				return err
			}
			ids := keysOf(rows, func(c Contract) uuid.UUID { return c.ID })
			if _, err := d.BillsOfContracts(ctx, ids, 20); err != nil {
				return err
			}
			_, err = d.EventsOfContracts(ctx, ids, 20)
			return err
		},
		"refunds": func(ctx context.Context) error {
			rows, _, err := d.Refunds(ctx, RefundFilter{Days: Days{From: clock.Date(2026, 5, 1)}}, page)
			if err != nil {
				return err
			}
			_, err = d.ChargesByID(ctx, keysOf(rows, func(r Refund) uuid.UUID { return r.ChargeID }))
			return err
		},
		"orders": func(ctx context.Context) error {
			rows, _, err := d.Orders(ctx, OrderFilter{}, page)
			if err != nil {
				return err
			}
			_, err = d.BillsOfOrders(ctx, keysOf(rows, func(o Order) uuid.UUID { return o.ID }), 20)
			return err
		},
		"events": func(ctx context.Context) error {
			_, _, err := d.Events(ctx, EventFilter{}, page)
			if err != nil {
				return err
			}
			_, err = d.EventsOfCharges(ctx, []uuid.UUID{named("charge", 2), named("charge", 4)}, 1)
			return err
		},
	} {
		if n := statements(t, f); n > 3 {
			t.Errorf("%s: %d statements", name, n)
		}
	}
}

// Of what belongs to each row there are the newest, and whether there are more.
func TestWhatBelongsToRowsIsCutForEach(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-05")
	d.exec(t, fill(1, 60, since)...)
	ids := []uuid.UUID{named("contract", 3), named("contract", 4), named("contract", 99)}
	for first, more := range map[int]bool{2: true, 4: true, 5: false, 6: false} {
		found, err := d.BillsOfContracts(t.Context(), ids, first)
		if err != nil || len(found) != 2 {
			t.Fatal(len(found), err)
		}
		for _, id := range ids[:2] {
			some := found[id]
			if some.More != more || len(some.Rows) != min(first, 5) {
				t.Errorf("of %d: %d, more %v", first, len(some.Rows), some.More)
			}
			for i, b := range some.Rows {
				if *b.ContractID != id || i > 0 && b.CreatedAt.After(some.Rows[i-1].CreatedAt) {
					t.Errorf("%d of %s: %+v", i, id, b)
				}
			}
		}
	}
}

// What no index narrows is refused, and so is what takes too long.
func TestWhatIsTooBroadIsRefused(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	page := keyset.Page{First: 20}
	amount := Yen{From: ptr(100)}
	last31 := Days{From: clock.Date(2026, 4, 20)}
	for name, row := range map[string]struct {
		in   ChargeFilter
		code fault.Code
	}{
		"an amount":                          {ChargeFilter{Amount: amount}, fault.TooBroad},
		"a provider":                         {ChargeFilter{Providers: []string{"sbps"}}, fault.TooBroad},
		"an amount of what is settled":       {ChargeFilter{Amount: amount, States: []string{"settled"}}, fault.TooBroad},
		"an amount of 32 days":               {ChargeFilter{Amount: amount, Days: Days{From: clock.Date(2026, 4, 19)}}, fault.TooBroad},
		"an amount until a day":              {ChargeFilter{Amount: amount, Days: Days{To: clock.Date(2026, 4, 20)}}, fault.TooBroad},
		"an amount of 31 days":               {ChargeFilter{Amount: amount, Days: last31}, ""},
		"an amount of a member":              {ChargeFilter{Amount: amount, AccountIDs: []uuid.UUID{uuid.New()}}, ""},
		"days the wrong way around":          {ChargeFilter{Days: Days{From: clock.Date(2026, 5, 2), To: clock.Date(2026, 5, 1)}}, fault.InvalidFormat},
		"an amount the wrong way around":     {ChargeFilter{Days: last31, Amount: Yen{From: ptr(2), To: ptr(1)}}, fault.InvalidFormat},
		"more members than may be named":     {ChargeFilter{AccountIDs: make([]uuid.UUID, mostValues+1)}, fault.InvalidFormat},
		"as many members as may be named":    {ChargeFilter{AccountIDs: make([]uuid.UUID, mostValues)}, ""},
		"more providers than may be named":   {ChargeFilter{Days: last31, Providers: make([]string, mostValues+1)}, fault.InvalidFormat},
		"a state that is open and is not so": {ChargeFilter{Open: true, States: []string{"settled"}}, ""},
	} {
		_, _, err := d.Charges(t.Context(), row.in, page)
		if row.code == "" && err != nil || row.code != "" && !fault.Is(err, row.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, first := range []int{0, -1, 101} {
		if _, _, err := d.Charges(t.Context(), ChargeFilter{}, keyset.Page{First: first}); !fault.Is(err, fault.InvalidFormat) {
			t.Errorf("a page of %d: %v", first, err)
		}
		if _, err := d.ChargesOfBills(t.Context(), []uuid.UUID{uuid.New()}, first); !fault.Is(err, fault.InvalidFormat) {
			t.Errorf("%d of each: %v", first, err)
		}
	}
	if _, _, err := d.Orders(t.Context(), OrderFilter{PlanIDs: []string{"standard"}}, page); !fault.Is(err, fault.TooBroad) {
		t.Errorf("a plan's orders: %v", err)
	}
	if _, _, err := d.Refunds(t.Context(), RefundFilter{States: []string{"done"}, Amount: amount}, page); !fault.Is(err, fault.TooBroad) {
		t.Errorf("an amount of refunds that are done: %v", err)
	}
}

func TestWhatTakesTooLongIsTooBroad(t *testing.T) {
	t.Parallel()
	address := storetest.URL(t)
	holder, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Close() }()
	slow, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Close() }()
	slow.LimitStatements(50 * time.Millisecond)
	s := &Service{Store: slow, Clock: clock.At(since)}
	err = holder.Tx(t.Context(), func(ctx context.Context) error {
		if err := holder.Exec(ctx, "LOCK TABLE charges IN ACCESS EXCLUSIVE MODE"); err != nil {
			return err
		}
		_, _, err := s.Charges(t.Context(), ChargeFilter{}, keyset.Page{First: 1})
		return err
	})
	if !fault.Is(err, fault.TooBroad) {
		t.Error(err)
	}
}

func TestNothingIsChangedByReading(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	err := d.read(t.Context(), func(ctx context.Context) error { return d.Store.Exec(ctx, "DELETE FROM charges") })
	if !store.Unwritable(err) {
		t.Error(err)
	}
}

// Charges are found by the names that people have of them.
func TestLookUpsByKey(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	d.exec(t, fill(1, 30, since)...)
	for name, f := range map[string]func() (Charge, error){
		"id":             func() (Charge, error) { return d.Charge(t.Context(), named("charge", 8)) },
		"provider order": func() (Charge, error) { return d.ChargeOfProviderOrder(t.Context(), "order-8") },
		"tracking":       func() (Charge, error) { return d.ChargeOfTracking(t.Context(), "track-8") },
	} {
		if c, err := f(); err != nil || c.ID != named("charge", 8) {
			t.Errorf("by %s: %v, %v", name, c.ID, err)
		}
	}
	for name, f := range map[string]func() error{
		"id":             func() error { _, err := d.Charge(t.Context(), uuid.New()); return err },
		"provider order": func() error { _, err := d.ChargeOfProviderOrder(t.Context(), "x"); return err },
		"tracking":       func() error { _, err := d.ChargeOfTracking(t.Context(), "x"); return err },
		"no tracking":    func() error { _, err := d.ChargeOfTracking(t.Context(), ""); return err },
		"order":          func() error { _, err := d.Order(t.Context(), uuid.New()); return err },
		"bill":           func() error { _, err := d.Bill(t.Context(), uuid.New()); return err },
		"refund":         func() error { _, err := d.Refund(t.Context(), uuid.New()); return err },
		"event":          func() error { _, err := d.Event(t.Context(), uuid.New()); return err },
		"contract":       func() error { _, err := d.Contract(t.Context(), uuid.New()); return err },
		"receipt":        func() error { _, err := d.ContractOfReceipt(t.Context(), "K-AAAA-AAAA-AAAA"); return err },
		"job":            func() error { _, err := d.Job(t.Context(), 12345); return err },
	} {
		if err := f(); !fault.Is(err, fault.CodeNotFound) {
			t.Errorf("by %s: %v", name, err)
		}
	}
	if o, err := d.Order(t.Context(), named("order", 8)); err != nil || o.ID != named("order", 8) {
		t.Error(o.ID, err)
	}
}

// What can be given back is what payment would give back.
func TestLeftIsWhatPaymentWouldGiveBack(t *testing.T) {
	t.Parallel()
	d := setup(t, "2026-05-20")
	d.exec(t, fill(1, 120, since)...)
	rows, _, err := d.Charges(t.Context(), ChargeFilter{}, keyset.Page{First: 100})
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	for _, c := range rows {
		want := 0
		if c.State == "settled" || c.State == "orphaned" {
			err := d.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
				want, err = d.Payment.Left(ctx, d.Store.Client(ctx).Charge.GetX(ctx, c.ID))
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if c.Left != want {
			t.Errorf("%s: %d are left, want %d", c.State, c.Left, want)
		}
		if want > 0 && want < c.Amount {
			given++
		}
	}
	if given < 10 {
		t.Errorf("%d charges were given back in part", given)
	}
}
