package pagecache

import (
	"context"
	"sync"
	"time"

	"kaiin/server/base/logs"
	"kaiin/server/base/telemetry"
)

// Cache keeps pages by their keys. Set the fields before its first use; it is safe for
// concurrent use.
type Cache[K comparable] struct {
	Life     time.Duration // of a page, from the moment it is asked for
	MaxPages int           // kept or on their way
	MaxBytes int           // of all pages kept, compressed pieces included

	mu      sync.Mutex
	entries map[K]*entry
	bytes   int
}

// entry is a page that is kept or on its way. It leaves the map when its time is over.
type entry struct {
	came  chan struct{} // closed when page is set
	page  *Page
	bytes int // as counted in the cache
}

// Get is the page of the key: the one that is kept, or the one that ask makes for everybody who
// wants it now. ask goes on when ctx ends, so its context has the values of ctx alone; it must end
// by itself and must not panic. Nil means that there is nothing to
// share: ask made nothing, there is no room, or ctx has ended.
func (c *Cache[K]) Get(ctx context.Context, key K, ask func(context.Context) *Page) *Page {
	e := c.find(ctx, key, ask)
	if e == nil {
		return nil
	}
	select {
	case <-e.came:
		return e.page
	case <-ctx.Done():
		return nil
	}
}

// find is the entry of the key, begun if there is none; nil when there is no room.
func (c *Cache[K]) find(ctx context.Context, key K, ask func(context.Context) *Page) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		telemetry.SharedPages.Add(ctx, 1, "hit")
		return e
	}
	if len(c.entries) >= c.MaxPages {
		telemetry.SharedPages.Add(ctx, 1, "no_room")
		return nil
	}
	telemetry.SharedPages.Add(ctx, 1, "miss")
	e := &entry{came: make(chan struct{})}
	if c.entries == nil {
		c.entries = map[K]*entry{}
	}
	c.entries[key] = e
	time.AfterFunc(c.Life, func() { c.drop(key, e) })
	go func() {
		defer logs.Crash(ctx)
		defer close(e.came)
		e.page = ask(context.WithoutCancel(ctx))
		c.count(key, e)
	}()
	return e
}

// count adds a page that has come to what is kept, if its time is not over yet and there is room.
// Those who wait get it anyhow.
func (c *Cache[K]) count(key K, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case e.page == nil || c.entries[key] != e:
	case c.bytes+e.page.bytes > c.MaxBytes:
		delete(c.entries, key)
	default:
		e.bytes = e.page.bytes
		c.bytes += e.bytes
	}
}

func (c *Cache[K]) drop(key K, e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] == e {
		delete(c.entries, key)
		c.bytes -= e.bytes
	}
}

// Forget drops all pages, those on their way included: those who wait for one get it, and no later
// visitor does.
func (c *Cache[K]) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.entries)
	c.bytes = 0
}
