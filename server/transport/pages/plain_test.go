package pages_test

import (
	"testing"

	"kaiin/server/transport/pages"
)

func TestPlainPagesHaveTextsInBothLanguages(t *testing.T) {
	for _, gap := range pages.PlainTexts.Gaps() {
		t.Error(gap)
	}
}
