package records

import (
	"context"
	"crypto/md5"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/clock"
	"kaiin/server/base/flow"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"

	"kaiin/server/money/payment/paymenttest"
	"kaiin/server/money/reconciliation"
	"kaiin/server/money/subscription"
)

// desk is a store, and what the desk reads of it.
type desk struct {
	*Service
	env *paymenttest.Env
}

func setup(t *testing.T, today string) *desk { return deskOf(paymenttest.Setup(t, today, nil)) }

func deskOf(env *paymenttest.Env) *desk {
	contracts := &subscription.Service{
		Store: env.Store, Clock: env.Clock, Catalog: env.Catalog, Settings: env.Settings, Flow: &flow.Service{Store: env.Store, Clock: env.Clock, Secrets: env.Secrets},
		Account: env.Account, Payment: env.Payment, ProviderBilling: env.ProviderBilling, Billing: env.Billing, Entitlement: env.Entitlement, Throttle: env.Throttle,
		Secrets: env.Secrets, Notify: env.Notify,
	}
	env.Billing.Contracts, env.Payment.Contracts, env.ProviderBilling.Contracts = contracts, contracts, contracts
	compared := &reconciliation.Service{Store: env.Store, Clock: env.Clock, Settings: env.Settings, Payment: env.Payment}
	return &desk{&Service{
		Store: env.Store, Clock: env.Clock, Settings: env.Settings, Payment: env.Payment, Subscription: contracts, Reconciliation: compared,
	}, env}
}

// begin begins a contract of the plan today, as an order would.
func (d *desk) begin(t *testing.T, planID string, change func(*subscription.Agreement)) (*ent.Subscription, actor.Actor) {
	t.Helper()
	member := d.env.Member(t)
	p, err := d.env.Catalog.FindPlan(t.Context(), planID)
	if err != nil {
		t.Fatal(err)
	}
	card := d.env.Card(t, member)
	a := subscription.Agreement{
		AccountID: member.AccountID, OrderID: uuid.Must(uuid.NewV7()), PlanID: planID, MethodID: &card.ID,
		Basis: subscription.BasisOf(p, d.Clock.Today(), p.FreeTrialDays),
	}
	if change != nil {
		change(&a)
	}
	var row *ent.Subscription
	err = d.Store.Tx(t.Context(), func(ctx context.Context) (err error) {
		row, err = d.Subscription.Begin(ctx, a)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return row, member
}

// at moves the clock to noon of the day.
func (d *desk) at(t *testing.T, day string) {
	t.Helper()
	on, err := clock.ParseDay(day)
	if err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(on.Start().Add(12 * time.Hour).Sub(d.Clock.Now()))
}

func (d *desk) exec(t *testing.T, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if err := d.Store.Exec(t.Context(), s); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
}

// hidden is what nothing that is shown may hold.
const hidden = "HIDDEN"

// fill are statements that make rows of each table with the numbers, three of each moment. Members
// are twenty, or a tenth of the rows; those of contracts that run have one each.
func fill(from, to int, now time.Time) []string {
	each := fmt.Sprintf(`generate_series(%d, %d) AS n, LATERAL (SELECT timestamptz '%s' + (n / 3) * interval '1 minute' AS at,
		uuid_in(md5('member' || n %% %d)::cstring) AS account, uuid_in(md5('bill' || n)::cstring) AS bill, uuid_in(md5('charge' || n)::cstring) AS charge,
		uuid_in(md5('contract' || n / 5)::cstring) AS contract, uuid_in(md5('order' || n)::cstring) AS ordered, uuid_in(md5('card' || n)::cstring) AS card) AS k`,
		from, to, now.Format(time.RFC3339), max(20, (to-from)/10))
	return []string{
		`INSERT INTO bills (id, created_at, updated_at, account_id, order_id, subscription_id, period, period_start, period_end, plan_id, plan_name,
				list_amount, discount, campaign, amount, tax, tax_rate, due_day, state, attempts, paid_at, refunded)
			SELECT bill, at, at, account, CASE WHEN n % 7 = 0 THEN ordered END, contract, n % 5, at, at, CASE WHEN n % 3 = 0 THEN 'weekly' ELSE 'standard' END, '{"ja":"スタンダード"}',
				100 * (n % 13), 0, '', 100 * (n % 13), 0, 10, at, CASE WHEN n % 11 = 0 THEN 'void' WHEN n % 9 = 0 THEN 'open' WHEN n % 10 = 0 THEN 'paying' ELSE 'paid' END, 1, at, 0 FROM ` + each,
		`INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, reference, shown, card_brand, card_suffix, card_expire)
			SELECT card, at, account, 'SbpsCredit', 'active', '` + hidden + `' || n, '` + hidden + `', '` + hidden + `', 'V', '4242', '203012' FROM ` + each,
		`INSERT INTO charges (id, created_at, updated_at, account_id, bill_id, attempt, plan_name, payment_method_id, provider, provider_order_id, provider_ref,
				state, amount, tax, tracking_id, error_code, origin, initiator, card_brand, card_suffix, give_up_at, checks)
			SELECT charge, at, at, account, bill, 1, 'x', card, CASE WHEN n % 4 = 0 THEN 'paypal' ELSE 'sbps' END, 'order-' || n, '` + hidden + `',
				CASE WHEN n % 8 = 0 THEN 'declined' WHEN n % 12 = 1 THEN 'unknown' WHEN n % 15 = 2 THEN 'orphaned' ELSE 'settled' END,
				100 + n % 13, 0, 'track-' || n, '', 'ours', 'merchant', 'V', lpad((n % 50)::text, 4, '0'), at, 0 FROM ` + each,
		`INSERT INTO refunds (id, created_at, updated_at, account_id, charge_id, kind, amount, tracking_id, request_key, state, reason, asked_by, error_code, before, checks, done_at)
			SELECT uuid_in(md5('refund' || n)::cstring), at, at, account, uuid_in(md5('charge' || (n + 1) / 2)::cstring), CASE WHEN n % 6 = 0 THEN 'release' ELSE 'refund' END, 1 + n % 13,
				'', '` + hidden + `' || n, CASE WHEN n % 5 = 0 THEN 'attempting' WHEN n % 7 = 0 THEN 'refused' ELSE 'done' END, '', 'system', '', 0, 0, at FROM ` + each,
		`INSERT INTO orders (id, created_at, account_id, session_id, plan_id, payment_method_id, token_hash, state, campaign_id, amount, price, tax_rate, terms, signup, failure, expires_at)
			SELECT ordered, at, account, gen_random_uuid(), CASE WHEN n % 3 = 0 THEN 'weekly' ELSE 'standard' END, card, ('` + hidden + `' || n)::bytea,
				CASE WHEN n % 5 = 0 THEN 'declined' WHEN n % 7 = 0 THEN 'failed' ELSE 'completed' END, CASE WHEN n % 4 = 0 THEN 'spring' ELSE '' END, n % 13, 1100, 10, '{}', false, '', at FROM ` + each,
		`INSERT INTO subscriptions (id, created_at, updated_at, account_id, plan_id, order_id, payment_method_id, campaign_id, status, renew_span, renew_span_unit, period, anchor_day,
				first_payment_day, term_start, next_settlement_day, anchor_period, biller, resume_status)
			SELECT uuid_in(md5('contract' || n)::cstring), at, at, CASE WHEN n % 3 = 0 THEN gen_random_uuid() ELSE account END, CASE WHEN n % 5 = 0 THEN 'weekly' ELSE 'standard' END,
				ordered, card, CASE WHEN n % 4 = 0 THEN 'spring' ELSE '' END,
				CASE WHEN n % 3 = 0 THEN (ARRAY['ONGOING_CONTRACT', 'HOLD', 'ONGOING_CONTRACT'])[1 + n % 9 / 3] ELSE 'CANCELLED' END, 1, 'months', 1, at, at, at, at, 1,
				CASE WHEN n % 6 = 0 THEN 'provider' ELSE 'ours' END, '' FROM ` + each,
		`INSERT INTO entitlements (id, created_at, account_id, plan_id, source, source_id, starts_at) SELECT uuid_in(md5('right' || n)::cstring), at, account, 'standard', 'order', ordered, at FROM ` + each,
		`INSERT INTO order_evidence (id, created_at, account_id, sequence, order_id, locale, template, terms, html, previous_hash, hash)
			SELECT uuid_in(md5('page' || n)::cstring), at, account, n, ordered, 'ja', 1, '` + hidden + `', '` + hidden + `', 'x', 'x' FROM ` + each,
		`INSERT INTO subscription_events (id, created_at, subscription_id, event, from_status, to_status, period)
			SELECT uuid_in(md5('step' || n)::cstring), at, contract, 'Renewed', '', 'ONGOING_CONTRACT', n % 5 FROM ` + each,
		`INSERT INTO gateway_events (id, provider, event_key, kind, charge_id, provider_order_id, tracking_id, reference, shown, code, amount, day, received_at, applied_at, tries)
			SELECT uuid_in(md5('event' || n)::cstring), CASE WHEN n % 4 = 0 THEN 'paypal' ELSE 'sbps' END, 'key-' || n, CASE WHEN n % 10 = 0 THEN 'missing' WHEN n % 9 = 0 THEN 'refund' ELSE 'sale' END,
				CASE WHEN n % 3 > 0 THEN uuid_in(md5('charge' || n / 4)::cstring) END, '', '', '` + hidden + `', '` + hidden + `', '', n, at AT TIME ZONE 'Asia/Tokyo', at,
				CASE WHEN n % 8 > 0 THEN at END, 0 FROM ` + each,
	}
}

// walked are all rows of a list, read in pages of different lengths. between is done after each.
func walked[T any](t *testing.T, cursor func(T) keyset.Cursor, between func(), list func(context.Context, keyset.Page) ([]T, bool, error)) (all []T) {
	t.Helper()
	p := keyset.Page{}
	for i := 0; ; i++ {
		p.First = []int{1, 7, 100, 20, 3}[i%5]
		rows, more, err := list(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) > p.First || more && len(rows) < p.First {
			t.Fatalf("a page of %d has %d rows, more %v", p.First, len(rows), more)
		}
		all = append(all, rows...)
		if !more {
			return all
		}
		c := cursor(rows[len(rows)-1])
		page, err := keyset.NewPage(nil, ptr(c.String())) // as callers send it back
		if err != nil {
			t.Fatal(err)
		}
		p.After = page.After
		between()
	}
}

func ptr[T any](v T) *T { return &v }

// ordered are the rows that are kept, the newest first.
func ordered[T any](rows map[uuid.UUID]T, cursor func(T) keyset.Cursor, keep func(T) bool) (ids []uuid.UUID) {
	var all []keyset.Cursor
	for _, row := range rows {
		if keep(row) {
			all = append(all, cursor(row))
		}
	}
	slices.SortFunc(all, func(a, b keyset.Cursor) int {
		if n := b.At.Compare(a.At); n != 0 {
			return n
		}
		return slices.Compare(b.ID[:], a.ID[:])
	})
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	return ids
}

func (d *desk) ids(t *testing.T, table string) []uuid.UUID {
	t.Helper()
	ids, err := d.idsOf(t.Context(), "SELECT id FROM "+table)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func statements(t *testing.T, f func(context.Context) error) int64 {
	t.Helper()
	ctx, n := store.CountStatements(t.Context())
	if err := f(ctx); err != nil {
		t.Fatal(err)
	}
	return n.Load()
}

func named(what string, n int) uuid.UUID { return md5.Sum([]byte(fmt.Sprintf("%s%d", what, n))) }
