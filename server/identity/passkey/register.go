package passkey

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/schema"
	"kaiin/server/base/actor"
	"kaiin/server/base/fault"
	"kaiin/server/base/notify"
	"kaiin/server/base/store"
	"kaiin/server/base/typed"
	"kaiin/server/base/useragent"
	"kaiin/server/identity/account"
)

// StartRegistration is a challenge for a device that is about to make a passkey of the member, as a
// browser takes it: the JSON of PublicKeyCredentialCreationOptions. A device that has one already
// is told to make none.
//
// Faults: not found, where no passkeys are offered; those of NeedsFresh; TOO_MANY_PASSKEYS;
// throttled.
func (s *Service) StartRegistration(ctx context.Context, a actor.Actor) (options string, err error) {
	party, err := s.party(ctx, a.Locale)
	if err != nil {
		return "", err
	}
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return "", err
	}
	if err := s.countStart(ctx, a); err != nil {
		return "", err
	}
	row, err := s.Account.Find(ctx, a.AccountID)
	if err != nil {
		return "", err
	}
	passkeys, err := s.Of(ctx, row.ID)
	if err != nil {
		return "", err
	}
	if err := mayAdd(passkeys); err != nil {
		return "", err
	}
	owner := user{name: cmp.Or(account.IdentifierOf(row), account.DisplayName(row), party.Config.RPDisplayName), passkeys: passkeys}
	owner.display = cmp.Or(account.DisplayName(row), owner.name)
	if len(passkeys) > 0 {
		owner.handle = passkeys[0].handle
	} else {
		owner.handle = newHandle()
	}
	asked, waiting, err := party.BeginRegistration(owner, webauthn.WithExclusions(owner.descriptors()))
	if err != nil {
		return "", err
	}
	plain, err := json.Marshal(asked.Response)
	if err != nil {
		return "", err
	}
	return string(plain), s.keep(ctx, a, challenge{Use: useRegister, AccountID: row.ID, Session: *waiting})
}

// keyMax is how many bytes a public key may have. It is read at each use: RSA with 4096 bits has
// 540, which is the longest that devices make.
const keyMax = 600

// newHandle is the name of an account that devices keep: random, so that it tells nothing.
func newHandle() []byte {
	handle := make([]byte, 32)
	_, _ = rand.Read(handle) // which never fails
	return handle
}

func mayAdd(passkeys []*Passkey) error {
	if most := schema.Rules().Passkeys.Max; len(passkeys) >= most {
		return fault.Precondition(fault.TooManyPasskeys).With(map[string]any{"max": most})
	}
	return nil
}

// New is a passkey that a device has made.
type New struct {
	Answer     string // of the device: the JSON of a RegistrationResponseJSON
	Name       string // "": after the device
	DeviceHint string // what the browser knows of its device and the user agent does not tell
}

// Register keeps a new passkey of the member, who is told by mail. Faults: TOO_LONG on name;
// PASSKEY_EXPIRED; PASSKEY_FAILED; PASSKEY_REGISTERED; TOO_MANY_PASSKEYS; not found, where no
// passkeys are offered; those of NeedsFresh.
func (s *Service) Register(ctx context.Context, a actor.Actor, in New) error {
	party, err := s.party(ctx, a.Locale)
	if err != nil {
		return err
	}
	if err := a.NeedsFresh(s.Clock.Now()); err != nil {
		return err
	}
	name, err := nameOf(in.Name, false)
	if err != nil {
		return err
	}
	if len(in.Answer) > answerMax {
		return failed(errors.New("the answer is too long"))
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes([]byte(in.Answer))
	if err != nil {
		return failed(err)
	}
	taken, err := s.take(ctx, a, useRegister, a.AccountID, answer.Response.CollectedClientData.Challenge)
	if err != nil {
		return err
	}
	made, err := party.CreateCredential(user{handle: taken.Session.UserID}, taken.Session, answer)
	if err == nil && len(made.PublicKey) > keyMax {
		err = errors.New("the public key is too long")
	}
	if err != nil {
		return failed(err)
	}
	p := Passkey{
		ID: uuid.Must(uuid.NewV7()), AccountID: a.AccountID, CreatedAt: s.Clock.Now(), Name: cmp.Or(name, nameAfter(a, in.DeviceHint)),
		credential: made.ID, handle: taken.Session.UserID, key: made.PublicKey, counter: made.Authenticator.SignCount,
		transports: transportsOf(made.Transport), eligible: made.Flags.BackupEligible, backedUp: made.Flags.BackupState,
	}
	err = s.Store.Tx(ctx, func(ctx context.Context) error {
		row, err := s.Account.LockOwn(ctx, a)
		if err != nil {
			return err
		}
		return s.add(ctx, row, &p)
	})
	if store.Violates(err, "passkeys_credential_key") {
		return fault.Conflict(fault.PasskeyRegistered)
	}
	return err
}

// add keeps the passkey and tells the member. It joins the caller's transaction, which holds the
// account's lock.
func (s *Service) add(ctx context.Context, row *ent.Account, p *Passkey) error {
	others, err := s.Of(ctx, row.ID)
	if err != nil {
		return err
	}
	if err := mayAdd(others); err != nil {
		return err
	}
	err = s.Store.Exec(ctx, `INSERT INTO passkeys (`+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		p.ID, p.AccountID, p.CreatedAt, p.Name, p.LastUsedAt, p.credential, p.handle, p.key, int64(p.counter), p.transports, p.eligible, p.backedUp)
	if err != nil {
		return err
	}
	return s.Account.Mail(ctx, row, row.Locale, notify.PasskeyChanged{At: p.CreatedAt, Name: p.Name, What: notify.PasskeyAdded})
}

// transportsOf are the ways to the device that the standard names; a browser may tell anything.
func transportsOf(told []protocol.AuthenticatorTransport) string {
	known := []protocol.AuthenticatorTransport{protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal}
	var all []string
	for _, one := range known {
		if slices.Contains(told, one) {
			all = append(all, string(one))
		}
	}
	return strings.Join(all, " ")
}

// nameOf is what a member calls a passkey. Faults: REQUIRED, TOO_LONG and INVALID_CHARACTERS on
// name.
func nameOf(name string, required bool) (string, error) {
	name = typed.Name(name)
	var wrong fault.Fields
	if required && name == "" {
		wrong.Add("name", fault.Required)
	}
	account.CheckText(&wrong, "name", name, schema.Rules().Passkeys.NameMax)
	return name, wrong.Err()
}

// nameAfter is the name of a passkey that its member has given none.
func nameAfter(a actor.Actor, hint string) string {
	if device, _ := useragent.Device(a.UserAgent, hint); device != "" {
		return device
	}
	if a.Locale == "en" {
		return "Passkey"
	}
	return "パスキー"
}
