package app

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/identity/account/accounttest"
	"kaiin/server/money/gateway"
	"kaiin/server/sandbox/sandboxtest"
	"kaiin/server/shop/catalog/catalogtest"
)

// renewals is a database in which contracts are due today. Each process on it has connections of
// its own, and all have one provider and one mail server.
type renewals struct {
	config   *config.Config
	provider *provider
	mails    *mailbox
}

// manyDue makes contracts that are due, and bills that were paid before by others.
func manyDue(t testing.TB, contracts, history int) *renewals {
	t.Helper()
	world := sandboxtest.Start(t, sandboxtest.Setup{Site: "http://127.0.0.1"})
	w := &renewals{
		config:   world.Config(t, map[string]string{"DATABASE_URL": storetest.URL(t)}),
		provider: &provider{charges: map[string]int{}, commits: map[string]int{}}, mails: &mailbox{to: map[string]time.Time{}},
	}
	st, err := store.Open(t.Context(), w.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	catalogtest.Seed(t, st, nil)
	w.due(t, st, 1, contracts)
	if _, err := st.DB.ExecContext(t.Context(), fmt.Sprintf(paidBefore, history)); err != nil {
		t.Fatal(err)
	}
	if _, err := st.DB.ExecContext(t.Context(), "ANALYZE"); err != nil {
		t.Fatal(err)
	}
	return w
}

// due makes the contracts with the numbers.
func (w *renewals) due(t testing.TB, st *store.Store, from, to int) {
	t.Helper()
	if _, err := st.DB.ExecContext(t.Context(), fmt.Sprintf(dueRows, from, to, clock.New().Today())); err != nil {
		t.Fatal(err)
	}
}

// process is Kaiin on the database, with so many workers for money. It does not work yet.
func (w *renewals) process(t testing.TB, moneyWorkers int) *App {
	t.Helper()
	st, err := store.Open(t.Context(), w.config.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	c := *w.config
	c.MoneyWorkers = moneyWorkers
	a := &App{Config: &c, Log: slog.New(slog.DiscardHandler), Clock: clock.New(), Store: st}
	if a.Secrets, err = secret.NewBox(c.Secrets...); err != nil {
		t.Fatal(err)
	}
	if err := a.build(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.Payment.Providers, a.Notify.Mailer = gateway.Providers{{Name: "sbps", Gateway: w.provider}}, w.mails
	a.Credential.Passwords.Cost = accounttest.CheapHash
	return a
}

// work runs the jobs until the test, or what is returned, ends it.
func (a *App) working(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- a.Work(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("worker: %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// await waits for what a slow machine may take a while for.
func await(t testing.TB, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
	}
}

// provider is a provider of payments that takes its time.
type provider struct {
	gateway.Gateway               // of what no renewal calls
	latency         time.Duration // of an answer
	hang            chan struct{} // no answer before it is closed; nil: at once
	waiting         atomic.Int32

	mu               sync.Mutex
	charges, commits map[string]int // by order id, which is the tracking id too
}

func (p *provider) answer(count map[string]int, id string) {
	p.waiting.Add(1)
	time.Sleep(p.latency)
	if p.hang != nil {
		<-p.hang
	}
	p.waiting.Add(-1)
	p.mu.Lock()
	defer p.mu.Unlock()
	count[id]++
}

func (p *provider) Charge(_ context.Context, in gateway.ChargeRequest) (string, error) {
	p.answer(p.charges, in.OrderID)
	return in.OrderID, nil
}

func (p *provider) Commit(_ context.Context, id string) error {
	p.answer(p.commits, id)
	return nil
}

// settled is how many charges were settled.
func (p *provider) settled() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.commits)
}

// twice are the order ids that were charged or settled more than once.
func (p *provider) twice() (ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, count := range []map[string]int{p.charges, p.commits} {
		for id, n := range maps.All(count) {
			if n > 1 {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// mailbox is a mail server that notes the recipients of mails, and when each mail came.
type mailbox struct {
	mu sync.Mutex
	to map[string]time.Time
}

func (m *mailbox) Send(_ context.Context, mail notify.Mail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.to[mail.To] = time.Now()
	return nil
}

func (m *mailbox) arrived(address string) (time.Time, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.to[address]
	return at, ok
}

// dueRows makes members, with the numbers %[1]d to %[2]d, whose monthly contract is to be renewed
// on the day %[3]s and has been for a minute.
const dueRows = `
	CREATE OR REPLACE FUNCTION pg_temp.id(what int, g bigint) RETURNS uuid LANGUAGE sql IMMUTABLE RETURN
		(lpad(what::text, 8, '0') || '-0000-7000-8000-' || lpad(g::text, 12, '0'))::uuid;
	INSERT INTO accounts (id, created_at, updated_at, email, email_key, email_verified_at, custom)
		SELECT pg_temp.id(1, g), now(), now(), 'due' || g || '@example.com', 'due' || g || '@example.com', now(), '{}' FROM generate_series(%[1]d, %[2]d) AS g;
	INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, card_brand, card_suffix, card_expire, authenticated_at)
		SELECT pg_temp.id(2, g), now(), pg_temp.id(1, g), 'SbpsCredit', 'active', 'due' || g, 'V', '1111', '203512', now() FROM generate_series(%[1]d, %[2]d) AS g;
	INSERT INTO subscriptions (id, created_at, updated_at, account_id, plan_id, order_id, payment_method_id, status, renew_span, renew_span_unit, period,
			anchor_day, first_payment_day, term_start, next_settlement_day, paid_through, due_at)
		SELECT pg_temp.id(3, g), now(), now(), pg_temp.id(1, g), 'standard', pg_temp.id(4, g), pg_temp.id(2, g), 'ONGOING_CONTRACT', 1, 'months', 1,
			start, start, start, date '%[3]s', date '%[3]s' - 1, now() - interval '1 minute'
		FROM generate_series(%[1]d, %[2]d) AS g, CAST(date '%[3]s' - interval '1 month' AS date) AS start;
	INSERT INTO subscription_prices (id, created_at, subscription_id, from_period, list_amount)
		SELECT pg_temp.id(5, g), now(), pg_temp.id(3, g), 1, 1100 FROM generate_series(%[1]d, %[2]d) AS g;
	INSERT INTO entitlements (id, created_at, account_id, plan_id, source, source_id, subscription_id, starts_at, expires_at)
		SELECT pg_temp.id(6, g), now(), pg_temp.id(1, g), 'standard', 'order', pg_temp.id(4, g), pg_temp.id(3, g), now(), now() + interval '7 days'
		FROM generate_series(%[1]d, %[2]d) AS g;`

// paidBefore makes %[1]d bills of contracts that others have, each paid by a charge, and what is
// kept of that.
const paidBefore = `
	INSERT INTO bills (id, created_at, updated_at, account_id, subscription_id, period, period_start, period_end, plan_id, plan_name, list_amount, amount, tax,
			tax_rate, due_day, state, attempts, paid_at)
		SELECT pg_temp.id(7, g), at, at, pg_temp.id(8, g / 3), pg_temp.id(9, g / 3), 1 + g %% 3, at, at + interval '29 days', 'standard', '{"ja":"スタンダード"}',
			1100, 1100, 100, 10, at, 'paid', 1, at FROM generate_series(1, %[1]d) AS g, CAST(now() - g %% 360 * interval '1 day' AS timestamptz) AS at;
	INSERT INTO charges (id, created_at, updated_at, account_id, bill_id, initiator, plan_name, payment_method_id, provider_order_id, state, amount, tax,
			tracking_id, give_up_at, settled_at, applied_at)
		SELECT pg_temp.id(10, g), now(), now(), pg_temp.id(8, g / 3), pg_temp.id(7, g), 'merchant', 'スタンダード', pg_temp.id(11, g / 3), 'before' || g, 'settled',
			1100, 100, 'before' || g, now(), now(), now() FROM generate_series(1, %[1]d) AS g;
	INSERT INTO subscription_events (id, created_at, subscription_id, event, from_status, to_status, period)
		SELECT pg_temp.id(12, g), now(), pg_temp.id(9, g / 3), 'paid', 'ONGOING_CONTRACT', 'ONGOING_CONTRACT', 1 + g %% 3 FROM generate_series(1, %[1]d) AS g;`
