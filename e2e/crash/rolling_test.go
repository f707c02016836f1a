package crash

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// drain is how long a process goes on serving after it was asked to stop: by itself Kaiin's, and
// longer than the front needs to notice.
const drain = 10 * time.Second

// followReadiness has the front ask each process twice a second whether it is ready, as a balancer
// does, and send requests only to those that are, if there are any.
func (all *nodes) followReadiness() {
	client := &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for _, n := range all.all {
		go func() {
			for ; !all.stopped.Load(); time.Sleep(500 * time.Millisecond) {
				answer, err := client.Get("http://" + n.address + "/readyz")
				if err == nil {
					_ = answer.Body.Close()
				}
				n.out.Store(err != nil || answer.StatusCode != http.StatusOK)
			}
		}()
	}
}

// next is the process for the next request.
func (all *nodes) next() *node {
	ready := slices.DeleteFunc(slices.Clone(all.all), func(n *node) bool { return n.out.Load() })
	if len(ready) == 0 {
		ready = all.all
	}
	return ready[all.turn.Add(1)%int64(len(ready))]
}

// version is a build of the program and of the pages.
type version struct{ program, pages string }

// nextVersion is the one that follows that which all begins with (scripts/failover.mjs).
func nextVersion(t testing.TB) version {
	t.Helper()
	v := version{os.Getenv("KAIIN_TEST_NEXT_PROGRAM"), os.Getenv("KAIIN_TEST_NEXT_PAGES")}
	if v.program == "" || v.pages == "" {
		t.Fatal("KAIIN_TEST_NEXT_PROGRAM or KAIIN_TEST_NEXT_PAGES names nothing")
	}
	return v
}

// rollOut migrates the tables for the new version while members act with the former one, and then
// replaces the processes: those that work first, as a former one fails at a job of a kind that it
// does not know; then those that serve, machine by machine, each with its Next. The first machine
// goes back once, as with a version that does not do. No request fails, and no job has to be taken
// up again after a process that has ended with it.
func (f *failover) rollOut(_, _ string) {
	f.t.Helper()
	time.Sleep(calmTime)
	f.m.mustServeFromNow()
	began, machines := time.Now(), f.d.nodes.machines
	turnedAway := f.d.nodes.turnedAway.Load()
	former, next := version{machines[0].serve.program, machines[0].next.program}, nextVersion(f.t)
	steps := f.tables()
	f.d.program = next.program
	blackbox.Must(f.t, f.d.command("migrate"))
	f.t.Logf("the tables went from %s to %s", steps, f.tables())
	time.Sleep(calmTime)
	works := func(m *machine, v version) error { return m.work.replace(v.program, m.work.own...) }
	serves := func(m *machine, v version) error { return m.exchange(v.program, v.pages) }
	a, b := machines[0], machines[1]
	for _, turn := range []struct {
		replaced func(*machine, version) error
		m        *machine
		by       version
	}{
		{works, a, next}, {works, b, next}, {serves, a, next}, {serves, b, next},
		{serves, a, former}, {works, a, former}, {works, a, next}, {serves, a, next},
	} {
		blackbox.Must(f.t, turn.replaced(turn.m, turn.by))
		time.Sleep(calmTime)
	}
	if times := f.d.nodes.turnedAway.Load() - turnedAway; times > 0 {
		f.t.Errorf("%d times a request came to a process that was not there, though its readiness was followed", times)
	}
	time.Sleep(calmTime)
	f.m.awaitWork(began)
	for _, job := range f.d.stack.Rows(`SELECT kind || ', ' || state || ', by ' || array_to_string(attempted_by, ' ') FROM river_job
		WHERE state = 'running' AND attempted_at < now() - interval '1 minute' OR array_to_string(errors, ' ') ILIKE '%rescue%' AND created_at > $1`, began) {
		f.t.Errorf("a job was left by a process that ended: %s", job)
	}
	f.m.mustServeAll()
}

// tables names the last step of the tables that was taken.
func (f *failover) tables() string {
	f.t.Helper()
	return strings.Join(f.d.stack.Rows(`SELECT max(version) FROM schema_migrations`), "")
}
