package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"kaiin/server/fault"
)

// member is the directive @member: the field is for signed-in members. Services check again whose row it is.
func member(ctx context.Context, _ any, next graphql.Resolver) (any, error) {
	if !actor(ctx).SignedIn() {
		return nil, fault.Unauthenticated()
	}
	return next(ctx)
}
