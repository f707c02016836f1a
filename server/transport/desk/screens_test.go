package desk

import (
	"os"
	"path/filepath"
	"testing"
)

// The page of a member has so few statements, however much there is of the member. When it is
// opened again within the hour, it writes no act.
func TestThePageOfAMemberHasFewStatements(t *testing.T) {
	t.Parallel()
	b := library(t)
	b.person("p", "support", "compliance")
	id := b.owning(120)
	n := b.counting()
	written := 0
	for _, round := range []struct {
		name string
		most []int64
	}{{"at first", []int64{14, 10, 10, 8}}, {"once more", []int64{11, 7, 7, 5}}} {
		for i, screen := range []string{"MemberScreen", "MemberContractsScreen", "MemberMoneyScreen", "MemberTimelineScreen"} {
			text, err := os.ReadFile(filepath.Join("..", "..", "..", "schema", "staff", "screens", screen+".graphql"))
			b.must(err)
			if got := b.send(by("p", string(text), map[string]any{"accountId": id})); len(got.Errors) > 0 || n.Load() > round.most[i] {
				t.Errorf("%s %s: %d statements: %.300s", screen, round.name, n.Load(), got.text)
			}
		}
		if all := b.written(); written > 0 && len(all) != written {
			t.Errorf("acts %v", all[written:])
		}
		written = len(b.written())
	}
}
