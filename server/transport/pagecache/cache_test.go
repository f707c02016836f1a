package pagecache

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// asked counts how often a page was made.
type asked struct{ atomic.Int64 }

func (a *asked) make(t testing.TB) func(context.Context) *Page {
	return func(context.Context) *Page { return pageOf(t, fmt.Sprintf("page %d %s", a.Add(1), holeNonce)) }
}

// holds is what a cache keeps.
func holds[K comparable](c *Cache[K]) (pages, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.entries), c.bytes
}

func newCache() *Cache[string] {
	return &Cache[string]{Life: time.Second, MaxPages: 3, MaxBytes: 1000}
}

func TestAPageIsKeptForItsLife(t *testing.T) { // S-07
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n := newCache(), new(asked)
		get := func(key, want string) {
			t.Helper()
			if got, _ := served(t, c.Get(t.Context(), key, n.make(t)), mine, false); !strings.HasPrefix(got, want+" ") {
				t.Errorf("%s: %s, want %s", key, got, want)
			}
		}
		get("a", "page 1")
		get("b", "page 2")
		time.Sleep(999 * time.Millisecond)
		get("a", "page 1")
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if pages, bytes := holds(c); pages != 0 || bytes != 0 {
			t.Errorf("%d pages of %d bytes stay when their time is over", pages, bytes)
		}
		get("a", "page 3")
		c.Forget()
		get("a", "page 4")
		time.Sleep(time.Second)
		synctest.Wait()
		if pages, bytes := holds(c); pages != 0 || bytes != 0 {
			t.Errorf("after Forget: %d pages of %d bytes", pages, bytes)
		}
	})
}

// The time of a page begins when it is asked for: one that was long under way is already old.
func TestASlowPageIsOldWhenItComes(t *testing.T) { // S-07
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n := newCache(), new(asked)
		slow := func(context.Context) *Page {
			p := n.make(t)(t.Context())
			time.Sleep(3 * time.Second)
			return p
		}
		first := make(chan *Page)
		go func() { first <- c.Get(t.Context(), "a", slow) }()
		time.Sleep(2 * time.Second)
		second := c.Get(t.Context(), "a", n.make(t))
		if n.Load() != 2 || second == nil {
			t.Errorf("a visitor waits for a page asked for two seconds ago: %d made", n.Load())
		}
		if late := <-first; late == nil || late == second {
			t.Error("the one who has waited gets another page than what they waited for")
		}
		synctest.Wait()
		if c.Get(t.Context(), "a", n.make(t)) == second {
			t.Error("the second page is kept for longer than its life") // it was asked for a second ago
		}
		c.Forget()
	})
}

// 50 who come at once to a cold entry ask once, also where the first of them leaves; one who leaves
// does not wait.
func TestACrowdAsksOnce(t *testing.T) { // S-07
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n := newCache(), new(asked)
		come := make(chan struct{})
		ask := func(ctx context.Context) *Page {
			<-come
			if ctx.Err() != nil {
				return nil
			}
			return n.make(t)(ctx)
		}
		leader, leave := context.WithCancel(t.Context())
		left := make(chan *Page)
		go func() { left <- c.Get(leader, "a", ask) }()
		synctest.Wait()
		var all sync.WaitGroup
		var got atomic.Int64
		for range 50 {
			all.Go(func() {
				if c.Get(t.Context(), "a", ask) != nil {
					got.Add(1)
				}
			})
		}
		synctest.Wait()
		leave()
		if <-left != nil {
			t.Error("one who has left got a page")
		}
		close(come)
		all.Wait()
		if got.Load() != 50 || n.Load() != 1 {
			t.Errorf("%d of 50 got the page, which was made %d times", got.Load(), n.Load())
		}
		time.Sleep(time.Second)
	})
}

// Where there is nothing to share, that is known for as long as a page is kept; then it is
// tried anew.
func TestNothingToShare(t *testing.T) { // S-07
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n := newCache(), new(asked)
		none := func(context.Context) *Page { n.Add(1); return nil }
		for range 10 {
			if c.Get(t.Context(), "a", none) != nil {
				t.Error("a page out of nothing")
			}
		}
		if n.Load() != 1 {
			t.Errorf("asked %d times", n.Load())
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if c.Get(t.Context(), "a", n.make(t)) == nil {
			t.Error("not tried again")
		}
		time.Sleep(time.Second)
	})
}

// S-07: a hundred thousand keys take no more than the bounds, and push out nothing that is kept.
func TestTheCacheIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, n := newCache(), new(asked)
		home := c.Get(t.Context(), "/", n.make(t))
		for i := range 100_000 {
			c.Get(t.Context(), fmt.Sprint(i), n.make(t))
			if pages, bytes := holds(c); pages > c.MaxPages || bytes > c.MaxBytes {
				t.Fatalf("%d pages of %d bytes", pages, bytes)
			}
		}
		if c.Get(t.Context(), "/", n.make(t)) != home || n.Load() != int64(c.MaxPages) {
			t.Errorf("pushed out, or %d made", n.Load())
		}
		c.Forget()
		large := func(context.Context) *Page { return pageOf(t, strings.Repeat("x", 400)) }
		huge := func(context.Context) *Page { return pageOf(t, strings.Repeat("x", 1001)) }
		if c.Get(t.Context(), "huge", huge) == nil {
			t.Error("the one who asked for a page too large to keep does not get it")
		}
		c.Get(t.Context(), "a", large)
		c.Get(t.Context(), "b", large)
		c.Get(t.Context(), "c", large)
		if pages, bytes := holds(c); pages != 2 || bytes > c.MaxBytes {
			t.Errorf("%d pages of %d bytes", pages, bytes)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if pages, bytes := holds(c); pages != 0 || bytes != 0 {
			t.Errorf("%d pages of %d bytes stay", pages, bytes)
		}
	})
}
