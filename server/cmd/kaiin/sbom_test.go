package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"
)

// kaiin sbom names every module that is linked into the program, with the checksum of its files.
func TestTheProgramSaysWhatItIsMadeOf(t *testing.T) { // G-07
	t.Parallel()
	status, out, problems := run(t, nil, "sbom")
	if status != 0 {
		t.Fatal(problems)
	}
	var bill billOfMaterials
	if err := json.Unmarshal([]byte(out), &bill); err != nil {
		t.Fatal(err)
	}
	address, whole := regexp.MustCompile(`^pkg:golang/\S+@v?\d+\.\d+`), regexp.MustCompile(`^[0-9a-f]{64}$`)
	var names []string
	for _, c := range bill.Components {
		names = append(names, c.Name)
		if !address.MatchString(c.Address) || c.Ref != c.Address || c.Name != "std" && (len(c.Hashes) != 1 || !whole.MatchString(c.Hashes[0].Content)) {
			t.Errorf("%+v", c)
		}
	}
	for _, name := range []string{"std", "github.com/go-jose/go-jose/v3", "github.com/lib/pq", "github.com/ory/fosite"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing among %q", name, names)
		}
	}
	if bill.Format != "CycloneDX" || bill.Metadata.Component.Name != "kaiin" || len(names) < 50 || len(names) != len(slices.Compact(slices.Sorted(slices.Values(names)))) {
		t.Errorf("%s of %s with %d components", bill.Format, bill.Metadata.Component.Name, len(names))
	}
}
