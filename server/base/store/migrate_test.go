package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// journal keeps what is logged.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) count(part string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Count(j.text.String(), part)
}

// migrating is a database of its own and what migrates it in little time.
type migrating struct {
	*store.Migrator
	files   fstest.MapFS
	journal *journal
}

func newMigrating(t *testing.T) *migrating {
	t.Helper()
	db, err := sql.Open("postgres", storetest.Create(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	m := &migrating{Migrator: store.NewMigrator(db), files: fstest.MapFS{}, journal: &journal{}}
	m.Files, m.Log = m.files, slog.New(slog.NewTextHandler(m.journal, nil))
	m.LockTimeout, m.Tries, m.Pause = 50*time.Millisecond, 1000, 20*time.Millisecond
	m.add("1_first.sql", "CREATE TABLE rows (n int); INSERT INTO rows SELECT generate_series(1, 100)")
	m.run(t)
	return m
}

func (m *migrating) add(name, body string) { m.files[name] = &fstest.MapFile{Data: []byte(body)} }

func (m *migrating) run(t *testing.T) {
	t.Helper()
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// hold begins a transaction that has done something.
func (m *migrating) hold(t *testing.T, statement string) *sql.Tx {
	t.Helper()
	tx, err := m.DB.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	if _, err := tx.Exec(statement); err != nil {
		t.Fatal(err)
	}
	return tx
}

// behind runs the migrations while the transaction holds a lock that they need, and ends it once
// they have given up twice.
func (m *migrating) behind(t *testing.T, holder *sql.Tx, meanwhile func()) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- m.Run(context.WithoutCancel(t.Context())) }()
	for deadline := time.Now().Add(time.Minute); m.journal.count("got no lock and is tried again") < 2; time.Sleep(5 * time.Millisecond) {
		select {
		case err := <-ended:
			t.Fatalf("the migration has ended although its lock is held: %v", err)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("the migration waits for its lock and does not give up")
		}
	}
	meanwhile()
	if err := holder.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func (m *migrating) ask(t *testing.T, query string) (answer string) {
	t.Helper()
	if err := m.DB.QueryRow(query).Scan(&answer); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return answer
}

// A migration behind a lock gives up, so that those behind it go on, says so, and tries again.
func TestAMigrationBehindALockTriesAgain(t *testing.T) { // G-05
	t.Parallel()
	m := newMigrating(t)
	m.add("2_column.sql", "ALTER TABLE rows ADD COLUMN m int NOT NULL DEFAULT 7")
	m.behind(t, m.hold(t, "SELECT count(*) FROM rows"), func() {
		for range 20 { // what waits behind the migration waits as long as it does
			if got := m.ask(t, "SELECT count(*) FROM rows"); got != "100" {
				t.Errorf("a reader has %s rows", got)
			}
		}
	})
	if got := m.ask(t, "SELECT sum(m) FROM rows"); got != "700" {
		t.Errorf("the new column has a sum of %s", got)
	}
	if m.journal.count("migration=2_column.sql") < 2 {
		t.Errorf("said: %s", m.journal.text.String())
	}
}

// A step that gets no lock in all its tries leaves nothing, and says what to do.
func TestAMigrationGivesUpInTheEnd(t *testing.T) { // G-05
	t.Parallel()
	m := newMigrating(t)
	m.Tries = 2
	m.add("2_column.sql", "CREATE TABLE more (n int); ALTER TABLE rows ADD COLUMN m int")
	holder := m.hold(t, "SELECT count(*) FROM rows")
	if err := m.Run(t.Context()); !store.LockTimedOut(err) || !strings.Contains(err.Error(), "2_column.sql: gave up after 2 tries") {
		t.Errorf("ended with %v", err)
	}
	if got := m.ask(t, "SELECT to_regclass('more') IS NULL"); got != "true" {
		t.Error("a half of the step stays")
	}
	_ = holder.Rollback()
	m.run(t)
}

// River's steps have the same limit.
func TestAMigrationOfJobsTriesAgain(t *testing.T) { // G-05
	t.Parallel()
	m := newMigrating(t)
	river, err := rivermigrate.New(riverdatabasesql.New(m.DB), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := river.Migrate(t.Context(), rivermigrate.DirectionDown, &rivermigrate.MigrateOpts{MaxSteps: 1}); err != nil {
		t.Fatal(err)
	}
	m.behind(t, m.hold(t, "SELECT count(*) FROM river_job"), func() {})
	if valid, err := river.Validate(t.Context(), nil); err != nil || !valid.OK {
		t.Errorf("River's tables: %+v, %v", valid, err)
	}
}

const index = "-- Built while members write.\n-- atlas:txmode none\nCREATE INDEX CONCURRENTLY rows_n ON rows (n);\n"

const indexState = "SELECT count(*) || ' ' || bool_and(indisvalid) FROM pg_index WHERE indexrelid = to_regclass('rows_n')"

// An index is built outside a transaction while rows are written. It waits for older transactions,
// and may be broken off by the limit: then it is dropped and built again.
func TestAnIndexIsBuiltOutsideATransaction(t *testing.T) { // G-05
	t.Parallel()
	m := newMigrating(t)
	m.LockTimeout = 5 * time.Millisecond // twenty times as long outside a transaction
	m.add("2_index.sql", index)
	m.behind(t, m.hold(t, "INSERT INTO rows VALUES (101)"), func() {
		if _, err := m.DB.Exec("INSERT INTO rows VALUES (102)"); err != nil {
			t.Error(err)
		}
	})
	if got := m.ask(t, indexState); got != "1 true" {
		t.Errorf("indexes: %s", got)
	}
}

// What a process left that died while it built an index, or right after, is put right.
func TestABrokenIndexIsBuiltAgain(t *testing.T) { // G-05
	t.Parallel()
	m := newMigrating(t)
	if _, err := m.DB.Exec("INSERT INTO rows VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.DB.Exec("CREATE UNIQUE INDEX CONCURRENTLY rows_n ON rows (n)"); err == nil || m.ask(t, indexState) != "1 false" {
		t.Fatalf("there is no broken index: %v", err)
	}
	m.add("2_index.sql", index)
	m.run(t)
	if got := m.ask(t, indexState); got != "1 true" {
		t.Errorf("indexes: %s", got)
	}
	built := m.ask(t, "SELECT to_regclass('rows_n')::oid")
	if _, err := m.DB.Exec("DELETE FROM schema_migrations WHERE version = '2'"); err != nil {
		t.Fatal(err)
	}
	m.run(t)
	if got := m.ask(t, "SELECT to_regclass('rows_n')::oid"); got != built {
		t.Error("an index that was whole is built again")
	}
}

// Processes that start at once wait for the one that migrates, also while it waits for their
// transactions.
func TestProcessesThatMigrateAtOnce(t *testing.T) { // G-05
	t.Parallel()
	m := newMigrating(t)
	m.add("2_index.sql", index)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if err := m.Run(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := m.ask(t, indexState); got != "1 true" {
		t.Errorf("indexes: %s", got)
	}
}
