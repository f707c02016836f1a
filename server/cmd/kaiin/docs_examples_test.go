package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"kaiin/server/leaving/newsletter"
	"kaiin/server/money/subscription"
	"kaiin/server/oidc"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/scope"
)

// listed is the example of a page between two of its lines, without the indent of a listing.
func listed(t *testing.T, name, after, before string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readPage(t, name), after)
	example, _, ends := strings.Cut(rest, before)
	if !ok || !ends {
		t.Fatalf("%s has no example after %q", name, after)
	}
	return strings.ReplaceAll("\n"+example, "\n    ", "\n")
}

func TestDocsShowAnAppThatIsTaken(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "my-app.json")
	if err := os.WriteFile(file, []byte(listed(t, "docs/connect-an-app.md", "<<'END'\n", "\n    END\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	app, err := readClient(file)
	if err == nil {
		err = app.Validate()
	}
	if err != nil {
		t.Error(err)
	}
}

func TestDocsShowAProgramThatIsTaken(t *testing.T) {
	t.Parallel()
	example := listed(t, "docs/programs.md", "<<END\n", "\n    END\n")
	file := filepath.Join(t.TempDir(), "program.json")
	if err := os.WriteFile(file, []byte(strings.Replace(example, "$N", strings.Repeat("1234", 128), 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := readClient(file)
	if err == nil {
		err = program.Validate()
	}
	if err != nil || !program.IsInternal {
		t.Errorf("%+v, %v", program, err)
	}
}

// Each scope that a program may hold by itself is named.
func TestDocsNameTheScopesOfPrograms(t *testing.T) {
	t.Parallel()
	page := readPage(t, "docs/programs.md")
	for _, rule := range scope.Rules() {
		if scope.ForProgram(rule.Scope) != strings.Contains(page, "`"+string(rule.Scope)+"`") {
			t.Errorf("docs/programs.md is not right about %s", rule.Scope)
		}
	}
}

func TestDocsShowANewsletterThatIsTaken(t *testing.T) {
	t.Parallel()
	file := listed(t, "docs/operate.md", "empty line between them:\n", "\n\nThe mails wait")
	issue, err := newsletter.Parse(strings.NewReader(file))
	if err != nil || issue.ID != "2026-spring" {
		t.Errorf("%+v, %v", issue, err)
	}
}

// Each key of an app, each claim and each state of a contract has its place.
func TestDocsNameKeysClaimsAndStates(t *testing.T) {
	t.Parallel()
	app := readPage(t, "docs/connect-an-app.md")
	_, keys, _ := strings.Cut(app, "\n## The keys of an app\n")
	for field := range reflect.TypeFor[clientfile.File]().Fields() {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !strings.Contains(keys, "`"+key+"`") {
			t.Errorf("docs/connect-an-app.md does not say what %s means", key)
		}
	}
	for _, claim := range oidc.ClaimNames() {
		if !strings.Contains(app, "`"+claim+"`") {
			t.Errorf("docs/connect-an-app.md does not name the claim %s", claim)
		}
	}
	money := readPage(t, "docs/money.md")
	for _, status := range subscription.Statuses {
		row := regexp.MustCompile("(?m)^\\|[^|]*`" + string(status) + "`[^|]*\\| (.*) \\|$").FindStringSubmatch(money)
		group := "ended"
		if status.Contracted() {
			group = "`" + string(status.Group()) + "`"
		}
		if row == nil || row[1] != group {
			t.Errorf("docs/money.md does not say that %s is %s", status, group)
		}
	}
}
