package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"strings"
	"testing"
)

// valueOf is an expression of a type, different for each g where the type allows it.
const valueOf = `CASE
	WHEN t.typtype = 'e' THEN 'enum_first(NULL::' || t.typname || ')'
	WHEN t.typcategory = 'A' THEN quote_literal('{}')
	WHEN t.typname = 'uuid' THEN 'gen_random_uuid()'
	WHEN t.typname IN ('text', 'varchar') THEN '''some text of row '' || g'
	WHEN t.typname = 'timestamptz' THEN 'now()'
	WHEN t.typname = 'date' THEN 'current_date'
	WHEN t.typname = 'bool' THEN 'true'
	WHEN t.typname = 'bytea' THEN 'int4send(g)'
	WHEN t.typname IN ('json', 'jsonb') THEN quote_literal('{}')
	ELSE 'g' END`

// fillAll puts rows into every table: a few, or in every second table so many that it is long.
const fillAll = `DO $$ DECLARE r record; BEGIN
	PERFORM set_config('session_replication_role', 'replica', true); -- or triggers would refuse such rows
	FOR r IN SELECT c.conrelid::regclass AS name, c.conname FROM pg_constraint AS c WHERE contype = 'c' AND connamespace = 'public'::regnamespace
	LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', r.name, r.conname); END LOOP;
	DELETE FROM storetest.schema_changes; -- of a schema without these constraints nothing is changed
	FOR r IN SELECT c.oid::regclass AS name, string_agg(quote_ident(a.attname), ',') AS columns, string_agg(` + valueOf + `, ',') AS vals,
			CASE WHEN row_number() OVER (ORDER BY c.oid) % 2 = 0 THEN 3 ELSE 2000 END AS n
		FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid JOIN pg_type AS t ON t.oid = a.atttypid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('schema_migrations', 'river_migration')
			AND a.attnum > 0 AND NOT a.attisdropped AND NOT a.atthasdef AND a.attidentity = '' AND a.attnotnull GROUP BY c.oid
	LOOP EXECUTE format('INSERT INTO %s (%s) SELECT %s FROM generate_series(1, %s) AS g ON CONFLICT DO NOTHING', r.name, r.columns, r.vals, r.n); END LOOP;
END $$`

// A database that was emptied has what a new clone has: the same rows, the same sequences,
// no statistics.
func TestACleanedDatabaseIsAsANewOne(t *testing.T) {
	t.Parallel()
	p := ofServer(t)
	fresh, used := Create(t, "TEMPLATE "+p.template), Create(t, "TEMPLATE "+p.template)
	want := contents(t, fresh)
	execute(t, used, fillAll)
	dirty := contents(t, used)
	sequences := 0
	for name, was := range want {
		kept := strings.HasSuffix(name, "_migrations") || strings.HasSuffix(name, "_migration") || strings.HasPrefix(name, "table storetest.")
		if dirty[name] == was && !kept {
			t.Errorf("%s was not filled, so nothing is shown of it", name)
		}
		if strings.HasPrefix(name, "sequence ") {
			sequences++
		}
	}
	if sequences == 0 || len(want) < 50 {
		t.Fatalf("%d sequences of %d relations were found", sequences, len(want))
	}
	if !cleaned(t, used) {
		t.Fatal("a database with rows is not cleaned")
	}
	got := contents(t, used)
	for name := range maps.Keys(want) {
		if got[name] != want[name] {
			t.Errorf("%s has %q, and in a new database %q", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d relations, and %d in a new database", len(got), len(want))
	}
}

// What emptying does not put right has a database made anew: its schema, its settings, its
// statistics, a connection that stays.
func TestAChangedDatabaseIsMadeAnew(t *testing.T) {
	t.Parallel()
	p := ofServer(t)
	for _, change := range []string{
		"CREATE TABLE more (n int)", "ALTER TABLE accounts ADD COLUMN more int", "DROP INDEX bills_order_key", "CREATE FUNCTION more() RETURNS int RETURN 1",
		"CREATE VIEW more AS SELECT 1", "DROP TABLE bills", "CREATE TYPE more AS ENUM ()", "COMMENT ON TABLE bills IS 'more'",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''1MB''', current_database()); END $$",
		"ANALYZE bills",
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			used := Create(t, "TEMPLATE "+p.template)
			execute(t, used, change)
			if cleaned(t, used) {
				t.Error("the database passes as clean")
			}
		})
	}
}

// A temporary table is no change of the schema, nor is what is begun and taken back.
func TestWhatLeavesNothingIsNoChange(t *testing.T) {
	t.Parallel()
	used := Create(t, "TEMPLATE "+ofServer(t).template)
	execute(t, used, "CREATE TEMP TABLE made (n int); CREATE FUNCTION pg_temp.one() RETURNS int RETURN 1; DROP TABLE made")
	execute(t, used, "CREATE TABLE IF NOT EXISTS schema_migrations (version text)")
	execute(t, used, "BEGIN; CREATE TABLE more (n int); ROLLBACK")
	if !cleaned(t, used) {
		t.Error("the database has to be made anew")
	}
}

// One database is never two tests', and comes back empty; one whose connections stay open
// is dropped.
func TestTheDatabaseOfATestIsItsOwn(t *testing.T) {
	t.Parallel()
	p := ofServer(t)
	first, second := taken(t, p), taken(t, p)
	if first == second {
		t.Fatal("two tests have the same database")
	}
	address, err := at(p.address, first)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.Ping(); err != nil {
		t.Fatal(err)
	}
	if err := p.give(context.Background(), first, &keep{}); err != nil {
		t.Fatal(err)
	}
	var there bool
	if err := p.admin.QueryRow("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", first).Scan(&there); err != nil || there {
		t.Errorf("a database to which somebody is connected is kept for others: %v, %v", there, err)
	}
	if err := p.give(context.Background(), second, &keep{}); err != nil {
		t.Fatal(err)
	}
	if err := p.admin.QueryRow("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", second).Scan(&there); err != nil || !there {
		t.Errorf("a database that can be used again is dropped: %v, %v", there, err)
	}
}

func taken(t *testing.T, p *pool) string {
	t.Helper()
	name, err := p.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func execute(t *testing.T, address, statements string) {
	t.Helper()
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), statements); err != nil {
		t.Fatalf("%v: %s", err, statements)
	}
}

func cleaned(t *testing.T, address string) bool {
	t.Helper()
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	ok, err := clean(t.Context(), db, 1)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// contents says what each table and sequence holds.
func contents(t *testing.T, address string) map[string]string {
	t.Helper()
	db, err := sql.Open("postgres", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	all := map[string]string{}
	each := func(query string) {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var name, holds string
			if err := rows.Scan(&name, &holds); err != nil {
				t.Fatal(err)
			}
			all[name] = holds
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	each(`SELECT 'table ' || oid::regclass, reltuples || ' ' || query_to_xml(
		format('SELECT count(*) AS n, md5(coalesce(string_agg(t::text, '';'' ORDER BY t::text), '''')) AS rows FROM %s AS t', oid::regclass), false, true, '')::text
		FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'storetest'::regnamespace)`)
	each(`SELECT 'sequence ' || seqrelid::regclass, coalesce(pg_sequence_last_value(seqrelid)::text, 'unused') FROM pg_sequence`)
	if len(all) == 0 {
		t.Fatal(fmt.Sprint("nothing is found in ", address))
	}
	return all
}
