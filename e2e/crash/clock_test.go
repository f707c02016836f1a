package crash

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/base/clock"
	"kaiin/server/oidc"
	"kaiin/server/sandbox/ledger"
)

// clockOff is how far the clock of a server is ahead or behind.
const clockOff = 90 * time.Second

// offClock builds the program so that the clock of its machine is as many seconds ahead as
// CLOCK_AHEAD says: of all that it does, and of all that it is made of.
func offClock() (program string, err error) {
	file, err := blackbox.GoFile("time/time.go")
	if err != nil {
		return "", err
	}
	return blackbox.BuildEdited("kaiin-off-clock",
		blackbox.Edit{File: file, Text: "import (\n", Instead: "import (\n\t\"syscall\"\n"},
		blackbox.Edit{File: file, Text: "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n", Instead: `// ahead is how many seconds the clock of this program is ahead of the machine's.
var ahead = func() int64 {
	text, _ := syscall.Getenv("CLOCK_AHEAD")
	n, _ := atoi(text)
	return int64(n)
}()

func Now() Time {
	sec, nsec, mono := runtimeNow()
	sec += ahead
`})
}

// clockOff has what serves and works on one of the machines go by a clock that is off, over the
// midnight at which all contracts become due. Members are refused nothing, each term is charged
// once, and none earlier or later than the clock is off. Then the clock is right again.
func (f *failover) clockOff(name string, ahead time.Duration) {
	f.t.Helper()
	f.awaitWhole()
	program, err := offClock()
	blackbox.Must(f.t, err)
	m := f.d.nodes.machines[0]
	right := m.serve.program
	due := f.midnight()
	f.letAppsIn(due.Add(-time.Hour))
	f.goBy(m, program, fmt.Sprintf("CLOCK_AHEAD=%d", int(ahead.Seconds())))
	// The code of the server that is behind is over for the other one as soon as it is given: it
	// is good for a minute (docs/failover.md).
	f.m.noCodes.Store(ahead.Abs() > oidc.CodeLife)
	defer f.m.noCodes.Store(false)
	f.m.acting(func() {
		time.Sleep(calmTime)
		began := time.Now()
		charged := len(f.d.stack.Outside.Ledger(f.t))
		f.d.stack.Outside.Set(f.t, due.Add(-max(ahead, 0)-2*calmTime))
		f.m.mustServeFromNow()
		agreed := due.Add(max(-ahead, 0) + time.Second)
		f.m.mu.Lock()
		f.m.dayAgreed, f.m.daysApart = time.Now().Add(agreed.Sub(f.d.stack.Now(f.t))), 0
		f.m.mu.Unlock()
		f.awaitTime(agreed.Add(2 * calmTime))
		// A server that is ahead finds the contracts within a minute of its midnight, and has jobs
		// for them then, which wait until it is as late for the others.
		f.awaitTime(due.Add(time.Minute + 4*calmTime))
		f.m.awaitWork(began)
		time.Sleep(calmTime)
		f.mustBeDueAt(due, max(ahead, 0), f.d.stack.Outside.Ledger(f.t)[charged:])
		f.t.Logf("%s: %d orders were refused while the servers did not agree on the day; %s", name, f.m.daysApart, f.m.outage(began, 0))
	})
	f.m.mustServeAll()
	f.m.mustKeep(name)
	f.goBy(m, right)
}

// goBy has the program with the variables serve and work on a machine.
func (f *failover) goBy(m *machine, program string, variables ...string) {
	f.t.Helper()
	both := []*node{m.serve, m.work}
	blackbox.Must(f.t, f.d.nodes.halt(both...))
	for _, n := range both {
		own := slices.DeleteFunc(slices.Clone(n.own), func(variable string) bool { return strings.HasPrefix(variable, "CLOCK_AHEAD=") })
		n.become(program, append(own, variables...))
	}
	blackbox.Must(f.t, f.d.nodes.resume(both...))
}

// letAppsIn moves all clocks to the moment and lets the app of each member in anew, whose refresh
// tokens of a month ago are over.
func (f *failover) letAppsIn(at time.Time) {
	f.t.Helper()
	f.d.stack.Outside.Set(f.t, at)
	blackbox.Each(f.t, buyers, 4, func(i int) error {
		b := f.m.members[i]
		return errors.Join(b.LogIn(), b.connect())
	})
}

// midnight is that at which most contracts become due.
func (f *failover) midnight() time.Time {
	f.t.Helper()
	rows := f.d.stack.Rows(`SELECT extract(epoch FROM due_at)::bigint::text FROM subscriptions WHERE ended_at IS NULL AND due_at IS NOT NULL
		GROUP BY due_at ORDER BY count(*) DESC LIMIT 1`)
	var seconds int64
	if len(rows) != 1 {
		f.t.Fatal("no contract is ever due")
	}
	_, err := fmt.Sscan(rows[0], &seconds)
	blackbox.Must(f.t, err)
	due := time.Unix(seconds, 0)
	if !clock.DayOf(due).Start().Equal(due) {
		f.t.Fatalf("contracts are due at %s, which is no midnight", due)
	}
	return due
}

// awaitTime waits until it is later by the right clock.
func (f *failover) awaitTime(until time.Time) {
	f.t.Helper()
	for f.d.stack.Now(f.t).Before(until) {
		time.Sleep(time.Second)
	}
}

// mustBeDueAt fails for renewals that the provider took earlier than they may be, for a contract
// that was renewed twice, and when there was none.
func (f *failover) mustBeDueAt(due time.Time, early time.Duration, taken []ledger.Entry) {
	f.t.Helper()
	bills := map[string]string{}
	for _, row := range f.d.stack.Rows(`SELECT c.provider_order_id || ' ' || b.subscription_id FROM charges c JOIN bills b ON b.id = c.bill_id
		WHERE c.initiator = 'merchant'`) {
		var order, contract string
		_, err := fmt.Sscan(row, &order, &contract)
		blackbox.Must(f.t, err)
		bills[order] = contract
	}
	renewed := map[string]bool{}
	first, last := time.Duration(0), time.Duration(0)
	for _, e := range taken {
		contract := bills[e.OrderID]
		if contract == "" || e.Kind != ledger.Charge {
			continue
		}
		after := e.At.Sub(due)
		first, last = min(first, after), max(last, after)
		if renewed[contract] {
			f.t.Errorf("contract %s was charged twice", contract)
		}
		if renewed[contract] = true; after < -early-time.Second {
			f.t.Errorf("contract %s was charged %s before it was due", contract, -after)
		}
	}
	if len(renewed) == 0 {
		f.t.Errorf("nothing was renewed at %s, of %d entries; contracts are due at %s", due, len(taken),
			f.d.stack.Rows("SELECT coalesce(due_at::text, 'never') || ': ' || count(*) FROM subscriptions GROUP BY due_at"))
	}
	f.t.Logf("%d contracts were renewed, from %.0f s to %.0f s after midnight", len(renewed), first.Seconds(), last.Seconds())
}
