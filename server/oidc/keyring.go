package oidc

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/oidckey"
	"kaiin/server/base/secret"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/acts"
)

// pairwise is the algorithm of the one row of oidc_keys that is no key pair but the salt of
// pairwise subs (OpenID Connect Core 8.1).
const pairwise = "pairwise"

// Keyring is what signs tokens at a moment, and what they are checked by.
type Keyring struct {
	JWKS    []byte // JSON, the public halves of all keys that are announced, sign or are remembered
	signers map[jose.SignatureAlgorithm]jose.JSONWebKey
	public  map[string]jose.JSONWebKey
	salt    []byte
}

// Keyring is the service's, at most store.CacheFor old. Keys that are missing are made, which
// happens once in the life of a database.
func (s *Service) Keyring(ctx context.Context) (*Keyring, error) {
	return s.keys.Get(ctx, s.Clock, s.loadKeyring)
}

func (s *Service) loadKeyring(ctx context.Context) (*Keyring, error) {
	read := func() ([]*ent.OidcKey, error) {
		return s.Store.Client(ctx).OidcKey.Query().Order(oidckey.BySignsAt(), oidckey.ByID()).All(ctx)
	}
	rows, err := read()
	if err == nil && len(rows) == 0 {
		if err = s.makeKeys(ctx); err == nil {
			rows, err = read()
		}
	}
	if err != nil {
		return nil, err
	}
	return s.newKeyring(rows)
}

// makeKeys makes the first keys of a database, which sign at once, and its salt. Of several
// processes one does.
func (s *Service) makeKeys(ctx context.Context) error {
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		if err := s.lockKeys(ctx); err != nil {
			return err
		}
		if there, err := s.Store.Client(ctx).OidcKey.Query().Exist(ctx); there || err != nil {
			return err
		}
		salt := s.Secrets.Seal(sealedKey, []byte(secret.Token()))
		now := s.Clock.Now()
		err := s.Store.Client(ctx).OidcKey.Create().SetKeyID(pairwise).SetAlgorithm(pairwise).SetPrivate(salt).SetCreatedAt(now).SetSignsAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		return s.addKeys(ctx, now)
	})
}

// RotateKeys announces new keys, which sign in a day (announced); those before them go when their
// last tokens are over. All are sealed with the present secret of the service, so that former ones
// can be taken away.
func (s *Service) RotateKeys(ctx context.Context, by acts.Decision) (signsAt time.Time, err error) {
	defer s.keys.Forget()
	if _, err = s.loadKeyring(ctx); err != nil {
		return signsAt, err
	}
	signsAt = s.Clock.Now().Add(announced)
	err = by.Do(ctx, acts.Act{Kind: acts.KeysRotated}, func(ctx context.Context, _ *acts.Act) error {
		if err := s.lockKeys(ctx); err != nil {
			return err
		}
		rows, err := s.Store.Client(ctx).OidcKey.Query().All(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			plain, err := s.Secrets.Open(sealedKey, row.Private)
			if err != nil {
				return fmt.Errorf("key %s: sealed with a secret that is not configured: %w", row.KeyID, err)
			}
			change := row.Update().SetPrivate(s.Secrets.Seal(sealedKey, plain))
			if row.Algorithm != pairwise && row.RetiresAt == nil {
				change.SetRetiresAt(signsAt)
			}
			if err := change.Exec(ctx); err != nil {
				return err
			}
		}
		return s.addKeys(ctx, signsAt)
	})
	return signsAt, err
}

func (s *Service) lockKeys(ctx context.Context) error {
	return s.Store.Exec(ctx, `LOCK TABLE oidc_keys IN SHARE ROW EXCLUSIVE MODE`)
}

func (s *Service) addKeys(ctx context.Context, signsAt time.Time) error {
	for _, algorithm := range clientfile.SigningAlgorithms {
		id, private, public, err := newKey(s.Secrets, algorithm)
		if err != nil {
			return err
		}
		err = s.Store.Client(ctx).OidcKey.Create().SetKeyID(id).SetAlgorithm(string(algorithm)).SetPrivate(private).SetPublic(public).
			SetCreatedAt(s.Clock.Now()).SetSignsAt(signsAt).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// newKeyring reads the rows, the longest in use first: of two of an algorithm the newer signs, once
// its time has come.
func (s *Service) newKeyring(rows []*ent.OidcKey) (*Keyring, error) {
	now := s.Clock.Now()
	k := &Keyring{signers: map[jose.SignatureAlgorithm]jose.JSONWebKey{}, public: map[string]jose.JSONWebKey{}}
	published := jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, row := range rows {
		if row.Algorithm == pairwise {
			var err error
			if k.salt, err = s.Secrets.Open(sealedKey, row.Private); err != nil {
				return nil, fmt.Errorf("the salt of pairwise subs: sealed with a secret that is not configured: %w", err)
			}
			continue
		}
		var public jose.JSONWebKey
		if err := public.UnmarshalJSON(row.Public); err != nil {
			return nil, fmt.Errorf("key %s: %w", row.KeyID, err)
		}
		published.Keys = append(published.Keys, public)
		k.public[public.KeyID] = public
		if now.Before(row.SignsAt) {
			continue
		}
		private, err := opened(s.Secrets, row)
		if err != nil {
			return nil, err
		}
		k.signers[jose.SignatureAlgorithm(row.Algorithm)] = jose.JSONWebKey{Key: private, KeyID: row.KeyID, Algorithm: row.Algorithm}
	}
	var err error
	k.JWKS, err = json.Marshal(published)
	return k, err
}

// sign makes a JWT whose header names the kind, so that one of a kind cannot be taken for another
// (RFC 8725 3.11).
func (k *Keyring) sign(algorithm jose.SignatureAlgorithm, kind string, claims map[string]any) (string, error) {
	key, ok := k.signers[algorithm]
	if !ok {
		return "", fmt.Errorf("no key signs by %s", algorithm)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, new(jose.SignerOptions).WithType(jose.ContentType(kind)))
	if err != nil {
		return "", err
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}

// read checks the signature of a JWT that this service made, and answers what it says; ok is false
// for any other. Whether its time is over is for the caller to see.
func (k *Keyring) read(token string) (claims map[string]any, ok bool) {
	parsed, err := jose.ParseSigned(token, clientfile.SigningAlgorithms)
	if err != nil || len(parsed.Signatures) != 1 {
		return nil, false
	}
	key, ok := k.public[parsed.Signatures[0].Header.KeyID]
	if !ok || key.Algorithm != parsed.Signatures[0].Header.Algorithm {
		return nil, false
	}
	payload, err := parsed.Verify(key)
	if err != nil || json.Unmarshal(payload, &claims) != nil {
		return nil, false
	}
	return claims, true
}

// Sub is what the client calls the member: the same for all clients, or one for each sector, which
// cannot be connected with another (OpenID Connect Core 8.1: the account's id, encrypted by a key
// of the sector).
func (k *Keyring) Sub(c *Client, accountID uuid.UUID) string {
	if !c.IsPairwise {
		return accountID.String()
	}
	var sealed [aes.BlockSize]byte
	k.sector(c).Encrypt(sealed[:], accountID[:])
	return base64.RawURLEncoding.EncodeToString(sealed[:])
}

// Account is the member whom the client calls by the sub; an account that does not exist, when it
// is no sub of the client's.
func (k *Keyring) Account(c *Client, sub string) (id uuid.UUID) {
	var err error
	if !c.IsPairwise {
		id, err = uuid.Parse(sub)
	} else {
		var sealed []byte
		if sealed, err = base64.RawURLEncoding.DecodeString(sub); err == nil && len(sealed) == aes.BlockSize {
			k.sector(c).Decrypt(id[:], sealed)
		}
	}
	if err != nil || id.Version() != 7 {
		return noAccount
	}
	return id
}

// noAccount is the id of no account: a sub that names no member fits none.
var noAccount = uuid.MustParse("00000000-0000-0000-0000-000000000001")

func (k *Keyring) sector(c *Client) cipher.Block {
	mac := hmac.New(sha256.New, k.salt)
	mac.Write([]byte(c.SectorName()))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		panic(err) // only for keys of another length
	}
	return block
}
