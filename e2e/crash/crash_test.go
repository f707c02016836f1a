package crash

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"kaiin/e2e/blackbox"
	"kaiin/server/money/payment"
	"kaiin/server/money/providerbilling"
	"kaiin/server/money/purchase"
	"kaiin/server/money/reconciliation"
	"kaiin/server/money/subscription"
)

func TestMain(m *testing.M) { blackbox.Main(m, 3) }

// points are all failpoints of the money path; two of them are passed at PayPal alone.
var points = slices.Concat(payment.Failpoints, providerbilling.Failpoints, reconciliation.Failpoints, []string{"purchase.named", "renewal.named"}, purchase.Failpoints, subscription.Failpoints)

func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s must be a number from 1", name)
	}
	return n
}

const (
	fewKills  = 24 // what a run of all tests has time for; make crash has 2,000
	manyKills = 100
	most      = 3 // worlds
)

// worldsOf is how many worlds share the kills. The same kills and seed always make the same worlds.
func worldsOf(kills int) int {
	if kills < manyKills {
		return 1
	}
	return most
}

func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	kills, seed := number(t, "KILLS", fewKills), number(t, "SEED", 1)
	t.Logf("SEED=%d KILLS=%d", seed, kills)
	worlds := worldsOf(kills)
	for i := range worlds {
		own := uint64(seed*most + i)
		t.Run(fmt.Sprintf("world %d", i), func(t *testing.T) {
			t.Parallel()
			d := newDriver(t, blackbox.Program(), own, points)
			d.until((kills + worlds - 1) / worlds)
			d.rest()
			for _, problem := range d.wrong() {
				t.Error(problem)
			}
			t.Logf("%d deaths, at failpoints: %v", d.nodes.killed(), d.nodes.at)
			t.Log(d.stack.Rows(`SELECT 'charges ' || state || ' ' || count(*) FROM charges GROUP BY state UNION ALL
				SELECT 'contracts ' || status || ' ' || count(*) FROM subscriptions GROUP BY status UNION ALL
				SELECT 'refunds ' || kind || ' ' || state || ' ' || count(*) FROM refunds GROUP BY kind, state UNION ALL
				SELECT 'listed ' || kind || ' ' || (charge_id IS NULL) || ' ' || count(*) FROM gateway_events GROUP BY kind, charge_id IS NULL UNION ALL
				SELECT 'members who left ' || count(*) FROM withdrawals`))
			t.Log(d.stack.Rows(`SELECT row_to_json(c)::text FROM charges c WHERE state IN ('attempting', 'authorized', 'unknown')`))
			t.Log(d.stack.Rows(`SELECT event || ' ' || count(*) FROM subscription_events GROUP BY event ORDER BY event`))
		})
	}
}

func TestThereAreManyFailpoints(t *testing.T) {
	t.Parallel()
	sorted := slices.Sorted(slices.Values(points))
	if len(slices.Compact(sorted)) != len(points) || len(points) < 25 {
		t.Errorf("%d failpoints, or some twice: %v", len(points), points)
	}
}
