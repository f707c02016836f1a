package people

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/throttle"
	"kaiin/server/identity/credential"
	"kaiin/server/staff/acts"
)

// proofTries are counted per person, in all sessions together.
func proofTries(id uuid.UUID) throttle.Guesses {
	return throttle.Guesses{Key: "staff-proof:" + id.String(), Free: 5, Window: 24 * time.Hour}
}

// Confirm proves once more who the person is, by a password and a code: for 15 minutes they may do
// what needs a recent proof. The session goes on under another token. Faults: unauthenticated; the
// others as Login's.
func (s *Service) Confirm(ctx context.Context, who *actor.Staff, from acts.Origin, in Login) (Opened, error) {
	switch {
	case who == nil:
		return Opened{}, fault.Unauthenticated()
	case s.ByIssuer:
		return Opened{}, fault.NotFound()
	}
	if err := in.validate(false); err != nil {
		return Opened{}, err
	}
	tries := proofTries(who.ID)
	if err := s.Throttle.CountGuess(ctx, tries); err != nil {
		return Opened{}, err
	}
	p, err := s.Lookup(ctx, who.ID)
	if err != nil {
		return Opened{}, err
	}
	step, right, err := s.proven(ctx, credential.Lane("staff "+who.ID.String()), p, in)
	if err != nil {
		return Opened{}, err
	}
	if !right {
		return Opened{}, s.disproved(ctx, p, from, "confirm")
	}
	var opened Opened
	err = s.Acts.Prove(ctx, p.staff(), from, "confirm", acts.Act{Kind: acts.StaffLogin, Target: target(p.ID)}, func(ctx context.Context, _ *acts.Act) error {
		now, err := s.spend(ctx, p, step)
		if err != nil {
			return err
		}
		if opened, err = s.renew(ctx, now, who.SessionID); err != nil {
			return err
		}
		return s.Throttle.Forget(ctx, tries)
	})
	return opened, err
}
