package crash

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// machine is what runs on one machine: a process that serves and works, or one of each and Next.
type machine struct{ serve, work, next *node }

// place says what is particular about a machine.
type place struct {
	own []string // variables of its processes
	// pages is the server that was built of the pages; empty: one process serves and works, and
	// there are no pages. What Next says goes to said.
	pages string
	said  io.Writer
}

// newMachine prepares the processes of a machine. Next asks the process that serves beside it, and
// no other one.
func newMachine(t testing.TB, all *nodes, program string, at place) *machine {
	t.Helper()
	m := &machine{serve: &node{of: all, does: "serve", address: freeAddress(t), program: program, own: at.own}}
	if at.pages == "" {
		return m
	}
	m.work = &node{of: all, does: "work", address: freeAddress(t), program: program, own: at.own}
	m.next = &node{of: all, address: freeAddress(t), program: at.pages, said: at.said}
	host, port, _ := strings.Cut(m.next.address, ":")
	m.next.own = []string{"HOSTNAME=" + host, "PORT=" + port, "KEEP_ALIVE_TIMEOUT=100000", "KAIIN_API_URL=http://" + m.serve.address}
	m.serve.own = append(slices.Clone(at.own), "KAIIN_WORKER=false", "KAIIN_NEXT_URL=http://"+m.next.address)
	return m
}

// processes are those that there are.
func (m *machine) processes() []*node {
	return slices.DeleteFunc([]*node{m.next, m.serve, m.work}, func(n *node) bool { return n == nil })
}

// exchange has other programs run in the place of those that serve and make pages. Next knows the
// documents of its own version alone, and the process that serves asks it: so both are of one
// version at any time, and Next stops when no page can be asked for any more.
func (m *machine) exchange(program, pages string) error {
	if err := m.serve.of.halt(m.serve); err != nil {
		return err
	}
	if err := m.next.replace(pages, m.next.own...); err != nil {
		return err
	}
	m.serve.become(program, m.serve.own)
	return m.serve.of.resume(m.serve)
}
