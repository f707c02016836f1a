package search

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"unicode/utf8"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
	"kaiin/server/base/typed"
)

// Range is what a column of a member's row has to be: from, and up to and with, each unless it
// is "".
type Range struct {
	Column, Type string
	From, To     string
}

// hold adds the range to the conditions.
func (r Range) hold(w *where) {
	if r.From != "" {
		w.and(r.Column+" >= $%d::text::"+r.Type, r.From)
	}
	if r.To != "" {
		w.and(r.Column+" <= $%d::text::"+r.Type, r.To)
	}
}

// ranges reads the ranges of a filter.
func (f Filter) ranges(q *query, wrong *fault.Fields) {
	number := func(field string, n *int) string {
		if n == nil {
			return ""
		}
		if *n < 0 {
			wrong.Add("filter."+field, fault.InvalidFormat)
		}
		return strconv.Itoa(*n)
	}
	add := func(field string, r Range, isEmpty bool) {
		if isEmpty {
			wrong.Add("filter."+field, fault.InvalidFormat)
		}
		if r.From != "" || r.To != "" {
			q.Ranges = append(q.Ranges, r)
		}
	}
	spent := Range{"spent", "bigint", number("spentFrom", f.SpentFrom), number("spentTo", f.SpentTo)}
	add("spentTo", spent, f.SpentFrom != nil && f.SpentTo != nil && *f.SpentFrom > *f.SpentTo)
	add("bought", Range{"bought", "bigint", number("bought", f.Bought), ""}, false)
	login := Range{Column: "last_login_day", Type: "date"}
	if !f.LastLoginFrom.IsZero() {
		login.From = f.LastLoginFrom.String()
	}
	if !f.LastLoginTo.IsZero() {
		login.To = f.LastLoginTo.String()
	}
	add("lastLoginTo", login, login.From != "" && login.To != "" && f.LastLoginTo.Before(f.LastLoginFrom))
}

// countRanges counts the members of each range by its index, no further than to one more than are
// collected.
func (s *Service) countRanges(ctx context.Context, q query, c counted, field string) (query, error) {
	if len(q.Ranges) == 0 {
		return q, nil
	}
	var few *int
	err := s.bounded(ctx, field, func(ctx context.Context) error {
		few = nil
		for _, r := range q.Ranges {
			w := &where{text: "true"}
			r.hold(w)
			var n int
			err := s.Store.QueryRow(ctx, fmt.Sprintf(`SELECT count(*) FROM (SELECT %s FROM account_search WHERE %s ORDER BY 1 LIMIT %d) AS found`, r.Column, w.text, s.size().most+1), w.args...).Scan(&n)
			if err != nil {
				return err
			}
			if few == nil || n < *few {
				few = &n
			}
		}
		return nil
	})
	q.few, q.byRange = few, few != nil && *few <= c.fewest(query{Words: q.Words, Any: q.Any})
	return q, err
}

// within is where members are found by an index, with the conditions of w. PostgreSQL reads that
// which fewest have and nothing else: under a plan for any arguments it would also read an index
// of what all have.
func (q query) within(w *where) string {
	by, rest := q, query{Ranges: q.Ranges}
	by.Ranges = nil
	switch {
	case q.IDs != nil:
		by, rest = query{IDs: q.IDs, Keyed: q.Keyed}, q
		rest.IDs = nil
	case q.byRange:
		by, rest = query{Ranges: q.Ranges, Keyed: q.Keyed}, q
		rest.Ranges = nil
	}
	by.hold(w)
	found := w.text
	w.text = "true"
	rest.Keyed = true // by has left out whom only a key finds
	rest.hold(w)
	return fmt.Sprintf(`(SELECT * FROM account_search WHERE %s OFFSET 0) AS member WHERE %s`, found, w.text)
}

// bindMany looks up what names many members: an address of the network, and the beginning of an
// email address. Fault: TOO_BROAD, where it names more than are collected.
func (s *Service) bindMany(ctx context.Context, q query) (query, error) {
	for _, of := range []struct {
		statement string
		args      []any
		isAsked   bool
	}{
		{`SELECT account_id FROM login_events WHERE ip = $1 ORDER BY created_at DESC LIMIT $2`, []any{q.IP}, q.IP != ""},
		{`SELECT id FROM accounts WHERE email_key >= $1 AND email_key < $2 ORDER BY email_key LIMIT $3`, []any{q.Prefix, q.Prefix + string(utf8.MaxRune)}, q.Prefix != ""},
	} {
		if !of.isAsked {
			continue
		}
		var ids []uuid.UUID
		err := s.bounded(ctx, "filter", func(ctx context.Context) (err error) {
			ids, err = s.ids(ctx, of.statement, append(of.args, s.size().most+1)...)
			return err
		})
		if err != nil {
			return q, err
		}
		if len(ids) > s.size().most {
			return q, tooBroad("filter")
		}
		q.IDs = both(q.IDs, ids)
	}
	return q, nil
}

// both are the ids that are in the two lists, each once; a list that is nil asks for nothing.
func both(before, ids []uuid.UUID) []uuid.UUID {
	known := map[uuid.UUID]bool{}
	for _, id := range before {
		known[id] = true
	}
	all, seen := []uuid.UUID{}, map[uuid.UUID]bool{}
	for _, id := range ids {
		if !seen[id] && (before == nil || known[id]) {
			seen[id] = true
			all = append(all, id)
		}
	}
	return all
}

// address is the address of the network as logins keep it; "" where it is none.
func address(text string) string {
	ip, err := netip.ParseAddr(typed.HalfWidth(text))
	if err != nil {
		return ""
	}
	return ip.Unmap().WithZone("").String()
}

// isPrefix holds for what may be the beginning of an email address, and says something.
func isPrefix(text string) bool { return utf8.RuneCountInString(text) >= 3 }
