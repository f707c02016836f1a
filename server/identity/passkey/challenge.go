package passkey

import (
	"context"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
)

// Use is what a challenge is for.
type Use string

// Uses.
const (
	UseLogin    Use = "LOGIN"         // of an account that is not known yet
	UseFactor   Use = "SECOND_FACTOR" // the second factor of a login that waits for it
	UseConfirm  Use = "CONFIRM"       // a member proves once more who they are
	useRegister Use = "REGISTER"      // a new passkey
)

const (
	challengeLife = 5 * time.Minute
	challengesMax = 5 // of a session; the oldest gives way
	flowPasskey   = flow.Kind("passkey")
)

// challenge is one that waits for its answer.
type challenge struct {
	Use       Use
	AccountID uuid.UUID // zero: any
	Session   webauthn.SessionData
	Until     time.Time
}

// challenges are those of a session. They are stored sealed.
type challenges struct{ Waiting []challenge }

// keep has a challenge wait for its answer. The actor needs a session.
func (s *Service) keep(ctx context.Context, a actor.Actor, c challenge) error {
	now := s.Clock.Now()
	c.Until = now.Add(challengeLife)
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		var all challenges
		if err := s.Flow.LockOrBegin(ctx, a.SessionID, flowPasskey, &all, c.Until); err != nil {
			return err
		}
		all.Waiting = slices.DeleteFunc(all.Waiting, func(c challenge) bool { return !now.Before(c.Until) })
		if surplus := len(all.Waiting) + 1 - challengesMax; surplus > 0 {
			all.Waiting = all.Waiting[surplus:]
		}
		all.Waiting = append(all.Waiting, c)
		return s.Flow.Save(ctx, a.SessionID, flowPasskey, all, c.Until)
	})
}

// take uses the challenge up that was answered: of several answers to one, one gets it. It must not
// be called inside a transaction, which a wrong answer would roll back. Fault: PASSKEY_EXPIRED, for
// one that is unknown, of another session, use or account, spent or too old.
func (s *Service) take(ctx context.Context, a actor.Actor, use Use, accountID uuid.UUID, answered string) (taken challenge, err error) {
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		var all challenges
		found, err := s.Flow.Lock(ctx, a.SessionID, flowPasskey, &all)
		if err != nil {
			return err
		}
		now := s.Clock.Now()
		i := slices.IndexFunc(all.Waiting, func(c challenge) bool {
			return c.Session.Challenge == answered && c.Use == use && c.AccountID == accountID && now.Before(c.Until)
		})
		if !found || i < 0 {
			return fault.BadRequest(fault.PasskeyExpired)
		}
		taken = all.Waiting[i]
		if all.Waiting = slices.Delete(all.Waiting, i, i+1); len(all.Waiting) == 0 {
			_, err = s.Flow.Spend(ctx, a.SessionID, flowPasskey)
			return err
		}
		return s.Flow.Save(ctx, a.SessionID, flowPasskey, all, slices.MaxFunc(all.Waiting, func(a, b challenge) int { return a.Until.Compare(b.Until) }).Until)
	})
	return taken, err
}
