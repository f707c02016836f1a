package catalog

import (
	"context"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"kaiin/server/clock"
	"kaiin/server/store"
)

// CacheFor is how long what the store's file says is answered from memory, hence how late another process sees a change.
const CacheFor = time.Second

const loadPatience = 10 * time.Second

// cached is a value that is read at most once in CacheFor, however many ask for it. Those who get it share it. The zero value is
// empty and ready.
type cached[T any] struct {
	loading singleflight.Group // those who ask at the same time wait for the same read

	mu      sync.Mutex
	value   T
	until   time.Time
	changes int // how often the value was forgotten: what was read before a change is not kept after it
}

// get is the value, read by load when it is too old.
func (c *cached[T]) get(ctx context.Context, clock *clock.Clock, load func(context.Context) (T, error)) (T, error) {
	now := clock.Now()
	value, fresh, changes := c.lookup(now)
	if fresh {
		return value, nil
	}
	if store.InTx(ctx) { // what a transaction reads may never come to be; nor may it wait for somebody without a connection
		return load(ctx)
	}
	read := c.loading.DoChan(strconv.Itoa(changes), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadPatience) // others wait for it too
		defer cancel()
		value, err := load(ctx)
		if err == nil {
			c.keep(value, now, changes)
		}
		return value, err
	})
	select {
	case <-ctx.Done():
		return value, ctx.Err()
	case result := <-read:
		value, _ = result.Val.(T)
		return value, result.Err
	}
}

func (c *cached[T]) lookup(now time.Time) (value T, fresh bool, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !now.Before(c.until) || c.until.Sub(now) > CacheFor {
		return value, false, c.changes
	}
	return c.value, true, c.changes
}

func (c *cached[T]) keep(value T, now time.Time, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changes == c.changes {
		c.value, c.until = value, now.Add(CacheFor)
	}
}

// forget makes the next call of get read, because the value has changed.
func (c *cached[T]) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.changes = time.Time{}, c.changes+1
}

// remembered is how many results of one function are kept: more than a store has plans in all its languages.
const remembered = 512

// remember is the function, whose result depends on its argument alone, computed once for each of the arguments that are used
// most. Those who get a result share it.
func remember[K comparable, V any](compute func(K) V) func(K) V {
	results, err := lru.New[K, V](remembered)
	if err != nil {
		panic(err) // only for sizes below 1
	}
	return func(key K) V {
		if result, ok := results.Get(key); ok {
			return result
		}
		result := compute(key)
		results.Add(key, result)
		return result
	}
}
