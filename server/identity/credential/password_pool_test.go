package credential

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/fault"
)

// One network that fills the queue neither displaces those who come from elsewhere nor makes them
// wait for all of it: the lanes take turns, and the last one of the longest lane gives way.
func TestOneNetworkDoesNotStarveOthers(t *testing.T) { // D-03
	t.Parallel()
	var pool PasswordPool
	workers := runtime.GOMAXPROCS(0)
	hashing := held{free: make(chan bool), order: make(chan string, 1)}
	refused := make(chan error, workers+10)
	send := func(ctx context.Context, lane string) {
		before := pool.inside()
		go func() {
			err := pool.run(ctx, Lane(lane), hashing.of(lane))
			if err != nil {
				refused <- err
			}
		}()
		for pool.inside() == before && len(refused) == 0 {
			runtime.Gosched()
		}
	}
	for range workers * (queued + 1) {
		send(t.Context(), "flood")
	}
	send(t.Context(), "flood")
	if f, ok := fault.As(<-refused); !ok || f.Status() != 503 || f.RetryAfter <= 0 {
		t.Errorf("one more of the flood: %+v", f)
	}
	gone, leave := context.WithCancel(t.Context())
	for _, lane := range []string{"home", "office"} {
		go func() { _ = pool.run(t.Context(), Lane(lane), hashing.of(lane)) }()
		if f, ok := fault.As(<-refused); !ok || f.Status() != 503 {
			t.Errorf("the last of the flood gives way to %s: %+v", lane, f)
		}
	}
	ended := make(chan error)
	go func() {
		ended <- pool.run(gone, "caller who leaves", func() { t.Error("no caller waits for it") })
	}()
	<-refused
	leave()
	if err := <-ended; err != context.Canceled {
		t.Error(err)
	}
	began := hashing.end(workers, workers*(queued+1)-3+2)
	for _, lane := range []string{"home", "office"} {
		if at := slices.Index(began, lane); at < 0 || at > 3*workers+4 {
			t.Errorf("%s came as number %d of %d", lane, at+1, len(began))
		}
	}
	for pool.inside() > 0 {
		runtime.Gosched()
	}
	if err := pool.run(t.Context(), "", func() {}); err != nil || len(pool.strangers.lanes)+len(pool.members.lanes) != 0 {
		t.Errorf("in the end: %v, %d lanes", err, len(pool.strangers.lanes)+len(pool.members.lanes))
	}
}

// A stranger who comes from a thousand networks, each a lane, neither fills the queue for members
// nor makes them wait for all of it.
func TestAThousandNetworksDoNotStarveMembers(t *testing.T) { // D-03
	t.Parallel()
	var pool PasswordPool
	workers := runtime.GOMAXPROCS(0)
	hashing := held{free: make(chan bool), order: make(chan string, 1)}
	refused := make(chan string, 10)
	send := func(lane string) {
		before := pool.inside()
		go func() {
			if err := pool.run(t.Context(), Lane(lane), hashing.of(lane)); err != nil {
				refused <- lane
			}
		}()
		for pool.inside() == before && len(refused) == 0 {
			runtime.Gosched()
		}
	}
	for n := range workers * (queued + 1) {
		send(fmt.Sprintf("network %d", n))
	}
	send("network of a late stranger")
	if got := <-refused; got != "network of a late stranger" {
		t.Errorf("%s gave way to a stranger", got)
	}
	members := []string{string(LaneOfMember(uuid.New())), string(LaneOfMember(uuid.New()))}
	for _, member := range members {
		send(member)
		if got := <-refused; !strings.HasPrefix(got, "network ") {
			t.Errorf("%s was refused", got)
		}
	}
	began := hashing.end(workers, workers*(queued+1))
	for _, member := range members {
		if at := slices.Index(began, member); at < 0 || at > 2*workers+4 {
			t.Errorf("a member came as number %d of %d", at+1, len(began))
		}
	}
	if at := slices.IndexFunc(began[workers:], func(lane string) bool { return strings.HasPrefix(lane, "network ") }); at > 3 {
		t.Errorf("strangers wait for all members: the first came as number %d", at+1)
	}
	for pool.inside() > 0 {
		runtime.Gosched()
	}
	if lanes := len(pool.strangers.lanes) + len(pool.members.lanes); lanes != 0 {
		t.Errorf("%d lanes are left", lanes)
	}
}

// held are passwords whose hashing ends when the test says so.
type held struct {
	free  chan bool
	order chan string
	begun atomic.Int32
}

func (h *held) of(lane string) func() {
	return func() { h.begun.Add(1); <-h.free; h.order <- lane }
}

// end has so many end one by one, each when every worker has begun with what it got, and returns
// their lanes.
func (h *held) end(workers, count int) []string {
	var lanes []string
	for n := range count {
		for int(h.begun.Load()) < min(n+workers, count) {
			runtime.Gosched()
		}
		h.free <- true
		lanes = append(lanes, <-h.order)
	}
	return lanes
}

// inside is how many passwords are being hashed or wait for it.
func (p *PasswordPool) inside() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.working + p.members.waiting + p.strangers.waiting
}

// S-05: after a burst of hashes nothing of their memory is kept: the process gives it back once,
// when no other one has come for a while. It is no test in parallel: the others would fill the
// memory again.
func TestABurstOfHashesLeavesNoMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pool PasswordPool
		hash := func() {
			if _, err := pool.Matches(t.Context(), "", nil, "open9sesame"); err != nil {
				t.Fatal(err)
			}
		}
		before := collections()
		for range 3 {
			hash()
			time.Sleep(giveBack - time.Millisecond) // another one comes just in time
			synctest.Wait()
		}
		if n := collections() - before; n != 0 {
			t.Errorf("memory was given back %d times between hashes", n)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if n := collections() - before; n != 1 {
			t.Errorf("memory was given back %d times after the last hash", n)
		}
		if kept := metric("/memory/classes/heap/free:bytes"); kept >= uint64(productionCost.Memory)<<10 {
			t.Errorf("%d MB are kept, as much as a hash takes", kept>>20)
		}
		time.Sleep(time.Hour)
		if n := collections() - before; n != 1 {
			t.Errorf("memory was given back %d times by an idle pool", n)
		}
	})
}

// collections is how many were asked for, by debug.FreeOSMemory too.
func collections() uint64 { return metric("/gc/cycles/forced:gc-cycles") }

func metric(name string) uint64 {
	samples := []metrics.Sample{{Name: name}}
	metrics.Read(samples)
	return samples[0].Value.Uint64()
}
