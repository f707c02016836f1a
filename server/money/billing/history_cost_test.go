package billing_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/bill"
	"kaiin/ent/charge"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/money/billing"
)

// A page of 10,000 lines reads as much as one of 30, by plans for any arguments too; numbers reach
// the newest 1,000.
func TestHistoryCostsTheSameHoweverLongItIs(t *testing.T) {
	t.Parallel()
	today := clock.Date(2027, 3, 1)
	clk := clock.At(today.Start())
	member := actor.Actor{AccountID: uuid.New(), Locale: "ja"}
	filled := func(lines int) (address string) {
		address = storetest.URL(t)
		st, err := store.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		for _, statement := range fillBook(member.AccountID, lines, clk.Now()) {
			if err := st.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		return address
	}
	read := func(address string, lines int, generic bool) (all storetest.Reads) {
		reads := storetest.ReadsOf(t, address, generic, func(st *store.Store) {
			s := &billing.Service{Store: st, Clock: clk}
			page := keyset.Page{First: 20}
			for range 2 {
				found, err := billing.HistoryRows(s, t.Context(), member.AccountID, page.After, page.Limit(), 0)
				if err != nil || len(found) < 10 || found[0].PaidWith == nil {
					t.Fatalf("%d lines, %v", len(found), err)
				}
				last := found[min(19, len(found)-1)]
				page.After = &keyset.Cursor{At: last.CreatedAt, ID: last.ID}
			}
			if n, err := billing.HistoryLength(s, t.Context(), member.AccountID); err != nil || n != min(lines+lines/10, 1000) {
				t.Errorf("%d lines are %d, %v", lines, n, err)
			}
		})
		for _, name := range []string{"bills", "charges", "refunds", "payment_methods"} {
			r := reads[name]
			if lines == 10_000 && r.Scans > 0 {
				t.Errorf("generic plans %v: %s is read from one end to the other", generic, name)
			}
			all.Rows += r.Rows
		}
		return all
	}
	small, large := filled(1_000), filled(10_000)
	for _, generic := range []bool{false, true} {
		if few, many := read(small, 1_000, generic), read(large, 10_000, generic); many.Rows > few.Rows+few.Rows/5 {
			t.Errorf("generic plans %v: %d rows are read with 10,000 bills, %d with 1,000", generic, many.Rows, few.Rows)
		}
	}
}

// fillBook are statements that give the account so many paid bills and a tenth as many refunds, and
// others as many together.
func fillBook(account uuid.UUID, lines int, now time.Time) []string {
	each := fmt.Sprintf(`generate_series(1, %d) AS n, LATERAL (SELECT
		CASE WHEN n %% 2 = 0 THEN uuid_in(md5('other' || n %% 100)::cstring) ELSE '%s'::uuid END AS account,
		timestamptz '%s' - n * interval '1 minute' AS at, uuid_in(md5('bill' || n)::cstring) AS bill,
		uuid_in(md5('charge' || n)::cstring) AS charge) AS k`, 2*lines, account, now.Format(time.RFC3339))
	return []string{
		`INSERT INTO bills (id, created_at, updated_at, account_id, subscription_id, period, period_start, period_end, plan_id, plan_name,
			list_amount, discount, campaign, amount, tax, tax_rate, due_day, state, attempts, paid_at, refunded)
			SELECT bill, at, at, account, gen_random_uuid(), 1, at, at, 'standard', '{"ja":"スタンダード"}', 1100, 0, '', 1100, 100, 10, at, 'paid', 1, at, 0 FROM ` + each,
		`INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, card_brand, card_suffix, card_expire)
			SELECT uuid_in(md5('card' || n)::cstring), at, account, 'SbpsCredit', 'active', n, 'V', '4242', '203012' FROM ` + each,
		`INSERT INTO charges (id, created_at, updated_at, account_id, bill_id, attempt, plan_name, payment_method_id, provider, provider_order_id,
			state, amount, tax, tracking_id, error_code, origin, initiator, card_brand, card_suffix, give_up_at, checks)
			SELECT charge, at, at, account, bill, 1, 'x', uuid_in(md5('card' || n)::cstring), 'sbps', n, 'settled', 1100, 100, '', '', 'ours', 'merchant', 'V', '4242', at, 0 FROM ` + each,
		`INSERT INTO refunds (id, created_at, updated_at, account_id, charge_id, kind, amount, tracking_id, request_key, state, reason, asked_by, error_code, before, checks, done_at)
			SELECT uuid_in(md5('refund' || n)::cstring), at, at, account, charge, 'refund', 100, '', n, 'done', '', '', '', 0, 0, at FROM ` + each + ` WHERE n % 20 = 1`,
	}
}

func TestHistoryTakesOneStatement(t *testing.T) {
	t.Parallel()
	b := open(t, "2027-03-01", nil)
	for range 5 {
		b.charge(b.bill(bill.StatePaid, 1100, nil), charge.StateSettled)
	}
	count := func(f func(context.Context) error) int64 {
		ctx, n := store.CountStatements(t.Context())
		if err := f(ctx); err != nil {
			t.Fatal(err)
		}
		return n.Load()
	}
	b.lines() // reads the settings
	if n := count(func(ctx context.Context) error {
		_, _, err := b.History(ctx, b.taro.AccountID, keyset.Page{First: 20})
		return err
	}); n != 1 {
		t.Errorf("a page takes %d statements", n)
	}
	if n := count(func(ctx context.Context) error { _, err := b.HistoryPage(ctx, b.taro, "1"); return err }); n != 2 {
		t.Errorf("a numbered page takes %d statements", n)
	}
}
