package crash

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// node is a process of a machine, which is brought back when it has died.
type node struct {
	of      *nodes
	does    string // "serve" or "work"; empty: it is Next
	address string
	said    io.Writer   // where it writes; nil: into the log
	out     atomic.Bool // its /readyz says that it takes no more (followReadiness)
	mu      sync.Mutex
	program string    // of the next life; of Next, the server that was built of the pages
	own     []string  // variables of this process alone
	life    *exec.Cmd // nil while it is dead
	begun   int       // how many times it has
	leaving bool      // it was asked to stop
	held    bool      // it does not come back until resume
	over    sync.WaitGroup
}

// run is one life after another.
func (n *node) run() {
	for !n.of.stopped.Load() {
		point := n.of.arm()
		cmd, err := n.begin(point)
		if err != nil {
			n.of.stack.T.Error(err)
			return
		}
		if cmd == nil {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		_ = cmd.Wait()
		n.mu.Lock()
		outside, left := n.life == nil, n.leaving
		n.life, n.leaving = nil, false
		n.mu.Unlock()
		if left && n.endedWell(cmd.ProcessState) {
			continue
		}
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
			n.of.stack.T.Errorf("a process ended by itself: %s, %s", cmd.ProcessState, n.of.said("process.failed"))
			return
		}
		if outside {
			point = ""
		}
		n.of.died(point)
	}
}

// begin starts the next life, armed with the failpoint; nil: it is to have none now.
func (n *node) begin(point string) (*exec.Cmd, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.held || n.of.stopped.Load() {
		return nil, nil
	}
	cmd := n.command(point)
	said := n.said
	if said == nil {
		said = n.of.stack.Log.Output()
	}
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	n.life = cmd
	n.begun++
	return cmd, nil
}

// command is what the next life runs.
func (n *node) command(point string) *exec.Cmd {
	if n.does == "" {
		cmd := exec.Command("node", n.program)
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "NODE_ENV=production"}, n.own...)
		return cmd
	}
	cmd := exec.Command(n.program, n.does)
	cmd.Env = append(n.of.stack.Variables.List(), "KAIIN_LISTEN="+n.address, "KAIIN_FAILPOINT="+point)
	cmd.Env = append(cmd.Env, n.own...)
	return cmd
}

// endedWell reports whether a process that was asked to stop has done so. Next says by which
// signal.
func (n *node) endedWell(state *os.ProcessState) bool {
	return state.Success() || n.does == "" && state.ExitCode() == 128+int(syscall.SIGTERM)
}

// kill ends the life of the process as a power cut would.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.life != nil {
		_ = n.life.Process.Kill()
		n.life = nil
	}
}

// halt asks processes to stop, and returns when they have. None comes back until resume.
func (all *nodes) halt(these ...*node) error {
	for _, n := range these {
		n.mu.Lock()
		n.held = true
		if n.leaving = n.life != nil; n.leaving {
			_ = n.life.Process.Signal(syscall.SIGTERM)
		}
		n.mu.Unlock()
	}
	return await(these, "does not stop", func(n *node) bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.life == nil
	})
}

// resume starts processes that were halted, and returns when they are ready.
func (all *nodes) resume(these ...*node) error {
	for _, n := range these {
		n.mu.Lock()
		n.held = false
		n.mu.Unlock()
	}
	return await(these, "is not ready", (*node).ready)
}

// await waits until all of these are so.
func await(these []*node, trouble string, so func(n *node) bool) error {
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		i := slices.IndexFunc(these, func(n *node) bool { return !so(n) })
		if i < 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("a process %s: %s at %s", trouble, cmp.Or(these[i].does, "Next"), these[i].address)
		}
	}
}

// replace asks a process to stop, as a new version is rolled out, and returns when another one, of
// the program and with the variables, is ready in its place.
func (n *node) replace(program string, own ...string) error {
	if err := n.of.halt(n); err != nil {
		return err
	}
	n.become(program, own)
	return n.of.resume(n)
}

// become says what the next life runs.
func (n *node) become(program string, own []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.program, n.own = program, own
}

// ready reports whether a process may be sent what it is there for. Next answers anything then.
func (n *node) ready() bool {
	answer, err := n.of.client.Get("http://" + n.address + "/readyz")
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return answer.StatusCode == http.StatusOK || n.does == ""
}

// tell gives the news to a process until it has heard, and answers the status.
func (n *node) tell(r *http.Request, body []byte) (status int) {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if answer, err := n.send(r, body); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode < http.StatusInternalServerError {
				return answer.StatusCode
			}
		}
	}
	return 0
}

func (n *node) send(r *http.Request, body []byte) (*http.Response, error) {
	out, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+n.address+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	out.Header, out.Host = r.Header.Clone(), r.Host
	return n.of.client.Do(out)
}
