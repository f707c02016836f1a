package records

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/keyset"
)

// list is how rows of a table are read. Columns are those of the row, which is called t, and of
// what is joined to it.
type list[T any] struct {
	table, time   string
	columns, join string
	fields        func(*T) []any // where the columns go
	id            func(T) uuid.UUID
}

func (l list[T]) find(s *Service) *find {
	return &find{table: l.table, time: l.time, today: s.Clock.Today()}
}

// read reads the rows whose ids the statement finds. LATERAL with a limit has PostgreSQL look each
// of them up by its id, whatever it expects.
func (l list[T]) read(ctx context.Context, s *Service, find string, args ...any) (all []T, err error) {
	query := fmt.Sprintf(`WITH page AS MATERIALIZED (%s)
		SELECT %s FROM page JOIN LATERAL (SELECT * FROM %s WHERE id = page.id LIMIT 1) AS t ON true %s ORDER BY t.%s DESC, t.id DESC`,
		find, l.columns, l.table, l.join, l.time)
	err = s.read(ctx, func(ctx context.Context) error {
		all = nil
		rows, err := s.Store.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		all, err = scanned(rows, l.fields)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.table, err)
	}
	return all, nil
}

func scanned[T any](rows *sql.Rows, fields func(*T) []any) (all []T, err error) {
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var row T
		if err := rows.Scan(fields(&row)...); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// page is a page of what f finds, and whether more follow.
func (l list[T]) page(ctx context.Context, s *Service, f *find, p keyset.Page) ([]T, bool, error) {
	statement, err := f.page(p)
	if err != nil {
		return nil, false, err
	}
	rows, err := l.read(ctx, s, statement, f.args...)
	rows, more := keyset.Cut(p, rows)
	return rows, more, err
}

// byID are the rows with the ids. Those that are not there are left out.
func (l list[T]) byID(ctx context.Context, s *Service, ids []uuid.UUID) (map[uuid.UUID]T, error) {
	found := map[uuid.UUID]T{}
	if len(ids) == 0 {
		return found, nil
	}
	rows, err := l.read(ctx, s, "SELECT id FROM unnest($1::uuid[]) AS k (id)", pq.Array(distinct(ids)))
	for _, row := range rows {
		found[l.id(row)] = row
	}
	return found, err
}

// of are the newest rows of each of what they belong to.
func (l list[T]) of(ctx context.Context, s *Service, column string, ids []uuid.UUID, first int, of func(T) uuid.UUID, cases ...string) (map[uuid.UUID]Some[T], error) {
	found := map[uuid.UUID]Some[T]{}
	if len(ids) == 0 {
		return found, nil
	}
	if len(cases) == 0 {
		cases = []string{"true"}
	}
	f := l.find(s)
	f.by = &key{column: column, values: f.arg(pq.Array(distinct(ids))) + "::uuid[]", cases: cases}
	statement, err := f.each(first)
	if err != nil {
		return nil, err
	}
	rows, err := l.read(ctx, s, statement, f.args...)
	for _, row := range rows {
		some := found[of(row)]
		if len(some.Rows) == first {
			some.More = true
		} else {
			some.Rows = append(some.Rows, row)
		}
		found[of(row)] = some
	}
	return found, err
}

// at and mayBe read moments, as of one place.
type at struct{ into *time.Time }

func (a at) Scan(src any) error {
	t, ok := src.(time.Time)
	if !ok {
		return fmt.Errorf("a moment cannot be read from %T", src)
	}
	*a.into = t.UTC()
	return nil
}

type mayBe struct{ into **time.Time }

func (m mayBe) Scan(src any) error {
	if src == nil {
		*m.into = nil
		return nil
	}
	*m.into = new(time.Time)
	return at{*m.into}.Scan(src)
}

// document reads JSON; NULL is the zero value.
type document struct{ into any }

func (d document) Scan(src any) error {
	switch text := src.(type) {
	case nil:
		return nil
	case []byte:
		return json.Unmarshal(text, d.into)
	case string:
		return json.Unmarshal([]byte(text), d.into)
	}
	return fmt.Errorf("JSON cannot be read from %T", src)
}
