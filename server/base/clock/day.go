package clock

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// Day is a calendar day in Asia/Tokyo. It is stored as a PostgreSQL date and written YYYY-MM-DD.
// The zero Day is no day.
type Day struct{ t time.Time } // midnight UTC of the day's date, so that arithmetic has no zone

// DayOf is the day in Tokyo that holds the moment t.
func DayOf(t time.Time) Day {
	y, m, d := t.In(Tokyo).Date()
	return Date(y, m, d)
}

// Date is the day y-m-d; values out of range are carried over as in time.Date.
func Date(y int, m time.Month, d int) Day {
	return Day{time.Date(y, m, d, 0, 0, 0, 0, time.UTC)}
}

// ParseDay reads YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Day{}, fmt.Errorf("day %q: %w", s, err)
	}
	return Day{t}, nil
}

// Start is the first moment of the day in Tokyo, as UTC.
func (d Day) Start() time.Time {
	y, m, day := d.t.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, Tokyo).UTC()
}

// AddDays is the day n days later.
func (d Day) AddDays(n int) Day { return Day{d.t.AddDate(0, 0, n)} }

// AddMonths is the same day of the month n months later; where that day does not exist, the last
// day of that month (K-026). Count from the first day of a chain, not from step to step, or a 31st
// becomes a 28th for good.
func (d Day) AddMonths(n int) Day {
	y, m, day := d.t.Date()
	first := time.Date(y, m+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return Day{first.AddDate(0, 0, min(day, last)-1)}
}

// DaysUntil is the number of days from d to other, negative when other is earlier.
func (d Day) DaysUntil(other Day) int { return int(other.t.Sub(d.t) / (24 * time.Hour)) }

func (d Day) Before(other Day) bool { return d.t.Before(other.t) }
func (d Day) After(other Day) bool  { return d.t.After(other.t) }
func (d Day) Equal(other Day) bool  { return d.t.Equal(other.t) }

// IsZero reports whether d is no day.
func (d Day) IsZero() bool { return d.t.IsZero() }

// Date is the year, month and day of the month.
func (d Day) Date() (int, time.Month, int) { return d.t.Date() }

func (d Day) String() string {
	if d.IsZero() {
		return ""
	}
	return d.t.Format(time.DateOnly)
}

// MarshalText writes YYYY-MM-DD.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads YYYY-MM-DD; empty text is the zero Day.
func (d *Day) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Day{}
		return nil
	}
	parsed, err := ParseDay(string(b))
	if err == nil {
		*d = parsed
	}
	return err
}

// Value stores the day as a date; the zero Day is NULL.
func (d Day) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan reads a date column.
func (d *Day) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d = Day{}
		return nil
	case time.Time:
		y, m, day := v.Date()
		*d = Date(y, m, day)
		return nil
	case string:
		return d.UnmarshalText([]byte(v))
	case []byte:
		return d.UnmarshalText(v)
	}
	return fmt.Errorf("day: cannot read %T", src)
}
