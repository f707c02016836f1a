package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/transport/viewer"
)

// restriction is a value of the schema's enum Restriction, which says what each closes and why.
type restriction string

const (
	abroad               restriction = "abroad"
	restrictedProfile    restriction = "restrictedProfile"
	beforeReConsent      restriction = "beforeReConsent"
	beforePasswordChange restriction = "beforePasswordChange"
)

var restrictions = []restriction{abroad, restrictedProfile, beforeReConsent, beforePasswordChange}

// rule says which callers may open a root field. It is read from @member or @public.
type rule struct {
	member    bool // @member, else @public
	orVisitor bool
	open      []restriction
}

func (r rule) isOpen(to restriction) bool { return slices.Contains(r.open, to) }

// access is the rule of every root field, by the field's name.
type access map[string]rule

// newAccess reads the rules from the schema. Its error names a field whose rule is missing, wrong
// or ambiguous.
func newAccess(sdl *ast.Schema) (access, error) {
	rules := access{}
	for _, root := range []*ast.Definition{sdl.Query, sdl.Mutation} {
		for _, field := range root.Fields {
			if field.Name == "__schema" || field.Name == "__type" { // no document may ask for them
				continue
			}
			r, err := ruleOf(field)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", field.Name, err)
			}
			if _, twice := rules[field.Name]; twice {
				return nil, fmt.Errorf("%s is a query and a mutation", field.Name)
			}
			rules[field.Name] = r
		}
	}
	return rules, nil
}

func ruleOf(field *ast.FieldDefinition) (rule, error) {
	r, directive := rule{member: true}, field.Directives.ForName("member")
	if public := field.Directives.ForName("public"); (directive == nil) == (public == nil) {
		return r, errors.New("a root field has either @member or @public")
	} else if public != nil {
		r, directive = rule{}, public
	}
	if visitor := directive.Arguments.ForName("orVisitor"); visitor != nil {
		r.orVisitor = visitor.Value.Raw == "true"
	}
	if open := directive.Arguments.ForName("open"); open != nil {
		for _, value := range open.Value.Children {
			r.open = append(r.open, restriction(value.Value.Raw))
		}
	}
	for _, named := range r.open {
		if !slices.Contains(restrictions, named) {
			return r, fmt.Errorf("%s is no restriction", named)
		}
	}
	return r, nil
}

// guard wraps every root field of a document. Services check again whose row it is.
func (rules access) guard(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	field := graphql.GetRootFieldContext(ctx).Field
	r, a := rules[field.Name], viewer.Actor(ctx)
	if why := r.closedToCaller(a); why != nil {
		graphql.AddError(ctx, why)
		return graphql.Null
	}
	if why := r.closedToMember(a); why != nil { // this error has the path of the field
		graphql.AddError(graphql.WithFieldContext(ctx, &graphql.FieldContext{Field: field}), why)
		return graphql.Null
	}
	return next(ctx)
}

// closedToCaller is about where the caller is and which profile they use.
func (r rule) closedToCaller(a actor.Actor) error {
	switch {
	case a.Abroad && !r.isOpen(abroad):
		return fault.Denied(fault.RegionBlocked)
	case a.Restricted() && !r.isOpen(restrictedProfile):
		return a.SwitchProfile()
	}
	return nil
}

// closedToMember is about what a member has to do first: log in, change a commonly used password,
// agree to a policy that has changed.
func (r rule) closedToMember(a actor.Actor) error {
	switch {
	case !r.member:
		return nil
	case !a.SignedIn() && !r.orVisitor:
		return fault.Unauthenticated()
	case a.MustChangePassword && !r.isOpen(beforePasswordChange):
		return fault.ChangePassword()
	case a.MustReConsent && !a.MustChangePassword && !r.isOpen(beforeReConsent):
		return fault.ReConsent()
	}
	return nil
}
