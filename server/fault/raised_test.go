package fault

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every code that this server raises has a text of its own in both languages: nobody is told only that an error occurred.
func TestEveryRaisedCodeHasATextInBothLanguages(t *testing.T) { // X-065 X-066
	raised := scan(t)
	for _, known := range []string{CodeNotFound, "LOGIN_FAILED_EMAIL", "PURCHASE_TOO_FREQUENT", "NEEDS_DIGIT", "METHOD_NOT_ALLOWED", "BODY_TOO_LARGE"} {
		if len(raised[known]) == 0 {
			t.Errorf("%s was not found: this test no longer reads the code right", known)
		}
	}
	for code, places := range raised {
		for locale, texts := range catalogue() {
			if !hasText(texts, code) {
				t.Errorf("%s (%s) has no text in %s", code, strings.Join(places, ", "), locale)
			}
		}
	}
}

// hasText holds for a code with a text of its own, or with texts for fields.
func hasText(texts map[string]string, code string) bool {
	if _, ok := texts[code]; ok {
		return true
	}
	for key := range texts {
		if strings.HasPrefix(key, code+".") {
			return true
		}
	}
	return false
}

// raisers are the functions that take a code, by name, with the place of the code among the arguments.
var raisers = map[string]int{
	"Invalid": 0, "BadRequest": 0, "Refused": 0, "Denied": 0, "Conflict": 0, "Precondition": 0, "BrokenFlow": 0, "Throttled": 0, "Unavailable": 0,
	"Add": 1, "AddWith": 1, "WriteError": 3, "refuse": 3,
}

var codeForm = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// scan reads the packages that answer members and returns the codes they raise, with the places: literal arguments of raisers,
// members named Code of composite literals, and what is assigned to names that begin with code.
func scan(t *testing.T) map[string][]string {
	t.Helper()
	raised := map[string][]string{}
	files := token.NewFileSet()
	note := func(e ast.Expr) {
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if code, err := strconv.Unquote(l.Value); err == nil && codeForm.MatchString(code) {
				raised[code] = append(raised[code], files.Position(l.Pos()).String())
			}
		}
	}
	server := os.DirFS("..")
	err := fs.WalkDir(server, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && slices.Contains([]string{"sandbox", "generated", "gateway"}, path.Base(name)) {
			return firstOf(err, fs.SkipDir)
		}
		if entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(server, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool { look(n, note); return true })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return raised
}

func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

func look(n ast.Node, note func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.SelectorExpr:
			name = f.Sel.Name
		case *ast.Ident:
			name = f.Name
		}
		if i, ok := raisers[name]; ok && i < len(n.Args) {
			note(n.Args[i])
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
			note(n.Value)
		}
	case *ast.CompositeLit: // jsonbody.Error{status, code}
		if name, ok := n.Type.(*ast.Ident); ok && name.Name == "Error" {
			for _, e := range n.Elts {
				note(e)
			}
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if name, ok := left.(*ast.Ident); ok && i < len(n.Rhs) && strings.HasPrefix(strings.ToLower(name.Name), "code") {
				note(n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if lower := strings.ToLower(name.Name); i < len(n.Values) && strings.HasPrefix(lower, "code") {
				note(n.Values[i])
			}
		}
	}
}
