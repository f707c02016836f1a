package account

import (
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/actor"
	"kaiin/server/fault"
)

// signupTime is how long a sign-up may take once the address is proved.
const signupTime = 60 * time.Minute

// signupStart is where a broken sign-up starts again.
const signupStart = "/signup"

const flowSignup = "signUp"

// signupFlow is what a browser has done of its sign-up. It is stored sealed.
type signupFlow struct {
	Consents    []Consent
	Email       string          // the address a code was sent to last
	SentAt      *time.Time      // when
	ProvedEmail string          // the address that was proved
	ProvedAt    *time.Time      // when
	Form        *kept           // what the confirm step checked
	External    *ExternalSignup // the external account the new one will be linked to
	Done        bool            // the account exists; the session is the new member's

	expiresAt time.Time
}

// kept is a checked form, ready to become an account.
type kept struct {
	UserID       string
	PasswordHash string
	Profile      Profile
}

func (f *signupFlow) expired(now time.Time) bool { return !now.Before(f.expiresAt) }
func (f *signupFlow) proved() bool               { return f.ProvedEmail != "" }

// extend moves the end of the flow to that of a code sent now. It moves no more once an address was proved.
func (f *signupFlow) extend(now time.Time, codeLife time.Duration) {
	if !f.proved() {
		f.expiresAt = now.Add(max(signupTime, codeLife))
	}
}

func signupTimeout() *fault.Error { return fault.BrokenFlow("SIGNUP_TIMEOUT", signupStart) }
func signupBroken() *fault.Error  { return fault.BrokenFlow(fault.CodeSessionFlow, signupStart) }

// lookupSignup is the sign-up of the actor's session, or nil. It may have expired.
func (s *Service) lookupSignup(ctx context.Context, a actor.Actor) (*signupFlow, error) {
	if a.SessionID == uuid.Nil {
		return nil, nil
	}
	return s.openSignup(ctx, a, false)
}

// startedSignup is the sign-up of the actor's session, locked like lockSignup, or a fresh one when there is none that still
// runs.
func (s *Service) startedSignup(ctx context.Context, a actor.Actor) (*signupFlow, error) {
	f, err := s.openSignup(ctx, a, true)
	if err == nil && (f == nil || f.Done || f.expired(s.Clock.Now())) {
		f = new(signupFlow)
	}
	return f, err
}

// runningSignup is the sign-up of the actor's session. Faults: a broken flow when there is none, or its time is up.
func (s *Service) runningSignup(ctx context.Context, a actor.Actor) (*signupFlow, error) {
	f, err := s.lookupSignup(ctx, a)
	return s.running(f, err)
}

// lockSignup is runningSignup under a row lock, for a transaction that changes the flow.
func (s *Service) lockSignup(ctx context.Context, a actor.Actor) (*signupFlow, error) {
	f, err := s.openSignup(ctx, a, true)
	return s.running(f, err)
}

func (s *Service) running(f *signupFlow, err error) (*signupFlow, error) {
	switch {
	case err != nil:
		return nil, err
	case f == nil || f.Done:
		return nil, signupBroken()
	case f.expired(s.Clock.Now()):
		return nil, signupTimeout()
	}
	return f, nil
}

func (s *Service) openSignup(ctx context.Context, a actor.Actor, lock bool) (*signupFlow, error) {
	f := new(signupFlow)
	found, expiresAt, err := s.openFlow(ctx, a.SessionID, flowSignup, f, lock)
	if err != nil || !found {
		return nil, err
	}
	f.expiresAt = expiresAt
	return f, nil
}

// saveSignup stores the flow under the session.
func (s *Service) saveSignup(ctx context.Context, sessionID uuid.UUID, f *signupFlow) error {
	return s.SaveFlow(ctx, sessionID, flowSignup, f, f.expiresAt)
}

// spendSignup removes the flow of the session. Of several transactions that try, one succeeds; the others are told that
// the flow is broken.
func (s *Service) spendSignup(ctx context.Context, sessionID uuid.UUID) error {
	spent, err := s.SpendFlow(ctx, sessionID, flowSignup)
	if err == nil && !spent {
		return signupBroken()
	}
	return err
}
