package records

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/lib/pq"

	"kaiin/server/base/clock"
	"kaiin/server/base/fault"
	"kaiin/server/base/keyset"
)

const (
	mostRows   = 100 // of a page
	mostValues = 100 // of what a filter names
	mostDays   = 31  // for which a list may be read from its index of time alone
)

// Days are those from which and to which, both included; the zero Day is no bound.
type Days struct{ From, To clock.Day }

// Yen are those from which and to which, both included; nil is no bound.
type Yen struct{ From, To *int }

// find is how the ids of a page are found. Columns are those of the table, which is called t.
type find struct {
	table, time string
	today       clock.Day
	args        []any
	rest        []string // conditions that every row meets
	by          *key     // the index that is read; nil: that of the time
	loose       bool     // a condition lets few rows pass, and no index knows which
	few         bool     // few days are read
	wrong       fault.Fields
}

// key is an index by which rows are found. An index that is for some rows alone has their
// condition in cases; several are read one by one.
type key struct {
	column, values string
	cases          []string
	wide           bool // one value may have a great part of all rows
}

func (f *find) arg(value any) string {
	f.args = append(f.args, value)
	return fmt.Sprintf("$%d", len(f.args))
}

func (f *find) where(condition string, value any) {
	f.rest = append(f.rest, fmt.Sprintf(condition, f.arg(value)))
}

// Hidden are the members whom a list leaves out.
type Hidden struct {
	Guarded bool      // those who are guarded
	Own     uuid.UUID // the one who reads it; zero: no one
}

// guardedSQL are the guarded members.
const guardedSQL = "ARRAY(SELECT account_id FROM member_guards)"

// hide leaves out rows of members.
func (f *find) hide(h Hidden) {
	if h.Guarded {
		f.rest = append(f.rest, "t.account_id <> ALL ("+guardedSQL+")")
	}
	if h.Own != uuid.Nil {
		f.where("t.account_id <> %s", h.Own)
	}
}

// open keeps rows that meet the condition, which an index is for: its rows are few.
func (f *find) open(condition string) {
	f.rest = append(f.rest, condition)
	f.few = true
}

// among keeps rows whose column has one of the values. They are found by its index, if no column
// before it has done that.
func (f *find) among(field, column, kind string, values any, count int, cases ...string) {
	if count == 0 {
		return
	}
	if count > mostValues {
		f.wrong.Add(field, fault.InvalidFormat)
		return
	}
	list := f.arg(values) + "::" + kind + "[]"
	if f.by == nil {
		if len(cases) == 0 {
			cases = []string{"true"}
		}
		f.by = &key{column: column, values: list, cases: cases}
		return
	}
	f.rest = append(f.rest, fmt.Sprintf("t.%s = ANY (%s)", column, list))
}

func (f *find) ids(field, column string, ids []uuid.UUID, cases ...string) {
	f.among(field, column, "uuid", pq.Array(distinct(ids)), len(ids), cases...)
}

func (f *find) texts(field, column string, values []string, cases ...string) {
	f.among(field, column, "text", pq.Array(distinct(values)), len(values), cases...)
}

// wide is texts for a column whose values may each have a great part of all rows.
func (f *find) wide(field, column string, values []string, cases ...string) {
	before := f.by
	f.texts(field, column, values, cases...)
	if before == nil && f.by != nil {
		f.by.wide = true
	}
}

// rare is texts for a column whose index leaves out the usual value, which most rows have.
func (f *find) rare(field, column, usual string, values []string) {
	if slices.Contains(values, usual) {
		f.sparse(field, column, values, false)
		return
	}
	f.texts(field, column, values, fmt.Sprintf("t.%s <> '%s'", column, usual))
}

// sparse keeps rows whose column has one of the values, for which there is no index. It is loose
// where such rows may be few.
func (f *find) sparse(field, column string, values []string, loose bool) {
	switch {
	case len(values) > mostValues:
		f.wrong.Add(field, fault.InvalidFormat)
	case len(values) > 0:
		f.where("t."+column+" = ANY (%s::text[])", pq.Array(distinct(values)))
		f.loose = f.loose || loose
	}
}

// yen keeps rows whose column is in the range.
func (f *find) yen(column string, y Yen) {
	if y.From != nil && y.To != nil && *y.From > *y.To {
		f.wrong.Add("amountTo", fault.InvalidFormat)
	}
	if y.From != nil {
		f.where("t."+column+" >= %s", *y.From)
	}
	if y.To != nil {
		f.where("t."+column+" <= %s", *y.To)
	}
	f.loose = f.loose || y.From != nil || y.To != nil
}

// days keeps rows of the days.
func (f *find) days(d Days) {
	if !d.From.IsZero() && !d.To.IsZero() && d.To.Before(d.From) {
		f.wrong.Add("daysTo", fault.InvalidFormat)
	}
	last := d.To
	if last.IsZero() {
		last = f.today
	}
	if !d.From.IsZero() {
		f.where("t."+f.time+" >= %s", d.From.Start())
		f.few = f.few || last.Before(d.From.AddDays(mostDays))
	}
	if !d.To.IsZero() {
		f.where("t."+f.time+" < %s", d.To.AddDays(1).Start())
	}
}

// page is the statement that finds the ids of the page, and of one row more.
func (f *find) page(p keyset.Page) (string, error) {
	if p.First < 1 || p.First > mostRows {
		f.wrong.Add("first", fault.InvalidFormat)
	}
	if err := f.wrong.Err(); err != nil {
		return "", err
	}
	if f.loose && (f.by == nil || f.by.wide) && !f.few {
		return "", fault.BadRequest(fault.TooBroad)
	}
	if p.After != nil {
		f.rest = append(f.rest, fmt.Sprintf("(t.%s, t.id) < (%s, %s)", f.time, f.arg(p.After.At), f.arg(p.After.ID)))
	}
	return fmt.Sprintf("SELECT * FROM (%s) AS x ORDER BY at DESC, id DESC LIMIT %s", f.rows(), f.arg(p.Limit())), nil
}

// each is the statement that finds the ids of so many rows of each of what f is by.
func (f *find) each(first int) (string, error) {
	if first < 1 || first > mostRows {
		f.wrong.Add("first", fault.InvalidFormat)
	}
	if err := f.wrong.Err(); err != nil {
		return "", err
	}
	return f.lateral(fmt.Sprintf(" LIMIT %s", f.arg(first+1))), nil
}

func (f *find) rows() string {
	if f.by == nil {
		return f.newest(f.rest)
	}
	return f.lateral("")
}

func (f *find) lateral(limit string) string {
	var parts []string
	for _, only := range f.by.cases {
		parts = append(parts, "("+f.newest(append([]string{"t." + f.by.column + " = k.v", only}, f.rest...))+")")
	}
	return fmt.Sprintf("SELECT x.id, x.at FROM unnest(%s) AS k (v) CROSS JOIN LATERAL (SELECT * FROM (%s) AS c ORDER BY at DESC, id DESC%s) AS x",
		f.by.values, strings.Join(parts, " UNION ALL "), limit)
}

// newest are the ids of the newest rows that meet the conditions. The number is written into the
// statement: a plan for any number would expect a tenth of all rows.
func (f *find) newest(conditions []string) string {
	if len(conditions) == 0 {
		conditions = []string{"true"}
	}
	return fmt.Sprintf("SELECT t.id, t.%[1]s AS at FROM %[2]s AS t WHERE %[3]s ORDER BY t.%[1]s DESC, t.id DESC LIMIT %[4]d",
		f.time, f.table, strings.Join(conditions, " AND "), mostRows+1)
}

// distinct are the values, each once.
func distinct[T comparable](values []T) []T {
	seen := map[T]bool{}
	return slices.DeleteFunc(slices.Clone(values), func(v T) bool {
		was := seen[v]
		seen[v] = true
		return was
	})
}
