package clock

import (
	"testing"
	"time"
)

func TestAddMonthsKeepsTheDayOrTakesTheLast(t *testing.T) { // K-026
	for _, c := range []struct {
		from string
		n    int
		want string
	}{
		{"2026-01-15", 1, "2026-02-15"},
		{"2026-01-31", 1, "2026-02-28"},
		{"2028-01-31", 1, "2028-02-29"},
		{"2026-01-31", 2, "2026-03-31"},
		{"2026-10-31", 4, "2027-02-28"},
		{"2028-02-29", 12, "2029-02-28"},
		{"2026-12-31", 12, "2027-12-31"},
	} {
		from, _ := ParseDay(c.from)
		if got := from.AddMonths(c.n).String(); got != c.want {
			t.Errorf("%s + %d months = %s, want %s", c.from, c.n, got, c.want)
		}
	}
}

func TestDayIsCountedInTokyo(t *testing.T) {
	for _, c := range []struct{ at, want string }{
		{"2026-03-31T14:59:59.999999Z", "2026-03-31"},
		{"2026-03-31T15:00:00Z", "2026-04-01"},
	} {
		at, _ := time.Parse(time.RFC3339Nano, c.at)
		if got := DayOf(at).String(); got != c.want {
			t.Errorf("day of %s = %s, want %s", c.at, got, c.want)
		}
	}
	if got := Date(2026, 4, 1).Start().Format(time.RFC3339); got != "2026-03-31T15:00:00Z" {
		t.Errorf("start of 2026-04-01 = %s", got)
	}
}

func TestNowIsWhatPostgreSQLKeeps(t *testing.T) {
	now := New().Now()
	if now.Location() != time.UTC || now.Nanosecond()%1000 != 0 {
		t.Errorf("now = %v", now)
	}
	if at := At(time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)); at.Now().Year() != 2030 {
		t.Errorf("at = %v", at.Now())
	}
}
