package server_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/semver"
)

// Nothing is shipped in a version that has a hole which testdata/holes.txt names. The list is kept
// by hand: no data of known holes can be had where the tests run.
func TestNoKnownHoles(t *testing.T) { // G-07
	t.Parallel()
	versions := shipped(t)
	list, err := os.ReadFile("testdata/holes.txt")
	if err != nil {
		t.Fatal(err)
	}
	looked := 0
	for line := range strings.Lines(string(list)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		part := strings.SplitN(strings.TrimSpace(line), " ", 4)
		least := "v" + strings.TrimPrefix(part[min(2, len(part)-1)], "v")
		if len(part) != 4 || !semver.IsValid(least) {
			t.Fatalf("not understood: %s", line)
		}
		if version := versions[part[0]+" "+part[1]]; version != "" {
			looked++
			if semver.Compare(version, least) < 0 {
				t.Errorf("%s %s is older than %s: %s", part[1], version, least, part[3])
			}
		}
	}
	if looked < 5 {
		t.Errorf("only %d lines are about what is shipped", looked)
	}
}

// shipped are the versions of modules that are linked into the server, and of packages in the lock
// file.
func shipped(t *testing.T) map[string]string {
	t.Helper()
	versions := map[string]string{}
	linked := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}{{end}}{{end}}", "kaiin/server/cmd/kaiin")
	out, err := linked.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range strings.Fields(string(out)) {
		path, version, _ := strings.Cut(module, "@")
		versions["go "+path] = version
	}
	source, err := os.ReadFile(filepath.Join(checkout, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(source, &lock); err != nil {
		t.Fatal(err)
	}
	for path, p := range lock.Packages {
		if at := strings.LastIndex(path, "node_modules/"); at >= 0 {
			name, version := "npm "+path[at+len("node_modules/"):], "v"+p.Version
			if old := versions[name]; old == "" || semver.Compare(version, old) < 0 {
				versions[name] = version
			}
		}
	}
	return versions
}
