package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kaiin/server/base/config"
)

// setting is a row of a table of docs/configure.md.
type setting struct{ name, meaning, value string }

// allSettings are the rows of the tables whose first column has the heading.
func allSettings(t *testing.T, heading string) map[string]setting {
	t.Helper()
	rows, inside := map[string]setting{}, false
	row := regexp.MustCompile("^\\| `([A-Z][A-Z0-9_]+)` \\| (.*) \\| (.*) \\|\n$")
	for line := range strings.Lines(readPage(t, "docs/configure.md")) {
		if !strings.HasPrefix(line, "|") {
			inside = false
		} else if strings.HasPrefix(line, "| "+heading+" |") {
			inside = true
		} else if found := row.FindStringSubmatch(line); inside && found != nil {
			if _, twice := rows[found[1]]; twice {
				t.Errorf("%s is in two rows", found[1])
			}
			rows[found[1]] = setting{found[1], found[2], found[3]}
		}
	}
	return rows
}

// printedSettings is what check-config prints of an environment, by name.
func printedSettings(t *testing.T, getenv func(string) string) map[string]string {
	t.Helper()
	var out strings.Builder
	if err := config.Print(&out, getenv); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(out.String()) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		values[name] = strings.TrimSpace(value)
	}
	return values
}

func TestDocsSettings(t *testing.T) {
	t.Parallel()
	rows := allSettings(t, "variable")
	defaults := printedSettings(t, func(string) string { return "" })
	secrets := printedSettings(t, func(string) string { return "x" })
	_, err := config.Load(func(string) string { return "" })
	for _, name := range config.Names() {
		row, ok := rows[name]
		if !ok {
			t.Errorf("docs/configure.md has no row for %s", name)
			continue
		}
		if value, ok := strings.CutSuffix(defaults[name], " (default)"); ok && row.value != "`"+value+"`" {
			t.Errorf("docs/configure.md says that %s is %s unless set, not `%s`", name, row.value, value)
		} else if !ok && strings.HasPrefix(row.value, "`") {
			t.Errorf("docs/configure.md says that %s is %s unless set, but it has no default", name, row.value)
		}
		needed := strings.Contains("\n"+err.Error(), "\n"+name+" (")
		if needed != (row.value == "**needed**") {
			t.Errorf("needed is %v of %s, docs/configure.md says %s", needed, name, row.value)
		}
		if secret := secrets[name] == "(set)"; secret != strings.HasPrefix(row.meaning, "*secret*: ") {
			t.Errorf("secret is %v of %s, docs/configure.md says otherwise", secret, name)
		}
	}
	for name := range rows {
		if !slices.Contains(config.Names(), name) {
			t.Errorf("docs/configure.md has a row for %s, which nothing reads", name)
		}
	}
}

// The other tables are about variables of other programs. Each is read, or passed on, where it
// is said.
func TestDocsSettingsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	for heading, files := range map[string][]string{
		"variable of Next.js":         {"web/lib/server/upstream.ts"},
		"variable of `.env`":          {"docker-compose.yml", ".env.example"},
		"variable of `make`":          {"scripts/stack/ports.mjs", "scripts/stack/settings.mjs", "scripts/stack/stack.mjs"},
		"variable of `kaiin sandbox`": {"server/sandbox/environment.go", "demo/store.yaml"},
	} {
		rows, source := allSettings(t, heading), ""
		for _, file := range files {
			source += readPage(t, file)
		}
		if len(rows) == 0 {
			t.Errorf("docs/configure.md has no table of the %s", heading)
		}
		for name, row := range rows {
			if !strings.Contains(source, name) {
				t.Errorf("docs/configure.md has a row for %s, which none of %q reads", name, files)
			}
			if value := strings.Trim(row.value, "`"); value != row.value && !strings.Contains(source, value) {
				t.Errorf("docs/configure.md says that %s is %s unless set, which none of %q says", name, value, files)
			}
		}
	}
}

// What other pages name in capitals is a variable that this page knows.
func TestDocsNameSettingsThatExist(t *testing.T) {
	t.Parallel()
	known := allSettings(t, "variable")
	for _, heading := range []string{"variable of Next.js", "variable of `.env`", "variable of `make`", "variable of `kaiin sandbox`"} {
		for name, row := range allSettings(t, heading) {
			known[name] = row
		}
	}
	prefixes := regexp.MustCompile(`^(KAIIN|SBPS|PAYPAL|LINE|GOOGLE|YAHOO_JAPAN|FACEBOOK|TWILIO|BOT_CHECK|STREAKS|SMTP|DATABASE|MAIL|STAFF|SANDBOX)_[A-Z0-9_]*[A-Z0-9]$`)
	ofTests := []string{"KAIIN_TEST_DATABASE_URL", "KAIIN_CHROMIUM"}
	for _, name := range pages(t) {
		for _, found := range regexp.MustCompile(`[A-Z][A-Z0-9_]+`).FindAllString(readPage(t, name), -1) {
			if _, ok := known[found]; prefixes.MatchString(found) && !ok && !slices.Contains(ofTests, found) {
				t.Errorf("%s names %s, which docs/configure.md does not", name, found)
			}
		}
	}
}
