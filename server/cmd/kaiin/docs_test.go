package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What a stranger reads first is held against the program here: the README, the pages of docs/, and
// what they lead to.

// root is the folder of the repository.
func root(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			t.Fatal("there is no go.mod above the test")
		}
		folder = above
	}
}

// readPage is the text of a page by its path in the repository.
func readPage(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// pages are the paths of all pages: those at the top, those of docs/, and those that they lead to
// beside the code.
func pages(t *testing.T) []string {
	t.Helper()
	all := []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "web/README.md", "web/messages/README.md", "schema/README.md", "demo/pages/README.md"}
	top := root(t)
	err := filepath.WalkDir(filepath.Join(top, "docs"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		name, err := filepath.Rel(top, path)
		all = append(all, filepath.ToSlash(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// longestReadme is how many lines the README may have: more is a page of docs/.
const longestReadme = 120

func TestReadmeIsShort(t *testing.T) {
	t.Parallel()
	if n := strings.Count(readPage(t, "README.md"), "\n"); n > longestReadme {
		t.Errorf("the README has %d lines, more than %d: move something to docs/", n, longestReadme)
	}
}

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	link     = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
	noAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are the addresses of the headings of a page, as the hosting makes them.
func anchors(page string) []string {
	var all []string
	for _, found := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		plain := noAnchor.ReplaceAllString(strings.ToLower(found[1]), "")
		all = append(all, strings.ReplaceAll(strings.TrimSpace(plain), " ", "-"))
	}
	return all
}

func TestAnchors(t *testing.T) {
	t.Parallel()
	want := []string{"beside-make-run", "on-the-apps-own-behalf", "02-rows-by-ent"}
	if got := anchors("# Beside `make run`\n```\n# none\n```\n## On the app's own behalf\n# 02 Rows by ent\n"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestDocsLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, name := range pages(t) {
		page := fenced.ReplaceAllString(readPage(t, name), "")
		for _, found := range link.FindAllStringSubmatch(page, -1) {
			target := found[1]
			if strings.Contains(target, ":") { // another site's
				continue
			}
			seen++
			file, anchor, _ := strings.Cut(target, "#")
			at := name
			if file != "" {
				at = filepath.ToSlash(filepath.Join(filepath.Dir(name), file))
			}
			text, err := os.ReadFile(filepath.Join(root(t), at))
			if err != nil {
				t.Errorf("%s leads to %s: %v", name, target, err)
			} else if anchor != "" && !slices.Contains(anchors(string(text)), anchor) {
				t.Errorf("%s leads to %s, where there is no such heading", name, target)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d links were looked at", seen)
	}
}

// Each page of docs/ is found from the README, over other pages at the most.
func TestReadmeLeadsToAllDocs(t *testing.T) {
	t.Parallel()
	found, next := map[string]bool{"README.md": true}, []string{"README.md"}
	for len(next) > 0 {
		name := next[0]
		next = next[1:]
		for _, target := range link.FindAllStringSubmatch(readPage(t, name), -1) {
			file, _, _ := strings.Cut(target[1], "#")
			at := filepath.ToSlash(filepath.Join(filepath.Dir(name), file))
			if strings.HasSuffix(at, ".md") && !strings.Contains(target[1], ":") && !found[at] {
				found[at], next = true, append(next, at)
			}
		}
	}
	for _, name := range pages(t) {
		if strings.HasPrefix(name, "docs/") && !found[name] {
			t.Errorf("no link leads from the README to %s", name)
		}
	}
}

// sources are the texts of the server's Go files but its tests, by their paths in the repository.
func sources(t *testing.T) map[string]string {
	t.Helper()
	top, all := root(t), map[string]string{}
	err := filepath.WalkDir(filepath.Join(top, "server"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(top, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What docs/operate.md says of lines of the log begins messages that the server writes.
func TestDocsQuoteMessagesOfTheLog(t *testing.T) {
	t.Parallel()
	_, section, ok := strings.Cut(readPage(t, "docs/operate.md"), "\n## The log\n")
	if !ok {
		t.Fatal("there is no section about the log")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	source := strings.Join(slices.Collect(maps.Values(sources(t))), "\n")
	seen := 0
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		for _, message := range span.FindAllStringSubmatch(cells[1], -1) {
			seen++
			if !strings.Contains(source, `"`+message[1]) {
				t.Errorf("no line of the log begins with %q", message[1])
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d messages were looked at", seen)
	}
}

// span is a span of code in a line of a page.
var span = regexp.MustCompile("`([^`\n]+)`")
