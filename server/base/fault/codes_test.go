package fault

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The constants and the catalogue are the same list: each error has a text that says more than that
// one occurred, and no text is left over.
func TestEveryCodeHasATextInBothLanguages(t *testing.T) { // X-065 X-066 A-164 A-204
	listed := slices.Sorted(maps.Values(constants(t)))
	if len(listed) < 100 || !slices.Contains(listed, PinCodeError) {
		t.Fatalf("only %d constants were read: this test no longer reads codes.go right", len(listed))
	}
	if again := slices.Compact(slices.Clone(listed)); len(again) != len(listed) {
		t.Error("two constants have the same code")
	}
	for locale, texts := range catalogue() {
		var told []Code
		for key := range texts {
			code, _, _ := strings.Cut(key, ".") // "REQUIRED.email" is REQUIRED on the field email
			if code != fallback {
				told = append(told, Code(code))
			}
		}
		slices.Sort(told)
		told = slices.Compact(told)
		for _, code := range without(listed, told) {
			t.Errorf("%s has no text in %s", code, locale)
		}
		for _, code := range without(told, listed) {
			t.Errorf("%s has a text in %s and no constant", code, locale)
		}
	}
}

// A constant bears its code's name: PIN_CODE_ERROR is PinCodeError. A reader of one can search for
// the other.
func TestConstantsAreNamedAsTheirCodes(t *testing.T) {
	for name, code := range constants(t) {
		plain := strings.ToLower(strings.TrimPrefix(name, "Code"))
		if plain != strings.ToLower(strings.ReplaceAll(string(code), "_", "")) {
			t.Errorf("%s is the name of %s", name, code)
		}
	}
}

// Every constant is used outside this package, so that a code that is no longer raised goes away.
// P-22: there is no list of exceptions.
func TestEveryCodeIsRaised(t *testing.T) {
	names := constants(t)
	raised := map[Code]bool{}
	eachFile(t, func(_ *token.FileSet, name string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && isName(s.X, "fault") {
				raised[names[s.Sel.Name]] = true
			}
			if id, ok := n.(*ast.Ident); ok && name == "base/fault/fault.go" {
				raised[names[id.Name]] = true
			}
			return true
		})
	})
	for name, code := range names {
		if !raised[code] {
			t.Errorf("nothing raises %s", name)
		}
	}
}

// takers are the functions that take a code, by name, with the place of the code among
// the arguments.
var takers = map[string]int{
	"Invalid": 0, "BadRequest": 0, "Refused": 0, "Denied": 0, "Conflict": 0, "Precondition": 0, "BrokenFlow": 0, "Throttled": 0, "Unavailable": 0,
	"Is": 1, "Text": 1, "Add": 1, "AddWith": 1, "WriteError": 3, "refuse": 3, "SetFailure": 0,
}

var codeForm = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// The compiler takes an untyped string for a Code; this test does not, neither as an argument nor
// as a member named Code, nor as any literal that is spelled like a listed code.
func TestCodesAreConstantsNotStrings(t *testing.T) {
	listed := slices.Collect(maps.Values(constants(t)))
	calls := 0
	eachFile(t, func(files *token.FileSet, name string, file *ast.File) {
		if name == "base/fault/codes.go" {
			return
		}
		refuse := func(e ast.Expr, any bool) {
			l, ok := e.(*ast.BasicLit)
			if !ok || l.Kind != token.STRING {
				return
			}
			text, err := strconv.Unquote(l.Value)
			if err == nil && (any && codeForm.MatchString(text) || slices.Contains(listed, Code(text)) && !rules(name, text)) {
				t.Errorf("%s: %q is a string, not a constant of package fault", files.Position(l.Pos()), text)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if i, ok := takers[called(n)]; ok && i < len(n.Args) {
					calls++
					refuse(n.Args[i], true)
				}
			case *ast.KeyValueExpr:
				if isName(n.Key, "Code") {
					refuse(n.Value, true)
				}
			case *ast.BasicLit:
				refuse(n, false)
			}
			return true
		})
	})
	if calls < 200 {
		t.Errorf("only %d calls were looked at", calls)
	}
}

// rules holds for the one word that a setting of the store shares with a code: what has to be
// filled in.
func rules(name, text string) bool {
	return name == "base/settings/settings.go" && text == string(Required)
}

// constants are the codes of codes.go by their names.
func constants(t *testing.T) map[string]Code {
	t.Helper()
	all := map[string]Code{}
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil || !codeForm.MatchString(text) || !isName(spec.Type, "Code") {
				t.Errorf("%s is not a typed code", spec.Names[0].Name)
			}
			all[spec.Names[0].Name] = Code(text)
		}
		return true
	})
	return all
}

// eachFile visits the hand-written files of the server, tests and the pretended providers aside:
// those have codes of their own.
func eachFile(t *testing.T, visit func(files *token.FileSet, name string, file *ast.File)) {
	t.Helper()
	server, files := os.DirFS("../.."), token.NewFileSet()
	err := fs.WalkDir(server, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{"sandbox", "generated", "gateway", "model"}, path.Base(name)):
			return fs.SkipDir
		case entry.IsDir(), path.Ext(name) != ".go", strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(server, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err == nil {
			visit(files, name, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// without are the codes of the first list that the second does not have.
func without(all, those []Code) []Code {
	return slices.DeleteFunc(slices.Clone(all), func(code Code) bool { return slices.Contains(those, code) })
}
