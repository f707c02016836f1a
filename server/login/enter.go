package login

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/account"
	"kaiin/server/actor"
	"kaiin/server/fault"
)

// Proof is a right first factor: whose account it is, and how that was proved.
type Proof struct {
	Account            *ent.Account
	Method             string // MethodPassword, MethodAuthCode, or the type of an external account
	Identifier         string // IdentifierEmail, IdentifierUserID, or the type of an external account
	ReturnTo           string // where the login leads; it counts only when it leads back into this site
	DeviceHint         string // what the browser knows of its device and the user agent does not tell
	Oidc               bool   // in the identity-provider flow
	MustChangePassword bool   // the password that was given is one that everybody tries first

	tried guessed // what was counted on the way here, and is counted anew from now on
}

// What a member says who they are by, as the login history calls it. External accounts stand there by their type.
const (
	IdentifierEmail  = "Email"
	IdentifierUserID = "UserID"
)

// Enter goes on from a right first factor. It asks for the second one, when the account has one and the browser is not a
// trusted device of it: then the answer is a session of a visitor, which the flow of the second factor is bound to, and
// the page that asks. Else it signs in: a new session replaces the one the actor came with, the login is noted in the
// history, and a browser that has not logged in to this account before, or from such a country, sends the member an alert.
// Either way the tries that were counted on the way are forgotten.
//
// A member who proves once more who they are comes this way as well.
//
// It may be called inside a transaction, which it joins. Faults: LOGIN_PROHIBITED for an account that is not active; a
// broken flow, LOGIN_ANOTHER_WAY, for who proved with a mailed code what the account's only second factor proves as well.
func (s *Service) Enter(ctx context.Context, a actor.Actor, p Proof) (Signed, error) {
	if p.Account.Status != entaccount.StatusActive {
		if err := s.record(ctx, a, p.Account.ID, attempt{method: p.Method, identifier: p.Identifier, hint: p.DeviceHint}); err != nil {
			return Signed{}, err
		}
		return Signed{}, fault.Denied("LOGIN_PROHIBITED")
	}
	factors, err := s.factorsAsked(ctx, a, p.Account)
	if err != nil {
		return Signed{}, err
	}
	var signed Signed
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		if err := s.Account.ForgetGuesses(ctx, p.tried.whose...); err != nil {
			return err
		}
		if len(factors.Types) > 0 {
			signed, err = s.askFactor(ctx, a, p, factors)
		} else {
			signed, err = s.admit(ctx, a, p, givenFactor{})
		}
		return err
	})
	return signed, err
}

// factorsAsked are the second factors of the account, one of which is asked for; none in a browser that is a trusted device.
func (s *Service) factorsAsked(ctx context.Context, a actor.Actor, row *ent.Account) (account.Factors, error) {
	trusted, err := s.trusts(ctx, a, row.ID)
	if trusted || err != nil {
		return account.Factors{}, err
	}
	return s.Account.Factors(ctx, row)
}

// givenFactor is the second factor that was given; its kind is "" when none was asked for.
type givenFactor struct {
	kind     string
	remember bool // spare this browser the second factor from now on
}

// admit signs the member in. It must be called inside a transaction.
func (s *Service) admit(ctx context.Context, a actor.Actor, p Proof, f givenFactor) (Signed, error) {
	signed, err := s.open(ctx, a, p.Account.ID, p.Method, p.MustChangePassword)
	if err != nil {
		return Signed{}, err
	}
	signed.RedirectTo = target(account.SafeReturnTo(p.ReturnTo))
	if f.remember {
		if signed.TrustedDevice, err = s.trust(ctx, a, p.Account.ID, p.DeviceHint); err != nil {
			return Signed{}, err
		}
	}
	try := attempt{method: p.Method, identifier: p.Identifier, hint: p.DeviceHint, right: true, asked: f.kind != "", factor: f.kind}
	if signed.KnownBrowser, err = s.recognise(ctx, a, p); err != nil {
		return Signed{}, err
	}
	return signed, s.record(ctx, a, p.Account.ID, try)
}

// pending is a login whose second factor is waited for. It is stored sealed.
type pending struct {
	AccountID          uuid.UUID
	Method             string
	Identifier         string
	ReturnTo           string
	DeviceHint         string
	Oidc               bool
	MustChangePassword bool
}

const flowFactor = "multiFactor"

// factorTime is how long a right first factor waits for the second one.
const factorTime = 10 * time.Minute

// askFactor keeps the proof and leads to the page that asks for the second factor. A visitor goes on in a new session, so
// that who planted the former one has nothing of the proof. It must be called inside a transaction.
func (s *Service) askFactor(ctx context.Context, a actor.Actor, p Proof, factors account.Factors) (Signed, error) {
	types := accepted(p.Method, factors)
	if len(types) == 0 {
		return Signed{}, fault.BrokenFlow("LOGIN_ANOTHER_WAY", loginPath(p.Oidc))
	}
	signed := Signed{SessionID: a.SessionID, RedirectTo: factorPath(p.Oidc, "")}
	if slices.Contains(types, factors.Default) {
		signed.RedirectTo = factorPath(p.Oidc, factors.Default)
	}
	if !a.SignedIn() {
		var err error
		if signed.Token, signed.SessionID, err = s.renewVisitor(ctx, a); err != nil {
			return Signed{}, err
		}
	}
	return signed, s.Account.SaveFlow(ctx, signed.SessionID, flowFactor, pending{
		AccountID: p.Account.ID, Method: p.Method, Identifier: p.Identifier, ReturnTo: account.SafeReturnTo(p.ReturnTo),
		DeviceHint: p.DeviceHint, Oidc: p.Oidc, MustChangePassword: p.MustChangePassword,
	}, s.Clock.Now().Add(factorTime))
}
