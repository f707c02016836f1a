package desk

import (
	"strings"
	"testing"
)

// A list that is a variable of its own has as many values as its kind has, and no more.
func TestKindsAreAVariable(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support", "compliance")
	id, all := b.owning(1), []string{"LOGIN", "ORDER", "CONTRACT", "BILL", "REFUND", "MESSAGE", "ACT", "NOTE"}
	ask := func(kinds []string) answer {
		return b.send(by("p", `query($id: ID!, $kinds: [TimelineKind!]) { member(accountId: $id) { timeline(kinds: $kinds) { nodes { kind } } } }`, map[string]any{"id": id, "kinds": kinds}))
	}
	if got := ask([]string{"NOTE"}); strings.Count(got.text, `"kind":"NOTE"`) != 1 || strings.Contains(got.text, `"kind":"LOGIN"`) {
		t.Error(got.text)
	}
	if got := ask(all); len(got.Errors) > 0 || !strings.Contains(got.text, `"kind":"LOGIN"`) {
		t.Error(got.text)
	}
	if got := ask(append(all, "NOTE")); got.code() != "INVALID_REQUEST" || !strings.Contains(got.text, "TOO_MANY_VALUES") {
		t.Error(got.text)
	}
	if got := ask([]string{"NOTHING"}); len(got.Errors) == 0 {
		t.Error(got.text)
	}
}
