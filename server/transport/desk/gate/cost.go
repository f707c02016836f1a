package gate

import (
	"runtime"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/clock"
)

// Dearest is what an operation may cost. An object costs 1, a list twice and what each of its
// entries costs, a mutation 10; texts and numbers are free.
const (
	Dearest      = 2_000 // that runs
	allowance    = 4_000 // of a caller, at this server
	restoreRate  = 200   // a second
	usualEntries = 20    // of a list that names no number
	ofMutation   = 10
	ofRefusal    = 40 // what is refused is written down, too
)

// ofField is what fields cost that ask for more than their answer tells, beside what is in it: a
// whole page of a member, a provider of payments, statements for each contract.
var ofField = map[string]int{"memberScreen": 100, "askProvider": 100, "blockedBy": 50}

// CostOf is what the operation costs with these variables, or more than Dearest.
func CostOf(o *ast.OperationDefinition, variables map[string]any) int {
	total := costs(o.SelectionSet, variables)
	if o.Operation == ast.Mutation {
		total += ofMutation
	}
	return total
}

func costs(set ast.SelectionSet, variables map[string]any) (total int) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			total += costOfField(selection, variables)
		case *ast.InlineFragment:
			total += costs(selection.SelectionSet, variables)
		case *ast.FragmentSpread:
			total += costs(selection.Definition.SelectionSet, variables)
		}
		if total > Dearest { // dear enough to refuse
			return total
		}
	}
	return total
}

func costOfField(f *ast.Field, variables map[string]any) int {
	child := costs(f.SelectionSet, variables)
	if dear, ok := ofField[f.Name]; ok {
		return dear + child
	}
	if len(f.SelectionSet) == 0 {
		return 0
	}
	if f.Definition.Arguments.ForName("first") == nil {
		return 1 + child
	}
	entries := usualEntries
	if n, ok := number(f.ArgumentMap(variables)["first"]); ok && n >= 0 {
		entries = min(n, Dearest)
	}
	return 2 + entries*child
}

func number(value any) (int, bool) {
	switch n := value.(type) {
	case int64:
		return int(min(n, int64(Dearest))), true
	case int:
		return n, true
	case interface{ Int64() (int64, error) }: // json.Number
		whole, err := n.Int64()
		return int(min(whole, int64(Dearest))), err == nil
	}
	return 0, false
}

// Meter holds what each caller, and all of them together, may still spend at this server.
type Meter struct {
	mu      sync.Mutex
	callers map[string]*account
	all     *account
}

type account struct {
	left float64
	at   time.Time
	busy int // operations that run
}

// restore gives the account what comes back until now, up to what it may hold.
func (a *account) restore(now time.Time, rate, most float64) {
	a.left, a.at = min(most, a.left+now.Sub(a.at).Seconds()*rate), now
}

// togetherRate is what comes back a second to all callers together: members, who ask on the same
// processors, hardly wait longer then.
var togetherRate = float64(250 * runtime.GOMAXPROCS(0))

// together is the account of all callers at this moment.
func (m *Meter) together(now time.Time) *account {
	if m.all == nil {
		m.all = &account{left: 2 * allowance, at: now}
	}
	m.all.restore(now, togetherRate, 2*allowance)
	return m.all
}

// atOnce is how many operations of one caller may run at a time.
const atOnce = 5

// begin takes the cost from what the caller has left. It answers what is left then, and how long to
// wait where that is not enough or too much runs; end is to be called when it has run.
func (m *Meter) begin(caller string, cost int) (left int, wait time.Duration, end func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, all := m.of(caller), m.together(clock.Machine.Now())
	wait = max(restored(float64(cost)-a.left, restoreRate), restored(float64(cost)-all.left, togetherRate))
	switch {
	case wait > 0:
		return int(a.left), wait, nil
	case a.busy >= atOnce:
		return int(a.left), time.Second, nil
	}
	a.left -= float64(cost)
	all.left -= float64(cost)
	a.busy++
	return int(a.left), 0, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		a.busy--
	}
}

// wait is how long a caller has to wait who has spent more than they had; 0 for all others.
func (m *Meter) wait(caller string) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return restored(-m.of(caller).left, restoreRate)
}

// spend takes the cost, also where there is less left.
func (m *Meter) spend(caller string, cost int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of(caller).left -= float64(cost)
}

// restored is how long it takes until what is missing has come back.
func restored(missing, rate float64) time.Duration {
	return time.Duration(max(0, missing) / rate * float64(time.Second))
}

// of is the account of the caller at this moment.
func (m *Meter) of(caller string) *account {
	now := clock.Machine.Now()
	if m.callers == nil {
		m.callers = map[string]*account{}
	}
	a := m.callers[caller]
	if a == nil {
		m.forget(now)
		a = &account{left: allowance, at: now}
		m.callers[caller] = a
	}
	a.restore(now, restoreRate, allowance)
	return a
}

// forget drops callers that have everything left again.
func (m *Meter) forget(now time.Time) {
	for name, a := range m.callers {
		if a.busy == 0 && a.left+now.Sub(a.at).Seconds()*restoreRate >= allowance {
			delete(m.callers, name)
		}
	}
}
