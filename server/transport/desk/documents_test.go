package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"kaiin/server/transport/desk/gate"
)

// The documents of the staff's own pages, which are examples for other tools, are valid, each is
// named as its file, and none is larger or dearer than what the desk runs.
func TestDocumentsOfThePages(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "..", "schema", "staff")
	files, err := filepath.Glob(filepath.Join(folder, "*", "*.graphql"))
	if err != nil || len(files) < 9 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		document, errs := gqlparser.LoadQueryWithRules(sdl(), string(text), rules.NewDefaultRules())
		if errs != nil {
			t.Errorf("%s: %v", file, errs)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".graphql")
		if len(document.Operations) != 1 || document.Operations[0].Name != name {
			t.Errorf("%s has another operation", file)
		}
		operation := document.Operations[0]
		want := map[string]ast.Operation{"screens": ast.Query, "actions": ast.Mutation}[filepath.Base(filepath.Dir(file))]
		if operation.Operation != want {
			t.Errorf("%s is a %s", file, operation.Operation)
		}
		if err := gate.Limits.Check(operation); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if cost := gate.CostOf(operation, nil); cost > gate.Dearest/4 {
			t.Errorf("%s costs %d: somebody who opens page after page has to wait", file, cost)
		}
		for _, asked := range operation.SelectionSet {
			f := asked.(*ast.Field)
			if want == ast.Mutation && (f.Alias != "result" || !strings.Contains(string(text), "userErrors")) {
				t.Errorf("%s does not answer a result with what has to be put right", file)
			}
		}
	}
}
