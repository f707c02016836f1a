package clock

import (
	"sync/atomic"
	"time"
)

// Tokyo is the time zone of every date in the product. Japan has no daylight saving time.
var Tokyo = time.FixedZone("Asia/Tokyo", 9*60*60)

// Clock tells the time. The zero value is the system's clock.
type Clock struct {
	offset atomic.Int64 // nanoseconds added to the system's time; moved by the sandbox and by tests
}

// Machine is the clock of the machine, which no sandbox moves: by it go durations and deadlines.
var Machine = New()

// New returns a clock that runs with the system.
func New() *Clock { return &Clock{} }

// At returns a clock that starts at t and runs on from there.
func At(t time.Time) *Clock {
	c := &Clock{}
	c.offset.Store(int64(time.Until(t)))
	return c
}

// Now is the present time, UTC, cut to microseconds.
func (c *Clock) Now() time.Time {
	return time.Now().Add(time.Duration(c.offset.Load())).UTC().Truncate(time.Microsecond)
}

// Today is the present day in Tokyo.
func (c *Clock) Today() Day { return DayOf(c.Now()) }

// Advance moves the clock forward, for the sandbox and for tests.
func (c *Clock) Advance(d time.Duration) { c.offset.Add(int64(d)) }

// SetOffset sets how far the clock is ahead of the system's.
func (c *Clock) SetOffset(d time.Duration) { c.offset.Store(int64(d)) }

// Offset is how far the clock is ahead of the system's.
func (c *Clock) Offset() time.Duration { return time.Duration(c.offset.Load()) }
