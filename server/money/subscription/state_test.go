package subscription

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/store/storetest"
)

// The whole machine, printed: every status against every event. A dash is a refused event.
func TestMatrix(t *testing.T) {
	var b strings.Builder
	for _, from := range append([]Status{none}, Statuses...) {
		name := string(from)
		if from == none {
			name = "(none)"
		}
		fmt.Fprintf(&b, "%s\n", name)
		for _, e := range Events {
			to, ok := from.Next(e)
			if ok {
				fmt.Fprintf(&b, "  %-22s -> %s\n", e, to)
			} else {
				fmt.Fprintf(&b, "  %-22s -\n", e)
			}
		}
	}
	const file = "testdata/matrix.golden"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the state table has changed; look at it, then run with UPDATE_GOLDEN=1:\n%s", b.String())
	}
}

func TestMachineIsSound(t *testing.T) {
	reached := map[Status]bool{}
	for _, e := range Events {
		if len(transitions[e]) == 0 {
			t.Errorf("event %s leads nowhere", e)
		}
		for from, to := range transitions[e] {
			reached[to] = true
			if from != none && !from.Contracted() {
				t.Errorf("%s leads out of %s, which has ended", e, from)
			}
		}
	}
	for _, s := range Statuses {
		if !reached[s] {
			t.Errorf("nothing leads to %s", s)
		}
		if _, ok := s.Next(Terminate); ok != s.Contracted() {
			t.Errorf("%s can be terminated: %v", s, ok)
		}
	}
	if len(transitions) != len(Events) {
		t.Error("Events does not list every event")
	}
	if _, err := Cancelled.step(Renewed); err == nil {
		t.Error("a cancelled contract was renewed")
	}
}

func TestGroups(t *testing.T) {
	for _, c := range []struct {
		row    string
		status Status
		group  Group
	}{
		{"S-057", NewContract, GroupContract},
		{"S-058", OngoingContract, GroupContract},
		{"S-059", TrialToPaid, GroupContract},
		{"S-060", ReContract, GroupContract},
		{"S-061", HoldReleased, GroupContract},
		{"S-062", TrialHoldReleased, GroupContract},
		{"S-063", NewTrialContract, GroupTrial},
		{"S-064", HoldCancelRequest, GroupCancelRequested},
		{"S-065", TrialHoldCancelRequest, GroupCancelRequested},
		{"S-066", CancelRequest, GroupCancelRequested},
		{"S-067", TrialCancelRequest, GroupCancelRequested},
		{"S-068", Hold, GroupHold},
		{"S-069", TrialHold, GroupHold},
		{"A-135", Cancelled, GroupEnded},
		{"A-135", TrialCancelled, GroupEnded},
		{"A-135", HoldCancelled, GroupEnded},
		{"A-135", Terminated, GroupEnded},
		{"A-135", "SOMETHING_ELSE", GroupEnded},
	} {
		if got := c.status.Group(); got != c.group {
			t.Errorf("%s: %s is in group %q, want %q", c.row, c.status, got, c.group)
		}
	}
	if len(contracted) != 13 {
		t.Errorf("%d contracted statuses", len(contracted))
	}
}

// The database accepts exactly the statuses of the table.
func TestStatusesAreThoseOfTheDatabase(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	var check string
	err := st.DB.QueryRowContext(t.Context(), "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'subscriptions_status_check'").Scan(&check)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`'([A-Z_]+)'`).FindAllStringSubmatch(check, -1) {
		got = append(got, m[1])
	}
	var want []string
	for _, s := range Statuses {
		want = append(want, string(s))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the database knows %v,\nthe table %v", got, want)
	}
}
