package login

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/step"
	"kaiin/server/identity/credential"
	"kaiin/server/identity/passkey"
)

// PasskeyInput is what a browser sends after its device was asked for a passkey.
type PasskeyInput struct {
	Answer     string // of the device
	ReturnTo   string
	DeviceHint string      // as Proof.DeviceHint
	Errand     step.Errand // what the login is for
}

// StartPasskey is a challenge for a device. A member proves by it once more who they are, and the
// passkeys are named; so they are where a login waits for its second factor and asks for one. Any
// other caller logs in, and nothing depends on who it is: that needs no session and changes none.
//
// Faults: those of passkey.Start; a broken flow, when no login waits for a passkey.
func (s *Service) StartPasskey(ctx context.Context, a actor.Actor, use passkey.Use, errand step.Errand) (passkey.Started, error) {
	switch use {
	case passkey.UseConfirm:
		if !a.SignedIn() {
			return passkey.Started{}, fault.Unauthenticated()
		}
		return s.Passkey.Start(ctx, a, use, a.AccountID)
	case passkey.UseFactor:
		w, again, err := s.lookupWaiting(ctx, a, errand)
		if err != nil {
			return passkey.Started{}, err
		}
		if w == nil || !w.takesPasskey() {
			return passkey.Started{}, fault.BrokenFlow(fault.InvalidSessionFlow, again)
		}
		return s.Passkey.Start(ctx, a, use, w.AccountID)
	}
	return s.Passkey.Start(ctx, a, passkey.UseLogin, uuid.Nil)
}

// LoginByPasskey goes on from a right passkey as Enter does. It is both factors, as its device has
// to have seen its member: one that has not is refused.
//
// Faults: those of passkey.Read, passkey.Claim and passkey.Prove; those of Enter; throttled.
func (s *Service) LoginByPasskey(ctx context.Context, a actor.Actor, in PasskeyInput) (Entered, error) {
	return s.enterByPasskey(ctx, a, passkey.UseLogin, uuid.Nil, in)
}

// ConfirmByPasskey is LoginByPasskey for a member who proves once more who they are. Faults: as
// there; unauthenticated, of a visitor.
func (s *Service) ConfirmByPasskey(ctx context.Context, a actor.Actor, in PasskeyInput) (Entered, error) {
	if !a.SignedIn() {
		return Entered{}, fault.Unauthenticated()
	}
	return s.enterByPasskey(ctx, a, passkey.UseConfirm, a.AccountID, in)
}

func (s *Service) enterByPasskey(ctx context.Context, a actor.Actor, use passkey.Use, accountID uuid.UUID, in PasskeyInput) (Entered, error) {
	shown, err := s.Passkey.Read(ctx, in.Answer)
	if err == nil {
		shown, err = s.Passkey.Claim(ctx, a, use, accountID, shown) // what comes too late is no wrong try
	}
	if err != nil {
		return Entered{}, err
	}
	var row *ent.Account
	if shown.Passkey != nil {
		if row, err = s.Account.Find(ctx, shown.Passkey.AccountID); err != nil {
			return Entered{}, err
		}
	}
	g, err := s.passkeyGuesses(ctx, a, row)
	if err != nil {
		return Entered{}, err
	}
	if err := s.count(ctx, g); err != nil {
		return Entered{}, err
	}
	proof, err := s.Passkey.Prove(ctx, a, shown)
	if err == nil && !proof.Verified {
		err = fault.BadRequest(fault.PasskeyFailed)
	}
	if isWrong(err, fault.PasskeyUnknown) {
		try := attempt{method: actor.MethodPasskey, identifier: IdentifierPasskey, hint: in.DeviceHint}
		return Entered{}, s.refuse(ctx, a, row, g, try, err)
	}
	if err != nil {
		return Entered{}, err
	}
	right := Proof{
		Account: row, Method: actor.MethodPasskey, Identifier: IdentifierPasskey, ReturnTo: in.ReturnTo,
		DeviceHint: in.DeviceHint, Errand: in.Errand, BothFactors: true, tried: g,
	}
	if err := s.refuseInactive(ctx, a, right); err != nil {
		return Entered{}, err
	}
	var entered Entered
	err = s.Store.Tx(ctx, func(ctx context.Context) (err error) {
		entered, err = s.Enter(ctx, a, right)
		if err != nil {
			return err
		}
		if err := s.Passkey.Spend(ctx, proof); err != nil { // after Enter, which locks the account
			return err
		}
		return s.Credential.FactorGiven(ctx, row)
	})
	if err != nil {
		return Entered{}, err
	}
	return entered, nil
}

// IdentifierPasskey is what a member says who they are by who names no account.
const IdentifierPasskey = "Passkey"

// passkeyGuesses are the counts of one try with a passkey. No program finds a signature by chance,
// so tries in other networks keep no member out.
func (s *Service) passkeyGuesses(ctx context.Context, a actor.Actor, row *ent.Account) (attemptCounts, error) {
	g, err := s.guesses(ctx, a, row, "passkey")
	if err == nil && g.own == "" {
		g.whose = g.whose[:1]
	}
	return g, err
}

// isWrong holds for a refusal that is a wrong try: a passkey that proved nothing, or the code.
func isWrong(err error, code fault.Code) bool {
	return fault.Is(err, fault.PasskeyFailed) || fault.Is(err, code)
}

func (w *waiting) takesPasskey() bool { return slices.Contains(w.types, credential.FactorPasskey) }
