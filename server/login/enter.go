package login

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	entaccount "kaiin/ent/account"
	"kaiin/server/account"
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
//
// A member who proves once more who they are comes this way as well.
//
// It may be called inside a transaction, which it joins. Faults: LOGIN_PROHIBITED for an account that is not active; a
// broken flow, LOGIN_ANOTHER_WAY, for who proved with a mailed code what the account's only second factor proves as well.
func (s *Service) Enter(ctx context.Context, a account.Actor, p Proof) (Signed, error) {
	if p.Account.Status != entaccount.StatusActive {
		if err := s.record(ctx, a, p.Account.ID, attempt{method: p.Method, identifier: p.Identifier, hint: p.DeviceHint}); err != nil {
			return Signed{}, err
		}
		return Signed{}, fault.Denied("LOGIN_PROHIBITED")
	}
	trusted, err := s.trusts(ctx, a, p.Account.ID)
	if err != nil {
		return Signed{}, err
	}
	if !trusted {
		factors, err := s.Account.Factors(ctx, p.Account)
		if err != nil {
			return Signed{}, err
		}
		if len(factors.Types) > 0 {
			return s.askFactor(ctx, a, p, factors)
		}
	}
	var signed Signed
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		signed, err = s.admit(ctx, a, p, givenFactor{})
		return err
	})
	return signed, err
}

// givenFactor is the second factor that was given; its kind is "" when none was asked for.
type givenFactor struct {
	kind     string
	remember bool // spare this browser the second factor from now on
}

// admit signs the member in. It must be called inside a transaction.
func (s *Service) admit(ctx context.Context, a account.Actor, p Proof, f givenFactor) (Signed, error) {
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
	if signed.KnownBrowser, err = s.recognise(ctx, a, p.Account, try); err != nil {
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
// that who planted the former one has nothing of the proof.
func (s *Service) askFactor(ctx context.Context, a account.Actor, p Proof, factors account.Factors) (Signed, error) {
	types := accepted(p.Method, factors)
	if len(types) == 0 {
		return Signed{}, fault.BrokenFlow("LOGIN_ANOTHER_WAY", loginPath(p.Oidc))
	}
	signed := Signed{SessionID: a.SessionID, RedirectTo: factorPath(p.Oidc, "")}
	if slices.Contains(types, factors.Default) {
		signed.RedirectTo = factorPath(p.Oidc, factors.Default)
	}
	err := s.Store.Tx(ctx, func(ctx context.Context) error {
		if !a.SignedIn() {
			token, id, err := s.renewVisitor(ctx, a)
			if err != nil {
				return err
			}
			signed.Token, signed.SessionID = token, id
		}
		return s.Account.SaveFlow(ctx, signed.SessionID, flowFactor, pending{
			AccountID: p.Account.ID, Method: p.Method, Identifier: p.Identifier, ReturnTo: account.SafeReturnTo(p.ReturnTo),
			DeviceHint: p.DeviceHint, Oidc: p.Oidc, MustChangePassword: p.MustChangePassword,
		}, s.Clock.Now().Add(factorTime))
	})
	return signed, err
}
