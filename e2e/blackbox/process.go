package blackbox

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Start runs a build of the server, with more variables if need be, until it answers.
func (s *Stack) Start(program string, variables ...string) {
	s.T.Helper()
	s.Launch(program, variables...)
	if !s.AwaitAnswerOrDeath() {
		s.T.Fatalf("the server ended at its start: %s", s.server.cmd.ProcessState)
	}
}

// Launch begins to run a build of the server.
func (s *Stack) Launch(program string, variables ...string) {
	s.T.Helper()
	cmd := exec.Command(program, "serve")
	cmd.Env = append(s.Variables.List(), variables...)
	said := s.Log.Output()
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		s.T.Fatal(err)
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	go func() { _ = cmd.Wait(); close(p.done) }()
	s.server = p
}

// AwaitAnswerOrDeath waits until the server answers or has ended, and says whether it still runs.
func (s *Stack) AwaitAnswerOrDeath() bool {
	s.T.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if answer, err := http.Get(s.Origin + "/healthz"); err == nil {
			_ = answer.Body.Close()
			return true
		}
		select {
		case <-s.server.done:
			return false
		default:
		}
		if time.Now().After(deadline) {
			s.T.Fatal("the server does not answer")
		}
	}
}

// MustHaveKilledItself waits for the server's death and fails unless it was a SIGKILL, which no
// test has sent.
func (s *Stack) MustHaveKilledItself() {
	s.T.Helper()
	select {
	case <-s.server.done:
	case <-time.After(2 * time.Minute):
		s.T.Fatal("the failpoint was never reached: the server still runs")
	}
	status, ok := s.server.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
		s.T.Fatalf("the server was not killed by its failpoint: %s", s.server.cmd.ProcessState)
	}
	s.server = nil
}

// Kill ends the server at once, as a crash does.
func (s *Stack) Kill() {
	s.T.Helper()
	Must(s.T, s.server.cmd.Process.Kill())
	<-s.server.done
	s.server = nil
}

func (s *Stack) Stop() {
	if s.server == nil {
		return
	}
	_ = s.server.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.server.done:
	case <-time.After(2 * time.Minute):
		s.T.Error("the server does not stop")
		_ = s.server.cmd.Process.Kill()
		<-s.server.done
	}
	s.server = nil
}

// Logs waits until the server's log has the text.
func (s *Stack) Logs(text string) {
	s.T.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !strings.Contains(s.Log.String(), text); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.T.Fatalf("the log never says %s", text)
		}
	}
}

// Peak is the most memory that the server has taken so far, in MB; 0 where the system does not say.
func (s *Stack) Peak() (megabytes int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.server.cmd.Process.Pid))
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &megabytes); err == nil {
			return megabytes >> 10
		}
	}
	return 0
}

// Pid is the number of the server's process.
func (s *Stack) Pid() int { return s.server.cmd.Process.Pid }
