package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// From nothing to a file that says in which line a mistake is: without a database, and without any
// setting.
func TestAStoreIsBegunAndCheckedWithoutADatabase(t *testing.T) {
	t.Parallel()
	run := func(args ...string) (int, string, string) {
		var out, problems bytes.Buffer
		p := &program{getenv: func(string) string { return "" }, out: &out, errors: &problems}
		return p.main(t.Context(), args), out.String(), problems.String()
	}
	folder := filepath.Join(t.TempDir(), "my-store")
	file := filepath.Join(folder, "store.yaml")
	if status, out, problems := run("store", "init", folder); status != 0 || !strings.Contains(out, file) || !strings.Contains(out, "kaiin seed --check --store "+file) {
		t.Fatalf("%d %s %s", status, out, problems)
	}
	if status, out, problems := run("seed", "--check", "--store", file); status != 0 || !strings.Contains(out, "My Cinema, 2 plans") {
		t.Errorf("%d %s %s", status, out, problems)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for old, c := range map[string]struct{ to, want string }{
		"price: 980":         {"price: 1e3", "price: 1e3"},
		"theme: auto":        {"theme: pink", "line 8: settings.theme: "},
		"renewSpan: 1\n":     {"renewSpan: -1\n", ": plans[0].renewSpan"},
		"terms.ja.html":      {"gone.html", ": policies[0].files.ja: "},
		"/store/monthly.svg": {"/store/flim.svg", "there is no files/flim.svg"},
		"theme: auto # what": {"thema: x # what", "thema"},
		"plans:\n  - id:":    {"plans:\n  - name:", "name"},
	} {
		if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(c.to), 1), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, out, problems := run("seed", "--store", file, "--check"); status != 1 || out != "" || !strings.Contains(problems, c.want) {
			t.Errorf("%s: %d %s %s", c.to, status, out, problems)
		}
	}
	for _, args := range [][]string{{"store"}, {"store", "init"}, {"store", "make", "x"}, {"store", "init", "a", "b"}, {"seed", "--check"}, {"seed", "--check", "--store", file, "--by", "hanako"}} {
		if status, _, problems := run(args...); status != 2 || !strings.Contains(problems, "usage: kaiin") {
			t.Errorf("%v: %d %s", args, status, problems)
		}
	}
	if status, _, problems := run("store", "init", folder); status != 1 || !strings.Contains(problems, "is not empty") {
		t.Errorf("once more: %d %s", status, problems)
	}
}
