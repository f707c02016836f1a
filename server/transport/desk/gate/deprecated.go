package gate

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// deprecations are the fields and arguments that the operation asks for and that are to go, each
// once, with what is said of it.
func deprecations(set ast.SelectionSet) (all []string) {
	note := func(name string, of ast.DirectiveList) {
		marked := of.ForName("deprecated")
		if marked == nil {
			return
		}
		if reason := marked.Arguments.ForName("reason"); reason != nil {
			name += ": " + reason.Value.Raw
		}
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	var walk func(ast.SelectionSet)
	walk = func(set ast.SelectionSet) {
		for _, selection := range set {
			switch selection := selection.(type) {
			case *ast.Field:
				name := selection.ObjectDefinition.Name + "." + selection.Name
				note(name, selection.Definition.Directives)
				for _, given := range selection.Arguments {
					note(name+"("+given.Name+")", selection.Definition.Arguments.ForName(given.Name).Directives)
				}
				walk(selection.SelectionSet)
			case *ast.InlineFragment:
				walk(selection.SelectionSet)
			case *ast.FragmentSpread:
				walk(selection.Definition.SelectionSet)
			}
		}
	}
	walk(set)
	return all
}
