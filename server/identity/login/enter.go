package login

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/flow"
	"kaiin/server/base/step"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/session"
)

// Entered is how a login went on: what the browser is given, and what comes next.
type Entered struct {
	session.Signed
	Next step.Step
}

// Proof is a right first factor: whose account it is, and how that was proved.
type Proof struct {
	Account            *ent.Account
	Method             actor.Method
	Identifier         string      // IdentifierEmail, IdentifierUserID, or the type of an external account
	ReturnTo           string      // where the login leads; it counts only when it leads back into this site
	DeviceHint         string      // what the browser knows of its device and the user agent does not tell
	Errand             step.Errand // what the login is for
	MustChangePassword bool        // the password that was given is one that everybody tries first
	BothFactors        bool        // no second one is asked for: a passkey whose device has seen its member

	tried attemptCounts // what was counted on the way here, and is counted anew from now on
}

// What a member says who they are by, as the login history calls it. It calls external accounts by
// their type.
const (
	IdentifierEmail  = "Email"
	IdentifierUserID = "UserID"
)

// Enter goes on from a right first factor. It asks for the second one, when the account has one and
// the browser is not a trusted device of it: then the answer is a session of a visitor, which the
// flow of the second factor is bound to, and the page that asks. Else it signs in: a new session
// replaces the one the actor came with, the login is noted in the history, and a browser that has
// not logged in to this account before, or from such a country, sends the member an alert. Either
// way the tries that were counted on the way are forgotten.
//
// A member who proves once more who they are comes this way as well: their session goes on, under a
// new token (session.Renew).
//
// Nothing that was proved before the account's sessions were ended (session.EndAll) opens one after
// it: p.Account is read before the proof is looked at, and the stamp it was read with must still be
// the account's.
//
// It may be called inside a transaction, which it joins. To open a session it locks the account.
// Other acts lock the account first and then other rows: so the transaction must not hold the lock
// of such a row. Faults: LOGIN_PROHIBITED for an account that is not active; broken flows:
// LOGIN_ANOTHER_WAY for a visitor who proved with a mailed code what the account's only second
// factor proves as well, INVALID_SESSION_FLOW for one who comes too late.
func (s *Service) Enter(ctx context.Context, a actor.Actor, p Proof) (Entered, error) {
	if err := s.refuseInactive(ctx, a, p); err != nil {
		return Entered{}, err
	}
	browser, err := s.familiar(ctx, a, p)
	if err != nil {
		return Entered{}, err
	}
	var factors credential.Factors
	if !p.BothFactors {
		if factors, err = s.factorsAsked(ctx, p.Account, browser); err != nil {
			return Entered{}, err
		}
	}
	var entered Entered
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if len(factors.Types) == 0 {
			entered, err = s.admit(ctx, a, p, browser, givenFactor{})
			return err
		}
		entered, err = s.askFactor(ctx, a, p, factors)
		if err != nil || len(p.tried.whose) == 0 {
			return err
		}
		return s.Throttle.Forget(ctx, p.tried.whose...)
	})
	return entered, err
}

// refuseInactive notes the try to log in to an account that is not active. A caller of Enter inside
// a transaction calls it before, since the refusal rolls the note back. Fault: LOGIN_PROHIBITED.
func (s *Service) refuseInactive(ctx context.Context, a actor.Actor, p Proof) error {
	if p.Account.Status == entaccount.StatusActive {
		return nil
	}
	if err := s.record(ctx, a, p.Account.ID, attempt{method: p.Method, identifier: p.Identifier, hint: p.DeviceHint}); err != nil {
		return err
	}
	return fault.Denied(fault.LoginProhibited)
}

// noFactor says why nothing may follow a first factor of the method: after a mailed code another
// way in may help; after anything else a day does, or the store.
func noFactor(method actor.Method) fault.Code {
	if method == actor.MethodAuthCode {
		return fault.LoginAnotherWay
	}
	return fault.LoginFactorUnavailable
}

// tooLate is the answer to a login whose proof was overtaken: the account's sessions were ended
// while it was under way, because a secret changed or its member wished so. It begins again.
func tooLate(a actor.Actor, p Proof) error {
	if a.SignedIn() {
		return fault.BrokenFlow(fault.InvalidSessionFlow, step.ConfirmLogin.AndBack(step.SafeReturnTo(p.ReturnTo)))
	}
	return fault.BrokenFlow(fault.InvalidSessionFlow, p.again())
}

// again is where the login begins anew, for what it was for.
func (p Proof) again() step.Step {
	return step.Login.For(p.Errand).AndBack(step.SafeReturnTo(p.ReturnTo))
}

// familiar is what the account knows of the actor's browser, read unless that was done on the way.
func (s *Service) familiar(ctx context.Context, a actor.Actor, p Proof) (session.Familiar, error) {
	if p.tried.whose != nil {
		return p.tried.browser, nil
	}
	return s.Session.Familiar(ctx, a, p.Account.ID)
}

// factorsAsked are the second factors of the account: one of them is asked for; none in a browser
// that is a trusted device.
func (s *Service) factorsAsked(ctx context.Context, row *ent.Account, browser session.Familiar) (credential.Factors, error) {
	if browser.Trusted {
		return credential.Factors{}, nil
	}
	return s.Credential.Factors(ctx, row)
}

// givenFactor is the second factor that was given; its kind is "" when none was asked for.
type givenFactor struct {
	kind     credential.FactorKind
	remember bool // spare this browser the second factor from now on
}

// admit signs the member in, and forgets the tries that were counted on the way. It must be called
// inside a transaction.
func (s *Service) admit(ctx context.Context, a actor.Actor, p Proof, browser session.Familiar, f givenFactor) (Entered, error) {
	if p.MustChangePassword {
		if err := s.Credential.RequireNewPassword(ctx, p.Account); err != nil {
			return Entered{}, err
		}
	}
	open, onceMore := s.Session.Open, a.SignedIn() && a.AccountID == p.Account.ID
	if onceMore {
		open = s.Session.Renew
	}
	second := f.kind
	if p.BothFactors {
		second = credential.FactorPasskey
	}
	signed, err := open(ctx, a, session.Opening{
		AccountID: p.Account.ID, Stamp: p.Account.AccessStamp, Method: p.Method, Factor: string(second), MustChange: p.MustChangePassword || p.Account.MustChangePassword, Browser: browser,
		Trust: f.remember, DeviceHint: p.DeviceHint,
	})
	if errors.Is(err, session.ErrOver) {
		return Entered{}, tooLate(a, p)
	}
	if err == nil && onceMore { // what waits for this proof is over
		_, err = s.Flow.Spend(ctx, a.SessionID, flowConfirm)
	}
	if err != nil {
		return Entered{}, err
	}
	if err := s.alert(ctx, a, p, browser); err != nil {
		return Entered{}, err
	}
	try := attempt{method: p.Method, identifier: p.Identifier, hint: p.DeviceHint, right: true, asked: f.kind != "", factor: f.kind}
	return Entered{Signed: signed, Next: step.Done(step.SafeReturnTo(p.ReturnTo))}, s.record(ctx, a, p.Account.ID, try, p.tried.whose...)
}

// pending is a login whose second factor is waited for. It is stored sealed.
type pending struct {
	AccountID          uuid.UUID
	Stamp              int64 // the account's access stamp when the first factor was given
	Method             actor.Method
	Identifier         string
	ReturnTo           string
	DeviceHint         string
	Errand             step.Errand
	MustChangePassword bool
}

const flowFactor flow.Kind = "multiFactor"

// factorTime is how long a right first factor waits for the second one.
const factorTime = 10 * time.Minute

// askFactor keeps the proof and leads to the page that asks for the second factor. A visitor goes
// on in a new session, so an attacker who planted the former session id gains nothing from the
// login. It must be called inside a transaction.
func (s *Service) askFactor(ctx context.Context, a actor.Actor, p Proof, factors credential.Factors) (Entered, error) {
	types := s.accepted(p.Method, factors)
	if len(types) == 0 {
		return Entered{}, fault.BrokenFlow(noFactor(p.Method), p.again())
	}
	entered := Entered{Signed: session.Signed{SessionID: a.SessionID}, Next: step.GiveFactor("").For(p.Errand)}
	if slices.Contains(types, factors.Default) {
		entered.Next = step.GiveFactor(string(factors.Default)).For(p.Errand)
	} else if kind := only(types); kind != "" && !s.mailFactorBlocked(p.Method, factors) { // else the choice says why mail is missing
		entered.Next = step.GiveFactor(string(kind)).For(p.Errand)
	}
	if !a.SignedIn() {
		var err error
		if entered.Token, entered.SessionID, err = s.Session.RenewVisitor(ctx, a); err != nil {
			return Entered{}, err
		}
	}
	return entered, s.Flow.Save(ctx, entered.SessionID, flowFactor, pending{
		AccountID: p.Account.ID, Stamp: p.Account.AccessStamp, Method: p.Method, Identifier: p.Identifier, ReturnTo: step.SafeReturnTo(p.ReturnTo),
		DeviceHint: p.DeviceHint, Errand: p.Errand, MustChangePassword: p.MustChangePassword,
	}, s.Clock.Now().Add(factorTime))
}
