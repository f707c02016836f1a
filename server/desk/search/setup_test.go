package search

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/ent"
	"kaiin/ent/paymentmethod"
	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/money/gateway"
	"kaiin/server/staff/acts"
)

// house is a store whose members are searched.
type house struct {
	*Service
	made time.Time // when the newest member signed up
}

func box(t testing.TB) *secret.Box {
	t.Helper()
	b, err := secret.NewBox(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func setup(t testing.TB) *house { return on(t, storetest.Open(t)) }

func on(t testing.TB, st *store.Store) *house {
	t.Helper()
	now := time.Date(2026, 5, 15, 1, 2, 3, 0, time.UTC)
	return &house{&Service{Store: st, Reads: st, Clock: clock.At(now), Secrets: box(t)}, now}
}

func must[T any](t testing.TB) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// member signs up a second after the one before.
func (h *house) member(t testing.TB, with func(*ent.AccountCreate)) uuid.UUID {
	t.Helper()
	h.made = h.made.Add(time.Second)
	row := h.Store.Client(t.Context()).Account.Create().SetCreatedAt(h.made).SetUpdatedAt(h.made)
	if with != nil {
		with(row)
	}
	return row.SaveX(t.Context()).ID
}

func (h *house) named(t testing.TB, name, kana string) uuid.UUID {
	t.Helper()
	return h.member(t, func(a *ent.AccountCreate) { a.SetName(name).SetNameKana(kana) })
}

func (h *house) contract(t testing.TB, member uuid.UUID, plan, campaign, status string) uuid.UUID {
	t.Helper()
	day := clock.DayOf(h.made)
	return h.Store.Client(t.Context()).Subscription.Create().SetAccountID(member).SetPlanID(plan).SetCampaignID(campaign).SetOrderID(uuid.New()).SetStatus(status).
		SetRenewSpan(1).SetRenewSpanUnit("months").SetAnchorDay(day).SetFirstPaymentDay(day).SetTermStart(day).SetNextSettlementDay(day).
		SetCreatedAt(h.made).SetUpdatedAt(h.made).SaveX(t.Context()).ID
}

func (h *house) card(t testing.TB, member uuid.UUID, suffix string) uuid.UUID {
	t.Helper()
	return h.Store.Client(t.Context()).PaymentMethod.Create().SetAccountID(member).SetPaymentMethodType(gateway.SbpsCredit).SetState(paymentmethod.StateActive).
		SetCustomerCode(uuid.NewString()).SetCardSuffix(suffix).SetCreatedAt(h.made).SaveX(t.Context()).ID
}

func (h *house) external(t testing.TB, member uuid.UUID, kind string) {
	t.Helper()
	h.Store.Client(t.Context()).ExternalAccount.Create().SetAccountID(member).SetType(kind).SetSubject(uuid.NewString()).SetCreatedAt(h.made).ExecX(t.Context())
}

func (h *house) paid(t testing.TB, member uuid.UUID, yen, refunded int) {
	t.Helper()
	h.exec(t, `INSERT INTO bills (id, created_at, updated_at, account_id, order_id, period, period_start, period_end, plan_id, plan_name, list_amount, discount, campaign, amount, tax, tax_rate, due_day, state, attempts, refunded)
		SELECT gen_random_uuid(), $4::timestamptz, $4, $1, gen_random_uuid(), 0, $4, $4, 'p', '{}', $2, 0, '', $2, 0, 10, $4, 'paid', 1, $3`, member, yen, refunded, h.made)
}

func (h *house) ordered(t testing.TB, member uuid.UUID, state string) {
	t.Helper()
	h.exec(t, `INSERT INTO orders (id, created_at, account_id, session_id, plan_id, token_hash, state, campaign_id, amount, price, tax_rate, terms, signup, failure, expires_at)
		SELECT gen_random_uuid(), $3::timestamptz, $1, gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text::bytea, $2, '', 1, 1, 10, '{}', false, '', $3`, member, state, h.made)
}

func (h *house) loggedIn(t testing.TB, member uuid.UUID, ip string, ok bool, at time.Time) {
	t.Helper()
	h.exec(t, `INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), $4, $1, $3, 'Password', $2, ''`, member, ip, ok, at)
}

// agreed is that the member agrees to the option, and said no before.
func (h *house) agreed(t testing.TB, member uuid.UUID, option string) {
	t.Helper()
	h.exec(t, `INSERT INTO consent_answers (id, created_at, account_id, option_id, agreed, by, wording, ip, user_agent, replaced_at)
		SELECT gen_random_uuid(), $3::timestamptz, $1, CASE WHEN n = 1 THEN 'new' ELSE $2 END, n > 0, 'member', '', '', '', CASE WHEN n = 1 THEN $3::timestamptz END FROM generate_series(0, 2) AS n
		WHERE n > 0`, member, option, h.made)
}

// noted is a note of so many versions.
func (h *house) noted(t testing.TB, member uuid.UUID, versions int, removed bool) {
	t.Helper()
	h.exec(t, `INSERT INTO notes (id, created_at, note_id, version, account_id, staff, text, is_pinned, is_removed)
		SELECT gen_random_uuid(), $4, $5, n, $1, '', '', false, n = $2 AND $3 FROM generate_series(1, $2::int) AS n`, member, versions, removed, h.made, uuid.New())
}

func (h *house) exec(t testing.TB, statement string, args ...any) {
	t.Helper()
	if err := h.Store.Exec(t.Context(), statement, args...); err != nil {
		t.Fatalf("%v: %s", err, statement)
	}
}

// found are the members that a search finds.
func found(hits *Hits) (ids []uuid.UUID) {
	if hits == nil {
		return nil
	}
	for _, h := range hits.List {
		ids = append(ids, h.AccountID)
	}
	return ids
}

// says fails unless the error is a fault of the code, on the field if one is named; "" is no error.
func says(t testing.TB, what string, err error, code fault.Code, field string) {
	t.Helper()
	f, ok := fault.As(err)
	switch {
	case code == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case code == "":
	case !ok || f.Code != code && (len(f.Fields) == 0 || f.Fields[0].Code != code):
		t.Errorf("%s: %v, want %s", what, err, code)
	case field != "" && (len(f.Fields) != 1 || f.Fields[0].Path != field):
		t.Errorf("%s: %v, want it on %s", what, err, field)
	}
}

// kept fails unless the row of each account is what its words are made of now.
func (h *house) kept(t testing.TB) {
	t.Helper()
	all := must[[]uuid.UUID](t)(h.ids(t.Context(), `SELECT id FROM accounts`))
	here, members, err := h.read(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	want := map[uuid.UUID]Member{}
	for i, id := range here {
		want[id] = members[i]
	}
	rows := must[[]row](t)(h.rows(t.Context()))
	for _, r := range rows {
		m, known := want[r.id]
		if !known || !slices.Equal(r.words, Words(m)) || r.names != m.names() || r.readings != m.readings() {
			t.Errorf("%s is kept as %+v, and is %+v", r.id, r, m)
		}
		delete(want, r.id)
	}
	for id := range want {
		t.Errorf("%s is not kept", id)
	}
	var wrong int
	if err := h.Store.QueryRow(t.Context(), `SELECT count(*) FROM account_search AS a WHERE (spent, bought, last_login_day) IS DISTINCT FROM (
		(SELECT coalesce(sum(amount) - sum(refunded), 0)::bigint FROM bills WHERE account_id = a.account_id AND state = 'paid'),
			(SELECT count(*) FROM orders WHERE account_id = a.account_id AND state = 'completed'),
			(SELECT max((created_at AT TIME ZONE 'Asia/Tokyo')::date) FROM login_events WHERE account_id = a.account_id AND result))`).Scan(&wrong); err != nil || wrong > 0 {
		t.Errorf("%d rows have other amounts or days: %v", wrong, err)
	}
}

type row struct {
	id              uuid.UUID
	words           []string
	names, readings string
}

func (h *house) rows(ctx context.Context) (all []row, err error) {
	found, err := h.Store.Query(ctx, `SELECT account_id, array_to_string(words, E'\x1f'), names, readings FROM account_search`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = found.Close() }()
	for found.Next() {
		var r row
		var words string
		if err := found.Scan(&r.id, &words, &r.names, &r.readings); err != nil {
			return nil, err
		}
		for _, word := range bytes.Split([]byte(words), []byte(apart)) {
			r.words = append(r.words, string(word))
		}
		all = append(all, r)
	}
	return all, found.Err()
}

func (h *house) by(t testing.TB) acts.Decision {
	t.Helper()
	return must[acts.Decision](t)((&acts.Service{Store: h.Store, Clock: h.Clock}).Decide("reindex", acts.Statement{By: "hanako", Reason: "a test of it"}))
}

func ptr[T any](v T) *T { return &v }

func open(t testing.TB, address string) *house {
	t.Helper()
	st := must[*store.Store](t)(store.Open(context.Background(), address))
	t.Cleanup(func() { _ = st.Close() })
	return on(t, st)
}

func migrate(t testing.TB, address string) {
	t.Helper()
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := store.Migrate(t.Context(), db); err != nil {
		t.Fatal(err)
	}
}

func isUnique(err error) bool {
	var e *pq.Error
	return errors.As(err, &e) && e.Code == "23505"
}
