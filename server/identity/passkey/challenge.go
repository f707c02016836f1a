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
	"kaiin/server/base/secret"
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
	ChallengeLife = 5 * time.Minute
	challengesMax = 5 // of a session, or of a browser; the oldest gives way
	flowPasskey   = flow.Kind("passkey")
)

// challenge is one that waits for its answer.
type challenge struct {
	Use       Use
	AccountID uuid.UUID // zero: any
	Session   webauthn.SessionData
	Until     time.Time
}

// challenges are those of a session, or of a browser. They are stored sealed.
type challenges struct{ Waiting []challenge }

// keeperOf is whose flow keeps the actor's challenges of the use: the session, except for a login.
// Browsers ask for that by themselves, so the answer may come after a login in another tab and must
// not touch the session. It is bound to the browser by a cookie of its own, and the flow is named
// by the first half of the hash of its secret. The zero UUID: there is neither.
func keeperOf(a actor.Actor, use Use) uuid.UUID {
	switch {
	case use != UseLogin:
		return a.SessionID
	case a.PasskeyBrowser == "":
		return uuid.Nil
	}
	return uuid.UUID(secret.HashToken(a.PasskeyBrowser)[:16])
}

// keep has a challenge wait for its answer.
func (s *Service) keep(ctx context.Context, a actor.Actor, c challenge) error {
	now := s.Clock.Now()
	c.Until = now.Add(ChallengeLife)
	keeper := keeperOf(a, c.Use)
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		var all challenges
		if err := s.Flow.LockOrBegin(ctx, keeper, flowPasskey, &all, c.Until); err != nil {
			return err
		}
		all.Waiting = slices.DeleteFunc(all.Waiting, func(c challenge) bool { return !now.Before(c.Until) })
		if surplus := len(all.Waiting) + 1 - challengesMax; surplus > 0 {
			all.Waiting = all.Waiting[surplus:]
		}
		all.Waiting = append(all.Waiting, c)
		return s.Flow.Save(ctx, keeper, flowPasskey, all, c.Until)
	})
}

// take uses the challenge up that was answered: of several answers to one, one gets it. It must not
// be called inside a transaction, which a wrong answer would roll back. Fault: PASSKEY_EXPIRED, for
// one that is unknown, of another session or browser, use or account, spent or too old.
func (s *Service) take(ctx context.Context, a actor.Actor, use Use, accountID uuid.UUID, answered string) (taken challenge, err error) {
	keeper := keeperOf(a, use)
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		var all challenges
		found, err := s.Flow.Lock(ctx, keeper, flowPasskey, &all)
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
			_, err = s.Flow.Spend(ctx, keeper, flowPasskey)
			return err
		}
		return s.Flow.Save(ctx, keeper, flowPasskey, all, slices.MaxFunc(all.Waiting, func(a, b challenge) int { return a.Until.Compare(b.Until) }).Until)
	})
	return taken, err
}
