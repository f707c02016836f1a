package graph

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

// How large one operation may be (ASVS V4.3.1). The largest page of the site stays below two thirds
// of each.
const (
	maxDepth   = 10
	maxFields  = 300
	maxAliases = 5
)

type size struct{ depth, fields, aliases int }

// withinLimits refuses an operation that is too large, and a mutation of more than one field:
// aliases of one mutation would otherwise be that many attempts for one request. Fragments count
// wherever they are spread. The operation is validated, so it has no cycles.
func withinLimits(o *ast.OperationDefinition) error {
	if n := len(rootFields(o.SelectionSet)); o.Operation == ast.Mutation && n != 1 {
		return fmt.Errorf("a mutation has one field, not %d", n)
	}
	s := measure(o.SelectionSet)
	switch {
	case s.depth > maxDepth:
		return fmt.Errorf("nested %d deep, at most %d", s.depth, maxDepth)
	case s.fields > maxFields:
		return fmt.Errorf("%d fields, at most %d", s.fields, maxFields)
	case s.aliases > maxAliases:
		return fmt.Errorf("%d aliases, at most %d", s.aliases, maxAliases)
	}
	return nil
}

func measure(set ast.SelectionSet) size {
	var total size
	for _, selection := range set {
		var s size
		switch selection := selection.(type) {
		case *ast.Field:
			s = measure(selection.SelectionSet)
			s.depth++
			s.fields++
			if selection.Alias != selection.Name {
				s.aliases++
			}
		case *ast.InlineFragment:
			s = measure(selection.SelectionSet)
		case *ast.FragmentSpread:
			s = measure(selection.Definition.SelectionSet)
		}
		total.depth = max(total.depth, s.depth)
		total.fields += s.fields
		total.aliases += s.aliases
		if total.fields > maxFields { // large enough to refuse; a spread of spreads must not be counted to its end
			return total
		}
	}
	return total
}

// rootFields are the fields an operation runs, those behind fragments included.
func rootFields(set ast.SelectionSet) []*ast.Field {
	var all []*ast.Field
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			all = append(all, selection)
		case *ast.InlineFragment:
			all = append(all, rootFields(selection.SelectionSet)...)
		case *ast.FragmentSpread:
			all = append(all, rootFields(selection.Definition.SelectionSet)...)
		}
	}
	return all
}
