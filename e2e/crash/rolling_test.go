package crash

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
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

// replace asks a process to stop, as a new version is rolled out, and returns when another one, of
// the program and with the variables, is ready in its place.
func (n *node) replace(program string, own ...string) {
	t := n.of.stack.T
	t.Helper()
	n.mu.Lock()
	former := n.life
	n.program, n.own, n.leaving = program, own, true
	err := former.Process.Signal(syscall.SIGTERM)
	n.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		n.mu.Lock()
		came := n.life != nil && n.life != former
		n.mu.Unlock()
		if came && n.ready() {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("a process that was replaced is not ready")
		}
	}
}

func (n *node) ready() bool {
	answer, err := n.of.client.Get("http://" + n.address + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}

// nextProgram is the version that follows the one that all begins with (scripts/failover.mjs).
func nextProgram(t testing.TB) string {
	t.Helper()
	program := os.Getenv("KAIIN_TEST_NEXT_PROGRAM")
	if program == "" {
		t.Fatal("KAIIN_TEST_NEXT_PROGRAM names no program")
	}
	return program
}

// rollOut migrates the tables for the new version while members act with the former one, and then
// replaces the processes one after the other; the first of them is replaced back once, as with a
// version that does not do. No request fails, and no job has to be taken up again after a process
// that has ended with it.
func (f *failover) rollOut(_, _ string) {
	f.t.Helper()
	time.Sleep(calmTime)
	f.m.mustServeFromNow()
	began, nodes := time.Now(), f.d.nodes.all
	turnedAway := f.d.nodes.turnedAway.Load()
	former, next := nodes[0].program, nextProgram(f.t)
	steps := f.tables()
	f.d.program = next
	blackbox.Must(f.t, f.d.command("migrate"))
	f.t.Logf("the tables went from %s to %s", steps, f.tables())
	time.Sleep(calmTime)
	for _, turn := range []struct {
		n       *node
		program string
	}{{nodes[0], next}, {nodes[1], next}, {nodes[0], former}, {nodes[0], next}} {
		turn.n.replace(turn.program, turn.n.own...)
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
