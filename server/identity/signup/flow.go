package signup

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/step"
	"kaiin/server/identity/account"
	"kaiin/server/identity/session"
)

// timeLimit is how long a sign-up may take once the address is proved.
const timeLimit = 60 * time.Minute

const kind flow.Kind = "signUp"

// state is what a browser has done of its sign-up. It is stored sealed.
type state struct {
	Consents    []account.Consent
	Email       string     // the address a code was sent to last
	SentAt      *time.Time // when
	ProvedEmail string     // the address that was proved
	ProvedAt    *time.Time // when
	Form        *kept      // what the confirm step checked
	External    *External  // the external account the new one will be linked to
	ReturnTo    string     // the path of this site that the visitor came from, to go on there as a member; "" is none
	Done        bool       // the account exists; the session is the new member's

	expiresAt time.Time
}

// kept is a checked form, ready to become an account.
type kept struct {
	UserID       string
	PasswordHash string
	Profile      account.Personal
}

func (f *state) expired(now time.Time) bool { return !now.Before(f.expiresAt) }
func (f *state) proved() bool               { return f.ProvedEmail != "" }

// extend moves the end of the flow to that of a code sent now. It moves no more once an address
// was proved.
func (f *state) extend(now time.Time, codeLife time.Duration) {
	if !f.proved() {
		f.expiresAt = now.Add(max(timeLimit, codeLife))
	}
}

// keepReturn takes over where a page says that the visitor wants to go; what leads nowhere on this
// site counts for nothing.
func (f *state) keepReturn(returnTo string) {
	f.ReturnTo = cmp.Or(step.SafeReturnTo(returnTo), f.ReturnTo)
}

// timeout is the answer to a sign-up that has lasted too long. It begins again for what it was
// begun for.
func timeout(returnTo string) *fault.Error {
	return fault.BrokenFlow(fault.SignupTimeout, step.SignupStart.AndBack(returnTo))
}

func broken() *fault.Error { return fault.BrokenFlow(fault.InvalidSessionFlow, step.SignupStart) }

// begunFor is the error. A broken flow that begins anew does so for where the page says that the
// visitor wants to go: what the sign-up was for may have gone with a session that has ended, whose
// answer was lost on the way.
func begunFor(returnTo string, err error) error {
	if f, ok := fault.As(err); ok && f.RestartAt == step.SignupStart {
		f.RestartAt = step.SignupStart.AndBack(step.SafeReturnTo(returnTo))
	}
	return err
}

// lookup is the sign-up of the actor's session, or nil. It may have expired.
func (s *Service) lookup(ctx context.Context, a actor.Actor) (*state, error) {
	if a.SessionID == uuid.Nil {
		return nil, nil
	}
	return s.open(ctx, a, false)
}

// started is the sign-up of the actor's session, locked like lockCurrent, or a fresh one when there
// is none that still runs; it is for what the one that has expired was for.
func (s *Service) started(ctx context.Context, a actor.Actor) (*state, error) {
	f, err := s.open(ctx, a, true)
	switch {
	case err != nil:
	case f == nil, f.Done:
		f = new(state)
	case f.expired(s.Clock.Now()):
		f = &state{ReturnTo: f.ReturnTo}
	}
	return f, err
}

// current is the sign-up of the actor's session. Faults: a broken flow when there is none, or its
// time is up.
func (s *Service) current(ctx context.Context, a actor.Actor) (*state, error) {
	f, err := s.lookup(ctx, a)
	return s.alive(f, err)
}

// lockCurrent is current under a row lock, for a transaction that changes the flow.
func (s *Service) lockCurrent(ctx context.Context, a actor.Actor) (*state, error) {
	f, err := s.open(ctx, a, true)
	return s.alive(f, err)
}

func (s *Service) alive(f *state, err error) (*state, error) {
	switch {
	case err != nil:
		return nil, err
	case f == nil || f.Done:
		return nil, broken()
	case f.expired(s.Clock.Now()):
		return nil, timeout(f.ReturnTo)
	}
	return f, nil
}

func (s *Service) open(ctx context.Context, a actor.Actor, lock bool) (*state, error) {
	f := new(state)
	found, expiresAt, err := s.Flow.Load(ctx, a.SessionID, kind, f, lock)
	if err != nil || !found {
		return nil, err
	}
	f.expiresAt = expiresAt
	return f, nil
}

// save stores the flow under the session.
func (s *Service) save(ctx context.Context, sessionID uuid.UUID, f *state) error {
	return s.Flow.Save(ctx, sessionID, kind, f, f.expiresAt)
}

// saveProved keeps the flow, which can do more from now on, such as become an account with
// an address that was just proved, under a new session, which replaces the actor's: an
// attacker who planted the former session id gains nothing from the proof. It must be called
// inside a transaction.
func (s *Service) saveProved(ctx context.Context, a actor.Actor, f *state) (session.Signed, error) {
	if _, err := s.Flow.Spend(ctx, a.SessionID, kind); err != nil {
		return session.Signed{}, err
	}
	token, id, err := s.Session.RenewVisitor(ctx, a)
	if err != nil {
		return session.Signed{}, err
	}
	return session.Signed{Token: token, SessionID: id}, s.save(ctx, id, f)
}

// spend removes the flow of the session. Of several transactions that try, one succeeds; the others
// are told that the flow is broken.
func (s *Service) spend(ctx context.Context, sessionID uuid.UUID) error {
	spent, err := s.Flow.Spend(ctx, sessionID, kind)
	if err == nil && !spent {
		return broken()
	}
	return err
}
