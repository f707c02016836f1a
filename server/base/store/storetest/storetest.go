// Package storetest gives each test a database of its own: one of a pool, which is emptied before
// it is used again, or a clone of a template, which is made once. It needs a PostgreSQL server at
// KAIIN_TEST_DATABASE_URL and fails, never skips, without one.
package storetest

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"testing"

	_ "github.com/lib/pq" // the driver behind every test database

	"kaiin/server/base/secret"
	"kaiin/server/base/store"
)

// Open returns a store on a migrated, empty database that is the test's alone until it ends.
// Its connections are those of earlier tests, so a test of connections opens a store of its own
// at a URL.
func Open(t testing.TB) *store.Store {
	t.Helper()
	p := ofServer(t)
	name, s, kept, err := p.open(t.Context())
	if err != nil {
		t.Fatalf("test database: %v", err)
	}
	t.Cleanup(func() {
		_ = s.Close()
		if err := p.give(context.Background(), name, kept.end()); err != nil {
			t.Errorf("give the test database back: %v", err)
		}
	})
	return s
}

// URL returns the address of a migrated, empty database that is the test's alone until it ends.
func URL(t testing.TB) string {
	t.Helper()
	p := ofServer(t)
	name, err := p.take(t.Context())
	if err != nil {
		t.Fatalf("test database: %v", err)
	}
	t.Cleanup(func() {
		if err := p.give(context.Background(), name, &keep{}); err != nil {
			t.Errorf("give the test database back: %v", err)
		}
	})
	address, err := at(p.address, name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// Create returns the address of a fresh database made with the given options of CREATE DATABASE,
// which is dropped when the test ends.
func Create(t testing.TB, options string) string {
	t.Helper()
	admin := server(t)
	db, err := sql.Open("postgres", admin)
	if err != nil {
		t.Fatal(err)
	}
	name := suite() + "_" + secret.Digits(18)
	if _, err := db.ExecContext(t.Context(), "CREATE DATABASE "+name+" "+options); err != nil {
		t.Fatalf("create database: %v", err)
	}
	t.Cleanup(func() {
		if _, err := db.ExecContext(context.Background(), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("drop database: %v", err)
		}
		_ = db.Close()
	})
	address, err := at(admin, name)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func ofServer(t testing.TB) *pool {
	t.Helper()
	server(t)
	p, err := theOnly()
	if err != nil {
		t.Fatalf("test databases: %v", err)
	}
	return p
}

func server(t testing.TB) string {
	t.Helper()
	address := os.Getenv("KAIIN_TEST_DATABASE_URL")
	if address == "" {
		t.Fatal("KAIIN_TEST_DATABASE_URL names no PostgreSQL server; `make test` starts one")
	}
	return address
}

func at(address, database string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	u.Path = "/" + database
	return u.String(), nil
}
