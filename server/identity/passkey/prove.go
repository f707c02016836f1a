package passkey

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/secret"
)

// Started is a challenge for a device.
type Started struct {
	Options string // as a browser takes it: the JSON of PublicKeyCredentialRequestOptions
	Browser string // for the cookie that the challenge is bound to, for ChallengeLife; "": it is bound to the session
}

// Start is a challenge for a device. For UseLogin the account is uuid.Nil: the member chooses one
// of the passkeys that the device has for us. For any other use the actor needs a session.
//
// Faults: not found, where no passkeys are offered, or the account has none; throttled.
func (s *Service) Start(ctx context.Context, a actor.Actor, use Use, accountID uuid.UUID) (started Started, err error) {
	party, err := s.party(ctx, a.Locale)
	if err != nil {
		return started, err
	}
	if err := s.countStart(ctx, a); err != nil {
		return started, err
	}
	var ask []webauthn.LoginOption
	if accountID != uuid.Nil {
		passkeys, err := s.Of(ctx, accountID)
		if err != nil {
			return started, err
		}
		if len(passkeys) == 0 {
			return started, fault.NotFound()
		}
		ask = append(ask, webauthn.WithAllowedCredentials(user{passkeys: passkeys}.descriptors()))
	}
	if use == UseFactor { // the first factor was given: that the device is there is enough
		ask = append(ask, webauthn.WithUserVerification(protocol.VerificationPreferred))
	}
	asked, waiting, err := party.BeginDiscoverableLogin(ask...)
	if err != nil {
		return started, err
	}
	waiting.AllowedCredentialIDs = nil // the account decides, and the passkeys that it has then
	plain, err := json.Marshal(asked.Response)
	if err != nil {
		return started, err
	}
	if use == UseLogin {
		a.PasskeyBrowser = cmp.Or(a.PasskeyBrowser, secret.Token())
		started.Browser = a.PasskeyBrowser
	}
	started.Options = string(plain)
	return started, s.keep(ctx, a, challenge{Use: use, AccountID: accountID, Session: *waiting})
}

// startsPerDay is how many challenges a network may ask for: as many as it may begin sessions.
const startsPerDay = 5000

func (s *Service) countStart(ctx context.Context, a actor.Actor) error {
	return s.Throttle.Count(ctx, "passkey-start-from:"+a.Network(), startsPerDay, 24*time.Hour)
}

// answerMax is how many bytes the answer of a device may have. They have 1,000, or 6,000 where one
// is registered with a long certificate.
const answerMax = 32 << 10

// Shown is the answer of a device, which is not proved yet.
type Shown struct {
	Passkey *Passkey // nil: none that we know

	answer  *protocol.ParsedCredentialAssertionData
	claimed challenge // that was answered
}

// Read reads the answer of a device: the JSON of an AuthenticationResponseJSON. Fault:
// PASSKEY_FAILED, for what is none.
func (s *Service) Read(ctx context.Context, answer string) (Shown, error) {
	if len(answer) > answerMax {
		return Shown{}, failed(errors.New("the answer is too long"))
	}
	read, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return Shown{}, failed(err)
	}
	p, err := s.lookup(ctx, read.RawID)
	return Shown{Passkey: p, answer: read}, err
}

// failed says that a passkey proved nothing, and not why.
func failed(cause error) *fault.Error { return fault.BadRequest(fault.PasskeyFailed).Because(cause) }

// Proof is a right answer of a device that is not used up yet.
type Proof struct {
	Passkey  *Passkey
	Verified bool // the device has seen the face, the finger or the screen lock of its member

	counter  uint32
	backedUp bool
}

// Claim uses the challenge up that was answered, which was asked for by Start with the same use and
// account. An answer that comes too late is told from a wrong one before a try is counted. It must
// not be called inside a transaction. Fault: PASSKEY_EXPIRED.
func (s *Service) Claim(ctx context.Context, a actor.Actor, use Use, accountID uuid.UUID, shown Shown) (Shown, error) {
	if !s.Offered() {
		return shown, fault.NotFound()
	}
	var err error
	shown.claimed, err = s.take(ctx, a, use, accountID, shown.answer.Response.CollectedClientData.Challenge)
	return shown, err
}

// Prove checks an answer whose challenge was claimed. What is right is used up by Spend. It must
// not be called inside a transaction.
//
// Faults: PASSKEY_UNKNOWN, of a passkey that is not there; PASSKEY_FAILED.
func (s *Service) Prove(ctx context.Context, a actor.Actor, shown Shown) (Proof, error) {
	party, err := s.party(ctx, a.Locale)
	if err != nil {
		return Proof{}, err
	}
	taken, accountID := shown.claimed, shown.claimed.AccountID
	switch {
	case taken.Use == "":
		return Proof{}, errors.New("the challenge was not claimed")
	case shown.Passkey == nil:
		return Proof{}, fault.BadRequest(fault.PasskeyUnknown)
	case accountID != uuid.Nil && shown.Passkey.AccountID != accountID:
		return Proof{}, failed(errors.New("the passkey is of another account"))
	}
	owner := user{handle: shown.Passkey.handle, passkeys: []*Passkey{shown.Passkey}}
	if len(shown.answer.Response.UserHandle) == 0 && accountID != uuid.Nil { // devices may leave it out where the passkey was named
		shown.answer.Response.UserHandle = owner.handle
	}
	right, err := party.ValidateDiscoverableLogin(func([]byte, []byte) (webauthn.User, error) { return owner, nil }, taken.Session, shown.answer)
	if err != nil {
		return Proof{}, failed(err)
	}
	if right.Authenticator.CloneWarning {
		if err := s.warn(ctx, shown.Passkey); err != nil {
			return Proof{}, err
		}
		return Proof{}, failed(errors.New("the counter went back"))
	}
	return Proof{
		Passkey: shown.Passkey, Verified: shown.answer.Response.AuthenticatorData.Flags.HasUserVerified(),
		counter: right.Authenticator.SignCount, backedUp: right.Flags.BackupState,
	}, nil
}

// warnAgain is how long after a warning another one is sent.
const warnAgain = time.Hour

// warn tells the member that a passkey was refused because it may have been copied.
func (s *Service) warn(ctx context.Context, p *Passkey) error {
	now := s.Clock.Now()
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockAny(ctx, p.AccountID)
		if err != nil || row == nil {
			return err
		}
		var first bool
		err = s.Store.QueryRow(ctx, `WITH warned AS (UPDATE passkeys SET warned_at = $2 WHERE id = $1 AND (warned_at IS NULL OR warned_at <= $3) RETURNING id)
			SELECT EXISTS (SELECT FROM warned)`, p.ID, now, now.Add(-warnAgain)).Scan(&first)
		if err != nil || !first {
			return err
		}
		return s.Account.Mail(ctx, row, row.Locale, notify.PasskeyChanged{At: now, Name: p.Name, What: notify.PasskeyRefused})
	})
}

// Spend notes that the passkey was used. It must be called inside the transaction of what the proof
// is good for, which holds the account's lock: of several answers with one counter one succeeds.
// Fault: PASSKEY_FAILED, also where the passkey is gone.
func (s *Service) Spend(ctx context.Context, p Proof) error {
	var spent bool
	err := s.Store.QueryRow(ctx, `WITH used AS (
			UPDATE passkeys SET sign_count = $2, backed_up = $3, last_used_at = $4
			WHERE id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0) RETURNING id)
		SELECT EXISTS (SELECT FROM used)`, p.Passkey.ID, int64(p.counter), p.backedUp, s.Clock.Now()).Scan(&spent)
	if err == nil && !spent {
		err = failed(errors.New("the passkey is gone, or another answer came first"))
	}
	return err
}
