package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/server/base/config"
	"kaiin/server/base/secret"
	"kaiin/server/base/store/storetest"
)

func run(t *testing.T, env map[string]string, args ...string) (status int, out, problems string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &program{getenv: func(name string) string { return env[name] }, out: &stdout, errors: &stderr}
	status = p.main(t.Context(), args)
	return status, stdout.String(), stderr.String()
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   string
		status int
		told   string
	}{
		{"", 2, "usage: kaiin COMMAND"}, {"help", 0, "postal import"}, {"--help", 0, "check-config"}, {"serv", 2, `there is no command "serv"`},
		{"seed", 2, "--store is missing"}, {"seed --store x y", 2, `"y" is not understood`}, {"seed --shop x", 2, "usage: kaiin seed"},
		{"postal", 2, "import"}, {"postal import", 2, "--file"}, {"postal import --file a --demo", 2, "--file"},
		{"newsletter", 2, "send"}, {"newsletter list", 2, "send"}, {"newsletter send --option news", 2, "--option and --file"}, {"newsletter send --file x", 2, "--option and --file"},
		{"newsletter send --option news --file nothing.yaml --by me --reason a-test", 1, "no such file"}, {"newsletter send --option news --file main.go --by me --reason a-test", 1, "main.go:"},
		// F-02: 01100 is neither 1100 nor 576
		{"refund --charge x --by me --reason a-test --amount 01100", 2, "whole number"}, {"refund --charge x --by me --reason a-test --amount 1e3", 2, "whole number"},
		{"migrate", 1, "DATABASE_URL is required"}, {"serve", 1, "KAIIN_ORIGIN"}, {"work now", 2, "not understood"},
	} {
		status, out, problems := run(t, nil, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+problems, c.told) {
			t.Errorf("kaiin %s: status %d, %s%s", c.args, status, out, problems)
		}
	}
}

func TestCheckConfigTellsEverythingAndNoSecret(t *testing.T) {
	t.Parallel()
	status, out, problems := run(t, map[string]string{"KAIIN_ENV": "production", "KAIIN_SECRET": "hunter2", "KAIIN_ORIGIN": "http://x.example", "DATABASE_URL": "postgres://u:hunter2@h/d"}, "check-config")
	if status != 1 || strings.Contains(out+problems, "hunter2") {
		t.Errorf("status %d: %s%s", status, out, problems)
	}
	for _, name := range []string{"KAIIN_SECRET", "SMTP_URL", "MAIL_FROM", "SBPS_API_URL", "SBPS_HASH_KEY", "KAIIN_ORIGIN must be https"} {
		if !strings.Contains(problems, name) {
			t.Errorf("says nothing about %s: %s", name, problems)
		}
	}
}

func TestDatabaseCommands(t *testing.T) {
	t.Parallel()
	env := map[string]string{"DATABASE_URL": storetest.Create(t, "")}
	for _, c := range []struct{ args, told string }{
		{"migrate", "up to date"}, {"migrate", "up to date"}, {"seed --store ../../../demo/store.yaml --by me --reason a-test", "sells"}, {"seed --store ../../../demo/store.yaml --by me --reason a-test", "sells"},
	} {
		status, out, problems := run(t, env, strings.Fields(c.args)...)
		if status != 0 || !strings.Contains(out, c.told) {
			t.Errorf("kaiin %s: status %d, %s%s", c.args, status, out, problems)
		}
	}
	if status, _, problems := run(t, env, "end-sessions", "--member", "unknown@example.jp", "--by", "hanako", "--reason", "a test"); status != 1 || !strings.Contains(problems, "unknown@example.jp") {
		t.Errorf("sessions of an unknown member: %d %s", status, problems)
	}
	if status, _, problems := run(t, env, "end-sessions"); status != 2 || !strings.Contains(problems, "--member") {
		t.Errorf("sessions of whom: %d %s", status, problems)
	}
	if status, _, problems := run(t, env, "seed", "--store", "none.yaml", "--by", "hanako", "--reason", "a test"); status != 1 || !strings.Contains(problems, "none.yaml") {
		t.Errorf("a file that is not there: %d %s", status, problems)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	healthy := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" || !healthy {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, listen := range []string{":" + port, "0.0.0.0:" + port, "127.0.0.1:" + port} {
		if status, _, problems := run(t, map[string]string{"KAIIN_LISTEN": listen}, "health"); status != 0 {
			t.Errorf("%s: %d %s", listen, status, problems)
		}
	}
	healthy = false
	if status, _, problems := run(t, nil, "health", "--url", server.URL+"/healthz"); status != 1 || !strings.Contains(problems, "503") {
		t.Errorf("%d %s", status, problems)
	}
	server.Close()
	if status, _, _ := run(t, nil, "health", "--url", server.URL); status != 1 {
		t.Errorf("no server there: %d", status)
	}
}

func TestSandboxRefusesProduction(t *testing.T) {
	t.Parallel()
	for _, environment := range []string{"", "production"} {
		if status, _, problems := run(t, map[string]string{"KAIIN_ENV": environment, "KAIIN_SANDBOX_TOKEN": "x"}, "sandbox"); status != 1 || !strings.Contains(problems, "production") {
			t.Errorf("%q: %d %s", environment, status, problems)
		}
	}
}

// environment is what `kaiin sandbox --environment` prints, with the variables it was given.
func environment(t *testing.T, given map[string]string) map[string]string {
	t.Helper()
	status, out, problems := run(t, given, "sandbox", "--environment")
	all := map[string]string{}
	if err := json.Unmarshal([]byte(out), &all); status != 0 || err != nil {
		t.Fatalf("%d %v %s\n%s", status, err, problems, out)
	}
	maps.Copy(all, given)
	return all
}

func TestSandboxPrintsTheEnvironmentOfAProduct(t *testing.T) {
	t.Parallel()
	given := map[string]string{
		"KAIIN_ORIGIN": "http://localhost:1080", "KAIIN_SECRET": strings.Repeat("QUJD", 12), "BOT_CHECK_PROVIDER": "turnstile",
		"SANDBOX_LISTEN": "0.0.0.0:1090", "SANDBOX_SMTP_LISTEN": "127.0.0.1:1025", "SANDBOX_PRODUCT_URL": "http://127.0.0.1:1080", "SANDBOX_PUBLIC_URL": "http://localhost:1090",
	}
	env := environment(t, given)
	for name, want := range map[string]string{
		"SMTP_URL": "smtp://127.0.0.1:1025?tls=none", "SBPS_API_URL": "http://127.0.0.1:1090/api/xmlapi.do", "SBPS_SCRIPT_URL": "http://localhost:1090",
		"GOOGLE_ISSUER_URL": "http://localhost:1090/idp/google", "FACEBOOK_GRAPH_URL": "http://127.0.0.1:1090/idp/facebook/v25.0",
		"BOT_CHECK_SCRIPT_URL": "http://localhost:1090/turnstile/v0/api.js", "KAIIN_SANDBOX_URL": "http://127.0.0.1:1090",
		"DEMO_APP_URL": "http://127.0.0.1:1090", "DEMO_APP_SECRET_SHA256": hex.EncodeToString(secret.HashToken(env["SANDBOX_APP_SECRET"])),
	} {
		if env[name] != want {
			t.Errorf("%s is %q, want %q", name, env[name], want)
		}
	}
	store, err := os.ReadFile("../../../demo/store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name := range env {
		if !strings.HasPrefix(name, "SANDBOX_") && !slices.Contains(config.Names(), name) && !strings.Contains(string(store), "${"+name+":-") {
			t.Errorf("neither the server nor the demo store knows a variable %s", name)
		}
	}
	if _, err := config.Load(func(name string) string {
		return cmp.Or(env[name], map[string]string{"DATABASE_URL": "postgres://none"}[name])
	}); err != nil {
		t.Error(err)
	}
	if again := environment(t, given); !maps.Equal(again, env) {
		t.Error("the same secret gives other credentials")
	}
	given["KAIIN_SECRET"] = ""
	if other := environment(t, given); other["SBPS_HASH_KEY"] == env["SBPS_HASH_KEY"] {
		t.Error("another secret gives the same credentials")
	}
}

// The whole of it as an operator starts it: sandbox and server, ready without pages but for them,
// and ended by a signal.
func TestServeStartsAndStops(t *testing.T) {
	t.Parallel()
	site, outside, mail := freeAddress(t), freeAddress(t), freeAddress(t)
	env := environment(t, map[string]string{
		"KAIIN_ORIGIN": "http://" + site, "KAIIN_LISTEN": site, "DATABASE_URL": storetest.URL(t), "KAIIN_NEXT_URL": "http://127.0.0.1:1",
		"SANDBOX_LISTEN": outside, "SANDBOX_SMTP_LISTEN": mail, "SANDBOX_PRODUCT_URL": "http://" + site, "KAIIN_DRAIN": "0s",
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 2)
	var problems [2]bytes.Buffer
	for i, command := range []string{"serve", "sandbox"} {
		p := &program{getenv: func(name string) string { return env[name] }, out: new(bytes.Buffer), errors: &problems[i]}
		go func() { ended <- p.main(ctx, []string{command}) }()
	}
	alive := false
	for deadline := time.Now().Add(2 * time.Minute); !alive && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		status, _, _ := run(t, env, "health")
		alive = status == 0
	}
	if !alive {
		t.Error("never came up")
	} else if answer, err := http.Get("http://" + site + "/readyz"); err != nil || answer.StatusCode != http.StatusServiceUnavailable { // not seeded, no pages
		t.Errorf("readyz: %v %v", answer, err)
	}
	stop()
	for range 2 {
		if status := <-ended; status != 0 {
			t.Errorf("ended with %d", status)
		}
	}
	if told := problems[0].String() + problems[1].String(); told != "" {
		t.Error(told)
	}
}

// freeAddress is one that no program listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}
