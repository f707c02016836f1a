package golden

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kaiin/server/transport/zapi"
)

// records are the cases of all files, by the file's path below testdata.
type records struct {
	rows     []row
	files    map[string]*strings.Builder
	told     map[string]string // the first case of a file with an answer, by both
	booleans *booleans
}

// row is one of the shim's table.
type row struct {
	method   string
	segments []string
	file     string
	document string
}

func newRecords(t testing.TB) *records {
	t.Helper()
	all := &records{files: map[string]*strings.Builder{}, told: map[string]string{}}
	for _, pattern := range zapi.Patterns() {
		method, path, _ := strings.Cut(pattern, " ")
		all.rows = append(all.rows, row{method, strings.Split(path, "/"), fileOf(path), zapi.Document(pattern)})
	}
	var documents []string
	for _, r := range all.rows {
		documents = append(documents, r.document)
	}
	all.booleans = newBooleans(t, documents)
	return all
}

// fileOf names a row's file after its path.
func fileOf(path string) string {
	name := strings.NewReplacer("/", "-", "{", "", "}", "")
	if page, ok := strings.CutSuffix(path, "/screen-data"); ok {
		if page == "" {
			page = "/home"
		}
		return "screens/" + name.Replace(page[1:]) + ".txt"
	}
	return "calls/" + name.Replace(strings.TrimPrefix(strings.TrimPrefix(path, "/zapi"), "/")) + ".txt"
}

// rowFor is the row that answers, nil when there is none.
func (all *records) rowFor(method, path string) *row {
	path, _, _ = strings.Cut(path, "?")
	segments := strings.Split(path, "/")
	for _, r := range all.rows {
		if r.method == method && slices.EqualFunc(r.segments, segments, func(pattern, s string) bool {
			return pattern == s || strings.HasPrefix(pattern, "{") && s != ""
		}) {
			return &r
		}
	}
	return nil
}

// add writes a case. A long answer that another case of the file had already is not written twice.
func (all *records) add(file, heading, request, told string) {
	if all.files[file] == nil {
		all.files[file] = &strings.Builder{}
	} else {
		all.files[file].WriteString("\n")
	}
	if first, ok := all.told[file+told]; ok {
		told = "as for " + first + "\n"
	} else if strings.Count(told, "\n") > 3 {
		all.told[file+told] = heading
	}
	fmt.Fprintf(all.files[file], "== %s\n%s\n%s", heading, request, told)
}

// compare fails for every file that differs, every row without a case, and every file that belongs
// to nothing.
func (all *records) compare(t *testing.T) {
	t.Helper()
	for _, r := range all.rows {
		if all.files[r.file] == nil {
			t.Errorf("%s %s: no story asks for it", r.method, strings.Join(r.segments, "/"))
		}
	}
	old, err := filepath.Glob("testdata/*/*.txt")
	must(t, err)
	for _, path := range old {
		name, err := filepath.Rel("testdata", path)
		must(t, err)
		if all.files[filepath.ToSlash(name)] != nil {
			continue
		}
		if *update {
			must(t, os.Remove(path))
		} else {
			t.Errorf("%s holds what no test asks for any more", path)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(all.files)) {
		text, path := all.files[file], filepath.Join("testdata", filepath.FromSlash(file))
		if *update {
			must(t, os.WriteFile(path, []byte(text.String()), 0o644))
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil || string(want) != text.String() {
			t.Errorf("%s differs (go test ./e2e/golden -update writes it anew):\n%s", path, difference(string(want), text.String()))
		}
	}
}

// difference tells the first lines that are not the same, with the case they belong to.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	heading := ""
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("%s\n  line %d is new: %s", heading, i+1, b[i])
		case i >= len(b):
			return fmt.Sprintf("%s\n  line %d is missing: %s", heading, i+1, a[i])
		case a[i] != b[i]:
			return fmt.Sprintf("%s\n  line %d was %s\n  line %d is  %s", heading, i+1, a[i], i+1, b[i])
		}
		if strings.HasPrefix(a[i], "== ") {
			heading = a[i]
		}
	}
	return ""
}
