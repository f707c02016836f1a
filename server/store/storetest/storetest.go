// Package storetest gives each test a database of its own, cloned from a template that is migrated once per set of
// migrations. It needs a PostgreSQL server at KAIIN_TEST_DATABASE_URL and fails, never skips, without one.
package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"sync"
	"testing"

	_ "github.com/lib/pq" // the driver behind every test database

	"kaiin/server/secret"
	"kaiin/server/store"
)

// Open returns a store on a fresh, migrated, empty database that is dropped when the test ends.
func Open(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// URL returns the address of a fresh, migrated, empty database that is dropped when the test ends.
func URL(t testing.TB) string {
	t.Helper()
	return Create(t, "TEMPLATE "+template(t))
}

// Create returns the address of a fresh database made with the given options of CREATE DATABASE.
func Create(t testing.TB, options string) string {
	t.Helper()
	admin := server(t)
	db, err := sql.Open("postgres", admin)
	if err != nil {
		t.Fatal(err)
	}
	name := "t_" + secret.Digits(18)
	if _, err := db.ExecContext(t.Context(), "CREATE DATABASE "+name+" "+options); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() {
		if _, err := db.ExecContext(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop database: %v", err)
		}
		_ = db.Close()
	})
	return at(t, admin, name)
}

func server(t testing.TB) string {
	t.Helper()
	address := os.Getenv("KAIIN_TEST_DATABASE_URL")
	if address == "" {
		t.Fatal("KAIIN_TEST_DATABASE_URL names no PostgreSQL server; `make test` starts one")
	}
	return address
}

func at(t testing.TB, address, database string) string {
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + database
	return u.String()
}

var prepare = sync.OnceValues(func() (string, error) {
	ctx, admin := context.Background(), os.Getenv("KAIIN_TEST_DATABASE_URL")
	db, err := sql.Open("postgres", admin)
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	// Test binaries of several packages run at once; one of them makes the template.
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7001)"); err != nil {
		return "", err
	}
	defer func() { _, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(7001)") }()

	name := "template_" + store.MigrationHash()
	var exists bool
	if err := conn.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return "", err
	}
	if exists {
		return name, nil
	}
	building := name + "_building"
	for _, q := range []string{"DROP DATABASE IF EXISTS " + building, "CREATE DATABASE " + building} {
		if _, err := conn.ExecContext(ctx, q); err != nil {
			return "", err
		}
	}
	u, err := url.Parse(admin)
	if err != nil {
		return "", err
	}
	u.Path = "/" + building
	fresh, err := sql.Open("postgres", u.String())
	if err != nil {
		return "", err
	}
	err = store.Migrate(ctx, fresh)
	_ = fresh.Close()
	if err != nil {
		return "", fmt.Errorf("migrate the template: %w", err)
	}
	_, err = conn.ExecContext(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
	return name, err
})

func template(t testing.TB) string {
	t.Helper()
	server(t)
	name, err := prepare()
	if err != nil {
		t.Fatalf("test database: %v", err)
	}
	return name
}
