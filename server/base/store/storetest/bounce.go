package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// sessions is how many sessions of PostgreSQL a pooler lends: fewer than the product opens
// connections, so that it gets another one from statement to statement.
const sessions = 3

// Bounce returns the address of a PgBouncer in front of the database at the address. It lends its
// sessions to transactions, knows no prepared statements, and runs until the test ends.
func Bounce(t testing.TB, address string) (way string) {
	t.Helper()
	program, err := bouncer()
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	said := &said{}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("PgBouncer said:\n%s", said.text())
		}
	})
	for range 5 { // another program may take the port first
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		own := listener.Addr().(*net.TCPAddr)
		_ = listener.Close()
		if bounces(t, exec.Command(program, bounceFiles(t, at, own.Port)), said) {
			at.Host = own.String()
			return at.String()
		}
	}
	t.Fatal("PgBouncer does not start")
	return ""
}

// bounces starts PgBouncer until the test ends, and says whether it listens.
func bounces(t testing.TB, cmd *exec.Cmd, said *said) bool {
	t.Helper()
	cmd.Stdout, cmd.Stderr = said, said
	before := len(said.text())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	for range 3000 {
		select {
		case <-ended:
			return false
		case <-time.After(10 * time.Millisecond):
		}
		if strings.Contains(said.text()[before:], "process up") {
			return true
		}
	}
	return false
}

// said is what PgBouncer writes.
type said struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines.Write(p)
}

func (s *said) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines.String()
}

// bouncer is the path of PgBouncer, which is not in everybody's PATH where Debian puts it.
func bouncer() (string, error) {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no PgBouncer: `make test` installs it as root of a Debian, elsewhere do so by hand")
}

// bounceFiles writes what PgBouncer reads at its start, and returns the path of its settings. As it
// refuses to run as root, it becomes "daemon" there.
func bounceFiles(t testing.TB, at *url.URL, port int) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "kaiin-bounce-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	password, _ := at.User.Password()
	settings, users := filepath.Join(folder, "pgbouncer.ini"), filepath.Join(folder, "users.txt")
	text := fmt.Sprintf(`[databases]
* = host=%s port=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = scram-sha-256
auth_file = %s
pool_mode = transaction
default_pool_size = %d
max_client_conn = 200
`, at.Hostname(), at.Port(), port, users, sessions)
	if os.Geteuid() == 0 {
		text += "user = daemon\n"
	}
	for path, content := range map[string]string{settings: text, users: fmt.Sprintf("%q %q\n", at.User.Username(), password)} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if os.Geteuid() == 0 {
		daemon, err := user.Lookup("daemon")
		if err != nil {
			t.Fatal(err)
		}
		id, _ := strconv.Atoi(daemon.Uid)
		for _, path := range []string{folder, settings, users} {
			if err := os.Chown(path, id, -1); err != nil {
				t.Fatal(err)
			}
		}
	}
	return settings
}
