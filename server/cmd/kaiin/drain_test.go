package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/store/storetest"
)

// running is a command that runs until it is stopped.
type running struct {
	stop  context.CancelFunc
	ended chan int
	says  *bytes.Buffer // once it has ended
}

func start(t *testing.T, env map[string]string, command string) *running {
	t.Helper()
	r := &running{ended: make(chan int, 1), says: new(bytes.Buffer)}
	var ctx context.Context
	ctx, r.stop = context.WithCancel(t.Context())
	p := &program{getenv: func(name string) string { return env[name] }, out: new(bytes.Buffer), errors: r.says}
	go func() { r.ended <- p.main(ctx, []string{command}) }()
	return r
}

// pooled is a store that is ready to serve and to work, with a database that is reached on two
// ways: as through a pooler, and directly.
func pooled(t *testing.T) (env map[string]string, heard *storetest.Overheard) {
	t.Helper()
	next := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "page") }))
	t.Cleanup(next.Close)
	direct := storetest.Create(t, "")
	way, heard := storetest.Overhear(t, direct)
	site := freeAddress(t)
	env = environment(t, map[string]string{
		"KAIIN_ORIGIN": "http://" + site, "KAIIN_LISTEN": site, "DATABASE_URL": way, "DATABASE_DIRECT_URL": direct, "KAIIN_NEXT_URL": next.URL,
		"SANDBOX_LISTEN": freeAddress(t), "SANDBOX_SMTP_LISTEN": freeAddress(t), "SANDBOX_PRODUCT_URL": "http://" + site, "KAIIN_DRAIN": "1s",
	})
	if status, _, problems := run(t, env, "migrate"); status != 0 || len(heard.Texts()) > 0 {
		t.Fatalf("migrate: %d %s; through the pooler: %q", status, problems, heard.Texts())
	}
	if status, _, problems := run(t, env, "seed", "--store", "../../../demo/store.yaml", "--by", "hanako", "--reason", "a test"); status != 0 {
		t.Fatal(problems)
	}
	outside := start(t, env, "sandbox")
	t.Cleanup(func() { outside.stop(); <-outside.ended })
	return env, heard
}

// readiness asks whether a process is ready, on a connection of its own.
func readiness(env map[string]string) string {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	answer, err := client.Get("http://" + env["KAIIN_LISTEN"] + "/readyz")
	if err != nil {
		return "refused"
	}
	_ = answer.Body.Close()
	return fmt.Sprint(answer.StatusCode)
}

// serve and work say that they stop, for as long as KAIIN_DRAIN, before they refuse a connection.
// All that they say to a pooler ends with its transaction.
func TestAStopIsNoticedBehindAPooler(t *testing.T) { // G-05, G-06
	t.Parallel()
	env, heard := pooled(t)
	work := maps.Clone(env)
	work["KAIIN_LISTEN"] = freeAddress(t)
	for _, c := range []struct {
		command string
		env     map[string]string
	}{{"serve", env}, {"work", work}} {
		process := start(t, c.env, c.command)
		var seen []string
		var stopped, refused time.Time
		for deadline := time.Now().Add(2 * time.Minute); refused.IsZero() && time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
			now := readiness(c.env)
			if len(seen) == 0 && now != "200" {
				continue // it starts
			}
			if len(seen) == 0 || seen[len(seen)-1] != now {
				seen = append(seen, now)
			}
			if now == "200" && stopped.IsZero() {
				stopped = time.Now()
				process.stop()
			}
			if now == "refused" {
				refused = time.Now()
			}
		}
		process.stop()
		if status := <-process.ended; status != 0 || process.says.Len() > 0 {
			t.Errorf("%s ended with %d: %s", c.command, status, process.says)
		}
		if !slices.Equal(seen, []string{"200", "503", "refused"}) {
			t.Errorf("%s: a balancer has seen %q", c.command, seen)
		}
		if took := refused.Sub(stopped); took < time.Second {
			t.Errorf("%s: connections are refused %s after the stop", c.command, took)
		}
	}
	if status, _, problems := run(t, env, "postal", "import", "--yubin", "../../../node_modules/yubin", "--by", "hanako", "--reason", "a test"); status != 0 {
		t.Errorf("postal import: %s", problems)
	}
	for _, args := range []string{"verify-evidence", "verify-ledger", "verify-acts", "acts", "client list", "keys rotate --by me --reason a-test"} {
		if status, _, problems := run(t, env, strings.Fields(args)...); status != 0 {
			t.Errorf("%s: %s", args, problems)
		}
	}
	if texts := heard.Texts(); len(texts) < 50 || !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "SET LOCAL statement_timeout") }) {
		t.Errorf("only %d statements went through the pooler: %q", len(texts), texts)
	}
	if got := heard.OfSessions(); len(got) > 0 {
		t.Errorf("set on a session of the pooler: %q", got)
	}
}
