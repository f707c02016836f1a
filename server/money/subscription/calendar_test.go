package subscription

import (
	"fmt"
	"testing"
	"time"

	"kaiin/server/base/clock"
	"kaiin/server/shop/catalog"
)

// spans are how long a term of a store's plans may be, and how many terms of it are looked at: two
// years at least.
var spans = []struct {
	Span
	terms int
}{
	{Span{1, "days"}, 60}, {Span{30, "days"}, 25}, {Span{1, "weeks"}, 60}, {Span{2, "weeks"}, 53},
	{Span{1, "months"}, 37}, {Span{3, "months"}, 13}, {Span{6, "months"}, 7}, {Span{12, "months"}, 5},
}

// Of a contract begun on any day of four years, one of them a leap year, at its first or its last
// moment in Tokyo, no day is in two terms or in none, and terms begin on the days that a calendar
// of its own says: month ends come back.
func TestEveryStartDay(t *testing.T) { // K-026
	t.Parallel()
	for _, span := range spans {
		t.Run(fmt.Sprint(span.Count, span.Unit), func(t *testing.T) {
			t.Parallel()
			for start := clock.Date(2026, 1, 1); start.Before(clock.Date(2030, 1, 1)); start = start.AddDays(1) {
				first, last := start.Start(), start.AddDays(1).Start().Add(-time.Microsecond)
				if clock.DayOf(first) != start || clock.DayOf(last) != start {
					t.Fatalf("%s goes from %s to %s", start, clock.DayOf(first), clock.DayOf(last))
				}
				b := Basis{Start: clock.DayOf(last), Span: span.Span, Price: 980, Rates: catalog.Rates{TaxRate: 10}}
				checkTerms(t, b, 1, begins(b, span.terms))
			}
		})
	}
}

// A contract that was on hold counts on from the day on which it was paid, whatever that is: its
// terms keep their numbers, and month ends come back to that day.
func TestEveryDayOfRelease(t *testing.T) {
	t.Parallel()
	for _, span := range spans {
		t.Run(fmt.Sprint(span.Count, span.Unit), func(t *testing.T) {
			t.Parallel()
			for day := clock.Date(2027, 1, 1); day.Before(clock.Date(2029, 1, 1)); day = day.AddDays(1) {
				fresh := Basis{Start: day, Span: span.Span, Price: 980, Rates: catalog.Rates{TaxRate: 10}}
				released := Basis{Start: day, From: 7, Span: span.Span, Price: 980, Rates: catalog.Rates{TaxRate: 10}}
				checkTerms(t, released, 7, begins(fresh, span.terms/2))
			}
		})
	}
}

func checkTerms(t *testing.T, b Basis, from int, days []clock.Day) {
	t.Helper()
	for i, day := range days {
		term := b.Term(from + i)
		if term.Number != from+i || term.Start != day || term.End.AddDays(1) != term.Next || term.End.Before(term.Start) {
			t.Fatalf("begun on %s: term %d is from %s to %s and is followed on %s; it should begin on %s", b.Start, term.Number, term.Start, term.End, term.Next, day)
		}
		if i+1 < len(days) && term.Next != days[i+1] {
			t.Fatalf("begun on %s: term %d is followed on %s instead of %s", b.Start, term.Number, term.Next, days[i+1])
		}
	}
}
