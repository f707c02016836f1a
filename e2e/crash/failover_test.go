package crash

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// longestOutage is how long members may be told to come back: what docs/failover.md promises.
const longestOutage = 30 * time.Second

// losses are the ways in which the machine of a primary or of a standby is lost, or gives its role
// up, one after the other. Each takes the names of the primary and of the standby, and has brought
// the machine back when it returns.
var losses = []struct {
	name  string
	moves bool // the other machine becomes the primary
	lose  func(c *cluster, primary, standby string)
}{
	{"the primary loses its power", true, func(c *cluster, primary, standby string) {
		c.do(primary, "kill")
		c.awaitPrimary(standby)
		time.Sleep(calmTime)
		c.do(primary, "start")
	}},
	{"the primary is cut off and comes back", true, func(c *cluster, primary, standby string) {
		c.do(primary, "halt")
		c.awaitPrimary(standby)
		time.Sleep(calmTime)
		c.writeInVain(primary)
	}},
	{"the standby loses its power", false, func(c *cluster, _, standby string) {
		c.do(standby, "kill")
		time.Sleep(3 * calmTime)
		c.do(standby, "start")
	}},
	{"the standby is cut off and comes back", false, func(c *cluster, _, standby string) {
		c.do(standby, "halt")
		time.Sleep(5 * calmTime)
		c.do(standby, "wake")
	}},
	{"the standby is promoted by plan", true, func(c *cluster, primary, standby string) {
		c.switchOver(primary, standby)
		c.awaitPrimary(standby)
	}},
}

// calmTime is for how long members act in peace before a loss, and after it.
const calmTime = 5 * time.Second

// Machines of PostgreSQL are lost while members buy, are renewed, log in and exchange tokens. In
// the end all that was acknowledged is there, each bill is charged once, and one machine at a time
// took what was written. Members were told to come back for less than half a minute, in the proper
// form, and the processes went on by themselves. `make failover` starts the machines and runs this.
func TestFailover(t *testing.T) {
	c := startedCluster(t)
	d, m := newFailover(t, c)
	for _, loss := range losses {
		primary, standby := c.awaitWhole()
		m.acting(func() {
			time.Sleep(calmTime)
			renewed := m.renew()
			began := time.Now()
			loss.lose(c, primary, standby)
			if now, _ := c.awaitWhole(); (now != primary) != loss.moves {
				t.Errorf("%s: the primary was %s and is %s", loss.name, primary, now)
			}
			whole := time.Since(began)
			time.Sleep(calmTime)
			m.awaitWork(began)
			<-renewed
			t.Logf("%s: both machines were there again after %.0f s; %s", loss.name, whole.Seconds(), m.outage(began))
		})
		m.mustKeep(loss.name)
		if t.Failed() {
			return
		}
	}
	d.rest()
	for _, problem := range d.wrong() {
		t.Error(problem)
	}
	t.Log(m.sum())
}

// newFailover is a world whose processes reach the database of the cluster in two ways: the one
// through HAProxy, the other through a PgBouncer before it.
func newFailover(t *testing.T, c *cluster) (*driver, *market) {
	t.Helper()
	stack := blackbox.New(t, failoverStore(t))
	c.makeProof()
	name := stack.Variables["DATABASE_URL"]
	d := newDriverOf(t, stack, blackbox.Program(), 1, nil,
		[]string{"KAIIN_DATABASE_CONNECTIONS=20", "DATABASE_URL=" + at(t, c.Machines["a"].Proxy, name)},
		[]string{"KAIIN_DATABASE_CONNECTIONS=20", "DATABASE_URL=" + at(t, c.Machines["b"].Pooler, name), "DATABASE_DIRECT_URL=" + at(t, c.Machines["b"].Proxy, name)},
	)
	d.nodes.client.Timeout = time.Minute
	return d, newMarket(t, d)
}

// films is how many films a member can buy, each once.
const films = 300

// failoverStore is the store of this package with many films, and with apps.
func failoverStore(t testing.TB) string {
	t.Helper()
	text := storeText(t)
	_, rest, ok := strings.Cut(text, "  - id: film\n")
	film, _, ends := strings.Cut(rest, "  - id: ")
	if !ok || !ends {
		t.Fatal("the store has no film")
	}
	var more strings.Builder
	for i := range films {
		fmt.Fprintf(&more, "  - id: film-%d\n%s", i, film)
	}
	return strings.NewReplacer("  - id: film\n", more.String()+"  - id: film\n", "  flags:\n", "  flags:\n    isOidcEnabled: true\n").Replace(text)
}
