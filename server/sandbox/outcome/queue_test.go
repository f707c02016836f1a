package outcome

import (
	"strings"
	"testing"
)

func setup() *Queue {
	return NewQueue(map[string]Service{"sbps": {Outcomes: []string{OK, Decline, Slow}, Functions: []string{"A", "B"}}})
}

func TestTakeUsesTheFirstEntryThatFits(t *testing.T) {
	t.Parallel()
	q := setup()
	for _, e := range []Entry{
		{Service: "sbps", Outcome: Decline, Times: 2},
		{Service: "sbps", Outcome: Slow, Function: "B", Times: 1},
		{Service: "sbps", Outcome: OK, Times: 1},
	} {
		if err := q.Push(e); err != nil {
			t.Fatal(err)
		}
	}
	isFor := func(outcome string) func(Entry) bool { return func(e Entry) bool { return e.Outcome == outcome } }
	whatever := func(Entry) bool { return true }
	for i, step := range []struct {
		fits func(Entry) bool
		want string
	}{
		{isFor(Slow), Slow}, // passes the declines by
		{whatever, Decline},
		{whatever, Decline},
		{whatever, OK},
		{whatever, ""},
	} {
		e, _ := q.Take("sbps", step.fits)
		if e.Outcome != step.want {
			t.Fatalf("step %d: took %q, want %q", i, e.Outcome, step.want)
		}
	}
}

func TestPushRefusesWithTheList(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		entry Entry
		want  string
	}{
		{"service", Entry{Service: "stripe", Outcome: OK, Times: 1}, "use one of sbps"},
		{"outcome", Entry{Service: "sbps", Outcome: "explode", Times: 1}, "use one of ok, decline, slow"},
		{"function", Entry{Service: "sbps", Outcome: OK, Function: "C", Times: 1}, "use one of A, B"},
		{"no times", Entry{Service: "sbps", Outcome: OK}, "between 1 and 1000"},
		{"delay", Entry{Service: "sbps", Outcome: Slow, Times: 1, Delay: -1}, "between 0s and 1m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			q := setup()
			if err := q.Push(c.entry); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want an error that says %q", err, c.want)
			}
			if len(q.List()) != 0 {
				t.Fatal("a refused entry waits in the queue")
			}
		})
	}
}
