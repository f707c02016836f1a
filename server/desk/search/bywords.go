package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
	"kaiin/server/base/store"
)

// errFilling is why searches by words have to wait.
var errFilling = errors.New("the words that members are found by are being made")

// prepare makes the words of those who have changed before. Fault: UNAVAILABLE until the words of
// all have been made.
func (s *Service) prepare(ctx context.Context) error {
	if _, err := s.CatchUp(ctx); err != nil {
		return err
	}
	var filling bool
	if err := s.Store.QueryRow(ctx, `SELECT EXISTS (SELECT FROM account_search_fills WHERE NOT searchable)`).Scan(&filling); err != nil {
		return err
	}
	if filling {
		return fault.Unavailable(fault.CodeUnavailable, errFilling)
	}
	return nil
}

// where is the condition of a search, and its arguments.
type where struct {
	text string
	args []any
}

func (w *where) and(condition string, args ...any) {
	numbers := make([]any, len(args))
	for i := range args {
		numbers[i] = len(w.args) + 1 + i
	}
	w.text += " AND " + fmt.Sprintf(condition, numbers...)
	w.args = append(w.args, args...)
}

// place are the conditions on where in the list members are.
func (q query) place(after *keyset.Cursor) *where {
	w := &where{text: "true"}
	if after != nil {
		w.and("(created_at, account_id) < ($%d, $%d)", after.At, after.ID)
	}
	if !q.From.IsZero() {
		w.and("created_at >= $%d", q.From)
	}
	if !q.To.IsZero() {
		w.and("created_at < $%d", q.To)
	}
	return w
}

// hold adds the conditions on what members are found by. Pairs of letters may belong to another
// name, so the letters are looked at, too.
func (q query) hold(w *where) {
	if len(q.Words) > 0 {
		w.and("words @> $%d", pq.Array(q.Words))
	}
	for _, group := range q.Any {
		w.and("words && $%d", pq.Array(group))
	}
	if len(q.None) > 0 {
		w.and("NOT words && $%d", pq.Array(q.None))
	}
	if len(q.Except) > 0 {
		w.and("account_id <> ALL ($%d::uuid[])", pq.Array(q.Except))
	}
	for _, r := range q.Ranges {
		r.hold(w)
	}
	if q.Names != "" {
		w.and("position($%d in names) > 0", q.Names)
	}
	if q.Readings != "" {
		w.and("position($%d in readings) > 0", q.Readings)
	}
	if q.IDs != nil {
		w.and("account_id = ANY ($%d::uuid[])", pq.Array(q.IDs))
	}
	if !q.Keyed { // guarded members are found by an exact key alone
		w.and("account_id <> ALL (ARRAY(SELECT account_id FROM member_guards))")
	}
}

// asked are all words of the search.
func (q query) asked() []string { return slices.Concat(slices.Concat(q.Any...), q.Words) }

// way is how members with some words are found.
type way string

const (
	byOrder way = "order" // among the newest, in the order of the list
	byIndex way = "index" // all of them, which are then sorted
)

// byWords are the members of a page and, where there is one, the next.
func (s *Service) byWords(ctx context.Context, q query, field string, p keyset.Page) (hits []Hit, err error) {
	c, err := s.counted.Get(ctx, s.Clock, s.count)
	if err != nil {
		return nil, err
	}
	if q, err = s.countRanges(ctx, q, c, field); err != nil {
		return nil, err
	}
	narrow := s.isNarrow(q, c)
	if !narrow && q.From.IsZero() && q.To.IsZero() {
		return nil, tooBroad(field)
	}
	ways := []way{byOrder, byIndex}
	if s.first(c.fewest(q), c.members, p) == byIndex {
		slices.Reverse(ways)
	}
	err = s.bounded(ctx, field, func(ctx context.Context) error {
		for _, way := range ways {
			var done bool
			if way == byIndex {
				hits, done, err = s.ofAll(ctx, q, p)
			} else {
				hits, done, err = s.newest(ctx, q, p, narrow)
			}
			if done || err != nil {
				return err
			}
		}
		return tooBroad(field)
	})
	return hits, err
}

// first is the way that reads less: the members with the rarest word, or so many of the newest that
// these hold a page of them.
func (s *Service) first(holders, members int, p keyset.Page) way {
	switch size := s.size(); {
	case size.first != "":
		return size.first
	case holders <= size.most && holders*holders <= members*p.Limit():
		return byIndex
	}
	return byOrder
}

// bounded runs statements that may each take so long and no longer.
func (s *Service) bounded(ctx context.Context, field string, run func(context.Context) error) error {
	err := s.Reads.Tx(ctx, func(ctx context.Context) error {
		if err := s.Store.Exec(ctx, `SELECT set_config('statement_timeout', $1, true)`, s.size().patience); err != nil {
			return err
		}
		return run(ctx)
	})
	if store.TookTooLong(ctx, err) {
		return tooBroad(field)
	}
	return err
}

// newest looks at members in the order of the list: at so many of them, or at all whom the time
// leaves where the words are so common that each page is soon full. It is done when the page is.
func (s *Service) newest(ctx context.Context, q query, p keyset.Page, narrow bool) (hits []Hit, done bool, err error) {
	if err := s.byIndexAlone(ctx, false); err != nil {
		return nil, false, err
	}
	w := q.place(p.After)
	few := ""
	if narrow {
		few = fmt.Sprintf("LIMIT %d", s.size().newest)
	}
	of := fmt.Sprintf(`(SELECT account_id, created_at, words, names, readings, spent, bought, last_login_day FROM account_search WHERE %s ORDER BY created_at DESC, account_id DESC %s)`, w.text, few)
	w.text = "true"
	q.hold(w)
	hits, _, err = s.hits(ctx, q, w, p, of, "0")
	return hits, len(hits) >= p.Limit() || !narrow, err
}

// byIndexAlone leaves the planner nothing to find rows by but the index of words, or that of the
// order of the list. By its estimates it would walk through the order, in which members with a rare
// word may be far behind, or read all rows and sort them.
func (s *Service) byIndexAlone(ctx context.Context, alone bool) error {
	others := "on"
	if alone {
		others = "off"
	}
	return s.Store.Exec(ctx, `SELECT set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', $1, true), set_config('enable_indexonlyscan', $1, true)`, others)
}

// ofAll collects members by the index of words and sorts them. It is done unless there are more
// than may be.
func (s *Service) ofAll(ctx context.Context, q query, p keyset.Page) (hits []Hit, done bool, err error) {
	if err := s.byIndexAlone(ctx, true); err != nil {
		return nil, false, err
	}
	w := q.place(p.After)
	rows := q.within(w)
	most := s.size().most
	of := fmt.Sprintf(`(WITH hit AS MATERIALIZED (SELECT account_id, created_at, words FROM %s LIMIT %d) SELECT *, (SELECT count(*) FROM hit) AS found FROM hit)`, rows, most+1)
	hits, found, err := s.hits(ctx, q, &where{"true", w.args}, p, of, "found")
	return hits, found <= most, err
}

// hits reads the rows of a page, with the words that they were found by and with what was counted.
func (s *Service) hits(ctx context.Context, q query, w *where, p keyset.Page, of, counted string) (hits []Hit, found int, err error) {
	asked := q.asked()
	args := append(slices.Clone(w.args), pq.Array(asked))
	rows, err := s.Store.Query(ctx, fmt.Sprintf(`SELECT account_id, created_at, ARRAY(SELECT unnest($%d::text[]) INTERSECT SELECT unnest(words)), %s
		FROM %s AS member WHERE %s ORDER BY created_at DESC, account_id DESC LIMIT %d`, len(args), counted, of, w.text, p.Limit()), args...)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var h Hit
		var words []string
		if err := rows.Scan(&h.AccountID, &h.at, pq.Array(&words), &found); err != nil {
			return nil, 0, err
		}
		h.Matched = matched(words)
		hits = append(hits, h)
	}
	return hits, found, rows.Err()
}

// counted is how many members there are, and how many have each of the commonest words.
type counted struct {
	members int
	holders map[string]int
}

// fewest is how many members have the rarest of what is asked for: 0 where it is rarer than what is
// counted.
func (c counted) fewest(q query) int {
	if q.IDs != nil {
		return 0
	}
	fewest := math.MaxInt32
	if q.few != nil {
		fewest = *q.few
	}
	for _, word := range q.Words {
		fewest = min(fewest, c.holders[word])
	}
	for _, group := range q.Any {
		holders := 0
		for _, word := range group {
			holders += c.holders[word]
		}
		fewest = min(fewest, holders)
	}
	return fewest
}

// isNarrow is whether something is asked for that not too many members have.
func (s *Service) isNarrow(q query, c counted) bool { return c.fewest(q) <= s.size().common }

// count reads what PostgreSQL counts: it is in the statistics of the column, which are made anew
// while the table changes.
func (s *Service) count(ctx context.Context) (counted, error) {
	c := counted{holders: map[string]int{}}
	if err := s.Store.QueryRow(ctx, `SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'public.account_search'::regclass`).Scan(&c.members); err != nil {
		return c, err
	}
	rows, err := s.Store.Query(ctx, `SELECT word, (share * $1::int)::bigint FROM pg_stats AS s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS m (word, share)
		WHERE s.schemaname = 'public' AND s.tablename = 'account_search' AND s.attname = 'words' AND word IS NOT NULL`, c.members)
	if err != nil {
		return c, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var word string
		var holders int
		if err := rows.Scan(&word, &holders); err != nil {
			return c, err
		}
		c.holders[word] = holders
	}
	return c, rows.Err()
}

// idsOf are the accounts that a statement finds, at most so many.
func (s *Service) idsOf(ctx context.Context, from string, key string) ([]uuid.UUID, error) {
	return s.ids(ctx, strings.Join([]string{"SELECT id FROM accounts WHERE", from, "= $1 ORDER BY id DESC LIMIT 100"}, " "), key)
}
