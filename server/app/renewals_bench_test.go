package app

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"kaiin/ent/subscription"
	"kaiin/server/base/notify"
)

// What `make bench` asks for about renewals, with a provider that answers each of the two calls of
// one in answersIn.
const answersIn = 200 * time.Millisecond

var (
	manyRenewed  = 2000 // in one run, by a process with as many workers as it has unless told otherwise
	sharedAmong  = 400  // in a run by one process, and in one by two, with so few workers that all wait for the provider
	fewWorkers   = 10
	longHistory  = 300_000 // charges
	renewedAlone = 20      // in a row, in turns
	renewRounds  = 12
)

// BenchmarkRenewals tells how many renewals a process makes in a second and how much memory stays
// in use after them, in MB; how long a code takes meanwhile at most, in seconds; how many times as
// many two processes make; and how many times as much of PostgreSQL one takes with a long history.
// It knows no bounds.
func BenchmarkRenewals(b *testing.B) {
	if testing.Short() { // only to see that it works
		manyRenewed, sharedAmong, longHistory, renewedAlone, renewRounds = 20, 20, 100, 2, 1
	}
	b.Run("process", benchmarkProcess)
	b.Run("two", benchmarkTwo)
	b.Run("history", benchmarkHistory)
}

func benchmarkProcess(b *testing.B) {
	w := manyDue(b, manyRenewed, 0)
	w.provider.latency = answersIn
	a := w.process(b, w.config.MoneyWorkers)
	before := inUse()
	began := time.Now()
	stop := a.working(b)
	await(b, "renewals have begun", func() bool { return w.provider.settled() > 0 })
	delayed := time.Duration(0)
	for w.provider.settled() < manyRenewed*9/10 {
		delayed = max(delayed, w.code(b, a))
	}
	await(b, "all are renewed", func() bool { return w.provider.settled() == manyRenewed })
	took := time.Since(began)
	stop()
	if ids := w.provider.twice(); len(ids) > 0 {
		b.Errorf("charged or settled more than once: %v", ids)
	}
	b.ReportMetric(float64(manyRenewed)/took.Seconds(), "renewals/s")
	b.ReportMetric(100_000/(float64(manyRenewed)/took.Seconds())/60, "minutes-of-100000")
	b.ReportMetric(delayed.Seconds(), "s-of-a-code")
	b.ReportMetric(inUse()-before, "MB-more")
}

func benchmarkTwo(b *testing.B) {
	var took [2]time.Duration
	for i := range took {
		w := manyDue(b, sharedAmong, 0)
		w.provider.latency = answersIn
		var processes []*App
		for range i + 1 {
			processes = append(processes, w.process(b, fewWorkers))
		}
		var stops []func()
		began := time.Now()
		for _, a := range processes {
			stops = append(stops, a.working(b))
		}
		await(b, "all are renewed", func() bool { return w.provider.settled() == sharedAmong })
		took[i] = time.Since(began)
		for _, stop := range stops {
			stop()
		}
	}
	b.ReportMetric(took[0].Seconds()/took[1].Seconds(), "times-one")
}

func benchmarkHistory(b *testing.B) {
	due := renewedAlone * (renewRounds + 1) // the first round does not count
	databases := [2]*renewals{manyDue(b, due, 0), manyDue(b, due, longHistory)}
	var apps [2]*App
	for i, w := range databases {
		apps[i] = w.process(b, 1)
		apps[i].Store.DB.SetConnMaxIdleTime(0) // the time of a connection that ends would be lost
	}
	var ratios, times []float64
	for round := range renewRounds + 1 {
		var each [2]time.Duration
		for i, a := range apps {
			ids, err := a.Store.Client(b.Context()).Subscription.Query().Where(subscription.DueAtLTE(a.Clock.Now())).Limit(renewedAlone).IDs(b.Context())
			if err != nil || len(ids) != renewedAlone {
				b.Fatal(len(ids), err)
			}
			before := spent(b, a.Store)
			for _, id := range ids {
				if err := a.Subscription.Renew(b.Context(), id); err != nil {
					b.Fatal(err)
				}
			}
			each[i] = spent(b, a.Store) - before
		}
		if round > 0 {
			ratios = append(ratios, each[1].Seconds()/each[0].Seconds())
			times = append(times, each[0].Seconds()*1e6/float64(renewedAlone))
		}
	}
	b.ReportMetric(middle(times), "µs")
	b.ReportMetric(middle(ratios), "time-ratio")
}

// code has a code mailed and tells how long that took.
func (w *renewals) code(b *testing.B, a *App) time.Duration {
	address, began := uuid.NewString()+"@example.com", time.Now()
	err := a.Store.Tx(b.Context(), func(ctx context.Context) error {
		return a.Notify.Send(ctx, notify.To{Address: address, Locale: "ja"}, notify.PinCode{CodeName: "認証コード", Code: "123456", Minutes: 10})
	})
	if err != nil {
		b.Fatal(err)
	}
	var at time.Time
	await(b, "the code arrives", func() (ok bool) { at, ok = w.mails.arrived(address); return ok })
	return at.Sub(began)
}

// inUse is the memory in use once what is garbage has gone, in MB.
func inUse() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}
