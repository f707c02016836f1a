package graph

import (
	"context"

	"github.com/google/uuid"

	"kaiin/server/account"
)

// visiting is the actor with a session: a visitor who comes without one is given one, because a flow is bound to it.
func (r *Resolver) visiting(ctx context.Context) (account.Actor, error) {
	a := actor(ctx)
	if a.SessionID != uuid.Nil {
		return a, nil
	}
	token, id, err := r.Login.Begin(ctx, a)
	if err != nil {
		return a, err
	}
	setSession(ctx, token, uuid.Nil)
	a.SessionID = id
	return a, nil
}
