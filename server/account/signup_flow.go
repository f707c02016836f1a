package account

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/flow"
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
	Email       string     // the address a code was sent to last
	SentAt      *time.Time // when
	ProvedEmail string     // the address that was proved
	ProvedAt    *time.Time // when
	Form        *kept      // what the confirm step checked
	Done        bool       // the account exists; the session is the new member's

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
func (s *Service) lookupSignup(ctx context.Context, a Actor) (*signupFlow, error) {
	if a.SessionID == uuid.Nil {
		return nil, nil
	}
	return s.openSignup(ctx, a, s.Store.Client(ctx).Flow.Query())
}

// startedSignup is the sign-up of the actor's session, locked like lockSignup, or a fresh one when there is none that still
// runs.
func (s *Service) startedSignup(ctx context.Context, a Actor) (*signupFlow, error) {
	f, err := s.openSignup(ctx, a, s.Store.Client(ctx).Flow.Query().ForUpdate())
	if err == nil && (f == nil || f.Done || f.expired(s.Clock.Now())) {
		f = new(signupFlow)
	}
	return f, err
}

// runningSignup is the sign-up of the actor's session. Faults: a broken flow when there is none, or its time is up.
func (s *Service) runningSignup(ctx context.Context, a Actor) (*signupFlow, error) {
	f, err := s.lookupSignup(ctx, a)
	return s.running(f, err)
}

// lockSignup is runningSignup under a row lock, for a transaction that changes the flow.
func (s *Service) lockSignup(ctx context.Context, a Actor) (*signupFlow, error) {
	f, err := s.openSignup(ctx, a, s.Store.Client(ctx).Flow.Query().ForUpdate())
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

func (s *Service) openSignup(ctx context.Context, a Actor, q *ent.FlowQuery) (*signupFlow, error) {
	row, err := q.Where(flow.SessionID(a.SessionID), flow.Kind(flowSignup)).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	plain, err := s.Secrets.Open(signupSeal(a.SessionID), row.State)
	if err != nil {
		return nil, err
	}
	f := &signupFlow{expiresAt: row.ExpiresAt}
	return f, json.Unmarshal(plain, f)
}

// saveSignup stores the flow under the session.
func (s *Service) saveSignup(ctx context.Context, sessionID uuid.UUID, f *signupFlow) error {
	if sessionID == uuid.Nil {
		return errors.New("a sign-up needs a session")
	}
	plain, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return s.Store.Client(ctx).Flow.Create().SetCreatedAt(s.Clock.Now()).SetSessionID(sessionID).SetKind(flowSignup).
		SetState(s.Secrets.Seal(signupSeal(sessionID), plain)).SetExpiresAt(f.expiresAt).
		OnConflictColumns(flow.FieldSessionID, flow.FieldKind).UpdateNewValues().Exec(ctx)
}

// spendSignup removes the flow of the session. Of several transactions that try, one succeeds; the others are told that
// the flow is broken.
func (s *Service) spendSignup(ctx context.Context, sessionID uuid.UUID) error {
	gone, err := s.Store.Client(ctx).Flow.Delete().Where(flow.SessionID(sessionID), flow.Kind(flowSignup)).Exec(ctx)
	if err == nil && gone == 0 {
		return signupBroken()
	}
	return err
}

// signupSeal binds the sealed state to its session.
func signupSeal(sessionID uuid.UUID) string { return "flow signUp " + sessionID.String() }
