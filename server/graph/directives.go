package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/fault"
	"kaiin/server/viewer"
)

// member is the directive @member: the field is for signed-in members, or orVisitor, who then gets what is for everybody. Services check
// again whose row it is. A member who signed in with a commonly used password may do nothing but change it.
func member(ctx context.Context, _ any, next graphql.Resolver, orVisitor *bool) (any, error) {
	a := viewer.Actor(ctx)
	switch {
	case !a.SignedIn() && !isTrue(orVisitor):
		return nil, fault.Unauthenticated()
	case a.MustChangePassword && !changesPassword[graphql.GetFieldContext(ctx).Field.Name]:
		return nil, fault.ChangePassword()
	}
	return next(ctx)
}

var changesPassword = map[string]bool{"passwordEditScreen": true, "changePassword": true}
