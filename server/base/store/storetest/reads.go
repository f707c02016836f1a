package storetest

import (
	"context"
	"testing"
	"time"

	"kaiin/server/base/store"
)

// Reads is what statements did with one table.
type Reads struct {
	Scans   int // from one end of the table to the other
	Fetched int // rows found by indexes
	Deleted int
	Rows    int // rows and entries of indexes that were read, those included that were of no use
	Pages   int // of the table and its indexes
}

// ReadsOf runs f against the database at the address and returns what it did with each table, by
// PostgreSQL's own count. Tables are analysed first, so that its plans are those of the rows in
// them. With generic every plan is one that holds for any arguments, as a connection comes to use
// after some calls.
func ReadsOf(t testing.TB, address string, generic bool, f func(*store.Store)) map[string]Reads {
	t.Helper()
	return ReadsOfEach(t, address, generic, f)[0]
}

// ReadsOfEach is ReadsOf for one function after the other. Tables are analysed once.
func ReadsOfEach(t testing.TB, address string, generic bool, all ...func(*store.Store)) (each []map[string]Reads) {
	t.Helper()
	ctx := context.Background()
	watch, err := store.Open(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = watch.Close() }()
	if _, err := watch.DB.ExecContext(ctx, "VACUUM ANALYZE"); err != nil { // to the end before anything else reads
		t.Fatal(err)
	}
	if generic {
		address += "&options=-cplan_cache_mode%3Dforce_generic_plan"
	}
	for _, f := range all {
		before := reads(t, watch)
		st, err := store.Open(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		f(st)
		if err := st.Close(); err != nil { // a connection tells what it did at its end
			t.Fatal(err)
		}
		untilAlone(t, watch)
		after := reads(t, watch)
		for table, r := range after {
			b := before[table]
			after[table] = Reads{
				Scans: r.Scans - b.Scans, Fetched: r.Fetched - b.Fetched, Deleted: r.Deleted - b.Deleted, Rows: r.Rows - b.Rows, Pages: r.Pages - b.Pages,
			}
		}
		each = append(each, after)
	}
	return each
}

// untilAlone waits for the end of the other connections to the database.
func untilAlone(t testing.TB, watch *store.Store) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for others := 1; others > 0; time.Sleep(5 * time.Millisecond) {
		err := watch.DB.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&others)
		if ctx.Err() != nil {
			t.Fatalf("%d other connections to the database are open: close them before", others)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func reads(t testing.TB, watch *store.Store) map[string]Reads {
	t.Helper()
	rows, err := watch.DB.Query(`SELECT relname, coalesce(seq_scan, 0), coalesce(idx_tup_fetch, 0), n_tup_del,
			seq_tup_read + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes AS i WHERE i.relid = t.relid),
			heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
		FROM pg_stat_user_tables AS t JOIN pg_statio_user_tables USING (relid, relname)`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	all := map[string]Reads{}
	for rows.Next() {
		var table string
		var r Reads
		if err := rows.Scan(&table, &r.Scans, &r.Fetched, &r.Deleted, &r.Rows, &r.Pages); err != nil {
			t.Fatal(err)
		}
		all[table] = r
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
