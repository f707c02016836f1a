package storetest

import (
	"database/sql"
	"slices"
	"testing"
)

// What stays with a session is told from what ends with its transaction.
func TestStatementsOfSessionsAreOverheard(t *testing.T) { // G-06
	t.Parallel()
	way, heard := Overhear(t, URL(t))
	db, err := sql.Open("postgres", way)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	of := []string{
		"SET statement_timeout = 7000", "SET SESSION work_mem TO '4MB'", "SET TIME ZONE 'UTC'", "LISTEN jobs", "SELECT pg_advisory_lock(7)",
		"SELECT pg_try_advisory_lock(8)", "PREPARE one AS SELECT 1", "CREATE TEMP TABLE here (n int)", "SELECT set_config('work_mem', '4MB', false)", "RESET work_mem", "DISCARD ALL",
	}
	for _, statement := range slices.Concat(of, []string{
		"SELECT pg_advisory_xact_lock(7)", "SELECT set_config('work_mem', '4MB', true)", "UPDATE throttles SET count = 1", "SELECT 'SET x = 1'",
	}) {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("SET LOCAL work_mem = '4MB'; SET TRANSACTION READ ONLY"); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := heard.OfSessions(); !slices.Equal(got, of) {
		t.Errorf("found %q", got)
	}
	if begun := heard.Begun(); !slices.Contains(begun, "user") {
		t.Errorf("connections began with %q", begun)
	}
}
