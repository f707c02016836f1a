package security

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

func TestSecurity19NothingIsOpenBeforeItIsConfigured(t *testing.T) {
	s := running(t)
	if got := s.Rows("SELECT count(*) FROM accounts"); got[0] != "0" {
		t.Errorf("a fresh store has %s accounts", got[0])
	}
	for _, pair := range [][2]string{{"admin", "admin"}, {"root", "root"}, {"admin@example.jp", "admin123"}, {"kaiin", "kaiin"}, {"test", "password1"}, {"demo", "demo"}} {
		if a := s.visitor().loginAs(pair[0], pair[1]); a.Status < 400 {
			t.Errorf("%s gets in: %s", pair, a)
		}
	}
	s.Stop()
	for what, change := range map[string][]string{
		"no secret":                 {"KAIIN_SECRET="},
		"a short secret":            {"KAIIN_SECRET=c2hvcnQ="},
		"the sandbox in production": {"KAIIN_ENV=production", "KAIIN_ORIGIN=https://padlock.example"},
		"http in production":        {"KAIIN_ENV=production", "KAIIN_SANDBOX_URL=", "KAIIN_SANDBOX_TOKEN="},
		"cheap hashes in production": {
			"KAIIN_PASSWORD_COST=m=64,t=1", "KAIIN_ENV=production", "KAIIN_ORIGIN=https://padlock.example", "KAIIN_SANDBOX_URL=", "KAIIN_SANDBOX_TOKEN=",
		},
	} {
		if out, ended := refusesToStart(t, s, change); !ended {
			t.Errorf("%s: the server starts", what)
		} else if !strings.Contains(out, strings.SplitN(change[0], "=", 2)[0]) && !strings.Contains(out, "KAIIN_") {
			t.Errorf("%s: it does not say what is missing: %s", what, out)
		}
	}
}

// refusesToStart runs the server with the variables changed and reports whether it ended by itself
// with an error.
func refusesToStart(t *testing.T, s *stack, change []string) (output string, ended bool) {
	t.Helper()
	cmd := exec.Command(blackbox.Program(), "serve")
	cmd.Env = slices.Concat(s.Variables.List(), []string{blackbox.RealPasswords}, change)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	must(t, cmd.Start())
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return said.String(), err != nil
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		<-done
		return said.String(), false
	}
}
