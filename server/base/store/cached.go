package store

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"kaiin/server/base/clock"
)

// CacheFor is how long what rarely changes is answered from memory, so how late another process
// sees a change.
const CacheFor = time.Second

const loadPatience = 10 * time.Second

// Cached is a value that is read at most once in CacheFor, however many ask for it. Those who get
// it share it. The zero value is empty and ready.
type Cached[T any] struct {
	loading singleflight.Group // those who ask at the same time wait for the same read

	mu      sync.Mutex
	value   T
	until   time.Time
	changes int // how often the value was forgotten: what was read before a change is not kept after it
}

// Get is the value, read by load when it is too old.
func (c *Cached[T]) Get(ctx context.Context, clock *clock.Clock, load func(context.Context) (T, error)) (T, error) {
	now := clock.Now()
	value, fresh, changes := c.lookup(now)
	if fresh {
		return value, nil
	}
	if InTx(ctx) { // what a transaction reads may never come to be; nor may it wait for somebody without a connection
		return Once(ctx, onceKey[T]{c, changes}, load)
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

// onceKey is the key of a value in a transaction, until it is forgotten.
type onceKey[T any] struct {
	of      *Cached[T]
	changes int
}

func (c *Cached[T]) lookup(now time.Time) (value T, fresh bool, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !now.Before(c.until) || c.until.Sub(now) > CacheFor {
		return value, false, c.changes
	}
	return c.value, true, c.changes
}

func (c *Cached[T]) keep(value T, now time.Time, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changes == c.changes {
		c.value, c.until = value, now.Add(CacheFor)
	}
}

// Forget makes the next call of Get read, because the value has changed.
func (c *Cached[T]) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.changes = time.Time{}, c.changes+1
}
