package graph

import (
	"context"

	"kaiin/server/base/actor"
	"kaiin/server/base/step"
	"kaiin/server/identity/passkey"
	"kaiin/server/transport/graph/model"
	"kaiin/server/transport/graph/payload"
)

func passkeyViews(passkeys []*passkey.Passkey) []*model.Passkey {
	views := []*model.Passkey{}
	for _, p := range passkeys {
		views = append(views, &model.Passkey{PasskeyID: p.ID.String(), Name: p.Name, CreatedAt: p.CreatedAt, LastUsedAt: p.LastUsedAt})
	}
	return views
}

// offersPasskey reports whether a page may offer a passkey to the actor, who has n.
func (r *Resolver) offersPasskey(a actor.Actor, n int) bool {
	return n == 0 && r.Passkey.Offered() && a.SignedIn() && a.NeedsFresh(r.Passkey.Clock.Now()) == nil
}

// challenged is the answer to an action that asked for a challenge.
func challenged[P ~struct{ payload.Challenge }](ctx context.Context, options string, err error) (*P, error) {
	out, err := settle(ctx, err, step.Step{})
	if err != nil {
		return nil, err
	}
	return &P{Challenge: payload.Challenge{Result: out, Options: orNull(options)}}, nil
}
