package gql

import (
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"
)

// Limits are how large one operation may be (ASVS V4.3.1).
type Limits struct{ Depth, Fields, Aliases int }

type size struct{ depth, fields, aliases int }

// Check refuses an operation that is too large, and a mutation of more than one field:
// aliases of one mutation would otherwise be that many attempts for one request. Fragments count
// wherever they are spread. The operation is validated, so it has no cycles.
func (l Limits) Check(o *ast.OperationDefinition) error {
	if n := len(RootFields(o.SelectionSet)); o.Operation == ast.Mutation && n != 1 {
		return fmt.Errorf("a mutation has one field, not %d", n)
	}
	s := measure(o.SelectionSet, l.Fields)
	switch {
	case s.depth > l.Depth:
		return fmt.Errorf("nested %d deep, at most %d", s.depth, l.Depth)
	case s.fields > l.Fields:
		return fmt.Errorf("%d fields, at most %d", s.fields, l.Fields)
	case s.aliases > l.Aliases:
		return fmt.Errorf("%d aliases, at most %d", s.aliases, l.Aliases)
	}
	return nil
}

// CheckParsed refuses a document that is too large to be held against a schema: that takes as long
// as the square of what it asks for. All of it counts, used or not, and a fragment also wherever it
// is spread. A document that passes may still be too large to run (Check).
func (l Limits) CheckParsed(d *ast.QueryDocument) error {
	w := weigher{d.Fragments, 2 * l.Fields}
	fits := true
	for _, o := range d.Operations {
		fits = fits && w.fits(o.SelectionSet, 4*l.Depth)
	}
	for _, f := range d.Fragments {
		fits = fits && w.fits(f.SelectionSet, 4*l.Depth)
	}
	if !fits {
		return fmt.Errorf("the document has more than %d fields, or is nested too deep", l.Fields)
	}
	return nil
}

// weigher counts what is selected until nothing is left of what may be. Cycles of fragments end by
// the depth.
type weigher struct {
	fragments ast.FragmentDefinitionList
	left      int
}

func (w *weigher) fits(set ast.SelectionSet, depth int) bool {
	for _, selection := range set {
		if w.left--; w.left < 0 || depth == 0 {
			return false
		}
		below := ast.SelectionSet(nil)
		switch selection := selection.(type) {
		case *ast.Field:
			below = selection.SelectionSet
		case *ast.InlineFragment:
			below = selection.SelectionSet
		case *ast.FragmentSpread:
			if f := w.fragments.ForName(selection.Name); f != nil {
				below = f.SelectionSet
			}
		}
		if !w.fits(below, depth-1) {
			return false
		}
	}
	return true
}

func measure(set ast.SelectionSet, most int) size {
	var total size
	for _, selection := range set {
		var s size
		switch selection := selection.(type) {
		case *ast.Field:
			s = measure(selection.SelectionSet, most)
			s.depth++
			s.fields++
			if selection.Alias != selection.Name {
				s.aliases++
			}
		case *ast.InlineFragment:
			s = measure(selection.SelectionSet, most)
		case *ast.FragmentSpread:
			s = measure(selection.Definition.SelectionSet, most)
		}
		total.depth = max(total.depth, s.depth)
		total.fields += s.fields
		total.aliases += s.aliases
		if total.fields > most { // large enough to refuse; a spread of spreads must not be counted to its end
			return total
		}
	}
	return total
}

// RootFields are the fields an operation runs, those behind fragments included.
func RootFields(set ast.SelectionSet) []*ast.Field {
	var all []*ast.Field
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			all = append(all, selection)
		case *ast.InlineFragment:
			all = append(all, RootFields(selection.SelectionSet)...)
		case *ast.FragmentSpread:
			all = append(all, RootFields(selection.Definition.SelectionSet)...)
		}
	}
	return all
}
