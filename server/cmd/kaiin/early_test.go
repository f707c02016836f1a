package main

import (
	"database/sql"
	"io/fs"
	"maps"
	"testing"
	"testing/fstest"
	"time"

	"kaiin/ent/migrate/migrations"
	"kaiin/server/base/store"
)

// A process that is started before its migrations is not ready and runs no job. Once they have run,
// it is and does, without another start.
func TestAProcessWaitsForItsMigrations(t *testing.T) { // G-06
	t.Parallel()
	env, _ := pooled(t)
	db := former(t, env)
	if _, err := db.Exec("INSERT INTO river_job (state, kind, queue, args, max_attempts) VALUES ('available', 'app.purge', 'scan', '{}', 1)"); err != nil {
		t.Fatal(err)
	}
	work := maps.Clone(env)
	work["KAIIN_LISTEN"] = freeAddress(t)
	serving, working := start(t, env, "serve"), start(t, work, "work")
	await := func(want string) {
		t.Helper()
		for _, of := range []map[string]string{env, work} {
			now := ""
			for deadline := time.Now().Add(20 * time.Second); now != want && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
				now = readiness(of)
			}
			if now != want {
				t.Fatalf("/readyz says %s, not %s", now, want)
			}
		}
	}
	state := func() (s string) {
		t.Helper()
		if err := db.QueryRow("SELECT state FROM river_job WHERE kind = 'app.purge' ORDER BY id LIMIT 1").Scan(&s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	await("503")
	time.Sleep(time.Second)
	if got := state(); got != "available" {
		t.Errorf("on the tables of a former version a job is %s", got)
	}
	await("503")
	if status, _, problems := run(t, env, "migrate"); status != 0 {
		t.Fatal(problems)
	}
	await("200")
	for deadline := time.Now().Add(time.Minute); state() != "completed" && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
	}
	if got := state(); got != "completed" {
		t.Errorf("after its migrations the job is %s", got)
	}
	for _, process := range []*running{serving, working} {
		process.stop()
		if status := <-process.ended; status != 0 {
			t.Errorf("ended with %d: %s", status, process.says)
		}
	}
}

// former makes the database anew, as the migrations but the last leave it, with the settings of
// the store.
func former(t *testing.T, env map[string]string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", env["DATABASE_DIRECT_URL"])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	var id, settings string
	if err := db.QueryRow("SELECT id, settings FROM stores").Scan(&id, &settings); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public"); err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range names[:len(names)-1] {
		content, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: content}
	}
	m := store.NewMigrator(db)
	m.Files = files
	if err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO stores (id, settings, updated_at) VALUES ($1, $2, now())", id, settings); err != nil {
		t.Fatal(err)
	}
	return db
}
