package storetest

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
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
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	own := listener.Addr().(*net.TCPAddr)
	_ = listener.Close()
	var said bytes.Buffer
	cmd := exec.Command(program, "-q", bounceFiles(t, at, own.Port))
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("PgBouncer said:\n%s", said.String())
		}
	})
	for range 500 {
		if conn, err := net.Dial("tcp", own.String()); err == nil {
			_ = conn.Close()
			at.Host = own.String()
			return at.String()
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	<-ended
	t.Fatalf("PgBouncer does not answer: %s", said.String())
	return ""
}

// bouncer is the path of PgBouncer, which is not in everybody's PATH where Debian puts it.
func bouncer() (string, error) {
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no PgBouncer: `make test` installs it as root of a Debian, elsewhere do so by hand")
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
