package former

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lib/pq"

	"kaiin/ent/migrate/migrations"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
)

// The released version works on the tables as they are now: PostgreSQL takes all its statements,
// and nothing is asked of its rows that was not asked before.
func TestTheFormerVersionWorksOnTheseTables(t *testing.T) { // G-06
	t.Parallel()
	_, statements := Released()
	if len(statements) < 300 {
		t.Errorf("only %d statements of the released version are known", len(statements))
	}
	now := begin(t, migrated(t, ""))
	for _, complaint := range append(refused(t, now, statements), stricter(before(t), demands(t, now))...) {
		t.Error(complaint)
	}
}

// Each change that the released version does not survive is found, and none that it does.
func TestChangesForOneVersionAloneAreFound(t *testing.T) { // G-06
	t.Parallel()
	_, statements := Released()
	was, db := before(t), migrated(t, "")
	for change, want := range map[string]string{
		`ALTER TABLE accounts DROP COLUMN nickname`:                                               `nickname`,
		`ALTER TABLE accounts RENAME COLUMN nickname TO called`:                                   `nickname`,
		`DROP TABLE withdrawals`:                                                                  `withdrawals`,
		`ALTER TABLE accounts ALTER COLUMN nickname TYPE varchar(5)`:                              `accounts.nickname is of character varying(5), not of character varying`,
		`ALTER TABLE accounts ALTER COLUMN user_id SET NOT NULL`:                                  `accounts.user_id may no longer be null`,
		`ALTER TABLE accounts ALTER COLUMN status DROP DEFAULT`:                                   `accounts.status has no default any more`,
		`ALTER TABLE accounts ADD COLUMN added bigint NOT NULL`:                                   `accounts.added is new, and neither may be null nor has a default`,
		`ALTER TABLE accounts ADD CONSTRAINT adult CHECK (birthday < '2010')`:                     `accounts has a new rule: adult`,
		`CREATE UNIQUE INDEX one_name ON accounts (nickname)`:                                     `accounts has a new rule: one_name`,
		`ALTER TABLE accounts ADD COLUMN added bigint`:                                            ``,
		`ALTER TABLE accounts ADD COLUMN added bigint NOT NULL DEFAULT 0`:                         ``,
		`CREATE INDEX named ON accounts (nickname)`:                                               ``,
		`CREATE TABLE added (id uuid NOT NULL PRIMARY KEY, n bigint NOT NULL CHECK (n > 0))`:      ``,
		`ALTER TABLE accounts DROP CONSTRAINT accounts_sex_check`:                                 ``,
		`ALTER TABLE accounts ALTER COLUMN status DROP NOT NULL`:                                  ``,
		`ALTER TABLE accounts ADD COLUMN made bigint GENERATED ALWAYS AS (length(status)) STORED`: ``,
	} {
		tx := begin(t, db)
		if _, err := tx.ExecContext(t.Context(), change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		found := append(refused(t, tx, statements), stricter(was, demands(t, tx))...)
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		if want == "" && len(found) > 0 || want != "" && !slices.ContainsFunc(found, func(one string) bool { return strings.Contains(one, want) }) {
			t.Errorf("%s: found %q, not %q", change, found, want)
		}
	}
}

// The migrations of a released version stay; those of this one come after.
func TestTheReleaseIsKnown(t *testing.T) {
	t.Parallel()
	migration, statements := Released()
	if _, err := fs.Stat(migrations.Files, migration); err != nil {
		t.Errorf("statements.sql is of a version after %q: %v", migration, err)
	}
	if text := Write(migration, statements); text != file {
		t.Error("statements.sql is not as `make record` writes it")
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	got := Write("1_a.sql", []string{
		"-- name: JobGet :one\nSELECT  *\n FROM jobs WHERE id IN ($1, $2)", "SELECT * FROM jobs WHERE id IN ($1)", "BEGIN", "SELECT 1",
		"INSERT INTO jobs (a, b) VALUES ($1, $2), ($3, $4)", "INSERT INTO jobs (a, b) VALUES ($1, $2)", "SELECT 1",
	})
	want := "-- after 1_a.sql\nINSERT INTO jobs (a, b) VALUES ($1, $2)\nSELECT * FROM jobs WHERE id IN ($1)\nSELECT 1\n"
	if got != want {
		t.Errorf("got %s", got)
	}
}

// before is what the tables of the released version ask for.
func before(t *testing.T) map[string]*demand {
	migration, _ := Released()
	return demands(t, begin(t, migrated(t, migration)))
}

func begin(t *testing.T, db *sql.DB) *sql.Tx {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback() })
	return tx
}

// migrated is a database after the migration, or after all.
func migrated(t *testing.T, last string) *sql.DB {
	t.Helper()
	address := ""
	if last == "" {
		address = storetest.URL(t)
	} else {
		address = storetest.Create(t, "")
	}
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if last == "" {
		return db
	}
	files, names := fstest.MapFS{}, []string(nil)
	if names, err = fs.Glob(migrations.Files, "*.sql"); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if content, err := migrations.Files.ReadFile(name); err != nil {
			t.Fatal(err)
		} else if name <= last {
			files[name] = &fstest.MapFile{Data: content}
		}
	}
	m := store.NewMigrator(db)
	m.Files = files
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// refused are the statements that PostgreSQL cannot plan, each with its reason.
func refused(t *testing.T, tx *sql.Tx, statements []string) (complaints []string) {
	t.Helper()
	run := func(statement string) {
		if _, err := tx.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	run("SAVEPOINT whole")
	for _, text := range statements {
		prepared, err := tx.PrepareContext(t.Context(), text)
		var reason *pq.Error
		if errors.As(err, &reason) {
			complaints = append(complaints, fmt.Sprintf("the released version cannot send %q: %s", text, reason.Message))
			run("ROLLBACK TO whole")
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		_ = prepared.Close()
	}
	return complaints
}

// demand is what PostgreSQL asks of the rows of a table.
type demand struct {
	types             map[string]string // by column
	filled, defaulted map[string]bool   // columns that may not be null; those that are filled where a row leaves them out
	rules             []string          // checks, and what is unique
}

func demands(t *testing.T, db *sql.Tx) map[string]*demand {
	t.Helper()
	all := map[string]*demand{}
	of := func(table string) *demand {
		if all[table] == nil {
			all[table] = &demand{types: map[string]string{}, filled: map[string]bool{}, defaulted: map[string]bool{}}
		}
		return all[table]
	}
	var table, name, kind string
	var filled, defaulted bool
	each(t, db, `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef OR a.attidentity <> ''
		FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`, func() {
		d := of(table)
		d.types[name], d.filled[name], d.defaulted[name] = kind, filled, defaulted
	}, &table, &name, &kind, &filled, &defaulted)
	each(t, db, `SELECT c.relname, k.conname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
			WHERE k.connamespace = 'public'::regnamespace AND k.contype <> 'n'
		UNION SELECT c.relname, i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
			WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace`, func() {
		of(table).rules = append(of(table).rules, name)
	}, &table, &name)
	return all
}

// each calls f for the rows of a query, which are read into the variables.
func each(t *testing.T, db *sql.Tx, query string, f func(), into ...any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		f()
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// stricter is what is asked of the rows of tables that a version wrote already, and was not then. A
// rule that the version keeps all the same is named in a migration: `-- kept before: NAME`.
func stricter(was, now map[string]*demand) (complaints []string) {
	for table, former := range was {
		present := now[table]
		if present == nil {
			continue // its statements say whether it is missed
		}
		for column, kind := range present.types {
			name := table + "." + column
			_, known := former.types[column]
			switch {
			case !known && present.filled[column] && !present.defaulted[column]:
				complaints = append(complaints, name+" is new, and neither may be null nor has a default")
			case known && former.types[column] != kind && kind != "text":
				complaints = append(complaints, fmt.Sprintf("%s is of %s, not of %s", name, kind, former.types[column]))
			case known && present.filled[column] && !former.filled[column]:
				complaints = append(complaints, name+" may no longer be null")
			case known && present.filled[column] && former.defaulted[column] && !present.defaulted[column]:
				complaints = append(complaints, name+" has no default any more")
			}
		}
		for _, rule := range present.rules {
			if !slices.Contains(former.rules, rule) && !keptBefore(rule) {
				complaints = append(complaints, table+" has a new rule: "+rule)
			}
		}
	}
	return complaints
}

func keptBefore(rule string) bool {
	said := regexp.MustCompile(`(?m)^-- kept before: ` + regexp.QuoteMeta(rule) + `\b`)
	names, _ := fs.Glob(migrations.Files, "*.sql") // the pattern is well-formed
	return slices.ContainsFunc(names, func(name string) bool {
		content, _ := migrations.Files.ReadFile(name) // listed above, embedded
		return said.Match(content)
	})
}
