package keyset

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

func ptr[T any](v T) *T { return &v }

func TestPage(t *testing.T) {
	t.Parallel()
	c := Cursor{At: time.Date(2027, 1, 31, 15, 0, 0, 123456000, time.UTC), ID: uuid.New()}
	for _, row := range []struct {
		name  string
		first *int
		after *string
		want  Page
		wrong string
	}{
		{"nothing said", nil, nil, Page{First: 20}, ""},
		{"as many as may be", ptr(100), nil, Page{First: 100}, ""},
		{"after a cursor", ptr(1), ptr(c.String()), Page{First: 1, After: &c}, ""},
		{"none", ptr(0), nil, Page{}, "first"},
		{"fewer than none", ptr(-1), nil, Page{}, "first"},
		{"too many", ptr(101), nil, Page{}, "first"},
		{"no cursor", nil, ptr("x"), Page{}, "after"},
		{"an empty cursor", nil, ptr(""), Page{}, "after"},
		{"a cursor that is too long", nil, ptr(c.String() + "AA"), Page{}, "after"},
	} {
		got, err := NewPage(row.first, row.after)
		if row.wrong != "" {
			if f, ok := fault.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Path != row.wrong || f.Code != "INVALID_FORMAT" {
				t.Errorf("%s: %v", row.name, err)
			}
			continue
		}
		if err != nil || got.First != row.want.First || (got.After == nil) != (row.want.After == nil) {
			t.Errorf("%s: %+v %v", row.name, got, err)
		} else if got.After != nil && (!got.After.At.Equal(c.At) || got.After.ID != c.ID) {
			t.Errorf("%s: %+v", row.name, got.After)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	p := Page{First: 2}
	for n, want := range map[int]struct {
		length int
		more   bool
	}{0: {0, false}, 1: {1, false}, 2: {2, false}, 3: {2, true}} {
		page, more := Cut(p, make([]int, n))
		if len(page) != want.length || more != want.more {
			t.Errorf("%d rows: %d, more %v", n, len(page), more)
		}
	}
	if p.Limit() != 3 {
		t.Error(p.Limit())
	}
}
