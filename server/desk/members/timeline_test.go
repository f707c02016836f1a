package members

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/clock"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

var someone = uuid.MustParse("00000000-0000-7000-8000-000000000001")

// happen are rows of each kind that are in a timeline: so many of as many members, and forty of
// someone's, three of each moment.
func happen(rows int) (all []string) {
	each := fmt.Sprintf(`(SELECT n, gen_random_uuid() AS account, uuid_in(md5('contract' || n)::cstring) AS contract FROM generate_series(1, %d) AS n
		UNION ALL SELECT n, '%s', uuid_in(md5('own' || n / 10)::cstring) FROM generate_series(1, 40) AS n) AS m, LATERAL (SELECT timestamptz '2026-05-01 00:00Z' + (n / 3) * interval '1 minute' AS at) AS k`, rows, someone)
	return []string{
		`INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), at, account, true, 'Password', '', '' FROM ` + each,
		`INSERT INTO orders (id, created_at, account_id, session_id, plan_id, token_hash, state, campaign_id, amount, price, tax_rate, terms, signup, failure, expires_at)
			SELECT gen_random_uuid(), at, account, gen_random_uuid(), 'standard', gen_random_uuid()::text::bytea, 'completed', '', 1, 1, 10, '{}', false, '', at FROM ` + each,
		`INSERT INTO subscriptions (id, created_at, updated_at, account_id, plan_id, order_id, campaign_id, status, renew_span, renew_span_unit, period, anchor_day, first_payment_day,
				term_start, next_settlement_day, anchor_period, biller, resume_status)
			SELECT DISTINCT ON (contract) contract, at, at, account, 'standard', gen_random_uuid(), '', 'CANCELLED', 1, 'months', 1, at, at, at, at, 1, 'ours', '' FROM ` + each,
		`INSERT INTO subscription_events (id, created_at, subscription_id, event, from_status, to_status, period) SELECT gen_random_uuid(), at, contract, 'Renewed', '', 'HOLD', 1 FROM ` + each,
		`INSERT INTO bills (id, created_at, updated_at, account_id, order_id, period, period_start, period_end, plan_id, plan_name, list_amount, discount, campaign, amount, tax, tax_rate, due_day, state, attempts, refunded)
			SELECT gen_random_uuid(), at, at, account, gen_random_uuid(), 0, at, at, 'standard', '{}', 1, 0, '', 1, 0, 10, at, 'paid', 1, 0 FROM ` + each,
		`INSERT INTO refunds (id, created_at, updated_at, account_id, charge_id, kind, amount, tracking_id, request_key, state, reason, asked_by, error_code, before, checks)
			SELECT gen_random_uuid(), at, at, account, gen_random_uuid(), 'refund', 1, '', gen_random_uuid(), 'done', '', 'system', '', 0, 0 FROM ` + each,
		`INSERT INTO messages (id, created_at, account_id, recipient, template, locale) SELECT gen_random_uuid(), at, account, '', 'welcome', 'ja' FROM ` + each,
		`INSERT INTO notes (id, created_at, note_id, version, account_id, staff, text, is_pinned, is_removed)
			SELECT uuid_in(md5(account::text || n)::cstring), at, uuid_in(md5(account::text || n)::cstring), 1, account, 'hanako', 'a note', false, n % 4 = 0 FROM ` + each,
		`ALTER TABLE acts DISABLE TRIGGER USER`, // these are in no chain
		`INSERT INTO acts (id, chain, sequence, at, keep_until, name, through, command, kind, account_id, target_type, target_id, reason, ticket, outcome, salt, content_hash, previous_hash, hash)
			SELECT gen_random_uuid(), account::text, n, at, at, 'hanako', 'person', 'member', 'member.opened', account, '', '', '', '', 'done', '', '', '', '' FROM ` + each,
		`ANALYZE`,
	}
}

func filled(t *testing.T, rows int) string {
	t.Helper()
	address := storetest.URL(t)
	st, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	for _, statement := range happen(rows) {
		if err := st.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
	return address
}

// All that happened is in the pages, once each and in order, also where much is of one moment.
func TestATimelineIsWhole(t *testing.T) {
	t.Parallel()
	st, err := store.Open(t.Context(), filled(t, 50))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	s := &Service{Store: st, Clock: clock.At(time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC))}
	for _, first := range []int{1, 7, 100} {
		p, of := keyset.Page{First: first}, map[Happening]int{}
		var all []Happened
		for more := true; more; {
			var page []Happened
			var err error
			ctx, n := store.CountStatements(t.Context())
			if page, more, err = s.Timeline(ctx, someone, Happenings(), p); err != nil || n.Load() != 1 {
				t.Fatal(n.Load(), err)
			}
			all = append(all, page...)
			after := page[len(page)-1].Cursor()
			p.After = &after
		}
		seen := map[uuid.UUID]bool{}
		for _, h := range all {
			of[h.Kind]++
			seen[h.ID] = true
		}
		if len(seen) != len(all) || !slices.IsSortedFunc(all, func(a, b Happened) int { return b.At.Compare(a.At) }) {
			t.Errorf("%d entries, %d of them once", len(all), len(seen))
		}
		for _, kind := range Happenings() {
			want := 40
			if kind == HappenedNote { // those that were removed are gone
				want = 30
			}
			if of[kind] != want {
				t.Errorf("pages of %d: %d of %s, want %d", first, of[kind], kind, want)
			}
		}
	}
	for _, kind := range Happenings() {
		page, _, err := s.Timeline(t.Context(), someone, []Happening{kind}, keyset.Page{First: 3})
		if err != nil || len(page) != 3 || page[0].Kind != kind || page[0].What == "" {
			t.Errorf("%s alone: %+v %v", kind, page, err)
		}
	}
	if page, more, err := s.Timeline(t.Context(), uuid.New(), Happenings(), keyset.Page{First: 20}); len(page) > 0 || more || err != nil {
		t.Errorf("of a stranger: %v %v", page, err)
	}
}

// A page reads no more of ten thousand members' rows than of one thousand's, under a plan for any
// arguments, too.
func TestATimelineIsReadByIndexes(t *testing.T) {
	t.Parallel()
	addresses := map[int]string{1_000: filled(t, 1_000), 10_000: filled(t, 10_000)}
	for _, generic := range []bool{false, true} {
		read := map[int]map[string]storetest.Reads{}
		for rows, address := range addresses {
			read[rows] = storetest.ReadsOf(t, address, generic, func(st *store.Store) {
				s := &Service{Store: st, Clock: clock.At(time.Date(2026, 5, 15, 0, 0, 0, 0, time.UTC))}
				after := keyset.Cursor{At: time.Date(2026, 5, 1, 0, 8, 0, 0, time.UTC)}
				for range 3 {
					if _, _, err := s.Timeline(context.Background(), someone, Happenings(), keyset.Page{First: 5, After: &after}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for _, table := range []string{"login_events", "orders", "subscriptions", "subscription_events", "bills", "refunds", "messages", "notes", "acts"} {
			few, many := read[1_000][table], read[10_000][table]
			if many.Scans > 0 || many.Rows > few.Rows+600 || many.Rows == 0 {
				t.Errorf("%s, generic plans %v: %+v of ten thousand, %+v of one thousand", table, generic, many, few)
			}
		}
	}
}
