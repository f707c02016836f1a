package modeltest

import "time"

// day counts the days since 1 January 1970.
type day int

func (d day) date() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }
func (d day) String() string  { return d.date().Format(time.DateOnly) }

// months is the same day of the month n months later, or the last one of that month.
func (d day) months(n int) day {
	t := d.date()
	moved := time.Date(t.Year(), t.Month()+time.Month(n), t.Day(), 0, 0, 0, 0, time.UTC)
	if moved.Day() != t.Day() {
		moved = moved.AddDate(0, 0, -moved.Day())
	}
	return day(moved.Unix() / 86400)
}
