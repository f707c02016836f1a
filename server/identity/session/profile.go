package session

import (
	"context"

	"github.com/google/uuid"

	"kaiin/ent/session"
	"kaiin/server/base/actor"
)

// UseProfile makes a profile the current one of the actor's session; zero is the main one. Whose it
// is has been looked at: package profile does so. It joins the caller's transaction.
func (s *Service) UseProfile(ctx context.Context, a actor.Actor, id uuid.UUID) error {
	update := s.Store.Client(ctx).Session.Update().Where(session.ID(a.SessionID), session.EndedAtIsNil())
	if id == uuid.Nil {
		return update.ClearProfileID().Exec(ctx)
	}
	return update.SetProfileID(id).Exec(ctx)
}
