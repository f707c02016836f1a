package app

import (
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

	"kaiin/server/base/step"
	"kaiin/server/transport/paths"
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

// Domains answer steps. The address of a page is in server/transport/paths alone.
func TestDomainsKnowNoPages(t *testing.T) {
	used := map[string]bool{}
	for name, p := range sources(t) {
		if !mayOnlyAnswerSteps(p.PkgPath, name) {
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
					t.Errorf("%s: %q is the path of a page: answer a step (server/base/step) and give its address in server/transport/paths",
						p.Fset.Position(literal.Pos()), text)
				}
				return true
			})
		}
	}
	for _, text := range slices.Sorted(maps.Keys(notPages)) {
		if !used[text] {
			t.Errorf("%q is used nowhere: take it out of the table of this test", text)
		}
	}
}

// linkInMail finds the step that a link of a mail leads to.
var linkInMail = regexp.MustCompile(`\.Link "([^"]*)"`)

// pathInMail finds the path of a page in the template of a mail: after an address, or as a link of
// its own.
var pathInMail = regexp.MustCompile(`(\}\}|["'])/[a-z][^"'\s<{]*`)

func TestMailsKnowNoPages(t *testing.T) {
	files, err := filepath.Glob("../base/notify/templates/*")
	if err != nil || len(files) < 20 {
		t.Fatalf("only %d templates were looked at, %v", len(files), err)
	}
	for _, file := range files {
		source, err := os.ReadFile(filepath.Clean(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range pathInMail.FindAllString(string(source), -1) {
			t.Errorf("%s has the path of a page (%s): write {{.Link \"…\"}} with the name of a step, and give its address in server/transport/paths", file, found)
		}
		for _, link := range linkInMail.FindAllStringSubmatch(string(source), -1) {
			if paths.Of(step.Step{Name: step.Name(link[1])}) == "" {
				t.Errorf("%s: there is no step %q with a page of its own: take one of server/base/step that has an address in server/transport/paths", file, link[1])
			}
		}
	}
}

// mayOnlyAnswerSteps holds for the rooms below the transports, without what speaks the wire formats
// of others.
func mayOnlyAnswerSteps(path, name string) bool {
	for _, folder := range []string{"app", "cmd", "modeltest", "sandbox", "transport"} {
		if strings.HasPrefix(path, root+folder) {
			return false
		}
	}
	return !strings.HasPrefix(name, "gateway/") && !slices.Contains([]string{"botcheck", "delivery", "oidc/protocol", "social", "streaks"}, name)
}
