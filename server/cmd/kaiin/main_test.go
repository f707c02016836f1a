package main

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kaiin/server/store/storetest"
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
		{"migrate", "up to date"}, {"migrate", "up to date"}, {"seed --store ../../../demo/store.yaml", "sells"}, {"seed --store ../../../demo/store.yaml", "sells"},
	} {
		status, out, problems := run(t, env, strings.Fields(c.args)...)
		if status != 0 || !strings.Contains(out, c.told) {
			t.Errorf("kaiin %s: status %d, %s%s", c.args, status, out, problems)
		}
	}
	if status, _, problems := run(t, env, "end-sessions", "--member", "nobody@example.jp"); status != 1 || !strings.Contains(problems, "nobody@example.jp") {
		t.Errorf("sessions of nobody: %d %s", status, problems)
	}
	if status, _, problems := run(t, env, "end-sessions"); status != 2 || !strings.Contains(problems, "--member") {
		t.Errorf("sessions of whom: %d %s", status, problems)
	}
	if status, _, problems := run(t, env, "seed", "--store", "none.yaml"); status != 1 || !strings.Contains(problems, "none.yaml") {
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
		t.Errorf("nobody there: %d", status)
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

// The whole of it as an operator starts it: sandbox and server, ready without pages but for them, and ended by a signal.
func TestServeStartsAndStops(t *testing.T) {
	t.Parallel()
	free := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		return l.Addr().String()
	}
	site, outside, mail := free(), free(), free()
	env := map[string]string{
		"KAIIN_ENV": "development", "KAIIN_ORIGIN": "http://" + site, "KAIIN_LISTEN": site, "KAIIN_SECRET": strings.Repeat("QUJD", 12),
		"DATABASE_URL": storetest.URL(t), "SMTP_URL": "smtp://" + mail + "?tls=none", "MAIL_FROM": "Test <no-reply@test.example>",
		"SBPS_API_URL": "http://" + outside + "/api/xmlapi.do", "SBPS_SCRIPT_URL": "http://" + outside, "SBPS_MERCHANT_ID": "10001", "SBPS_SERVICE_ID": "001",
		"SBPS_HASH_KEY": "k", "SBPS_BASIC_USER": "u", "SBPS_BASIC_PASSWORD": "p", "KAIIN_SANDBOX_URL": "http://" + outside, "KAIIN_SANDBOX_TOKEN": "s",
		"SANDBOX_LISTEN": outside, "SANDBOX_SMTP_LISTEN": mail, "SANDBOX_PRODUCT_URL": "http://" + site, "KAIIN_NEXT_URL": "http://127.0.0.1:1",
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int, 2)
	var problems [2]bytes.Buffer
	for i, command := range []string{"serve", "sandbox"} {
		p := &program{getenv: func(name string) string { return env[name] }, out: new(bytes.Buffer), errors: &problems[i]}
		go func() { ended <- p.main(ctx, []string{command}) }()
	}
	alive := false
	for deadline := time.Now().Add(20 * time.Second); !alive && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
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
