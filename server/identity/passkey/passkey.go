package passkey

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
)

// Passkey is one of a member.
type Passkey struct {
	ID, AccountID uuid.UUID
	CreatedAt     time.Time
	Name          string
	LastUsedAt    *time.Time // nil: never yet

	credential, handle, key []byte
	counter                 uint32
	transports              string
	eligible, backedUp      bool
}

const columns = `id, account_id, created_at, name, last_used_at, credential_id, user_handle, public_key, sign_count, transports, backup_eligible, backed_up`

func scan(row interface{ Scan(...any) error }) (*Passkey, error) {
	var p Passkey
	err := row.Scan(&p.ID, &p.AccountID, &p.CreatedAt, &p.Name, &p.LastUsedAt, &p.credential, &p.handle, &p.key, &p.counter, &p.transports, &p.eligible, &p.backedUp)
	return &p, err
}

// lookup is the passkey that devices call so; nil where there is none.
func (s *Service) lookup(ctx context.Context, credential []byte) (*Passkey, error) {
	p, err := scan(s.Store.QueryRow(ctx, `SELECT `+columns+` FROM passkeys WHERE credential_id = $1`, credential))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return p, err
}

// Of are the passkeys of the account, the oldest first.
func (s *Service) Of(ctx context.Context, accountID uuid.UUID) (all []*Passkey, err error) {
	rows, err := s.Store.Query(ctx, `SELECT `+columns+` FROM passkeys WHERE account_id = $1 ORDER BY created_at, id`, accountID)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var p *Passkey
		if p, err = scan(rows); err != nil {
			break
		}
		all = append(all, p)
	}
	return all, errors.Join(err, rows.Err(), rows.Close())
}

// Count is how many passkeys the account has.
func (s *Service) Count(ctx context.Context, accountID uuid.UUID) (count int, err error) {
	err = s.Store.QueryRow(ctx, `SELECT count(*) FROM passkeys WHERE account_id = $1`, accountID).Scan(&count)
	return count, err
}

// user is an account, as devices know it.
type user struct {
	handle        []byte
	name, display string
	passkeys      []*Passkey
}

func (u user) WebAuthnID() []byte          { return u.handle }
func (u user) WebAuthnName() string        { return u.name }
func (u user) WebAuthnDisplayName() string { return u.display }

func (u user) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(u.passkeys))
	for i, p := range u.passkeys {
		all[i] = webauthn.Credential{ID: p.credential, PublicKey: p.key, Authenticator: webauthn.Authenticator{SignCount: p.counter}}
		all[i].Flags.BackupEligible, all[i].Flags.BackupState = p.eligible, p.backedUp
		for transport := range strings.FieldsSeq(p.transports) {
			all[i].Transport = append(all[i].Transport, protocol.AuthenticatorTransport(transport))
		}
	}
	return all
}

// descriptors name the passkeys of the user to a device.
func (u user) descriptors() []protocol.CredentialDescriptor {
	var all []protocol.CredentialDescriptor
	for _, c := range u.WebAuthnCredentials() {
		all = append(all, c.Descriptor())
	}
	return all
}

// texts are the values of the one column of the rows.
func texts(rows *sql.Rows) (all []string, err error) {
	for rows.Next() {
		var text string
		if err = rows.Scan(&text); err != nil {
			break
		}
		all = append(all, text)
	}
	return all, errors.Join(err, rows.Err(), rows.Close())
}
