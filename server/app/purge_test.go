package app

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/schema/field"

	"kaiin/ent/migrate"
	"kaiin/server/base/clock"
	"kaiin/server/base/store"
	"kaiin/server/base/store/storetest"
	"kaiin/server/identity/session"
)

// S-03: a purge reads what is over and nothing else, in every table, by plans for any arguments
// too; and nothing is left. Rows of every state are old here, those included that are kept for
// good. A batch may find a row that the next one deletes, where PostgreSQL finds it cheaper to sort
// a few rows than to follow the index.
func TestPurgesReadNoMoreThanTheyDelete(t *testing.T) {
	t.Parallel()
	const lasting, over = 6000, 1300
	address := storetest.URL(t)
	now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	tables := purgedTables(t)
	fillAll := func(rows int, at time.Time) {
		st, err := store.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		for _, table := range tables {
			if _, err := st.DB.ExecContext(t.Context(), fill(table, rows, at)); err != nil {
				t.Fatalf("%s: %v", table.Name, err)
			}
		}
	}
	purge := func(st *store.Store) {
		if err := servicesOn(st, clock.At(now)).purge(t.Context()); err != nil {
			t.Error(err)
		}
	}
	fillAll(lasting, now.AddDate(0, 0, 1))
	for _, generic := range []bool{false, true} {
		fillAll(over, now.AddDate(-5, 0, 0))
		for round, rows := range []int{over, 0} {
			reads := storetest.ReadsOf(t, address, generic, purge)
			for _, table := range tables {
				r := reads[table.Name]
				if r.Scans > 0 || r.Fetched > 2*r.Deleted {
					t.Errorf("generic plans %v, %s: the purge deleted %d rows, fetched %d by indexes and read the whole table %d times: give its moment an index, in ent/schema",
						generic, table.Name, r.Deleted, r.Fetched, r.Scans)
				}
				if round == 0 && (r.Deleted == 0 || r.Deleted > rows) || round > 0 && r.Deleted > 0 {
					t.Errorf("generic plans %v, %s: the purge deleted %d rows of %d", generic, table.Name, r.Deleted, rows)
				}
			}
		}
	}
}

// D-11: former members are found by the index, however many members there are, and each is
// erased once.
func TestErasingReadsNoMoreThanItErases(t *testing.T) { // D-11
	t.Parallel()
	const members, over = 6000, 1300
	address := storetest.URL(t)
	now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	at := slices.IndexFunc(migrate.Tables, func(table *schema.Table) bool { return table.Name == "accounts" })
	st, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		fill(migrate.Tables[at], members, now), fill(migrate.Tables[at], over, now.AddDate(0, -2, 0)),
		"UPDATE accounts SET erased_at = NULL", "VACUUM ANALYZE accounts",
	} {
		if _, err := st.DB.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int64{2 * over, 10} {
		reads := storetest.ReadsOf(t, address, true, func(st *store.Store) {
			if err := servicesOn(st, clock.At(now)).Account.Purge(t.Context()); err != nil {
				t.Error(err)
			}
		})["accounts"]
		if reads.Scans > 0 || int64(reads.Fetched) > most {
			t.Errorf("%+v, want at most %d rows by the index", reads, most)
		}
	}
}

// purgedTables are those that some Purge deletes from.
func purgedTables(t *testing.T) []*schema.Table {
	purged := handledBy(t, "Purge", func(w write) bool { return w.deletes })
	return slices.DeleteFunc(slices.Clone(migrate.Tables), func(table *schema.Table) bool { return purged[table.Name] == "" })
}

// servicesOn is an App of services that have a store, a clock and one another, and nothing else.
func servicesOn(st *store.Store, at *clock.Clock) *App {
	a := new(App)
	fields := reflect.ValueOf(a).Elem()
	for i := range fields.NumField() {
		if !strings.HasSuffix(fields.Field(i).Type().String(), ".Service") {
			continue
		}
		service := reflect.New(fields.Field(i).Type().Elem())
		for name, value := range map[string]any{"Store": st, "Clock": at} {
			if dependency := service.Elem().FieldByName(name); dependency.IsValid() {
				dependency.Set(reflect.ValueOf(value))
			}
		}
		fields.Field(i).Set(service)
	}
	for i := range fields.NumField() {
		for j := range fields.NumField() {
			service, other := fields.Field(i), fields.Field(j)
			if !strings.HasSuffix(service.Type().String(), ".Service") || !strings.HasSuffix(other.Type().String(), ".Service") {
				continue
			}
			if dependency := service.Elem().FieldByName(fields.Type().Field(j).Name); dependency.IsValid() && dependency.Type() == other.Type() {
				dependency.Set(other)
			}
		}
	}
	a.Session.Listeners = collect[session.Listener](a)
	return a
}

// fill is a statement that makes rows of the table, all of whose moments are the same. They share
// all values of its lists.
func fill(table *schema.Table, rows int, at time.Time) string {
	values := map[string]string{}
	different := 1 // so many combinations of the lists so far
	for _, c := range table.Columns {
		switch c.Type {
		case field.TypeTime:
			values[c.Name] = fmt.Sprintf("'%s'::timestamptz", at.Format(time.RFC3339))
		case field.TypeOther:
			if c.SchemaType["postgres"] == "text[]" {
				values[c.Name] = "ARRAY[gen_random_uuid()::text]"
				continue
			}
			values[c.Name] = fmt.Sprintf("'%s'::date", at.Format(time.DateOnly))
		case field.TypeEnum:
			values[c.Name] = fmt.Sprintf("(ARRAY['%s'])[1 + g / %d %% %d]", strings.Join(c.Enums, "','"), different, len(c.Enums))
			different *= len(c.Enums)
		case field.TypeUUID:
			values[c.Name] = "gen_random_uuid()"
		case field.TypeBytes:
			values[c.Name] = "uuid_send(gen_random_uuid())"
		case field.TypeJSON:
			values[c.Name] = "'{}'"
		case field.TypeString:
			values[c.Name] = "gen_random_uuid()::text"
		case field.TypeBool:
			values[c.Name] = "false"
		default:
			values[c.Name] = "1"
		}
	}
	names := slices.Sorted(maps.Keys(values))
	expressions := make([]string, len(names))
	for i, name := range names {
		expressions[i] = values[name]
	}
	return fmt.Sprintf(`INSERT INTO %s ("%s") SELECT %s FROM generate_series(1, %d) AS g`,
		table.Name, strings.Join(names, `","`), strings.Join(expressions, ","), rows)
}
