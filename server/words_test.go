package server_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// idioms are turns of phrase that a reader from another country has to read twice: a "who" that is nobody in particular.
// Write "anyone who", "a caller who", "the member".
var idioms = regexp.MustCompile(`(?:\b[Ww]hoever\b|\b(?:of|to|for|by|from|with|only|nor|except|so that|and that) who (?:has|have|is|was|are|may|knows|gave|gives|asks|asked|leaves|planted|proved|proves)\b|(?:^|\. )Who (?:has|is|was|may|signed|logs|leaves|asked|comes|gave|wished)\b)`)

var comment = regexp.MustCompile(`^\s*(?://|/\*\*?|\*)\s?(.*)$|\s//\s(.*)$`)

// Comments of hand-written files say in plain words who is meant.
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
	for _, folder := range []string{"server", "ent/schema", "schema", "e2e", "scripts", "web"} {
		err := fs.WalkDir(top, folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (slices.Contains([]string{"generated", "node_modules", "testdata", "public"}, path.Base(name)) || path.Base(name)[0] == '.'):
				return fs.SkipDir
			case entry.IsDir(), !slices.Contains([]string{".go", ".ts", ".tsx", ".mjs"}, path.Ext(name)), name == "server/words_test.go":
				return nil
			}
			text, err := fs.ReadFile(top, name)
			if err != nil {
				return err
			}
			seen++
			for i, line := range strings.Split(string(text), "\n") {
				if isIdiom(line) {
					t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
				}
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

// isIdiom holds for a line with a comment that uses one of the idioms.
func isIdiom(line string) bool {
	found := comment.FindStringSubmatch(line)
	return found != nil && idioms.MatchString(found[1]+found[2])
}
