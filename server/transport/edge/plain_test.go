package edge

import "testing"

func TestPlainPagesHaveTextsInBothLanguages(t *testing.T) {
	for _, gap := range plainTexts.Gaps() {
		t.Error(gap)
	}
}
