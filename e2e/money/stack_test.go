package money

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kaiin/server/clock"
	"kaiin/server/sandbox"
	"kaiin/server/sandbox/sbps"
	"kaiin/server/store/storetest"
)

// stack is one store with its outside world: a database, a sandbox, and the server as a process that can die and come back.
type stack struct {
	t       testing.TB
	origin  string
	outside outside
	db      *sql.DB // for looking, never for changing
	env     []string
	log     *journal
	server  *process // nil while it is down
}

// journal is everything the server has written, over all its lives.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// process is one life of the server.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

const sandboxToken = "the-sandbox-and-nobody-else"

var merchant = sbps.Merchant{MerchantID: "30132", ServiceID: "103", HashKey: "hash-key-of-the-tests", BasicUser: "30132103", BasicPassword: "basic-password-of-the-tests"}

// newStack builds a store from testdata/store.yaml by the program's own commands. The server is not started yet.
func newStack(t testing.TB) *stack {
	t.Helper()
	s := &stack{t: t, log: &journal{}}
	database := storetest.Create(t, "")
	address := freeAddress(t)
	s.origin = "http://" + address
	s.outside = newOutside(t, s.origin)
	secret := make([]byte, 32)
	rand.Read(secret)
	s.env = []string{
		"PATH=" + os.Getenv("PATH"), "KAIIN_ENV=development", "KAIIN_ORIGIN=" + s.origin, "KAIIN_LISTEN=" + address, "KAIIN_WORKER=true",
		"KAIIN_NEXT_URL=http://127.0.0.1:9", "KAIIN_SECRET=" + base64.StdEncoding.EncodeToString(secret), "KAIIN_TRUSTED_PROXIES=127.0.0.1/32",
		"DATABASE_URL=" + database, "SMTP_URL=smtp://" + s.outside.smtp + "?tls=none", "MAIL_FROM=The Vault <no-reply@vault.example>",
		"SBPS_API_URL=" + s.outside.url + "/api/xmlapi.do", "SBPS_SCRIPT_URL=" + s.outside.url, "SBPS_MERCHANT_ID=" + merchant.MerchantID,
		"SBPS_SERVICE_ID=" + merchant.ServiceID, "SBPS_HASH_KEY=" + merchant.HashKey, "SBPS_BASIC_USER=" + merchant.BasicUser,
		"SBPS_BASIC_PASSWORD=" + merchant.BasicPassword, "KAIIN_SANDBOX_URL=" + s.outside.url, "KAIIN_SANDBOX_TOKEN=" + sandboxToken,
	}
	s.command("migrate")
	s.command("seed", "--store", storeFile(t))
	var err error
	if s.db, err = sql.Open("postgres", database); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.db.Close() })
	t.Cleanup(s.stop) // before the database goes
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the server's log:\n%s", tail(s.log.String(), 60))
			t.Logf("jobs that failed: %s", s.rows("SELECT kind || ' ' || state || ' ' || coalesce(left(array_to_string(errors, ' '), 2000), '') FROM river_job WHERE errors IS NOT NULL OR state <> 'completed'"))
		}
	})
	return s
}

// running is a stack whose server answers.
func running(t testing.TB) *stack {
	t.Helper()
	s := newStack(t)
	s.start(kaiin)
	return s
}

// storeFile writes the test store with its dates.
func storeFile(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/store.yaml")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "store.yaml")
	last := clock.New().Today().AddDays(10).String()
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "LAST_RENEWAL", last)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// nextPort walks through ports that no system gives out by itself, so that nobody else takes a server's while it is dead.
var nextPort atomic.Int64

func init() { nextPort.Store(20000 + int64(os.Getpid()%400)*25) }

// freeAddress is an address nobody listens on. The server takes it a moment later, and again after each death.
func freeAddress(t testing.TB) string {
	t.Helper()
	for range 1000 {
		address := fmt.Sprintf("127.0.0.1:%d", 20000+nextPort.Add(1)%12000)
		if listener, err := net.Listen("tcp", address); err == nil {
			_ = listener.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

func newOutside(t testing.TB, product string) outside {
	t.Helper()
	world, err := sandbox.New(sandbox.Config{SMTPAddr: "127.0.0.1:0", ProductURL: product, Token: sandboxToken, SBPS: merchant, Log: silent})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(world.Handler())
	t.Cleanup(func() { server.Close(); world.Close() })
	return outside{url: server.URL, smtp: world.SMTPAddr(), client: newClient()}
}

func (s *stack) command(args ...string) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), kaiin, args...)
	cmd.Env = s.env
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("kaiin %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// start runs a build of the server, with more variables if need be, until it answers.
func (s *stack) start(program string, variables ...string) {
	s.t.Helper()
	s.launch(program, variables...)
	if !s.awaitAnswerOrDeath() {
		s.t.Fatalf("the server ended at its start: %s", s.server.cmd.ProcessState)
	}
}

// launch begins to run a build of the server.
func (s *stack) launch(program string, variables ...string) {
	s.t.Helper()
	cmd := exec.Command(program, "serve")
	cmd.Env = append(append([]string{}, s.env...), variables...)
	cmd.Stdout, cmd.Stderr = s.log, s.log
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	go func() { _ = cmd.Wait(); close(p.done) }()
	s.server = p
}

// awaitAnswerOrDeath waits until the server answers or has ended, and says whether it lives.
func (s *stack) awaitAnswerOrDeath() bool {
	s.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if answer, err := http.Get(s.origin + "/healthz"); err == nil {
			_ = answer.Body.Close()
			return true
		}
		select {
		case <-s.server.done:
			return false
		default:
		}
		if time.Now().After(deadline) {
			s.t.Fatal("the server does not answer")
		}
	}
}

// mustHaveKilledItself waits for the server's death and fails unless it was a SIGKILL, which nobody here has sent.
func (s *stack) mustHaveKilledItself() {
	s.t.Helper()
	select {
	case <-s.server.done:
	case <-time.After(30 * time.Second):
		s.t.Fatal("the failpoint was never reached: the server lives")
	}
	status, ok := s.server.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
		s.t.Fatalf("the server was not killed by its failpoint: %s", s.server.cmd.ProcessState)
	}
	s.server = nil
}

func (s *stack) stop() {
	if s.server == nil {
		return
	}
	_ = s.server.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.server.done:
	case <-time.After(25 * time.Second):
		s.t.Error("the server does not stop")
		_ = s.server.cmd.Process.Kill()
		<-s.server.done
	}
	s.server = nil
}

// logs waits until the server's log has the text.
func (s *stack) logs(text string) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(s.log.String(), text); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("the log never says %s", text)
		}
	}
}

// rows is a query's result as text, one line a row.
func (s *stack) rows(query string, args ...any) []string {
	s.t.Helper()
	rows, err := s.db.QueryContext(context.Background(), query, args...)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			s.t.Fatalf("%s: %v", query, err)
		}
		all = append(all, line)
	}
	if err := rows.Err(); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return all
}

func tail(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	if skipped := len(all) - lines; skipped > 0 {
		all = append([]string{fmt.Sprintf("… %d lines before …", skipped)}, all[skipped:]...)
	}
	return strings.Join(all, "\n")
}
