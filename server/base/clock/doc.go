// Package clock is the only place that reads the time.
//
// Times are UTC in microseconds, as PostgreSQL keeps them. A Day is a calendar day in Asia/Tokyo:
// billing, trials, sales windows and everything a member reads as a date are counted in Days, never
// in durations.
package clock
