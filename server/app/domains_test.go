package app

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kaiin/server/paths"
	"kaiin/server/step"
)

// notPages are texts of domains and leaves that begin like the path of a page and are none.
var notPages = map[string]string{
	"/ok":                       "what payment appends to the address at which a bank gives the browser back",
	"/ng":                       "the same, for a refusal",
	"/recaptcha/api/siteverify": "Google's",
	"/recaptcha/api.js":         "Google's",
	"/turnstile/v0/siteverify":  "Cloudflare's",
	"/turnstile/v0/api.js":      "Cloudflare's",
}

var pathOfPage = regexp.MustCompile(`^/[a-z]`)

// Domains answer steps. The address of a page stands in server/paths alone.
func TestDomainsKnowNoPages(t *testing.T) {
	used := map[string]bool{}
	for name, p := range sources(t) {
		if layers.adapters[name] != nil || !isDomain(name) && !slices.Contains(layers.leaves, name) {
			continue
		}
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				text, err := strconv.Unquote(literal.Value)
				if err != nil || !pathOfPage.MatchString(text) {
					return true
				}
				if used[text] = true; notPages[text] == "" {
					t.Errorf("%s: %q is the path of a page: answer a step (server/step) and give its address in server/paths",
						p.Fset.Position(literal.Pos()), text)
				}
				return true
			})
		}
	}
	for _, text := range slices.Sorted(maps.Keys(notPages)) {
		if !used[text] {
			t.Errorf("%q stands nowhere: take it out of the table of this test", text)
		}
	}
}

// linkInMail finds the step that a link of a mail leads to.
var linkInMail = regexp.MustCompile(`\.Link "([^"]*)"`)

// pathInMail finds the path of a page in the template of a mail: after an address, or as a link of its own.
var pathInMail = regexp.MustCompile(`(\}\}|["'])/[a-z][^"'\s<{]*`)

func TestMailsKnowNoPages(t *testing.T) {
	files, err := filepath.Glob("../notify/templates/*")
	if err != nil || len(files) < 20 {
		t.Fatalf("only %d templates were looked at, %v", len(files), err)
	}
	for _, file := range files {
		source, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range pathInMail.FindAllString(string(source), -1) {
			t.Errorf("%s has the path of a page (%s): write {{.Link \"…\"}} with the name of a step, and give its address in server/paths", file, found)
		}
		for _, link := range linkInMail.FindAllStringSubmatch(string(source), -1) {
			if paths.Of(step.Step{Name: step.Name(link[1])}) == "" {
				t.Errorf("%s: there is no step %q with a page of its own: take one of server/step that has an address in server/paths", file, link[1])
			}
		}
	}
}

// mostFiles is how many files a domain's package has at the most: past that it is two things.
const mostFiles = 25

func TestDomainsAreSmall(t *testing.T) {
	var counts []string
	tooLarge := false
	for _, name := range slices.Sorted(maps.Keys(sources(t))) {
		if !isDomain(name) {
			continue
		}
		count := 0
		for _, file := range sources(t)[name].GoFiles {
			source, err := os.ReadFile(filepath.Clean(file))
			if err != nil {
				t.Fatal(err)
			}
			if !generatedLine.Match(source[:min(len(source), 400)]) {
				count++
			}
		}
		counts = append(counts, fmt.Sprintf("%s %d", name, count))
		tooLarge = tooLarge || count > mostFiles
	}
	if tooLarge {
		t.Errorf("a domain's package has more than %d files written by hand: take out of it what stands for itself (%s)", mostFiles, strings.Join(counts, ", "))
	}
	if len(counts) < len(layers.domains) {
		t.Errorf("only %v were counted", counts)
	}
}

// isDomain is whether a package is one of the domains or stands in one.
func isDomain(name string) bool {
	top, _, _ := strings.Cut(name, "/")
	_, ok := layers.domains[top]
	return ok
}
