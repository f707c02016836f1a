package logs

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	mostWaiting = 4 << 20         // bytes of lines that wait for their reader
	patience    = 2 * time.Second // for the reader, where the process ends
)

// Queue keeps lines until they are written.
type Queue struct {
	to io.Writer

	mu      sync.Mutex
	change  *sync.Cond
	waiting []byte
	writing bool // lines are taken out of waiting and not written yet
	lost    int  // lines since the last that found room
}

// ofProcess is the last that was made, for a process that panics.
var ofProcess atomic.Pointer[Queue]

// Behind is a writer for the log of this process by which logging never waits for the reader of w,
// such as a pipe whose reader is stuck. Lines without room are dropped; how many, a line tells once
// there is room again. Flush comes before the end of the process.
func Behind(ctx context.Context, w io.Writer) *Queue {
	q := &Queue{to: w}
	q.change = sync.NewCond(&q.mu)
	ofProcess.Store(q)
	go q.run(ctx)
	return q
}

// Flush has what waits written, as far as its reader takes it within two seconds.
func (q *Queue) Flush() {
	written := make(chan struct{})
	go func() {
		q.mu.Lock()
		for len(q.waiting) > 0 || q.writing {
			q.change.Wait()
		}
		q.mu.Unlock()
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(patience):
	}
}

// Write takes a line, or drops it. It never fails.
func (q *Queue) Write(line []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting)+len(line) > mostWaiting {
		q.lost++
		return len(line), nil
	}
	q.waiting = append(q.waiting, line...)
	q.change.Broadcast()
	return len(line), nil
}

// run writes until the process ends.
func (q *Queue) run(ctx context.Context) {
	var lines []byte
	for {
		q.mu.Lock()
		q.writing = false
		q.change.Broadcast()
		for len(q.waiting) == 0 {
			q.change.Wait()
		}
		lines, q.waiting = q.waiting, lines[:0]
		lost := q.lost
		q.lost, q.writing = 0, true
		q.mu.Unlock()
		if lost > 0 { // after the lines that were kept, which are older
			slog.WarnContext(ctx, "lines of the log are lost: its reader did not take them", "lines", lost)
		}
		_, _ = q.to.Write(lines)
	}
}
