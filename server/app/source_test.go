package app

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

const root = "kaiin/server/"

var room = regexp.MustCompile(`^kaiin/server/(?:(?:base|staff|shop|identity|money|leaving|desk|transport)/)?`)

// shortName is the path of a package of server/ without its room: login, gateway/sbps.
func shortName(path string) string { return room.ReplaceAllString(path, "") }

// helpsTests is whether a package is there for tests only, as storetest and catalogtest are.
func helpsTests(name string) bool {
	return strings.HasSuffix(name, "test") || strings.Contains(name, "test/")
}

// loaded are the packages of server/ with their syntax and types, read once for all tests of
// the structure.
var loaded = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "kaiin/server/...")
})

// sources are the packages of server/ that run in production: neither tests nor the packages that
// help tests.
func sources(t *testing.T) map[string]*packages.Package {
	all, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*packages.Package{}
	for _, p := range all {
		for _, broken := range p.Errors {
			t.Fatal(broken)
		}
		if name := shortName(p.PkgPath); !helpsTests(name) {
			found[name] = p
		}
	}
	if len(found) < 20 {
		t.Fatalf("only %d packages were looked at", len(found))
	}
	return found
}

// serviceMethod is a method of the package's Service; nil when it has none of that name.
func serviceMethod(p *packages.Package, name string) types.Object {
	service := p.Types.Scope().Lookup("Service")
	if service == nil {
		return nil
	}
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(service.Type()), true, p.Types, name)
	return method
}

// calledBy are the function and those of its package that it calls, directly or not.
func calledBy(p *packages.Package, function types.Object) map[types.Object]bool {
	bodies := map[types.Object]*ast.BlockStmt{}
	for _, file := range p.Syntax {
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok {
				bodies[p.TypesInfo.Defs[f.Name]] = f.Body
			}
		}
	}
	called := map[types.Object]bool{}
	var visit func(types.Object)
	visit = func(f types.Object) {
		if called[f] || bodies[f] == nil {
			return
		}
		called[f] = true
		ast.Inspect(bodies[f], func(n ast.Node) bool {
			if name, ok := n.(*ast.Ident); ok {
				visit(p.TypesInfo.Uses[name])
			}
			return true
		})
	}
	visit(function)
	return called
}
