package oidc

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/google/uuid"

	"kaiin/ent"
	"kaiin/ent/oidcclient"
	"kaiin/server/base/fault"
	"kaiin/server/base/secret"
	"kaiin/server/oidc/clientfile"
	"kaiin/server/staff/acts"
	"kaiin/server/staff/scope"
)

// formerSecret is how long a secret is good after a new one was made, so that an app can be told
// the new one.
const formerSecret = 24 * time.Hour

// Client is a registered app, as it is now. It is shared between callers: read it, never change it.
type Client struct {
	clientfile.File
	PublicKeys *jose.JSONWebKeySet // of private_key_jwt
	FromFile   bool
	DisabledAt *time.Time

	secret, former []byte
	formerUntil    time.Time
}

// HasSecret reports whether the secret is the client's, now.
func (c *Client) HasSecret(text string, now time.Time) bool {
	hash := secret.HashToken(text)
	isFormer := len(c.former) > 0 && secret.Equal(hash, c.former) && now.Before(c.formerUntil)
	return len(c.secret) > 0 && secret.Equal(hash, c.secret) || isFormer
}

// isAnyone holds for a client that proves nothing: anyone can ask in its name.
func (c *Client) isAnyone() bool { return c.Authentication == clientfile.ProofNone }

// Client is the app with the id, at most store.CacheFor old; nil when there is none, or when it
// is disabled.
func (s *Service) Client(ctx context.Context, id string) (*Client, error) {
	all, err := s.clients.Get(ctx, s.Clock, s.loadClients)
	if err != nil {
		return nil, err
	}
	c := all[id]
	if c == nil || c.DisabledAt != nil {
		return nil, nil
	}
	return c, nil
}

// Clients are all apps, disabled ones too, by their ids.
func (s *Service) Clients(ctx context.Context) (map[string]*Client, error) { return s.loadClients(ctx) }

func (s *Service) loadClients(ctx context.Context) (map[string]*Client, error) {
	rows, err := s.Store.Client(ctx).OidcClient.Query().All(ctx)
	all := make(map[string]*Client, len(rows))
	for _, row := range rows {
		c, err := readClient(row)
		if err != nil {
			return nil, err
		}
		all[row.ID] = c
	}
	return all, err
}

func readClient(row *ent.OidcClient) (*Client, error) {
	c := &Client{FromFile: row.FromFile, DisabledAt: row.DisabledAt}
	if err := json.Unmarshal(row.Registration, &c.File); err != nil {
		return nil, fmt.Errorf("client %s: %w", row.ID, err)
	}
	c.Scopes = slices.DeleteFunc(c.Scopes, scope.IsWire) // of a registration from before there were such scopes
	if row.SecretHash != nil {
		c.secret = *row.SecretHash
	}
	if row.FormerSecretHash != nil && row.FormerUntil != nil {
		c.former, c.formerUntil = *row.FormerSecretHash, *row.FormerUntil
	}
	if len(c.Keys) > 0 {
		var err error
		if c.PublicKeys, err = clientfile.PublicKeys(c.Keys); err != nil {
			return nil, fmt.Errorf("client %s: jwks %w", row.ID, err)
		}
	}
	return c, nil
}

// AddClient registers an app and answers its secret, which cannot be read again; "" where it needs
// none. Errors: what is wrong with it, ErrClientExists.
func (s *Service) AddClient(ctx context.Context, by acts.Decision, r clientfile.File) (text string, err error) {
	if err := r.Validate(); err != nil {
		return "", err
	}
	document, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	if needsSecret(r) {
		text = secret.Token()
	}
	defer s.clients.Forget()
	err = by.Do(ctx, acts.Act{Kind: acts.ClientAdded, Target: ofClient(r.ID), Details: json.RawMessage(document)}, func(ctx context.Context, _ *acts.Act) error {
		add := s.Store.Client(ctx).OidcClient.Create().SetID(r.ID).SetRegistration(document).SetCreatedAt(s.Clock.Now()).SetChangedAt(s.Clock.Now())
		if text != "" {
			add.SetSecretHash(secret.HashToken(text))
		}
		if err := add.Exec(ctx); !ent.IsConstraintError(err) {
			return err
		}
		return ErrClientExists
	})
	if err != nil {
		return "", err
	}
	return text, nil
}

func ofClient(id string) acts.Target { return acts.Target{Type: "client", ID: id} }

func needsSecret(r clientfile.File) bool {
	return r.Authentication == clientfile.ProofBasic || r.Authentication == clientfile.ProofPost
}

// RotateSecret makes a new secret for an app and answers it. The one before is good for another
// day. Fault: not found.
func (s *Service) RotateSecret(ctx context.Context, by acts.Decision, id string) (text string, err error) {
	defer s.clients.Forget()
	err = by.Do(ctx, acts.Act{Kind: acts.ClientSecretRotated, Target: ofClient(id)}, func(ctx context.Context, _ *acts.Act) error {
		row, err := s.Store.Client(ctx).OidcClient.Query().Where(oidcclient.ID(id), oidcclient.DisabledAtIsNil()).ForUpdate().Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound()
		}
		if err != nil {
			return err
		}
		c, err := readClient(row)
		if err != nil {
			return err
		}
		if !needsSecret(c.File) {
			return errors.New("the client has no secret")
		}
		text = secret.Token()
		now := s.Clock.Now()
		change := row.Update().SetSecretHash(secret.HashToken(text)).SetChangedAt(now)
		if row.SecretHash != nil {
			change.SetFormerSecretHash(*row.SecretHash).SetFormerUntil(now.Add(formerSecret))
		}
		return change.Exec(ctx)
	})
	return text, err
}

// DisableClient lets an app in no more. Every token of it is dead at once. Fault: not found.
func (s *Service) DisableClient(ctx context.Context, by acts.Decision, id string) error {
	return by.Do(ctx, acts.Act{Kind: acts.ClientDisabled, Target: ofClient(id)}, func(ctx context.Context, _ *acts.Act) error { return s.disable(ctx, id) })
}

func (s *Service) disable(ctx context.Context, id string) error {
	defer s.clients.Forget()
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		found, err := s.Store.Client(ctx).OidcClient.Update().Where(oidcclient.ID(id), oidcclient.DisabledAtIsNil()).SetDisabledAt(s.Clock.Now()).Save(ctx)
		if err != nil {
			return err
		}
		if found == 0 {
			return fault.NotFound()
		}
		return s.endFamilies(ctx, "client_id = $2", id)
	})
}

// ErrClientExists says that another client has the id.
var ErrClientExists = errors.New("another client has this id")

// UseAssertion notes that a client has proved itself by the assertion with the id, which is over at
// a time; fresh is false when it has done so before.
func (s *Service) UseAssertion(ctx context.Context, c *Client, id string, until time.Time) (fresh bool, err error) {
	var stored uuid.UUID
	err = s.Store.QueryRow(ctx, `INSERT INTO oidc_assertions (id, created_at, client_id, jti_hash, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (client_id, jti_hash) DO NOTHING RETURNING id`, uuid.Must(uuid.NewV7()), s.Clock.Now(), c.ID, secret.HashToken(id), until.Add(time.Minute)).Scan(&stored)
	if isNoRow(err) {
		return false, nil
	}
	return err == nil, err
}

// Apply makes the clients of the store file what it says, and disables those that it has no longer.
// It joins the caller's transaction.
func (s *Service) Apply(ctx context.Context, clients []clientfile.File) error {
	defer s.clients.Forget()
	return s.Store.Tx(ctx, func(ctx context.Context) error {
		now, kept := s.Clock.Now(), []string{}
		for _, c := range clients {
			kept = append(kept, c.ID)
			hash, err := hex.DecodeString(c.SecretHash)
			if err != nil {
				return err
			}
			if len(hash) == 0 {
				hash = nil
			}
			c.SecretHash = ""
			document, err := json.Marshal(c)
			if err != nil {
				return err
			}
			err = s.Store.Exec(ctx, `INSERT INTO oidc_clients (id, created_at, from_file, registration, secret_hash, changed_at) VALUES ($1, $2, true, $3, $4, $2)
				ON CONFLICT (id) DO UPDATE SET from_file = true, registration = excluded.registration, changed_at = excluded.changed_at, disabled_at = NULL,
					secret_hash = coalesce(excluded.secret_hash, oidc_clients.secret_hash)`, c.ID, now, json.RawMessage(document), hash)
			if err != nil {
				return err
			}
		}
		gone, err := s.Store.Client(ctx).OidcClient.Query().
			Where(oidcclient.FromFile(true), oidcclient.DisabledAtIsNil(), oidcclient.IDNotIn(kept...)).IDs(ctx)
		if err != nil {
			return err
		}
		for _, id := range gone {
			if err := s.disable(ctx, id); err != nil {
				return err
			}
		}
		return nil
	})
}
