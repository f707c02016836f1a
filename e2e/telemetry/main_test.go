// Package telemetry proves from outside what an operator sees of the program: its metrics and its
// traces. Each alert of deploy/alerts.yml is made to fire by what it is about.
package telemetry

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
)

func TestMain(m *testing.M) { blackbox.Main(m, 4) }

var must = blackbox.Must

func newStack(t *testing.T) *blackbox.Stack {
	t.Helper()
	text, err := os.ReadFile("../money/testdata/store.yaml")
	must(t, err)
	return blackbox.New(t, strings.ReplaceAll(string(text), "LAST_RENEWAL", clock.New().Today().AddDays(10).String()))
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// worker is a process that only works on jobs.
type worker struct {
	cmd     *exec.Cmd
	address string // of its metrics
}

func startWorker(t *testing.T, s *blackbox.Stack, variables ...string) *worker {
	t.Helper()
	w := &worker{exec.Command(blackbox.Program(), "work"), freeAddress(t)}
	w.cmd.Env = append(append(s.Variables.List(), "KAIIN_LISTEN="+freeAddress(t), "KAIIN_TELEMETRY_LISTEN="+w.address), variables...)
	said := s.Log.Output()
	w.cmd.Stdout, w.cmd.Stderr = said, said
	must(t, w.cmd.Start())
	t.Cleanup(w.kill)
	return w
}

func (w *worker) kill() {
	if w.cmd.ProcessState == nil {
		_ = w.cmd.Process.Signal(syscall.SIGKILL)
		_ = w.cmd.Wait()
	}
}

// scrape is what a process answers; an error until it answers.
func scrape(address string) (string, error) {
	answer, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return string(text), err
}

// awaitFigure waits until a process answers a line that begins so.
func awaitFigure(t *testing.T, address, line string) string {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		text, err := scrape(address)
		if err == nil && strings.Contains(text, "\n"+line) {
			return text
		}
		if time.Now().After(deadline) {
			t.Fatalf("no line %s (%v) in:\n%s", line, err, text)
		}
	}
}

// member is a new member with a card.
func member(t *testing.T, s *blackbox.Stack) *blackbox.Member {
	t.Helper()
	m := s.Visitor("ja")
	must(t, m.SignUp())
	must(t, m.AddCard(blackbox.GoodCard))
	return m
}
