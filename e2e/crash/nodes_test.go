package crash

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// nodes are the processes behind the address of the site, which hands requests to those that live
// and serve.
type nodes struct {
	stack *blackbox.Stack
	arm   func() string // the failpoint of the next life
	turn  atomic.Int64
	// turnedAway is how often a request was for a process that was not there, and went to another.
	turnedAway atomic.Int64
	client     *http.Client
	stopped    atomic.Bool
	machines   []*machine
	all        []*node // that serve, one of each machine

	mu    sync.Mutex
	kills int
	at    map[string]int // deaths by failpoint
}

func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	blackbox.Must(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// start runs the processes of two machines until the test ends, and brings each back when it has
// died. places say what is particular about the machines, if anything.
func start(t testing.TB, s *blackbox.Stack, program string, arm func() string, places ...place) *nodes {
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
	if len(places) == 0 {
		places = make([]place, 2)
	}
	for _, at := range places {
		m := newMachine(t, all, program, at)
		all.machines, all.all = append(all.machines, m), append(all.all, m.serve)
	}
	for _, n := range all.processes() {
		n.over.Go(n.run)
	}
	t.Cleanup(all.stop)
	return all
}

// processes are those of all machines.
func (all *nodes) processes() (every []*node) {
	for _, m := range all.machines {
		every = append(every, m.processes()...)
	}
	return every
}

func (all *nodes) stop() {
	all.stopped.Store(true)
	for _, n := range all.processes() {
		n.kill()
		n.over.Wait()
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

func (all *nodes) killed() int {
	all.mu.Lock()
	defer all.mu.Unlock()
	return all.kills
}

// awaitAnswers waits until every process answers.
func (all *nodes) awaitAnswers() {
	for _, n := range all.processes() {
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
// it starts: first to those that only work, as the others have them work by the new time at once.
// A former version of these asks as it starts alone, so it starts anew.
func (all *nodes) tellAll(r *http.Request, body []byte) {
	var told sync.WaitGroup
	var deaf []*node
	for _, m := range all.machines {
		if m.work != nil && m.work.tell(r, body) == http.StatusNotFound {
			deaf = append(deaf, m.work)
		}
	}
	told.Go(func() {
		if err := errors.Join(all.halt(deaf...), all.resume(deaf...)); err != nil {
			all.stack.T.Error(err)
		}
	})
	for _, n := range all.all {
		told.Go(func() { n.tell(r, body) })
	}
	told.Wait()
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
