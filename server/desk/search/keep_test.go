package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/store/storetest"
)

// changes are what happens to a member, each in SQL, as any version of the product, a command or a
// hand in the database may do it. $1 is the account and $2 a number.
var changes = []string{
	`UPDATE accounts SET name = '山' || ($2::int % 9), name_kana = 'ヤ' || $2::text WHERE id = $1`,
	`UPDATE accounts SET family_name = '林', given_name = NULL, family_name_kana = 'ハ', given_name_kana = 'カ' || ($2::int % 3) WHERE id = $1`,
	`UPDATE accounts SET given_name = '花' WHERE id = $1 AND $2::int >= 0`,
	`UPDATE accounts SET email = $2::text || '@' || $2::text || '.jp' WHERE id = $1`,
	`UPDATE accounts SET phone_number = CASE WHEN $2::int % 2 = 0 THEN '0901234' || (1000 + $2::int % 100)::text END WHERE id = $1`,
	`UPDATE accounts SET birthday = '1980' || (1000 + $2::int % 8)::text WHERE id = $1`,
	`UPDATE accounts SET postal_code = (1000000 + $2::int)::text, prefecture = 1 + $2::int % 47 WHERE id = $1`,
	`UPDATE accounts SET status = (ARRAY['active', 'suspended', 'withdrawn'])[1 + $2::int % 3] WHERE id = $1`,
	`UPDATE accounts SET locale = 'en', access_stamp = $2::int WHERE id = $1`,
	`INSERT INTO subscriptions (id, created_at, account_id, plan_id, order_id, status, campaign_id, renew_span, renew_span_unit, anchor_day, first_payment_day, term_start, next_settlement_day, updated_at)
		SELECT gen_random_uuid(), now(), $1, 'plan' || $2::int, gen_random_uuid(), 'NEW_CONTRACT', 'g' || ($2::int % 3), 1, 'months', now(), now(), now(), now(), now()`,
	`UPDATE subscriptions SET status = (ARRAY['ONGOING_CONTRACT', 'HOLD', 'CANCELLED'])[1 + $2::int % 3] WHERE account_id = $1`,
	`UPDATE subscriptions SET plan_id = plan_id || 'x' WHERE account_id = $1 AND $2::int >= 0`,
	`UPDATE subscriptions SET period = $2::int WHERE account_id = $1`,
	`DELETE FROM subscriptions WHERE account_id = $1 AND $2::int % 2 = 0`,
	`INSERT INTO payment_methods (id, created_at, account_id, payment_method_type, state, customer_code, card_suffix)
		SELECT gen_random_uuid(), now(), $1, 'SbpsCredit', 'pending', gen_random_uuid()::text, (1000 + $2::int % 9)::text`,
	`UPDATE payment_methods SET state = (ARRAY['active', 'deleted'])[1 + $2::int % 2] WHERE account_id = $1`,
	`UPDATE payment_methods SET card_suffix = (2000 + $2::int % 9)::text WHERE account_id = $1`,
	`INSERT INTO external_accounts (id, created_at, account_id, type, subject) SELECT gen_random_uuid(), now(), $1, 'LINE', $2::text || gen_random_uuid() ON CONFLICT DO NOTHING`,
	`UPDATE external_accounts SET type = 'Google' WHERE account_id = $1 AND $2::int >= 0 AND NOT EXISTS (SELECT FROM external_accounts WHERE account_id = $1 AND type = 'Google')`,
	`DELETE FROM external_accounts WHERE account_id = $1 AND $2::int >= 0`,
	`INSERT INTO bills (id, created_at, updated_at, account_id, order_id, period, period_start, period_end, plan_id, plan_name, list_amount, discount, campaign, amount, tax, tax_rate, due_day, state, attempts, refunded)
		SELECT gen_random_uuid(), now(), now(), $1, gen_random_uuid(), 0, now(), now(), 'p', '{}', 100 + $2::int, 0, '', 100 + $2::int, 0, 10, now(), (ARRAY['paid', 'open'])[1 + $2::int % 2], 1, 0`,
	`UPDATE bills SET state = (ARRAY['paid', 'open', 'void'])[1 + $2::int % 3] WHERE account_id = $1`,
	`UPDATE bills SET refunded = $2::int WHERE account_id = $1`,
	`DELETE FROM bills WHERE account_id = $1 AND $2::int % 3 = 0`,
	`INSERT INTO orders (id, created_at, account_id, session_id, plan_id, token_hash, state, campaign_id, amount, price, tax_rate, terms, signup, failure, expires_at)
		SELECT gen_random_uuid(), now(), $1, gen_random_uuid(), 'p', gen_random_uuid()::text::bytea, (ARRAY['completed', 'failed'])[1 + $2::int % 2], '', 1, 1, 10, '{}', false, '', now()`,
	`UPDATE orders SET state = (ARRAY['completed', 'failed'])[1 + $2::int % 2] WHERE account_id = $1`,
	`DELETE FROM orders WHERE account_id = $1 AND $2::int % 3 = 0`,
	`INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), '2026-05-01 15:00Z'::timestamptz + ($2::int % 20) * interval '8 hours', $1, $2::int % 5 > 0, 'Password', '', ''`,
	`INSERT INTO consent_answers (id, created_at, account_id, option_id, agreed, by, wording, ip, user_agent) SELECT gen_random_uuid(), now(), $1, 'o' || ($2::int % 3), $2::int % 2 = 0, 'member', '', '', ''
		ON CONFLICT DO NOTHING`,
	`UPDATE consent_answers SET agreed = NOT agreed WHERE account_id = $1 AND $2::int >= 0`,
	`UPDATE consent_answers SET replaced_at = now() WHERE account_id = $1 AND $2::int % 3 = 0`,
	`DELETE FROM consent_answers WHERE account_id = $1 AND $2::int % 4 = 0`,
	`INSERT INTO notes (id, created_at, note_id, version, account_id, staff, text, is_pinned, is_removed) SELECT id, now(), id, 1, $1, '', '', false, $2::int % 3 = 0 FROM gen_random_uuid() AS id`,
	`INSERT INTO notes (id, created_at, note_id, version, account_id, staff, text, is_pinned, is_removed)
		SELECT gen_random_uuid(), now(), note_id, max(version) + 1, $1, '', '', false, $2::int % 2 = 0 FROM notes WHERE account_id = $1 GROUP BY note_id`,
}

// Whatever changes a member, and however many do so at once, the words are those of the rows after
// the next search.
func TestTheWordsFollowEveryChange(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.sizes = &sizes{newest: 100, most: 100, common: 1000, count: 100, batch: 7, patience: "2s"}
	var members []uuid.UUID
	for range 12 {
		members = append(members, h.member(t, nil))
	}
	for i, change := range changes { // each by itself
		h.exec(t, change, members[i%2], i)
		h.catchUp(t)
		h.kept(t)
	}
	undo := errors.New("undo")
	var all sync.WaitGroup
	for worker := range 6 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 1))
			for range 60 {
				err := h.Store.Tx(t.Context(), func(ctx context.Context) error {
					for range 1 + random.IntN(3) {
						if err := h.Store.Exec(ctx, changes[random.IntN(len(changes))], members[random.IntN(len(members))], random.IntN(100)); err != nil {
							return err
						}
					}
					if random.IntN(5) == 0 {
						return undo
					}
					return nil
				})
				if err != nil && !errors.Is(err, undo) {
					var known bool
					if known = isUnique(err); !known {
						t.Error(err)
					}
				}
				if random.IntN(3) == 0 {
					if _, err := h.CatchUp(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	h.catchUp(t)
	h.kept(t)
}

func (h *house) catchUp(t *testing.T) {
	t.Helper()
	for more := true; more; {
		more = must[bool](t)(h.CatchUp(t.Context()))
	}
}

// Words are made by one transaction at a time: what another one has read may be older.
func TestOneTransactionMakesWords(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.named(t, "山田", "ヤマダ")
	done := make(chan error, 1)
	err := h.Store.Tx(t.Context(), func(ctx context.Context) error {
		if err := h.alone(ctx); err != nil {
			return err
		}
		go func() {
			_, err := h.CatchUp(t.Context())
			done <- err
		}()
		select {
		case err := <-done:
			t.Errorf("another one made words meanwhile: %v", err)
			done <- err
		case <-time.After(200 * time.Millisecond):
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	h.kept(t)
}

// What makes no difference to the words leaves no mark, so what members do all day costs nothing.
func TestWhatChangesNoWordLeavesNoMark(t *testing.T) {
	t.Parallel()
	h := setup(t)
	member := h.member(t, nil)
	h.contract(t, member, "standard", "", "ONGOING_CONTRACT")
	h.card(t, member, "4242")
	h.paid(t, member, 100, 0)
	h.ordered(t, member, "charging")
	h.loggedIn(t, member, "203.0.113.7", true, time.Date(2026, 5, 2, 15, 0, 0, 0, time.UTC))
	h.catchUp(t)
	for _, statement := range []string{
		`UPDATE accounts SET locale = 'en', updated_at = now(), access_stamp = 3, password_hash = 'x', nickname = 'y', address = 'z', email_key = 'k', status = status`,
		`UPDATE subscriptions SET period = period + 1, due_at = now(), next_settlement_day = now(), status = status`,
		`UPDATE bills SET attempts = 5, updated_at = now(), state = state`,
		`UPDATE orders SET failure = 'x', state = 'failed' WHERE state <> 'completed'`,
		`INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), '2026-05-03 14:59Z', id, true, 'Password', '', '' FROM accounts`,
		`INSERT INTO login_events (id, created_at, account_id, result, login_method, ip, user_agent) SELECT gen_random_uuid(), '2026-05-04 15:00Z', id, false, 'Password', '', '' FROM accounts`,
		`DELETE FROM login_events`,
		`UPDATE payment_methods SET preferred_at = now(), card_expire = '203001', state = state`,
	} {
		h.exec(t, statement)
	}
	if marks := must[[]uuid.UUID](t)(h.ids(t.Context(), `SELECT account_id FROM account_search_marks`)); marks != nil {
		t.Errorf("%d marks", len(marks))
	}
}

// A member who leaves is found by no word any more from the same moment, and no word is kept.
func TestOfAMemberWhoLeavesNoWordStays(t *testing.T) {
	t.Parallel()
	h := setup(t)
	member := h.named(t, "山田", "ヤマダ")
	if hits := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{})); len(hits.List) != 1 {
		t.Fatalf("%+v", hits)
	}
	err := h.Store.Tx(t.Context(), func(ctx context.Context) error {
		if err := h.Leave(ctx, member); err != nil {
			return err
		}
		return h.Store.Exec(ctx, `UPDATE accounts SET status = 'withdrawn' WHERE id = $1`, member)
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows := must[[]row](t)(h.rows(t.Context())); rows != nil {
		t.Errorf("before the next search: %v", rows)
	}
	if hits := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{})); len(hits.List) != 0 {
		t.Errorf("%+v", hits)
	}
	h.exec(t, `UPDATE accounts SET name = '山田' WHERE id = $1`, member)
	h.catchUp(t)
	if rows := must[[]row](t)(h.rows(t.Context())); rows != nil {
		t.Errorf("after another change: %v", rows)
	}
}

// Members who were there before are found by their words once these have been made, however often
// the job is stopped meanwhile.
func TestTheFirstFilling(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.sizes = &sizes{newest: 100, most: 100, common: 1000, count: 100, batch: 2, patience: "2s"}
	var last uuid.UUID
	for i := range 7 {
		last = h.named(t, fmt.Sprintf("山田%d", i), "ヤマダ")
	}
	h.exec(t, `UPDATE accounts SET phone_number = '0312345678' WHERE id = $1`, last)
	h.exec(t, `DELETE FROM account_search_marks`)
	h.exec(t, `INSERT INTO account_search_fills (after, searchable) VALUES ($1, false)`, uuid.Nil)
	for step := 1; ; step++ {
		_, err := h.Find(t.Context(), "ヤマダ", Page{})
		says(t, "a word", err, fault.CodeUnavailable, "")
		_, err = h.Members(t.Context(), Filter{Statuses: []string{"active"}}, Page{})
		says(t, "a list", err, fault.CodeUnavailable, "")
		_, err = h.Count(t.Context(), Filter{Statuses: []string{"active"}})
		says(t, "a count", err, fault.CodeUnavailable, "")
		if hits := must[*Hits](t)(h.Find(t.Context(), "0312345678", Page{})); !slices.Equal(found(hits), []uuid.UUID{last}) {
			t.Errorf("an exact key: %+v", hits)
		}
		again := *h // another process goes on
		if more := must[bool](t)(again.fillOn(t.Context())); !more {
			if step != 5 {
				t.Errorf("%d steps", step)
			}
			break
		}
		if rows := must[[]row](t)(h.rows(t.Context())); len(rows) != min(7, 2*step) {
			t.Errorf("step %d: %d rows", step, len(rows))
		}
	}
	h.kept(t)
	if hits := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{})); len(hits.List) != 7 {
		t.Errorf("%d found", len(hits.List))
	}
}

// A migration says that members who are there have no words, and that nothing is to be done where
// there are none.
func TestTheMigrationAsksForTheFilling(t *testing.T) {
	t.Parallel()
	h := setup(t)
	if fills := must[[]uuid.UUID](t)(h.ids(t.Context(), `SELECT after FROM account_search_fills`)); fills != nil {
		t.Errorf("%v", fills)
	}
	address := storetest.Before(t, "20261127020200")
	before := open(t, address)
	before.member(t, nil)
	migrate(t, address)
	if fills := must[[]uuid.UUID](t)(before.ids(t.Context(), `SELECT after FROM account_search_fills WHERE NOT searchable`)); len(fills) != 1 {
		t.Errorf("%v", fills)
	}
	_, err := before.Find(t.Context(), "ヤマダ", Page{})
	says(t, "a word", err, fault.CodeUnavailable, "")
	if err := before.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	before.kept(t)
	if _, err := before.Find(t.Context(), "ヤマダ", Page{}); err != nil {
		t.Error(err)
	}
}

// The words are made anew on demand, which is an act, and members are found meanwhile.
func TestReindex(t *testing.T) {
	t.Parallel()
	h := setup(t)
	member := h.named(t, "山田", "ヤマダ")
	h.catchUp(t)
	h.exec(t, `UPDATE account_search SET words = '{kヤマ,kマダ,kxx}'`)
	h.exec(t, `INSERT INTO account_search SELECT gen_random_uuid(), now(), '{kヤマ}', '', ''`) // of no account
	for range 2 {
		if err := h.Reindex(t.Context(), h.by(t)); err != nil {
			t.Fatal(err)
		}
	}
	var fills, jobs, kept int
	if err := h.Store.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM account_search_fills WHERE searchable), (SELECT count(*) FROM river_job WHERE kind = 'search.keep'),
		(SELECT count(*) FROM acts WHERE kind = 'members.reindexed')`).Scan(&fills, &jobs, &kept); err != nil || fills != 1 || jobs != 1 || kept != 2 {
		t.Errorf("%d fillings, %d jobs, %d acts, %v", fills, jobs, kept, err)
	}
	if hits := must[*Hits](t)(h.Find(t.Context(), "ヤマダ", Page{})); !slices.Equal(found(hits), []uuid.UUID{member}) {
		t.Errorf("%+v", hits)
	}
	if err := h.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.kept(t)
	h.exec(t, `INSERT INTO account_search_fills (after, searchable) VALUES ($1, false)`, uuid.Max)
	if err := h.Reindex(t.Context(), h.by(t)); err != nil {
		t.Fatal(err)
	}
	_, err := h.Find(t.Context(), "ヤマダ", Page{})
	says(t, "while the first filling, begun anew, goes on", err, fault.CodeUnavailable, "")
}

// A job is there for what there is to do, and one at a time.
func TestDue(t *testing.T) {
	t.Parallel()
	h := setup(t)
	due := func(want int) {
		t.Helper()
		if got := must[int](t)(h.Due(t.Context())); got != want {
			t.Errorf("%d due, want %d", got, want)
		}
	}
	due(0)
	h.member(t, nil)
	due(1)
	due(0)
	h.exec(t, `UPDATE river_job SET state = 'completed', finalized_at = now()`)
	due(1)
	h.exec(t, `UPDATE river_job SET state = 'completed', finalized_at = now()`)
	h.catchUp(t)
	due(0)
	h.exec(t, `INSERT INTO account_search_fills (after, searchable) VALUES ($1, true)`, uuid.Nil)
	due(1)
}

// What searches read by may have short statements alone, and making words takes longer.
func TestWordsAreNotMadeByWhatSearchesReadBy(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.Reads = nil // would be a panic
	if err := h.Reindex(t.Context(), h.by(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Due(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := h.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
}
