package acts

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// Each kind of act has its years, and nothing else has.
func TestEachKindHasItsYears(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "act.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Kind" {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, text)
		}
		return true
	})
	slices.Sort(kinds)
	if len(kinds) == 0 || len(slices.Compact(kinds)) != len(years) {
		t.Errorf("%d kinds, %d of years", len(kinds), len(years))
	}
	for _, kind := range kinds {
		if n := years[Kind(kind)]; n != 1 && n != 10 {
			t.Errorf("%s is kept for %d years", kind, n)
		}
	}
}
