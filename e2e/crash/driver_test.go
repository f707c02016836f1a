package crash

import (
	"bytes"
	"encoding/json"
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
	"kaiin/server/base/clock"
	"kaiin/server/base/config"
	"kaiin/server/money/gateway"
	"kaiin/server/money/gateway/sbps"
	"kaiin/server/money/payment"
)

// outcomes of calls to providers that do not simply succeed, of months that a carrier charges by
// itself, and of notices: the service, what it comes to, and the function, if only one is meant.
var outcomes = [][3]string{
	{"sbps", "decline"}, {"sbps", "decline"}, {"sbps", "hard_decline"}, {"sbps", "hard_decline"}, {"sbps", "timeout_before"}, {"sbps", "timeout_after"},
	{"sbps", "timeout_after"}, {"sbps", "duplicate"}, {"sbps", "http_500"},
	{"paypal", "decline"}, {"paypal", "timeout_before"}, {"paypal", "timeout_after"}, {"paypal", "failed_after"}, {"paypal", "duplicate"},
	{"paypal", "agreement_cancelled"}, {"paypal", "webhook_doubled"}, {"paypal", "webhook_reordered"}, {"paypal", "webhook_lost"}, {"paypal", "timeout_after", "vault"},
	{"sbps", "notice_after"}, {"sbps", "notice_lost"}, {"sbps", "notice_doubled"}, {"sbps", "decline", "monthly"}, {"sbps", "agreement_cancelled", "monthly"},
}

// driver lets members act, the clock move, the provider fail and processes die.
type driver struct {
	t       testing.TB
	stack   *blackbox.Stack
	nodes   *nodes
	program string
	dice    *rand.Rand
	members []*blackbox.Member
	acts    []act // what members and the staff do
	// pointsOnly: processes die at failpoints and are not killed at any other moment.
	pointsOnly bool
	// provider is the merchant's access to the provider without this program; sold counts what is
	// taken through it.
	provider *sbps.Client
	clock    *clock.Clock
	sold     atomic.Int64
	inVain   bool         // five days have gone by once, and what was sold elsewhere was still not given back: wrong will say so
	moving   sync.RWMutex // while the clock moves no member is on their way back from PayPal, and nothing is sold elsewhere

	mu     sync.Mutex // of the failpoints that processes are started with
	points []string
	arming *rand.Rand
	calm   bool
}

// storeText is the store in which members act.
func storeText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("../money/testdata/store.yaml")
	blackbox.Must(t, err)
	more, err := os.ReadFile("testdata/more.yaml.part")
	blackbox.Must(t, err)
	return strings.NewReplacer("LAST_RENEWAL", clock.New().Today().AddDays(100).String(), "renewSpan: 1\n    renewSpanUnit: months",
		"renewSpan: 4\n    renewSpanUnit: days", "freeTrialDays: 14", "freeTrialDays: 5",
		"\nsettings:", "\nsettings:\n  contracts: { retryDays: 2, unknownSaleDays: 1, unknownSalesADay: 1000, unknownSaleYenADay: 1000000 }").Replace(string(text)) + string(more)
}

// newDriver is a world with members; points are what processes are armed with from now on.
func newDriver(t testing.TB, program string, seed uint64, points []string) *driver {
	t.Helper()
	return newDriverOf(t, blackbox.New(t, storeText(t)), program, seed, points)
}

// newDriverOf is newDriver for a stack, and for machines with something particular.
func newDriverOf(t testing.TB, stack *blackbox.Stack, program string, seed uint64, points []string, places ...place) *driver {
	t.Helper()
	d := &driver{
		t: t, stack: stack, program: program, dice: rand.New(rand.NewPCG(seed, 1)),
		points: points, acts: acts, arming: rand.New(rand.NewPCG(seed, 2)), calm: true,
	}
	settings, err := config.Load(d.stack.Variables.Get)
	blackbox.Must(t, err)
	d.clock = clock.New()
	d.provider, err = sbps.New(settings.SBPS, d.clock)
	blackbox.Must(t, err)
	d.nodes = start(t, d.stack, program, d.arm, places...)
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
	m.Client.Timeout = 3 * time.Second // a member whose charge's process died does not wait for long
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

// untilAtPoints lets all of it happen until so many processes have died at failpoints, for so many
// steps at most.
func (d *driver) untilAtPoints(deaths, steps int) {
	d.setCalm(false)
	for step := 0; d.nodes.diedAtPoints() < deaths && step < steps && !d.t.Failed(); step++ {
		d.step(step)
	}
}

func (d *driver) step(step int) {
	if d.dice.IntN(3) == 0 {
		next := outcomes[d.dice.IntN(len(outcomes))]
		d.stack.Outside.ScriptOf(d.t, next[0], next[1], next[2], 1+d.dice.IntN(2))
	}
	if d.dice.IntN(4) == 0 {
		d.tellAgain()
	}
	var busy sync.WaitGroup
	for _, i := range d.dice.Perm(len(d.members))[:2] {
		m, does, dice := d.members[i], d.acts[d.dice.IntN(len(d.acts))], rand.New(rand.NewPCG(d.dice.Uint64(), 3))
		busy.Go(func() {
			awake(d, m, dice)
			does(d, m, dice)
		})
	}
	if !d.pointsOnly && d.dice.IntN(5) < 2 { // the others live on until they come to their points
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
	d.pass(move)
	busy.Wait()
}

// pass lets the time go by. Before it may go by for long, what a server that runs all day would not
// have missed is done. The hour is over in which members may come back from PayPal, which tells for
// three hours what they agreed to. Sales that we do not know are in one of the lists of the last
// five days, and given back.
func (d *driver) pass(by time.Duration) {
	d.moving.Lock()
	defer d.moving.Unlock()
	until := d.stack.Now(d.t).Add(by)
	const lost = `SELECT id::text FROM payment_methods p WHERE provider = 'paypal' AND (state = 'pending' OR state = 'deleted' AND reference = ''
		AND EXISTS (SELECT FROM river_job WHERE kind = 'payment.forget' AND args->>'method_id' = p.id::text AND finalized_at IS NULL))`
	for i := 0; i < 60 && len(d.stack.Rows(lost)) > 0; i++ {
		if i == 0 {
			d.stack.Outside.Advance(d.t, time.Hour)
		}
		d.stack.Outside.Advance(d.t, time.Minute)
	}
	for i := 0; i < 5 && !d.inVain && d.unclaimed(); i++ {
		now := d.stack.Now(d.t)
		d.stack.Outside.Advance(d.t, clock.DayOf(now).AddDays(1).Start().Add(12*time.Hour).Sub(now))
		d.inVain = i == 4 && d.unclaimed()
	}
	d.stack.Outside.Advance(d.t, max(0, until.Sub(d.stack.Now(d.t))))
}

// unclaimed reports whether a provider keeps money that was taken elsewhere.
func (d *driver) unclaimed() bool {
	kept := map[string]int{}
	blackbox.Must(d.t, d.stack.Outside.Call("GET", "/kept.json", nil, &kept))
	for order, yen := range kept {
		if yen > 0 && strings.HasPrefix(order, elsewherePrefix) {
			return true
		}
	}
	return false
}

// rest lets everything come to its end, without deaths and failures. The carrier charges months
// ahead of the terms that they pay: at a month's end, all of them have begun.
func (d *driver) rest() {
	d.setCalm(true)
	d.stack.Outside.Unscript(d.t)
	d.tellAgain()
	d.importFile(d.members[0], "")
	for _, by := range []time.Duration{payment.Patience + time.Minute, time.Hour, 3 * time.Hour, 25 * time.Hour, 25 * time.Hour, 25 * time.Hour} {
		d.pass(by)
	}
	d.tellAgain()
	now := d.stack.Now(d.t).In(clock.Tokyo)
	tomorrow := now.AddDate(0, 0, 1)
	d.pass(max(0, time.Date(tomorrow.Year(), tomorrow.Month()+1, 0, 8, 0, 0, 0, clock.Tokyo).Sub(now)))
	d.importFile(d.members[0], "")
	for _, by := range []time.Duration{payment.Patience + time.Minute, time.Hour, 3 * time.Hour} {
		d.pass(by)
	}
	d.decideUsed()
	d.pass(time.Hour)
}

// decideUsed decides, as the staff do, what became of charges whose order id was used before and
// under which the provider finds nothing: a refusal was answered to a process that died with it. We
// never charge these again, and the staff see them (payment.Stuck).
func (d *driver) decideUsed() {
	known := map[string]bool{}
	for _, e := range d.stack.Outside.Ledger(d.t) {
		known[e.OrderID] = true
	}
	var open []struct {
		ID      string `json:"id"`
		OrderID string `json:"providerOrderId"`
	}
	list, err := d.output("", "charges", "--open", "--json")
	blackbox.Must(d.t, err)
	blackbox.Must(d.t, json.Unmarshal(list, &open))
	used := d.stack.Rows(`SELECT id::text FROM charges WHERE state = 'unknown' AND reason = $1`, string(gateway.ReasonDuplicate))
	for _, c := range open {
		if !slices.Contains(used, c.ID) || known[c.OrderID] {
			continue // wrong finds it
		}
		err := d.command("charges", "--decide", c.ID, "--as", "declined", "--by", "crash", "--reason", "the provider has no sale of this order")
		blackbox.Must(d.t, err)
	}
}

// command runs a command of the program as the staff does.
func (d *driver) command(args ...string) error { return d.commandAt("", args...) }

// commandAt is command with a failpoint.
func (d *driver) commandAt(point string, args ...string) error {
	_, err := d.output(point, args...)
	return err
}

// output is commandAt, and what the command prints.
func (d *driver) output(point string, args ...string) ([]byte, error) {
	cmd := exec.Command(d.program, args...)
	cmd.Env = append(d.stack.Variables.List(), "KAIIN_FAILPOINT="+point)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("kaiin %s: %w\n%s%s", strings.Join(args, " "), err, out, complaint.String())
	}
	return out, err
}
