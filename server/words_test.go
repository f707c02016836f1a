package server_test

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// idioms are turns of phrase that a reader from another country has to read twice: a "who" that is
// nobody in particular. Write "anyone who", "a caller who", "the member".
var idioms = regexp.MustCompile(`(?:\b[Ww]hoever\b|\b(?:of|to|for|by|from|with|only|nor|except|so that|and that) who (?:has|have|is|was|are|may|knows|gave|gives|asks|asked|leaves|planted|proved|proves)\b|(?:^|\. )Who (?:has|is|was|may|signed|logs|leaves|asked|comes|gave|wished)\b)`)

var comment = regexp.MustCompile(`^\s*(?://|/\*\*?|\*)\s?(.*)$|\s//\s(.*)$`)

// refused are turns of phrase that are refused in comments, names of tests, logs and errors alike.
// Write a short sentence with a
// subject: "no member may", "is kept in", "is valid", "so".
var refused = regexp.MustCompile(`(?i)\bhence\b|\b(?:of which|by whom|to whom|whoever|nobody|left alone|is worth)\b|` +
	`\b(?:come|comes|came|coming) to nothing\b|\bnothing of (?:it|them)\b`)

// isKept and isValid are what "stands" and "lives" are used for; things may stand for others.
var isKept, isValid = regexp.MustCompile(`(?i)\bstands?\b(.{0,7})`), regexp.MustCompile(`(?i)\blives\b(.{0,8})`)

// former are names of this project's own that have a name of the field now.
var former = regexp.MustCompile(`\b(?:deeds?|fates?|leftAlone|asItIs|goOn|seldom|besides|freeze|wantedView|LeftAt|afterwards|withheld|guessed)\b`)

// quoted are lines that keep a refused word, since what they quote is not ours to change.
var quoted = []string{"NoBody", `"nobody"`, "'nobody'", "make lives LIVES="} // net/http's, a user of Unix, and a command

// refusedWord is the word for which a line is refused, "" for none.
func refusedWord(name, line string) string {
	for _, kept := range quoted {
		line = strings.ReplaceAll(line, kept, "")
	}
	if found := refused.FindString(line); found != "" {
		return found
	}
	if found := former.FindString(line); found != "" {
		return found
	}
	for _, found := range isKept.FindAllStringSubmatch(line, -1) {
		if after := found[1]; !strings.HasPrefix(after, " for") && !strings.HasPrefix(after, " in for") && !strings.HasPrefix(after, " alone") {
			return found[0]
		}
	}
	found := isValid.FindStringSubmatch(line)
	ofMembers := strings.HasPrefix(name, "server/modeltest/") || strings.HasPrefix(name, "scripts/lives")
	if found != nil && !strings.HasPrefix(found[1], " against") && !ofMembers {
		return found[0]
	}
	return ""
}

func TestRefusedWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want bool
	}{
		{"// hence it is charged once", true},
		{"// a list, of which one is the default", true},
		{`slog.Info("nobody may read it")`, true},
		{"// it stands in the table", true},
		{"// it stands for a plan", false},
		{"// as long as the session lives", true},
		{"	deed, at := basis.deed(next)", true},
		{"// no member has a second one", false},
	} {
		if got := refusedWord("server/base/x.go", c.line); (got != "") != c.want {
			t.Errorf("%q: refused for %q", c.line, got)
		}
	}
}

// testNamed finds the name of a Go test, titled the title of a part of one or of a test of the
// pages. firstTests finds the patterns of mutants.json, by which tests are chosen.
var (
	testNamed  = regexp.MustCompile(`^func (?:Test|Fuzz|Benchmark|Example)(\w+)\(`)
	titled     = regexp.MustCompile("(?:\\.Run|\\b(?:test|it|describe)(?:\\.\\w+)*)\\((?:\"([^\"]*)\"|'([^']*)'|`([^`]*)`)")
	firstTests = regexp.MustCompile(`^\s*"first": "[^:"]*:(.*)"`)
)

var lowerUpper, upperUpper = regexp.MustCompile(`([a-z0-9])([A-Z])|([a-z])([0-9])`), regexp.MustCompile(`([A-Z])([A-Z][a-z])`)

// inWords are the words that a name is made of, the first as it is written and the others in
// lower case.
func inWords(name string) string {
	name = strings.NewReplacer("_", " ", "|", " | ").Replace(name)
	name = upperUpper.ReplaceAllString(lowerUpper.ReplaceAllString(name, "$1$3 $2$4"), "$1 $2")
	return name[:min(1, len(name))] + strings.ToLower(name[min(1, len(name)):])
}

// refusedName is the word for which the name or the title of a test is refused, or the pattern that
// chooses tests; "" for none.
func refusedName(name, line string) string {
	var text string
	if found := testNamed.FindStringSubmatch(line); found != nil {
		text = inWords(found[1])
	} else if found := firstTests.FindStringSubmatch(line); found != nil && path.Base(name) == "mutants.json" {
		text = inWords(found[1])
	} else if found := titled.FindStringSubmatch(line); found != nil {
		text = inWords(found[1] + found[2] + found[3])
	} else if path.Base(name) == "mutants.json" {
		return idioms.FindString(line) // what would go wrong is a text of its own
	}
	if found := idioms.FindString(text); found != "" {
		return found
	}
	return refusedWord(name, text)
}

func TestRefusedNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, line string
		want       string
	}{
		{"server/base/x_test.go", "func TestAProviderThatFailsIsLeftAlone(t *testing.T) {", "left alone"},
		{"server/base/x_test.go", "func TestX06ALinkLogsNobodyOut(t *testing.T) {", "nobody"},
		{"server/base/x_test.go", "func TestNoTypeStandsTwice(t *testing.T) {", "stands twice"},
		{"server/base/x_test.go", "func TestAFormLives30Minutes(t *testing.T) {", "lives 30 minu"},
		{"server/base/x_test.go", "func TestWhoMayCancel(t *testing.T) {", "Who may"},
		{"server/base/x_test.go", "func TestAMoneyProviderIsAskedSeldom(t *testing.T) {", "seldom"},
		{"server/base/x_test.go", "func TestNoMemberIsToldAtNight(t *testing.T) {", ""},
		{"server/base/x_test.go", "func TestATabLeftAtTheBank(t *testing.T) {", ""},
		{"server/modeltest/x_test.go", "func TestLives(t *testing.T) {", ""},
		{"server/base/x_test.go", `	t.Run("CodeLives", func(t *testing.T) {`, "lives"},
		{"e2e/journeys/x.spec.ts", "  test.describe('Who may leave', () => {", "Who may"},
		{"web/ui/x.test.tsx", "  it('tells of the order, of which one is over', () => {", "of which"},
		{"server/base/mutants.json", `    "first": "gateway:Refused|LeftAlone",`, "left alone"},
		{"server/base/mutants.json", `    "first": "signup:CodeIsValid|LeadsToWhat",`, ""},
		{"server/base/mutants.json", `        "a mail goes to who asks",`, "to who asks"},
	} {
		if got := refusedName(c.name, c.line); got != c.want {
			t.Errorf("%q: refused for %q, want %q", c.line, got, c.want)
		}
	}
}

// Comments of hand-written files say in plain words who is meant, and so do names of tests and what
// mutants tell of.
func TestPlainWords(t *testing.T) {
	for _, c := range []struct {
		line string
		want bool
	}{
		{"// so that who planted the former one has nothing of the proof", true},
		{"	x() // told only to who knows its password", true},
		{"// Who has left is out at once.", true},
		{"// it is the same for whoever asks", true},
		{" * Shown to who has just left.", true},
		{"// anyone who has left is out", false},
		{"// it tells who is a member", false},
		{`send("to who knows")`, false},
	} {
		if isIdiom(c.line) != c.want {
			t.Errorf("%q: an idiom %t, want %t", c.line, !c.want, c.want)
		}
	}
	seen := 0
	top := os.DirFS("..")
	for _, folder := range []string{"server", "ent/schema", "ent/gen", "schema", "e2e", "scripts", "web"} {
		err := fs.WalkDir(top, folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (slices.Contains([]string{"generated", "node_modules", "testdata", "public"}, path.Base(name)) || path.Base(name)[0] == '.'):
				return fs.SkipDir
			case entry.IsDir(), name == "server/words_test.go":
				return nil
			case !slices.Contains([]string{".go", ".ts", ".tsx", ".mjs"}, path.Ext(name)) && path.Base(name) != "mutants.json":
				return nil
			}
			text, err := fs.ReadFile(top, name)
			if err != nil {
				return err
			}
			seen++
			generated, above := strings.HasPrefix(string(text), "// Code generated "), ""
			for i, line := range strings.Split(string(text), "\n") {
				if isIdiom(line) {
					t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
				}
				if tooLong(line) && !generated {
					t.Errorf("%s:%d: wider than %d columns: %s", name, i+1, columnsAtMost, strings.TrimSpace(line))
				}
				if word := cmp.Or(refusedWord(name, line), refusedName(name, line), refusedAcross(name, above, line)); word != "" {
					t.Errorf("%s:%d: %q in: %s", name, i+1, word, strings.TrimSpace(line))
				}
				above = line
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 500 {
		t.Errorf("only %d files were read", seen)
	}
}

// refusedAcross is what is refused of a comment where one of its lines goes on in the next one; ""
// for nothing.
func refusedAcross(name, above, line string) string {
	first, second := ownLine.FindStringSubmatch(above), ownLine.FindStringSubmatch(line)
	if first == nil || second == nil {
		return ""
	}
	begun, goesOn := strings.Fields(first[1]), strings.Fields(second[1])
	if len(begun) == 0 || len(goesOn) == 0 {
		return ""
	}
	const phrase = 3 // words of one are refused together, and one more tells what follows
	begun, goesOn = begun[max(0, len(begun)-phrase):], goesOn[:min(phrase, len(goesOn))]
	said := "a " + strings.Join(begun, " ") + " " + strings.Join(goesOn, " ")
	if isEnd := strings.HasSuffix(begun[len(begun)-1], ".") || refusedWord(name, strings.Join(begun, " ")) != "" || refusedWord(name, strings.Join(goesOn, " ")) != ""; isEnd {
		return ""
	}
	return cmp.Or(idioms.FindString(said), refusedWord(name, said))
}

func TestRefusedAcrossLines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		above, line string
		want        string
	}{
		{"	// It answers a list of plans, of", "	// which one is the default.", "of which"},
		{" * The order has come to", " * nothing.", "come to nothing"},
		{"// It is told to", "// who asks for it.", "to who asks"},
		{"// The order has come to.", "// Nothing is left.", ""},
		{"// It is told to a caller", "// who asks for it.", ""},
		{"	answer := list // of", "	which := 1", ""},
	} {
		if got := refusedAcross("server/base/x.go", c.above, c.line); got != c.want {
			t.Errorf("%q, %q: refused for %q, want %q", c.above, c.line, got, c.want)
		}
	}
}

// columnsAtMost is how wide a line of prose may be in a comment. A tab is four columns.
const columnsAtMost = 100

var (
	ownLine    = regexp.MustCompile(`^\s*(?://|/\*\*?|\*|\{/\*)(.*)$`)
	listItem   = regexp.MustCompile(`^\s*(?:[-*•]|\d+[.)])\s`)
	isTooling  = regexp.MustCompile(`^ ?(?:biome-ignore|@ts-)`) // its reason has to be in the same line
	isDrawing  = regexp.MustCompile(`[│─┌┐└┘├┤┬┴▶▼◀▲]`)
	separators = regexp.MustCompile(`\S {2,}\S`)
)

// tooLong holds for a line that is a comment, is wider than columnsAtMost, and could be wrapped.
// Tables, drawings and what else is indented, as in a package comment, may be wider; items of a
// list may not.
func tooLong(line string) bool {
	if utf8.RuneCountInString(line)+3*strings.Count(line, "\t") <= columnsAtMost {
		return false
	}
	found := ownLine.FindStringSubmatch(line)
	switch {
	case found == nil, isTooling.MatchString(found[1]):
		return false
	case listItem.MatchString(found[1]):
		return true
	case strings.HasPrefix(found[1], "  "), strings.HasPrefix(found[1], "\t"):
		return false
	}
	said := strings.TrimSpace(found[1])
	return strings.HasPrefix(found[1], " ") && strings.Contains(said, " ") && !isDrawing.MatchString(said) && !separators.MatchString(said)
}

func TestLongComments(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(" word", 20)
	for _, c := range []struct {
		line string
		want bool
	}{
		{"//" + long[:98], false},
		{"//" + long + "s", true},
		{"\t\t//" + long[:90], false},
		{"\t\t//" + long[:95], true},
		{" *" + long, true},
		{"  {/*" + long + " */}", true},
		{"//   -" + long, true},
		{"//\t" + long, false},
		{"//     " + long, false},
		{"// name      " + long, false},
		{"// a ─▶ b" + long, false},
		{"// https://example.com/" + strings.Repeat("x", 100), false},
		{"//go:generate" + long, false},
		{"  // biome-ignore lint/a11y/useMediaCaption:" + long, false},
		{"	x := 1 //" + long, false}, // a remark stays beside its code
		{`	"` + long + `"`, false},
	} {
		if tooLong(c.line) != c.want {
			t.Errorf("%q: too long %t, want %t", c.line, !c.want, c.want)
		}
	}
}

// isIdiom holds for a line with a comment that uses one of the idioms.
func isIdiom(line string) bool {
	found := comment.FindStringSubmatch(line)
	return found != nil && idioms.MatchString(found[1]+found[2])
}
