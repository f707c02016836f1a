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

// passkeysOf is how many passkeys the actor has, and whether a page may offer one; nil and no where
// the site cannot have any.
func (r *Resolver) passkeysOf(ctx context.Context, a actor.Actor) (count *int, offers bool, err error) {
	if !r.Passkey.Offered() || !a.SignedIn() {
		return nil, false, nil
	}
	n, err := r.Passkey.Count(ctx, a.AccountID)
	return &n, n == 0 && a.NeedsFresh(r.Passkey.Clock.Now()) == nil, err
}

// challenged is the answer to an action that asked for a challenge.
func challenged[P ~struct{ payload.Challenge }](ctx context.Context, options string, err error) (*P, error) {
	out, err := settle(ctx, err, step.Step{})
	if err != nil {
		return nil, err
	}
	return &P{Challenge: payload.Challenge{Result: out, Options: orNull(options)}}, nil
}
