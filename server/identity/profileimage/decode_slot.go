package profileimage

import (
	"context"
	"sync"
)

// decodeSlot has pictures decoded one at a time, so that the memory of one is all that pictures
// ever take. Its zero value is free.
type decodeSlot struct {
	once sync.Once
	free chan struct{}
}

// take reports whether the slot became free before the context's time was up; then leave has
// to follow.
func (d *decodeSlot) take(ctx context.Context) bool {
	d.once.Do(func() { d.free = make(chan struct{}, 1) })
	select {
	case d.free <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (d *decodeSlot) leave() { <-d.free }
