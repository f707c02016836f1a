package crash

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
	"kaiin/server/clock"
	"kaiin/server/config"
	"kaiin/server/gateway/sbps"
	"kaiin/server/payment"
)

// outcomes of calls to the provider that do not simply succeed.
var outcomes = []string{"decline", "decline", "hard_decline", "hard_decline", "timeout_before", "timeout_after", "timeout_after", "duplicate", "http_500"}

// driver lets members act, the clock move, the provider fail and processes die.
type driver struct {
	t       testing.TB
	stack   *blackbox.Stack
	nodes   *nodes
	program string
	dice    *rand.Rand
	members []*blackbox.Member
	acts    []act // what members and the staff do
	// provider is the merchant's access to the provider without this program; sold counts what is taken through it.
	provider *sbps.Client
	clock    *clock.Clock
	sold     atomic.Int64

	mu     sync.Mutex // of what the lives of processes are armed with
	points []string
	arming *rand.Rand
	calm   bool
}

// newDriver is a world with members; points are what processes are armed with from now on.
func newDriver(t testing.TB, program string, seed uint64, points []string) *driver {
	t.Helper()
	text, err := os.ReadFile("../money/testdata/store.yaml")
	blackbox.Must(t, err)
	store := strings.NewReplacer("LAST_RENEWAL", clock.New().Today().AddDays(40).String(), "renewSpan: 1\n    renewSpanUnit: months",
		"renewSpan: 4\n    renewSpanUnit: days", "freeTrialDays: 14", "freeTrialDays: 5",
		"\nsettings:", "\nsettings:\n  contracts: { retryDays: 2, unknownSaleDays: 1 }").Replace(string(text))
	d := &driver{
		t: t, stack: blackbox.New(t, store), program: program, dice: rand.New(rand.NewPCG(seed, 1)),
		points: points, acts: acts, arming: rand.New(rand.NewPCG(seed, 2)), calm: true,
	}
	settings, err := config.Load(d.stack.Variables.Get)
	blackbox.Must(t, err)
	d.clock = clock.New()
	d.provider, err = sbps.New(settings.SBPS, d.clock)
	blackbox.Must(t, err)
	d.nodes = start(t, d.stack, program, d.arm)
	d.nodes.awaitAnswers()
	for range 4 {
		m, err := d.newMember()
		blackbox.Must(t, err)
		d.members = append(d.members, m)
	}
	return d
}

func (d *driver) newMember() (*blackbox.Member, error) {
	m := d.stack.Visitor("ja")
	m.Client.Timeout = 3 * time.Second // of those who wait for a charge whose process died, nobody waits for long
	if err := m.SignUp(); err != nil {
		return nil, err
	}
	return m, m.AddCard(blackbox.GoodCard)
}

// arm chooses what kills the next life: mostly a point, none when all is calm.
func (d *driver) arm() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.calm {
		return ""
	}
	return d.points[d.arming.IntN(len(d.points))]
}

func (d *driver) setCalm(calm bool) {
	d.mu.Lock()
	d.calm = calm
	d.mu.Unlock()
	for _, n := range d.nodes.all {
		n.kill()
	}
	time.Sleep(50 * time.Millisecond) // what was just sent arrives
	d.nodes.awaitAnswers()
}

// until lets all of it happen until so many processes have died.
func (d *driver) until(kills int) {
	d.setCalm(false)
	for step := 0; d.nodes.killed() < kills && !d.t.Failed(); step++ {
		d.step(step)
	}
}

func (d *driver) step(step int) {
	if d.dice.IntN(3) == 0 {
		d.stack.Outside.Script(d.t, outcomes[d.dice.IntN(len(outcomes))], "", 1+d.dice.IntN(2))
	}
	var busy sync.WaitGroup
	for _, i := range d.dice.Perm(len(d.members))[:2] {
		m, does, dice := d.members[i], d.acts[d.dice.IntN(len(d.acts))], rand.New(rand.NewPCG(d.dice.Uint64(), 3))
		busy.Go(func() {
			awake(d, m)
			does(d, m, dice)
		})
	}
	if d.dice.IntN(5) < 2 { // the others live on until they come to their points
		victim, wait := d.nodes.all[d.dice.IntN(2)], time.Duration(20+d.dice.IntN(800))*time.Millisecond
		busy.Go(func() {
			time.Sleep(wait)
			victim.kill()
		})
	}
	move := time.Duration(1+d.dice.IntN(30)) * time.Hour
	if step%3 == 0 {
		move = payment.Patience
	}
	if step%2 == 1 {
		busy.Wait() // in every other step the clock moves while members act
	}
	d.stack.Outside.Advance(d.t, move)
	busy.Wait()
}

// rest lets everything come to its end, without deaths and failures.
func (d *driver) rest() {
	d.setCalm(true)
	d.stack.Outside.Unscript(d.t)
	for _, by := range []time.Duration{payment.Patience + time.Minute, time.Hour, 3 * time.Hour, 25 * time.Hour, 25 * time.Hour, 25 * time.Hour, 3 * time.Hour, time.Hour} {
		d.stack.Outside.Advance(d.t, by)
	}
}

// wrong is what does not fit in the end: what the book's own check finds, and every order id whose money is not what the book says.
func (d *driver) wrong() (problems []string) {
	if err := d.command("verify-ledger", "--provider"); err != nil {
		problems = append(problems, err.Error())
	}
	kept := map[string]int{}
	blackbox.Must(d.t, d.stack.Outside.Call("GET", "/kept.json", nil, &kept))
	for order, yen := range kept {
		if yen == 0 {
			delete(kept, order)
		} else {
			problems = append(problems, d.lines(order, yen)...)
		}
	}
	booked := d.stack.Rows(`SELECT c.provider_order_id FROM charges c WHERE c.settled_at IS NOT NULL AND c.amount >
		(SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.charge_id = c.id AND r.kind = 'refund' AND r.state = 'done')`)
	for _, order := range booked {
		if _, ok := kept[order]; !ok {
			problems = append(problems, "the provider kept nothing of order "+order)
		}
	}
	for _, query := range []string{
		`SELECT 'charge ' || id || ' is ' || state FROM charges WHERE state IN ('attempting', 'authorized', 'unknown')
			OR applied_at IS NULL AND state <> 'orphaned'`,
		`SELECT 'refund ' || id || ' is ' || state FROM refunds WHERE state IN ('attempting', 'unknown')`,
		`SELECT 'bill ' || bill_id || ' is taken ' || count(*) || ' times' FROM charges WHERE state = 'settled' GROUP BY bill_id HAVING count(*) > 1`,
		`SELECT 'order ' || id || ' is ' || state FROM orders WHERE state IN ('charging', 'unknown', 'authenticating')`,
	} {
		problems = append(problems, d.stack.Rows(query)...)
	}
	slices.Sort(problems)
	return problems
}

// lines says how the book differs from what the provider keeps of the order.
func (d *driver) lines(order string, yen int) []string {
	return d.stack.Rows(`SELECT 'the provider keeps ' || $2::int || ' yen of order ' || $1 || ', the book ' || own FROM
		(SELECT coalesce(sum(c.amount - (SELECT coalesce(sum(r.amount), 0) FROM refunds r
			WHERE r.charge_id = c.id AND r.kind = 'refund' AND r.state = 'done')), 0) AS own
		FROM charges c WHERE c.provider_order_id = $1 AND c.settled_at IS NOT NULL) b WHERE own <> $2::int`, order, yen)
}

// command runs a command of the program as the staff does.
func (d *driver) command(args ...string) error {
	cmd := exec.Command(d.program, args...)
	cmd.Env = d.stack.Variables.List()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("kaiin %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}
