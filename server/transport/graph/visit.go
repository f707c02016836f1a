package graph

import (
	"context"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/transport/viewer"

	"github.com/google/uuid"
)

// visiting is the actor with a session: a visitor who comes without one is given one, because a
// flow is bound to it.
func (r *Resolver) visiting(ctx context.Context) (actor.Actor, error) {
	a := viewer.Actor(ctx)
	if a.SessionID != uuid.Nil {
		return a, nil
	}
	token, id, err := r.Session.Begin(ctx, a)
	if err != nil {
		return a, err
	}
	viewer.SetSession(ctx, token, uuid.Nil)
	a.SessionID = id
	return a, nil
}

// ownAccount is the actor's account, for a screen. Fault: not found.
func (r *Resolver) ownAccount(ctx context.Context) (*ent.Account, error) {
	if v := viewer.Of(ctx); v.Account != nil {
		return v.Account, nil
	}
	return r.Accounts.Find(ctx, viewer.Actor(ctx).AccountID)
}
