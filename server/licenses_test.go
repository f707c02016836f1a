package server_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// the page of licences names every module that is linked into the server, in the version it
// has, with a text that is there.
func TestLicensesNameEveryModule(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(checkout, "web", "public", "licenses")
	source, err := os.ReadFile(filepath.Join(folder, "list.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct{ Name, Version, License, Text string }
	if err := json.Unmarshal(source, &list); err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, part := range list {
		named[part.Name+" "+part.Version] = part.Text != ""
		if part.License == "" {
			t.Errorf("%s has no licence", part.Name)
		}
		if _, err := os.Stat(filepath.Join(folder, part.Text+".txt")); part.Text != "" && err != nil {
			t.Errorf("%s: %v", part.Name, err)
		}
	}
	linked := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "kaiin/server/cmd/kaiin")
	out, err := linked.Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := strings.Fields(strings.ReplaceAll(string(out), " ", "@")) // each for every package of it
	slices.Sort(modules)
	modules = slices.Compact(modules)
	if len(modules) < 50 {
		t.Errorf("%d modules", len(modules))
	}
	for _, module := range modules {
		if !named[strings.Replace(module, "@", " ", 1)] {
			t.Errorf("%s is linked and /app/licenses does not have its text: run make generate", module)
		}
	}
	for _, name := range []string{"next", "react", "react-dom", "@apollo/client", "Go"} {
		if !strings.Contains(string(source), `"name": "`+name+`"`) {
			t.Errorf("/app/licenses does not name %s", name)
		}
	}
}
