package credential

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/throttle"
	"kaiin/server/base/typed"
	"kaiin/server/identity/passkey"
)

// factorGuesses slow down guessing of second factors: a network after five wrong ones, all networks
// together after twenty. A right first factor does not take them back (ASVS 6.6.3).
func factorGuesses(a actor.Actor, accountID uuid.UUID) []throttle.Guesses {
	return []throttle.Guesses{
		{Key: "factor-here:" + accountID.String() + " " + a.Network(), Free: 5, Window: 24 * time.Hour},
		{Key: "factor:" + accountID.String(), Free: 20, Window: 24 * time.Hour},
	}
}

// ProvedFactor is a right second factor that is not used up yet.
type ProvedFactor struct {
	Kind FactorKind

	owner   uuid.UUID
	tried   []throttle.Guesses
	passkey passkey.Proof
	factor  uuid.UUID // OTP: the row
	step    int64     // OTP: the time step the password belongs to
	code    uuid.UUID // Email, SMS: the code
	backup  string    // a backup code: as it was typed
}

// ProveFactor checks a second factor of the account. The try is counted whatever comes of it, but
// for the answer of a passkey that comes too late. What was right is used up by SpendFactor.
//
// Faults: MULTI_FACTOR_FAILED on value, for a wrong one, a spent one, and a kind that is not
// enabled alike; of a passkey those of passkey.Read, passkey.Claim and
// passkey.Prove; throttled.
func (s *Service) ProveFactor(ctx context.Context, a actor.Actor, owner *ent.Account, f Factors, kind FactorKind, value string) (ProvedFactor, error) {
	p := ProvedFactor{Kind: kind, owner: owner.ID, tried: factorGuesses(a, owner.ID)}
	isPasskey := kind == FactorPasskey && slices.Contains(f.Ready, kind)
	var shown passkey.Shown
	var unread error
	if isPasskey {
		if shown, unread = s.Passkey.Read(ctx, value); unread == nil {
			var err error
			if shown, err = s.Passkey.Claim(ctx, a, passkey.UseFactor, owner.ID, shown); err != nil {
				return p, err
			}
		}
	}
	if err := s.Throttle.CountGuess(ctx, p.tried...); err != nil {
		return p, err
	}
	if kind == FactorBackup && len(f.Types) > 0 {
		p.backup = value
		return p, nil // whether it is right is found out where it is spent
	}
	if isPasskey {
		if unread != nil {
			return p, unread
		}
		var err error
		p.passkey, err = s.Passkey.Prove(ctx, a, shown)
		return p, err
	}
	value = typed.Code(value)
	switch {
	case !slices.Contains(f.Ready, kind):
		return p, factorFailed()
	case kind == FactorOTP:
		var err error
		p.factor = f.row(kind).ID
		p.step, err = s.rightStep(f.row(kind), value)
		return p, err
	}
	var err error
	p.code, err = s.Passcode.Try(ctx, factorScope(a, owner, f, kind), value, "value", "")
	return p, factorFault(err)
}

// SpendFactor uses a proved factor up, and starts counting wrong tries anew. It must be called
// inside the transaction of what the factor is good for: of many at once one succeeds. Faults:
// MULTI_FACTOR_FAILED on value; PASSKEY_FAILED.
func (s *Service) SpendFactor(ctx context.Context, p ProvedFactor) error {
	var err error
	switch p.Kind {
	case FactorBackup:
		err = s.spendBackupCode(ctx, p.owner, p.backup)
	case FactorPasskey:
		err = s.Passkey.Spend(ctx, p.passkey)
	case FactorOTP:
		err = s.spendStep(ctx, p.factor, p.step)
	default:
		err = factorFault(s.Passcode.Spend(ctx, p.code, "value", ""))
	}
	if err != nil {
		return err
	}
	return s.Throttle.Forget(ctx, p.tried...)
}

// factorFailed says that authentication failed (E-016), and not why.
func factorFailed() *fault.Error { return fault.Invalid(fault.MultiFactorFailed, "value") }

// factorFault is what is told of a wrong code when it is a second factor.
func factorFault(err error) error {
	if fault.Is(err, fault.PinCodeError) {
		return factorFailed()
	}
	return err
}
