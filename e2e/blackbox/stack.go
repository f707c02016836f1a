package blackbox

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"kaiin/server/base/store/storetest"
	"kaiin/server/sandbox"
	"kaiin/server/sandbox/sandboxtest"
)

// Stack is one store with its outside world: a database, a sandbox, and the server as a process
// that can die and come back.
type Stack struct {
	T         testing.TB
	Origin    string
	Outside   Outside
	DB        *sql.DB           // for looking, never for changing
	Variables sandbox.Variables // of the server
	Log       *Journal
	server    *process // nil while it is down
}

// process is one life of the server.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// RealPasswords, given to Start, makes a password hash cost what it costs in production. Without it
// hashes are cheap.
const RealPasswords = "KAIIN_PASSWORD_COST="

// New builds a store from the text of a store file. The server is not started yet.
func New(t testing.TB, store string) *Stack {
	t.Helper()
	return stack(t, store, nil)
}

// NewPooled is New with a pooler between the server and PostgreSQL, which lends its sessions to
// transactions.
func NewPooled(t testing.TB, store string) *Stack {
	t.Helper()
	return stack(t, store, storetest.Bounce)
}

func stack(t testing.TB, store string, pooler func(t testing.TB, address string) string) *Stack {
	t.Helper()
	s := &Stack{T: t, Log: &Journal{}}
	address := freeAddress(t)
	s.Origin = "http://" + address
	// Cards go to this store's provider unencrypted; the tests of the adapter do it both ways.
	world := sandboxtest.Start(t, sandboxtest.Setup{Site: s.Origin, Change: map[string]string{"SBPS_3DES_KEY": "", "SBPS_3DES_IV": ""}})
	s.Outside = Outside{URL: world.URL, Client: newClient()}
	database := storetest.Create(t, "TEMPLATE "+template(t, store))
	s.Variables = world.Variables
	maps.Copy(s.Variables, sandbox.Variables{
		"PATH": os.Getenv("PATH"), "KAIIN_LISTEN": address, "KAIIN_WORKER": "true", "KAIIN_NEXT_URL": "http://127.0.0.1:9",
		"KAIIN_TRUSTED_PROXIES": "127.0.0.1/32", "DATABASE_URL": recorded(t, database), "MAIL_FROM": "The Vault <no-reply@vault.example>",
		"KAIIN_PASSWORD_COST":        "m=64,t=1",
		"KAIIN_DRAIN":                "0s",
		"KAIIN_DATABASE_CONNECTIONS": "6", // a connection prepares every statement anew
	})
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} { // of `make test`
		if value := os.Getenv(name); value != "" {
			s.Variables[name] = value
		}
	}
	if pooler != nil {
		s.Variables["DATABASE_URL"], s.Variables["DATABASE_DIRECT_URL"] = pooler(t, s.Variables["DATABASE_URL"]), database
	}
	var err error
	if s.DB, err = sql.Open("postgres", database); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.DB.Close() })
	t.Cleanup(func() { s.Log.mustBeLines(t) }) // after the server's last word
	t.Cleanup(s.Stop)                          // before the database goes
	s.explain()
	return s
}

// explain tells, when the test has failed, what the server said.
func (s *Stack) explain() {
	s.T.Cleanup(func() {
		if s.T.Failed() {
			s.T.Logf("the server's log:\n%s", tail(s.Log.String(), 60))
			s.T.Logf("jobs that failed: %s", s.Rows("SELECT kind || ' ' || state || ' ' || coalesce(left(array_to_string(errors, ' '), 2000), '') FROM river_job WHERE errors IS NOT NULL OR state <> 'completed'"))
		}
	})
}

// Seed makes the store say what is in the text of a store file.
func (s *Stack) Seed(store string) {
	s.T.Helper()
	Must(s.T, seed(s.Variables.List(), store))
}

// Command runs one command of the program to its end, and answers what it wrote.
func (s *Stack) Command(args ...string) (wrote string) {
	s.T.Helper()
	wrote, err := s.Try(args...)
	Must(s.T, err)
	return wrote
}

// Try is Command for one that may fail.
func (s *Stack) Try(args ...string) (wrote string, err error) {
	return command(s.Variables.List(), args...)
}

// nextPort walks through ports that no system gives out by itself, so that no other program takes a
// server's while it is dead.
var nextPort atomic.Int64

func init() { nextPort.Store(20000 + int64(os.Getpid()*97%480)*25) }

// freeAddress is an address on which no program listens. The server takes it a moment later, and
// again after each death.
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

// Rows is a query's result as text, one line a row.
func (s *Stack) Rows(query string, args ...any) []string {
	s.T.Helper()
	rows, err := s.DB.QueryContext(context.Background(), query, args...)
	if err != nil {
		s.T.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			s.T.Fatalf("%s: %v", query, err)
		}
		all = append(all, line)
	}
	if err := rows.Err(); err != nil {
		s.T.Fatalf("%s: %v", query, err)
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

// Everything is a digest of every table but those that only count and queue. When sessions were
// last seen does not count.
func (s *Stack) Everything() []string {
	s.T.Helper()
	s.Outside.Advance(s.T, 0) // mails under way are sent first
	var all []string
	for _, table := range s.Rows(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
		AND table_name NOT LIKE 'river%' AND table_name <> 'throttles' ORDER BY 1`) {
		query := fmt.Sprintf(`SELECT count(*) || ' rows ' || coalesce(md5(string_agg((to_jsonb(r) - 'last_seen_at')::text, ',' ORDER BY to_jsonb(r)::text)), '') FROM %q r`, table)
		all = append(all, table+": "+s.Rows(query)[0])
	}
	return all
}

// Unchanged fails for every table that is not as it was before.
func (s *Stack) Unchanged(before []string, except ...string) {
	s.T.Helper()
	for i, now := range s.Everything() {
		table, _, _ := strings.Cut(now, ":")
		if now != before[i] && !slices.Contains(except, table) {
			s.T.Errorf("changed: %s, before %s", now, before[i])
		}
	}
}
