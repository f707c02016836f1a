package main

import (
	"bytes"
	"strings"
	"testing"

	"kaiin/server/money/evidence"
)

// However many findings there are, no more are kept than are printed, and all are counted.
func TestFindingsAreKeptUpToANumber(t *testing.T) {
	t.Parallel()
	var found atMost[evidence.Finding]
	if found.kept() == nil {
		t.Error("no findings are null as JSON")
	}
	for range mostFindings + 7 {
		found.add(evidence.Finding{What: evidence.Missing})
	}
	var out bytes.Buffer
	if err := printFindings(&program{out: &out}, found); err != nil || found.all != mostFindings+7 || len(found.kept()) != mostFindings ||
		strings.Count(out.String(), "\n") != mostFindings+1 || !strings.HasSuffix(out.String(), "And 7 more.\n") {
		t.Errorf("%v: %d of %d, %d lines", err, len(found.kept()), found.all, strings.Count(out.String(), "\n"))
	}
}
