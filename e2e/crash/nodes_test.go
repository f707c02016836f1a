package crash

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// nodes are the processes behind the address of the site, which hands requests to those that live.
type nodes struct {
	stack *blackbox.Stack
	arm   func() string // the failpoint of the next life
	turn  atomic.Int64
	// turnedAway is how often a request was for a process that was not there, and went to another.
	turnedAway atomic.Int64
	client     *http.Client
	stopped    atomic.Bool
	paused     atomic.Bool // no process begins
	all        []*node

	mu    sync.Mutex
	kills int
	at    map[string]int // deaths by failpoint
}

type node struct {
	of      *nodes
	address string
	own     []string    // variables of this process alone
	out     atomic.Bool // its /readyz says that it takes no more (followReadiness)
	mu      sync.Mutex
	program string    // of the next life
	life    *exec.Cmd // nil while it is dead
	leaving bool      // it was asked to stop
	over    sync.WaitGroup
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	blackbox.Must(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// start runs two processes until the test ends, and brings each back when it has died. own are
// variables that each has for itself, if any.
func start(t testing.TB, s *blackbox.Stack, program string, arm func() string, own ...[]string) *nodes {
	t.Helper()
	all := &nodes{
		stack: s, arm: arm, at: map[string]int{},
		client: &http.Client{
			Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	listener, err := net.Listen("tcp", s.Origin[len("http://"):])
	blackbox.Must(t, err)
	site := &http.Server{Handler: all, ReadHeaderTimeout: time.Minute}
	go func() { _ = site.Serve(listener) }()
	t.Cleanup(func() { _ = site.Close() })
	for i := range 2 {
		n := &node{of: all, address: freeAddress(t), program: program}
		if len(own) > 0 {
			n.own = own[i]
		}
		all.all = append(all.all, n)
		n.over.Go(n.run)
	}
	t.Cleanup(all.stop)
	return all
}

// pause stops every process, as the staff do before a restore. None comes back until resume.
func (all *nodes) pause() {
	all.paused.Store(true)
	for _, n := range all.all {
		n.mu.Lock()
		n.leaving = true
		_ = n.life.Process.Signal(syscall.SIGTERM)
		n.mu.Unlock()
	}
	for _, n := range all.all {
		for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			n.mu.Lock()
			over := n.life == nil
			n.mu.Unlock()
			if over {
				break
			}
			if time.Now().After(deadline) {
				all.stack.T.Fatal("a process does not stop")
			}
		}
	}
}

// resume starts the processes that pause has stopped.
func (all *nodes) resume() {
	all.paused.Store(false)
	all.awaitAnswers()
}

func (all *nodes) stop() {
	all.stopped.Store(true)
	for _, n := range all.all {
		n.kill()
		n.over.Wait()
	}
}

// run is one life after another.
func (n *node) run() {
	for !n.of.stopped.Load() {
		if n.of.paused.Load() {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		point := n.of.arm()
		n.mu.Lock()
		cmd := exec.Command(n.program, "serve")
		cmd.Env = append(n.of.stack.Variables.List(), "KAIIN_LISTEN="+n.address, "KAIIN_FAILPOINT="+point)
		cmd.Env = append(cmd.Env, n.own...)
		n.mu.Unlock()
		said := n.of.stack.Log.Output()
		cmd.Stdout, cmd.Stderr = said, said
		if err := cmd.Start(); err != nil {
			n.of.stack.T.Error(err)
			return
		}
		n.mu.Lock()
		n.life = cmd
		n.mu.Unlock()
		_ = cmd.Wait()
		n.mu.Lock()
		outside, left := n.life == nil, n.leaving
		n.life, n.leaving = nil, false
		n.mu.Unlock()
		if left && cmd.ProcessState.Success() {
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

// said are the lines of the log with the alarm.
func (all *nodes) said(alarm string) string {
	var lines strings.Builder
	for line := range strings.Lines(all.stack.Log.String()) {
		if strings.Contains(line, `"alarm":"`+alarm+`"`) {
			lines.WriteString(line)
		}
	}
	return lines.String()
}

// died counts a death, at a failpoint or, without one, from outside.
func (all *nodes) died(point string) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.kills++
	if point != "" {
		all.at[point]++
	}
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

func (all *nodes) killed() int {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.kills
}

// awaitAnswers waits until every process answers.
func (all *nodes) awaitAnswers() {
	for _, n := range all.all {
		for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if answer, err := all.client.Get("http://" + n.address + "/healthz"); err == nil {
				_ = answer.Body.Close()
				break
			}
		}
	}
}

// ServeHTTP hands a request to one process. One that was begun by a process that died is lost: no
// process repeats it. The news that the clock has moved goes to all.
func (all *nodes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.URL.Path == "/internal/sandbox/clock" {
		all.tellAll(r, body)
		return
	}
	var answer *http.Response
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		answer, err = all.next().send(r, body)
		if !nobodyThere(err) || r.Context().Err() != nil || time.Now().After(deadline) {
			break
		}
		all.turnedAway.Add(1)
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer func() { _ = answer.Body.Close() }()
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	if _, err := io.Copy(w, answer.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// tellAll gives the news to every process, until it has heard or asks for the time itself as
// it starts.
func (all *nodes) tellAll(r *http.Request, body []byte) {
	var told sync.WaitGroup
	for _, n := range all.all {
		told.Go(func() {
			for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
				if answer, err := n.send(r, body); err == nil {
					_ = answer.Body.Close()
					if answer.StatusCode < http.StatusInternalServerError {
						return
					}
				}
			}
		})
	}
	told.Wait()
}

func (n *node) send(r *http.Request, body []byte) (*http.Response, error) {
	out, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+n.address+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	out.Header, out.Host = r.Header.Clone(), r.Host
	return n.of.client.Do(out)
}

// nobodyThere reports whether there was no process to take the request.
func nobodyThere(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// diedAtPoints is how many of the deaths were at failpoints.
func (all *nodes) diedAtPoints() (deaths int) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, n := range all.at {
		deaths += n
	}
	return deaths
}
