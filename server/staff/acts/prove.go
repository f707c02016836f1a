package acts

import (
	"context"
	"slices"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
)

// ofOneself are the kinds of what people do about themselves alone: it needs no scope, key or
// reason.
var ofOneself = []Kind{StaffLogin, StaffLogout, StaffEnrolled}

// Stranger is a caller who tried to prove who they are, and does not work here.
var Stranger = actor.Staff{Name: "unknown"}

// Prove does what follows when a person has proved who they are, such as opening their session,
// with its act. What is refused meanwhile is an act, too. Fault: FORBIDDEN for any other kind.
func (s *Service) Prove(ctx context.Context, who actor.Staff, from Origin, field string, a Act, do func(ctx context.Context, a *Act) error) error {
	if !slices.Contains(ofOneself, a.Kind) {
		return fault.Denied(fault.Forbidden)
	}
	return s.desk(actor.Actor{Staff: &who}, from, field).Do(ctx, a, do)
}

// Disproved writes that somebody failed to prove that they are the person, or a Stranger.
func (s *Service) Disproved(ctx context.Context, who actor.Staff, from Origin, field string, a Act, why error) error {
	return s.desk(actor.Actor{Staff: &who}, from, field).refused(ctx, a, why)
}
