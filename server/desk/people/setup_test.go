package people_test

import (
	"fmt"
	"strings"
	"testing"

	"kaiin/server/base/fault"
	"kaiin/server/desk/people"
	"kaiin/server/desk/people/peopletest"
)

func setup(t *testing.T) *people.Service {
	t.Helper()
	t.Parallel()
	return peopletest.New(t)
}

// said is a fault in short, with its status.
func said(err error) string {
	if f, ok := fault.As(err); ok {
		return fmt.Sprintf("%d %s", f.Status(), f.Error())
	}
	return fmt.Sprint(err)
}

// works reports whether the token opens the desk.
func works(t *testing.T, s *people.Service, token string) bool {
	t.Helper()
	who, err := s.Resume(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return who != nil
}

// actsOf are the acts of the kind in short: outcome and whether a person is named.
func actsOf(t *testing.T, s *people.Service, kind string) (all []string) {
	t.Helper()
	rows, err := s.Store.DB.QueryContext(t.Context(), `SELECT outcome || ' ' || command || CASE WHEN target_id = '' THEN '' ELSE ' named' END FROM acts WHERE kind = $1 ORDER BY id`, kind)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return all
}

func joined(all []string) string { return strings.Join(all, ", ") }

// count is a number that the database says.
func count(t *testing.T, s *people.Service, query string, values ...any) (n int) {
	t.Helper()
	if err := s.Store.QueryRow(t.Context(), query, values...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
