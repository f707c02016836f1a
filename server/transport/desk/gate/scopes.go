package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/staff/scope"
	"kaiin/server/transport/desk/scalar"
	"kaiin/server/transport/viewer"
)

// needs are the scopes of the schema: of each field by "Type.field", and of each type that is
// closed by itself.
type needs struct {
	fields map[string]actor.Scope
	types  map[string]actor.Scope
	may    Proposable
}

// Proposable tells the mutations that a second person can decide, by their field.
type Proposable func(field string) bool

// Directive is @staff where a field runs.
type Directive = func(ctx context.Context, of any, next graphql.Resolver, s actor.Scope) (any, error)

// newNeeds reads @staff from the schema. Its error names a root field that does not say which
// callers may ask, or a scope that there is not.
func newNeeds(sdl *ast.Schema, p Proposable) (needs, error) {
	n := needs{map[string]actor.Scope{}, map[string]actor.Scope{}, p}
	for name, t := range sdl.Types {
		if s, ok, err := scopeIn(t.Directives); err != nil {
			return n, fmt.Errorf("%s: %w", name, err)
		} else if ok {
			n.types[name] = s
		}
		for _, f := range t.Fields {
			s, ok, err := scopeIn(f.Directives)
			if err != nil {
				return n, fmt.Errorf("%s.%s: %w", name, f.Name, err)
			}
			if ok {
				n.fields[name+"."+f.Name] = s
			}
			isRoot := t == sdl.Query || t == sdl.Mutation
			isOpen := f.Directives.ForName("anyStaff") != nil
			if isRoot && f.Name[0] != '_' && ok == isOpen {
				return n, fmt.Errorf("%s.%s has either @staff or @anyStaff", name, f.Name)
			}
		}
	}
	return n, nil
}

func scopeIn(directives ast.DirectiveList) (s actor.Scope, ok bool, err error) {
	d := directives.ForName("staff")
	if d == nil {
		return "", false, nil
	}
	if s, ok = scalar.ScopeOf(d.Arguments.ForName("scope").Value.Raw); !ok {
		return "", false, errors.New("there is no such scope")
	}
	return s, true, nil
}

// of are all scopes that the caller needs for the selection, in the order of their names.
func (n needs) of(s *actor.Staff, set ast.SelectionSet) []actor.Scope {
	found := map[actor.Scope]bool{}
	n.gather(s, set, found, map[string]bool{})
	var all []actor.Scope
	for s := range found {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

func (n needs) gather(staff *actor.Staff, set ast.SelectionSet, into map[actor.Scope]bool, seen map[string]bool) {
	for _, selection := range set {
		switch selection := selection.(type) {
		case *ast.Field:
			if s, ok := n.fields[selection.ObjectDefinition.Name+"."+selection.Name]; ok && !n.may.by(staff, selection.ObjectDefinition.Name, selection.Name, s) {
				into[s] = true
			}
			if s, ok := n.types[selection.Definition.Type.Name()]; ok {
				into[s] = true
			}
			n.gather(staff, selection.SelectionSet, into, seen)
		case *ast.InlineFragment:
			n.gather(staff, selection.SelectionSet, into, seen)
		case *ast.FragmentSpread:
			if !seen[selection.Name] {
				seen[selection.Name] = true
				n.gather(staff, selection.Definition.SelectionSet, into, seen)
			}
		}
	}
}

// missing is the fault that names every scope that the caller lacks; nil if they hold all.
func missing(a actor.Actor, needed []actor.Scope) error {
	var lacks []string
	for _, s := range needed {
		if !a.Staff.Holds(s) {
			lacks = append(lacks, string(s))
		}
	}
	if len(lacks) == 0 {
		return nil
	}
	text := lacks[0]
	for _, s := range lacks[1:] {
		text += ", " + s
	}
	return fault.Denied(fault.MissingScope).With(map[string]any{"scope": text})
}

// by reports whether the program may have the mutation proposed, which does not do anything else,
// and shows nothing.
func (p Proposable) by(s *actor.Staff, object, field string, needed actor.Scope) bool {
	return object == "Mutation" && p(field) && !s.IsPerson() && s.Holds(scope.Propose(needed))
}

func (p Proposable) directive(ctx context.Context, _ any, next graphql.Resolver, s actor.Scope) (any, error) {
	a, f := viewer.Actor(ctx), graphql.GetFieldContext(ctx)
	if err := a.May(s); err != nil && !p.by(a.Staff, f.Object, f.Field.Name, s) {
		return nil, err
	}
	return next(ctx)
}
