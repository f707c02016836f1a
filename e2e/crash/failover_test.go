package crash

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"kaiin/e2e/blackbox"
)

// longestOutage is how long members may be told to come back: what docs/failover.md promises.
const longestOutage = 30 * time.Second

// calmTime is for how long members act in peace before a loss, and after it.
const calmTime = 5 * time.Second

// failover is the cluster, and members who act while it is hurt.
type failover struct {
	*cluster
	d *driver
	m *market
}

// Machines of PostgreSQL are lost while members buy, are renewed, log in and exchange tokens. In
// the end all that was acknowledged is there, each bill is charged once, and one machine at a time
// took what was written. Members were told to come back for less than half a minute, in the proper
// form, and the processes went on by themselves. `make failover` starts the machines and runs this.
func TestFailover(t *testing.T) {
	c := startedCluster(t)
	chosen := chosenLosses(t, os.Getenv("LOSSES"))
	f := newFailover(t, c)
	for _, loss := range chosen {
		if loss.ofDisk && !c.Disks {
			t.Logf("%s: left out, since no file system can be mounted here", loss.name)
			continue
		}
		t.Logf("%s: %s", loss.key, loss.name)
		if loss.plays != nil {
			loss.plays(f, loss.name)
		} else {
			f.lose(loss)
		}
		if t.Failed() {
			return
		}
	}
	f.d.rest()
	for _, problem := range f.d.wrong() {
		t.Error(problem)
	}
	f.workedApart()
	t.Log(f.m.sum())
}

// lose has members act, and be renewed, while something is lost and comes back.
func (f *failover) lose(loss loss) {
	primary, standby := f.awaitWhole()
	f.m.acting(func() {
		time.Sleep(calmTime)
		renewed := f.m.renew()
		began := time.Now()
		loss.lose(f, primary, standby)
		if now, _ := f.awaitWhole(); (now != primary) != loss.moves {
			f.t.Errorf("%s: the primary was %s and is %s", loss.name, primary, now)
		}
		whole := time.Since(began)
		time.Sleep(calmTime)
		f.m.awaitWork(began)
		<-renewed
		f.t.Logf("%s: both machines were there again after %.0f s; %s", loss.name, whole.Seconds(), f.m.outage(began, max(loss.longest, longestOutage)))
	})
	f.m.mustKeep(loss.name)
}

// workedApart fails unless all jobs were done by processes that only work.
func (f *failover) workedApart() {
	f.t.Helper()
	apart := 0
	for _, m := range f.d.nodes.machines {
		m.work.mu.Lock()
		apart += m.work.begun
		m.work.mu.Unlock()
	}
	workers := f.d.stack.Rows(`SELECT DISTINCT worker FROM river_job, unnest(attempted_by) AS worker`)
	if len(workers) == 0 || len(workers) > apart {
		f.t.Errorf("%d processes did jobs, and %d were there that only work", len(workers), apart)
	}
}

// newFailover is a world whose machines reach the database of the cluster in two ways: the one
// through HAProxy, the other through a PgBouncer before it. On each of them one process serves and
// another one works.
func newFailover(t *testing.T, c *cluster) *failover {
	t.Helper()
	stack := blackbox.New(t, failoverStore(t))
	t.Cleanup(func() { _, _ = io.WriteString(c.log("kaiin"), stack.Log.String()) })
	c.makeProof()
	name := stack.Variables["DATABASE_URL"]
	direct := "DATABASE_DIRECT_URL=" + at(t, c.Machines["b"].Proxy, name)
	on := func(machine string, ways ...string) place {
		own := append(ways, "KAIIN_DATABASE_CONNECTIONS=20", fmt.Sprint("KAIIN_DRAIN=", drain))
		return place{own, os.Getenv("KAIIN_TEST_PAGES"), c.log("next-" + machine)}
	}
	d := newDriverOf(t, stack, blackbox.Program(), 1, nil,
		on("a", "DATABASE_URL="+at(t, c.Machines["a"].Proxy, name)),
		on("b", "DATABASE_URL="+at(t, c.Machines["b"].Pooler, name), direct),
	)
	d.nodes.client.Timeout = time.Minute
	d.nodes.followReadiness()
	return &failover{c, d, newMarket(t, d)}
}

// films is how many films a member can buy, each once.
const films = 400

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
	return strings.NewReplacer("  - id: film\n", more.String()+"  - id: film\n", "  flags:\n", "  flags:\n    isOidcEnabled: true\n",
		"unknownSaleYenADay: 1000000", "unknownSaleYenADay: 100000000").Replace(text)
}
