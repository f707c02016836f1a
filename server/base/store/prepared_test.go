package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"
)

func TestATextIsPreparedOnce(t *testing.T) {
	t.Parallel()
	s, ctx := opened(t), t.Context()
	s.DB.SetMaxOpenConns(1)
	prepared := func(like string) (n int) {
		t.Helper()
		if err := s.DB.QueryRow("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '" + like + "'").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for n := range 5 {
		var got int
		if err := s.DB.QueryRowContext(ctx, "SELECT 1 + $1::int", n).Scan(&got); err != nil || got != 1+n {
			t.Fatalf("query %d: %d, %v", n, got, err)
		}
		err := s.Tx(ctx, func(ctx context.Context) error { return newThrottle(ctx, s, fmt.Sprint(n)) })
		if err != nil {
			t.Fatal(err)
		}
	}
	if q, e := prepared("SELECT 1 +%"), prepared("INSERT INTO%throttles%"); q != 1 || e != 1 {
		t.Errorf("prepared %d times for five queries and %d times for five inserts", q, e)
	}
	for n := range 400 {
		if _, err := s.DB.ExecContext(ctx, fmt.Sprintf("SELECT $1::int + %d", n), 1); err != nil {
			t.Fatal(err)
		}
	}
	if n := prepared("%"); n > 256 {
		t.Errorf("%d statements stay prepared", n)
	}
}

func TestAPreparedTextOutlivesAMigration(t *testing.T) {
	t.Parallel()
	s, ctx := opened(t), t.Context()
	s.DB.SetMaxOpenConns(1)
	ask := func() (got string, err error) {
		err = s.DB.QueryRowContext(ctx, "SELECT v FROM probes WHERE n = $1", 1).Scan(&got)
		return got, err
	}
	if _, err := s.DB.Exec("CREATE TABLE probes (n int, v text); INSERT INTO probes VALUES (1, '7')"); err != nil {
		t.Fatal(err)
	}
	if got, err := ask(); err != nil || got != "7" {
		t.Fatalf("before: %q, %v", got, err)
	}
	if _, err := s.DB.Exec("ALTER TABLE probes ALTER v TYPE int USING v::int"); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(); err == nil {
		t.Error("a plan of the old table still answers: the rest of this test proves nothing")
	}
	if got, err := ask(); err != nil || got != "7" {
		t.Errorf("after: %q, %v", got, err)
	}
}

func TestACanceledQueryLeavesAUsableConnection(t *testing.T) {
	t.Parallel()
	s := opened(t)
	s.DB.SetMaxOpenConns(1)
	sleep := func(within time.Duration, seconds float64) error {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		_, err := s.DB.ExecContext(ctx, "SELECT pg_sleep($1)", seconds)
		return err
	}
	for range 3 {
		if sleep(20*time.Millisecond, 30) == nil {
			t.Fatal("it slept on")
		}
		if err := sleep(10*time.Second, 0); err != nil {
			t.Fatalf("the connection is of no use: %v", err)
		}
	}
}
